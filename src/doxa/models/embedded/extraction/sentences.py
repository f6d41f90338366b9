"""Sentences of a text with their places.

A sentence ends at a stop with white space behind it, at a stop that runs into a capital letter, and at a line
break, unless the next line goes on in lower case under a long or a capitalised one. Marks of a list ("-", "2.",
"(b)") belong to no sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# quotes and brackets go with the stop; without white space only where a word ends and a capitalised one begins
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s)|(?<=[a-z]{2})[.!?](?=[A-Z][a-z])|[\r\n]+")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.?g|i\.?e|vs|cf|approx|mr|mrs|ms|dr|prof|st|(?:[a-z]\.)+[a-z]|[b-hj-z])$", re.IGNORECASE
)
_EITHER = re.compile(r"(?:^|[\s(\d])(?:etc|[ap]\.m|no|inc|jr|sr|co)$", re.IGNORECASE)
"""Abbreviations that end a sentence as often as not; what follows tells."""
_MARK = re.compile(r"(?:(?:[-–—*•·‣>]+|\(?\d{1,2}[.)]|\(?[a-hA-H]\)|\#\d{1,2}:?)\s+)+")
_REACH = 12
"""Characters before a stop that can tell an abbreviation."""
_WRAPPED = 50
"""Characters that a line at least has where its text was wrapped and not ended."""


@dataclass(frozen=True)
class Sentence:
    """One sentence: ``text`` is exactly ``source[start:end]``; ``listed`` where a mark of a list stood before it."""

    start: int
    end: int
    text: str
    listed: bool = False


def sentences(source: str) -> tuple[Sentence, ...]:
    """Split a text into sentences without the white space around them; empty ones are left out."""
    found = []
    for start, end in _spans(source):
        piece = source[start:end]
        start += len(piece) - len(piece.lstrip())
        end -= len(piece) - len(piece.rstrip())
        mark = _MARK.match(source, start, end)
        start = mark.end() if mark else start
        if start < end:
            found.append(Sentence(start, end, source[start:end], mark is not None))
    return tuple(found)


def _spans(source: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _END.finditer(source):
        if _ends(source, stop, start):
            yield start, stop.end()
            start = stop.end()
    yield start, len(source)


def _ends(source: str, stop: re.Match[str], start: int) -> bool:
    """Say whether a stop or a line break ends the sentence that began at ``start``."""
    before = source[max(start, stop.start() - _REACH) : stop.start()]
    after = source[stop.end() : stop.end() + _REACH].lstrip()
    if stop.group()[0] in "\r\n":
        wrapped = after[:1].islower() and stop.group().count("\n") <= 1 and before[-1:] not in (":", ";")
        line = max(start, source.rfind("\n", start, stop.start()) + 1)
        return not wrapped or not (stop.start() - line >= _WRAPPED or source[start:].lstrip()[:1].isupper())
    if stop.group() != ".":
        return True
    if _EITHER.search(before):
        return not (after[:1].islower() or after[:1].isdigit())
    return not (_ABBREVIATION.search(before) or (not before.strip(" (") and after == ""))
