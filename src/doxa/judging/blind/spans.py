"""Spans of a text that are to be replaced, and what surrounds a span: its sentence, and whether it is quoted.

Finders look at the text as it was said, so that no finder mistakes a label for a word of the speaker. Where two spans
overlap, the finder that comes first prevails.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

_ENDS = re.compile(r"[.!?\n]")
_OPENING = re.compile(r"(?:^|[.!?:…\n]|[“\"(\[])[\s”\"’)*_“(\[]*$")


@dataclass(frozen=True)
class Span:
    """A part of a text, and the words that replace it."""

    start: int
    end: int
    text: str


Finder = Callable[[str], Iterable[Span]]


def find_spans(text: str, finders: Sequence[Finder]) -> list[Span]:
    """Return the spans of all finders that do not overlap, those of earlier finders first."""
    kept: list[Span] = []
    for find in finders:
        for span in find(text):
            if all(span.end <= other.start or span.start >= other.end for other in kept):
                kept.append(span)
    return kept


def replace_spans(text: str, finders: Sequence[Finder]) -> str:
    """Return a text with the spans of all finders replaced; every other character stays as it is."""
    return put_in(text, find_spans(text, finders))


def put_in(text: str, spans: Iterable[Span]) -> str:
    """Return a text with some spans replaced."""
    for span in sorted(spans, key=lambda span: -span.start):
        text = text[: span.start] + span.text + text[span.end :]
    return text


def matches(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str | None]) -> Finder:
    """Return the finder of a pattern; a match whose replacement is None is left alone."""

    def find(text: str) -> Iterator[Span]:
        for match in pattern.finditer(text):
            words = replacement(match)
            if words is not None:
                yield Span(match.start(), match.end(), words)

    return find


def sentence_around(text: str, start: int, end: int) -> str:
    """Return the sentence in which a span lies."""
    before = max((match.end() for match in _ENDS.finditer(text, 0, start)), default=0)
    after = _ENDS.search(text, end)
    return text[before : after.start() if after else len(text)]


def begins_sentence(text: str, start: int) -> bool:
    """Return whether a place is the beginning of a sentence, or of a quotation."""
    return _OPENING.search(text, max(0, start - 40), start) is not None or not text[:start].strip()


def is_quoted(text: str, start: int) -> bool:
    """Return whether a place lies within quotation marks."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return line.count("“") > line.count("”") or line.count('"') % 2 == 1
