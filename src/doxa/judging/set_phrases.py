"""Set phrases: sentences about the debate itself, which make no argument and would cluster with one another on a map.

A claim is a set phrase if, without the words in which debaters speak of debating ("thank", "motion", "the other side",
"let me", "three points"), hardly a word is left; or if both sides say the very same sentence, since an argument is
made for one of them.
"""

import re
from collections.abc import Iterable, Sequence

from doxa.judging.blind.instructions import find_flags
from doxa.models.embedded.extraction import FUNCTION_WORDS
from doxa.records.transcripts import Side

FEWEST = 2
"""The fewest words that are left of a sentence that says something."""

LONGEST_APPEAL = 14
"""The most words of a sentence that is an appeal and nothing else."""

_OF_MOTIONS = frozenset({"house", "believe", "believes", "motion", "support", "oppose"})

_DEBATING_WORDS = """
accept address affirm affirmative agree answer answered answers argue argued argues arguing argument arguments ask
audience beg begin believe bench brief burden case cases chair clash close colleague colleagues con conclude
conclusion consider contend contention contentions contest counter debate debated debater debaters debates defend
defined definition definitions delighted demonstrate disagree dispute end esteemed evening fellow final finally
first five floor four frame friend friends fundamentally further gentlemen give glad grateful hear heard hold
honour honourable house introduce issue judges ladies last lastly later left let let's listen look madam mean
member members moderator moment motion move moving negative next notice offer offered opponent opponents oppose
opposing opposition order outline plainly please pleased point pointed points position president privilege pro
proceed proponents propose proposing proposition proud prove proves question questions raise reason reasons rebut
rebuttal rebuttals refute reject repeat resolution respond response rest review round said say saying says second
secondly show side sides sir speak speaker speakers speaking speaks speech stand standing stands start statement
step still sum summarise summary support take tell test thank thanks therefore things third thirdly three today
told tonight topic turn turning turns two unanswered understand urge view voice vote votes want watch way weigh
welcome whole words worthy yield
"""

_DEBATING = frozenset(_DEBATING_WORDS.split())


def is_set_phrase(text: str, motion: str = "") -> bool:
    """Return whether a claim speaks of the debate and makes no argument; words of the motion are never set."""
    set_words = _DEBATING - (set(_words(motion)) - _OF_MOTIONS)
    left = {word for word in _words(text) if word not in FUNCTION_WORDS and word not in set_words}
    if len(left) < FEWEST and not re.search(r"\d", text):
        return True
    return all(_is_appeal(sentence) for sentence in _sentences(text))


def set_phrases(claims: Sequence[tuple[Side, str]], motion: str = "") -> set[int]:
    """Return the places of set phrases among claims, each with its side."""
    sides: dict[str, set[Side]] = {}
    for side, text in claims:
        sides.setdefault(_plain(text), set()).add(side)
    return {
        place for place, (_, text) in enumerate(claims) if len(sides[_plain(text)]) > 1 or is_set_phrase(text, motion)
    }


def _is_appeal(sentence: str) -> bool:
    """Return whether a sentence as a whole asks the audience for its vote."""
    short = len(sentence.split()) <= LONGEST_APPEAL
    return short and any(flag.kind == "appeal" and flag.start == 0 for flag in find_flags(sentence))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.lower())


def _sentences(text: str) -> Iterable[str]:
    return (sentence for sentence in re.split(r"(?<=[.!?])\s+", text.strip()) if sentence)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
