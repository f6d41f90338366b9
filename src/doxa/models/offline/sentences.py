"""Sentences of a text with their places, and the words that carry content."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from doxa.corpora import normalised

# a sentence ends at a line break, or at a stop with white space behind it; quotes and brackets go with the stop
_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|[\r\n]+")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|mr|mrs|ms|dr|prof|st|no|u\.s|u\.k|[a-z])$", re.I)
_REACH = 12
"""Characters before a stop that can tell an abbreviation."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, as a set: the form in which lists of words are written here."""
    return frozenset(text.split())


FUNCTION_WORDS = word_set(
    """
    a about above across after again against all also although am among an and any anything are aren't as at be
    because been before being below between beyond both but by can can't cannot could couldn't did didn't do does
    doesn't doing don't done down during each either else even ever every everything few for from further get gets
    got had has have having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its
    itself just let let's like many may me might more most much must my myself no none nor not nothing now of off
    on once one only or other our ours out over own quite rather really same shall she should shouldn't so some
    something still such than that that's the their theirs them then there there's these they they're this those
    though through to too toward towards under until up upon us very was wasn't we we're well were weren't what
    when where which while who whom whose why will with within without won't would wouldn't yes yet you you're
    your yours
    """
)


@dataclass(frozen=True)
class Sentence:
    """One sentence: ``text`` is exactly ``source[start:end]``."""

    start: int
    end: int
    text: str


def sentences(source: str) -> tuple[Sentence, ...]:
    """Split a text into sentences without the white space around them; empty ones are left out."""
    found = []
    for start, end in _spans(source):
        piece = source[start:end]
        start += len(piece) - len(piece.lstrip())
        end -= len(piece) - len(piece.rstrip())
        if start < end:
            found.append(Sentence(start, end, source[start:end]))
    return tuple(found)


def content_words(text: str) -> list[str]:
    """Return the words of a text, in lower case, that are not function words."""
    return [word for word in normalised(text).split() if word not in FUNCTION_WORDS]


def _spans(source: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _END.finditer(source):
        before = source[max(start, stop.start() - _REACH) : stop.start()]
        if stop.group() == "." and _ABBREVIATION.search(before):
            continue
        yield start, stop.end()
        start = stop.end()
    yield start, len(source)
