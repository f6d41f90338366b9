"""How a turn begins: with the claim that it answers, told again in other words, or with the subject of its own reason.

    address ("You say that it makes people vote, Violet.") + verdict ("I do not accept it.")

Addresses and verdicts that were heard in the debate are used again only when all others were, so that a debate does not
repeat its openings. What stands in an address is the other speaker's ("You say that …"), and verdicts and subjects say
nothing about the motion: no judge takes an opening for a claim.

In a claim told again the motion's own name becomes "it", frames such as "I think that" fall away, words are replaced by
others of the same meaning, and the telling ends with the first clause that stands alone.
"""

import re
from collections.abc import Sequence
from random import Random

from doxa.corpora import normalised
from doxa.models.hearing.sentences import content_words
from doxa.systems.dialogue.offline.phrases import Manner

ADDRESSES = (
    "You say that {claim}, {name}.",
    "You argue that {claim}, {name}.",
    "You believe that {claim}, {name}.",
    "You insist that {claim}, {name}.",
    "You claim that {claim}, {name}.",
    "You maintain that {claim}, {name}.",
    "You suggest that {claim}, {name}.",
    "You just said that {claim}, {name}.",
    "You often say that {claim}, {name}.",
    "You also say that {claim}, {name}.",
    "You would argue that {claim}, {name}.",
    "You may think that {claim}, {name}.",
    "You said that {claim}, {name}.",
    "You have argued that {claim}, {name}.",
    "You assume that {claim}, {name}.",
    "You have said that {claim}, {name}.",
)
"""Ways to take up what somebody said; each is heard as that person's words."""


def begin_answer(manner: Manner, random: Random, *, name: str, claims: Sequence[str], word: str, said: str) -> str:
    """Return the opening of a turn that answers somebody.

    Args:
        name: who spoke last.
        claims: what that person claimed, told again in other words, the claim that the turn answers first.
        word: a subject that the person raised; '' for none.
        said: all that was said, normalised.
    """
    verdict = _fresh(manner.verdicts, said, random)
    if claims:
        return f"{_fresh(ADDRESSES, said, random).format(name=name, claim=claims[0])} {verdict}"
    return _fresh(manner.answering if word else manner.turning, said, random).format(name=name, word=word)


def begin_debate(word: str, manner: Manner, random: Random) -> str:
    """Return the opening of the first turn of a debate."""
    return random.choice((*manner.opening, *manner.starting) if word else manner.opening).format(word=word)


def _fresh(shapes: Sequence[str], said: str, random: Random) -> str:
    """Return a shape that was not heard yet; where all were, one of those heard least often."""
    heard = [_times_heard(shape, said) for shape in shapes]
    return random.choice([shape for shape, times in zip(shapes, heard, strict=True) if times == min(heard)])


def _times_heard(shape: str, said: str) -> int:
    """Return how often the longest fixed part of a shape was said."""
    longest = max(map(normalised, re.split(r"\{(?:name|word|claim)\}", shape)), key=len)
    return f" {said} ".count(f" {longest} ")


FEWEST, MOST = 4, 18
"""The fewest and the most words of a telling."""

_FRAME = re.compile(
    r"^(?:i (?:think|believe|feel)(?: that)?|we should(?: not|n't)? [\w ]{3,60}? (?:because|since|as)|"
    r"it is (?:true|clear) that|the (?:truth|fact) is(?: that)?|because|also|and|but)\s+",
    re.I,
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|me|my|mine|you|your|this|these|those|that's|here)\b", re.I)
_BORDER = re.compile(
    r"(?:[,;]\s(?:so|and|because|which|as|but|since|this|it|they|even)\b|[;.!?]\s|\s(?:because|since)\s|\s-\s)"
)
_SUBJECT = re.compile(r"^we should (?:not )?(?:\w+ly )?\w+ (?P<name>(?:the |a )?[\w' -]{3,40})$", re.I)
_ARTICLE = re.compile(r"\b(?:a|an) (?=(?P<next>[a-gi-tv-z]))", re.I)
"""An article before a word whose first letter, unlike h and u, tells which article it takes."""
VOWELS = "aeio"

STEM = 6
"""Letters by which a word counts as a form of a word of the motion."""

OTHER_WORDS = {
    "beneficial": "useful", "children": "girls and boys", "citizens": "people", "companies": "firms",
    "country": "nation", "damaging": "harmful", "dangerous": "risky", "difficult": "hard", "eliminate": "end",
    "encourage": "prompt", "encourages": "prompts", "essential": "needed", "everybody": "every person",
    "everyone": "every person", "expensive": "costly", "harm": "hurt", "harmful": "damaging", "harms": "hurts",
    "increase": "raise", "increases": "raises", "kids": "children", "money": "funds", "necessary": "needed",
    "obtain": "get", "parents": "mothers and fathers", "participate": "take part", "people": "men and women",
    "politicians": "those in office", "prevent": "stop", "prevents": "stops", "protect": "guard",
    "protects": "guards", "reduce": "lower", "reduces": "lowers", "require": "call for", "requires": "calls for",
    "violates": "breaks", "workers": "those who work",
}  # fmt: skip
"""Word → another of the same meaning that fits in its place."""


def retell(claim: str, motion: str) -> str:
    """Return a claim in other words, to follow "that", without a full stop; '' where it cannot be told again."""
    words = " ".join(claim.split()).rstrip(".!?… ")
    for _ in range(3):
        words = _FRAME.sub("", words)
    words = _without_name(words, motion)
    border = next((match for match in _BORDER.finditer(words) if words[: match.start()].count(" ") + 1 >= FEWEST), None)
    if border:
        words = words[: border.start()].rstrip(", ")
    if _FIRST_PERSON.search(words) or "?" in words or '"' in words:
        return ""
    told = re.sub(r"[\w-]+", lambda match: OTHER_WORDS.get(match[0].lower(), match[0]), words)
    if not FEWEST <= told.count(" ") + 1 <= MOST:
        return ""
    if f" {normalised(told)} " in f" {normalised(claim)} " or not says_more(told, motion):
        return ""
    told = _ARTICLE.sub(lambda match: "an " if match["next"].lower() in VOWELS else "a ", told)
    keeps_capital = told[1:2].isupper() or told.split()[0].lower() == "it's"
    return told if keeps_capital else told[0].lower() + told[1:]


def says_more(text: str, motion: str) -> bool:
    """Return whether a text says anything that the motion does not say itself."""
    stems = tuple(word[:STEM] for word in normalised(motion).split() if len(word) >= STEM)
    return any(not word.startswith(stems) for word in content_words(text))


def _without_name(words: str, motion: str) -> str:
    """Return a claim in which the thing that the motion is about is "it"."""
    match = _SUBJECT.match(motion.rstrip(". "))
    if match is None:
        return words
    name = re.escape(match["name"])
    return re.sub(rf"\b(?:the |a )?(?:idea of |system of |use of )?{name}\b", "it", words, count=1, flags=re.I)
