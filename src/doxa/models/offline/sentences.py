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

FUNCTION_WORDS = frozenset(
    """a about above after again all also although am an and any are as at be because been before being below between
    both but by can could did do does doing done down during each either else even ever every few for from further
    get gets got had has have having he her here hers him his how i if in into is it its itself just let like many may
    me might more most much must my myself no nor not now of off on once one only or other our ours out over own
    quite rather really same shall she should so some still such than that the their theirs them then there these
    they this those though through to too under until up us very was we well were what when where which while who
    whom whose why will with within without would yes yet you your yours cannot don't doesn't didn't isn't aren't
    wasn't weren't won't wouldn't can't couldn't shouldn't it's that's there's i'm i've i'd i'll you're we're they're
    let's""".split()
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
