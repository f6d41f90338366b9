"""The check of speech: what of a model's answer its speaker said, and whether that is a speech at all.

    answer → up to a token of a chat template → up to a line of another participant → without the own name in front
           → without quotation marks around the whole → the speech, or a fault

A fault is one of a fixed list, each of which compares sequences of words and knows no phrase of any language:

    empty   no letter is left
    other   the answer begins with a line of another participant
    motion  nothing is said beside the motion
    report  a line begins with the speaker's name, as a report on the speech does
    echo    at least half of the words stand, in sequences of ``SEQUENCE`` words, in the request or in earlier turns
    loop    at least a third of the words stand, in sequences of ``LOOPED`` words, in the speech before

The motion, and words between quotation marks that stand in the request or were said before, are neither own nor echoed:
they are set aside. What the speaker may say again (a draft, its own writings) is no echo of the request.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from doxa.records.base import Record
from doxa.tasks.quoting import LABEL, fold_head

Fault = Literal["", "empty", "other", "motion", "report", "echo", "loop"]

SEQUENCE = 6
"""Words in a row that nobody chooses twice by chance; a shorter speech is compared as a whole."""
LEAST = 5
"""Speeches of fewer words are never echoes: anybody may say "Certainly" again."""
LOOPED = 4
"""Words in a row that a speech repeats only where it runs in circles."""
ECHOED, CIRCLING = 0.5, 1 / 3
"""The share of its words from which a speech is an echo, and from which it is a loop."""

_TOKEN = re.compile(r"<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<(?:start|end)_of_\w{1,20}>|<(?:bos|eos|pad|unk)>|\[/?INST\]")
_HEAD = re.compile(r"(?:<[|｜][^<>|｜\n]{1,40}[|｜]>|<start_of_\w{1,20}>)(?:\w+\n)?\s*")
"""A token that opens an answer, with the role that it names."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'"}
_QUOTED = re.compile(r'"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|^>.*$', re.MULTILINE)


class EarlierTurn(Record):
    """What somebody said before."""

    speaker: str
    """The name that the prompt shows."""
    text: str


class SpeechContext(Record):
    """What an answer is compared with."""

    speaker: str
    """The speaker's name, as prompts show it."""
    others: tuple[str, ...] = ()
    """The names of all others who take part."""
    motion: str = ""
    request: str = ""
    """The prompt without the transcript and without the speaker's memory."""
    own: tuple[str, ...] = ()
    """What of the request the speaker may say again: a draft, its own writings."""
    earlier: tuple[EarlierTurn, ...] = ()
    """The turns that the prompt shows, oldest first."""
    is_line: bool = True
    """Whether the answer is said as it stands; notes and points within a reply may tell from outside."""


class CheckedSpeech(Record):
    """What remains of an answer as speech, and what is wrong with it."""

    text: str
    fault: Fault = ""
    cut: tuple[str, ...] = ()
    """What was taken off, in the order of the answer."""


def check_speech(answer: str, context: SpeechContext) -> CheckedSpeech:
    """Return what of an answer is speech, with what was cut, and the fault of what remains."""
    answer = answer.strip()
    head = _HEAD.match(answer)
    spoken = answer[head.end() :] if head else answer
    token = _TOKEN.search(spoken)
    spoken, after_token = (spoken[: token.start()], spoken[token.start() :]) if token else (spoken, "")
    spoken, after_line = _split_at_other(spoken, context)
    spoken, name = _drop_name(spoken.strip(), context.speaker)
    spoken, marks = _drop_quotes(spoken)
    fault = _find_fault(spoken, context) if any(map(str.isalpha, spoken)) else "other" if after_line else "empty"
    cut = (head.group() if head else "", name, marks, after_line, after_token)
    return CheckedSpeech(text=spoken, fault=fault, cut=tuple(part for part in cut if part))


def _find_lines(spoken: str, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield where each line begins in which one of these speaks, and where its words do, however the name is marked up.

    A name may stand with or without an article, and as its first word alone.
    """
    labels = list(LABEL.finditer(spoken))
    bare = [_bare_head(name) for name in names] if labels else []
    heads = {head for name in bare for head in (name, name.partition(" ")[0])} - {""}
    for label in labels:
        if _bare_head(label[1]) in heads:
            words = spoken[label.end() :]
            yield label.start(), len(spoken) - len(words.lstrip("*_ \t"))


def _bare_head(name: str) -> str:
    return fold_head(name).removeprefix("the ")


def _split_at_other(spoken: str, context: SpeechContext) -> tuple[str, str]:
    """Return the words before the first line of another participant, and those from it on; quotations are no lines."""
    for start, begin in _find_lines(spoken, context.others):
        words = _words(spoken[begin:].split("\n", 1)[0])
        if not any(_is_within(words, _words(turn.text)) for turn in context.earlier):
            return spoken[:start], spoken[start:]
    return spoken, ""


def _drop_name(spoken: str, speaker: str) -> tuple[str, str]:
    """Return a speech without its speaker's name in front, and that name."""
    start, begin = next(_find_lines(spoken, [speaker]), (-1, 0))
    return (spoken[begin:].strip(), spoken[:begin].strip()) if start == 0 else (spoken, "")


def _drop_quotes(spoken: str) -> tuple[str, str]:
    """Return a speech without quotation marks around the whole, and these marks."""
    closing = _QUOTES.get(spoken[:1])
    if not closing or len(spoken) < 2 or spoken[-1] != closing or closing in spoken[1:-1] or spoken[0] in spoken[1:-1]:
        return spoken, ""
    return spoken[1:-1].strip(), spoken[0] + closing


def _find_fault(text: str, context: SpeechContext) -> Fault:
    """Return the fault of words; '' where they have none."""
    words, motion = _words(text), _words(context.motion)
    if words == motion:
        return "motion"
    name = _words(context.speaker)
    if context.is_line and words[: len(name)] == name != []:
        return "report"
    if _share_of_loops(words) >= CIRCLING:
        return "loop"
    request, earlier = _words(context.request), [_words(turn.text) for turn in context.earlier]
    length = min(SEQUENCE, len(words))
    echoed = _standing(words, [request], length) - _standing(words, map(_words, context.own), length)
    echoed |= _standing(words, earlier, length)
    aside = _standing(words, [motion], min(LEAST, len(motion))) | _find_quoted(text, [request, *earlier])
    counted = len(words) - len(aside)
    return "echo" if len(words) >= LEAST and counted and len(echoed - aside) >= ECHOED * counted else ""


def _find_quoted(text: str, sources: list[list[str]]) -> set[int]:
    """Return the places of words between quotation marks that somebody said before."""
    places: set[int] = set()
    starts = [word.start() for word in _WORD.finditer(text)]
    for quotation in _QUOTED.finditer(text):
        if any(_is_within(_words(quotation.group()), source) for source in sources):
            places |= {place for place, start in enumerate(starts) if quotation.start() <= start < quotation.end()}
    return places


def _share_of_loops(words: list[str]) -> float:
    """Return the share of words that stand in a sequence of ``LOOPED`` words which the speech has had before."""
    seen: dict[tuple[str, ...], int] = {}
    again: set[int] = set()
    for place, sequence in enumerate(_sequences(words, LOOPED)):
        if place >= seen.setdefault(sequence, place) + LOOPED:
            again |= set(range(place, place + LOOPED))
    return len(again) / len(words)


def _standing(words: list[str], sources: Iterable[list[str]], length: int) -> set[int]:
    """Return the places of words that stand in some source in a sequence of so many words."""
    known = {sequence for source in sources for sequence in _sequences(source, length)}
    return {
        place + offset
        for place, sequence in enumerate(_sequences(words, length))
        if sequence in known
        for offset in range(length)
    }


def _is_within(words: list[str], source: list[str]) -> bool:
    return bool(words) and tuple(words) in set(_sequences(source, len(words)))


def _sequences(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(length)), strict=False)


def _words(text: str) -> list[str]:
    return [word.group().casefold().replace("’", "'") for word in _WORD.finditer(text)]
