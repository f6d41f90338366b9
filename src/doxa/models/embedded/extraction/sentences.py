"""Sentences of a text with their places.

A sentence ends at a stop with white space behind it, at a stop that runs into a capital letter, at a stop of a
script without spaces, and at a line break, unless the next line goes on in lower case under a long or a capitalised
one. Marks of a list ("-", "2.", "(b)", a picture) belong to no sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# quotes and brackets go with the stop; without white space only where a word ends and a capitalised one begins
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s)|(?:(?<=[a-z]{2})|(?<=[a-z]{2}\s))[.!?](?=[A-Z][a-z])|"
    r"[。！？｡]++[」』”’）]*+|[।॥؟۔]++|[\r\n]+"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.?g|i\.?e|vs|cf|approx|mr|mrs|ms|dr|prof|st|gen|sen|gov|rev|hon|fig|(?:[a-z]\.)+[a-z]|[b-hj-z])$",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|[A-Z])\.\s?[A-Z]$")
_INITIALS = re.compile(r"[A-Z]\.\s")
"""An "A." or "I." that ends no sentence: behind a title or an initial, or before one."""
_EITHER = re.compile(
    r"(?:^|[\s(\d])(?:etc|[ap]\.m|no|inc|ltd|corp|jr|sr|co|et al|vol|pp|jan|feb|aug|sept?|oct|nov|dec)$", re.IGNORECASE
)
"""Abbreviations that end a sentence as often as not; what follows tells."""
_PICTURE = r"[0-9]\ufe0f?\u20e3|[←-⯿\U0001f000-\U0001faff\ufe0f\u200d]+"
_MARK = re.compile(
    rf"(?:(?:[-–—*•·‣>]+|\(?\d{{1,2}}[.)]|\(?(?:[a-h]|[ivx]{{1,4}})\)|\#\d{{1,2}}:?|{_PICTURE})\s+)+", re.I
)
_NUMBER = re.compile(r"(?:^|[\r\n])[ \t]*\(?\d{1,2}$")
"""What stands before the stop in the mark of an item ("2."), at the beginning of a line."""
_REACH = 12
"""Characters before a stop that can tell an abbreviation."""
_WRAPPED = 50
"""Characters that a line at least has where its text was wrapped and not ended."""
_BORDER = re.compile(r";\s+|,\s+|\s+")
_LINE_BEGINS = re.compile(r"(?:^|[\r\n])[ \t]*$")
_LINE_ENDS = re.compile(r"[ \t]*(?:\r?\n|\r)")
_TITLE_WORDS = 8
"""Words of a heading at most."""


@dataclass(frozen=True)
class Sentence:
    """One sentence: ``text`` is exactly ``source[start:end]``; ``listed`` where a mark of a list stood before it."""

    start: int
    end: int
    text: str
    listed: bool = False


def sentences(source: str) -> tuple[Sentence, ...]:
    """Split a text into sentences without the white space around them; empty ones are left out."""
    kept_sentences = []
    for start, end in _spans(source):
        piece = source[start:end]
        start += len(piece) - len(piece.lstrip())
        end -= len(piece) - len(piece.rstrip())
        mark = _MARK.match(source, start, end)
        start = mark.end() if mark else start
        if start < end:
            kept_sentences.append(Sentence(start, end, source[start:end], mark is not None))
    return tuple(kept_sentences)


def break_sentence(sentence: Sentence, longest: int) -> Iterator[Sentence]:
    """Yield a sentence in parts of so many characters at most, cut at a semicolon, a comma or between words."""
    text, begun = sentence.text, 0
    while len(text) - begun > longest:
        borders = {
            border.group()[0]: border for border in _BORDER.finditer(text, begun + longest // 2, begun + longest)
        }
        cut = borders.get(";") or borders.get(",") or next(iter(borders.values()), None)
        end, after = cut.span() if cut else (begun + longest, begun + longest)
        yield Sentence(sentence.start + begun, sentence.start + end, text[begun:end], sentence.listed)
        begun = after
    yield Sentence(sentence.start + begun, sentence.end, text[begun:], sentence.listed)


def is_heading(source: str, sentence: Sentence, after: Sentence | None) -> bool:
    """Say whether a sentence is a line of its own above the text or the list that it names.

    A line without a stop, in front of a blank line, a list, or (an item of a list) its explanation. Whether the line
    claims something is another matter.
    """
    if after is None or len(sentence.text.split()) > _TITLE_WORDS or sentence.text[-1] in ".!?…:;,":
        return False
    line = source[max(0, sentence.start - _REACH) : sentence.start]
    if not _LINE_ENDS.match(source, sentence.end) or not (sentence.listed or _LINE_BEGINS.search(line)):
        return False
    apart = source.count("\n", sentence.end, after.start) > 1
    return not (apart or after.listed) if sentence.listed else apart or after.listed


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
        begun = source[start : start + _WRAPPED].lstrip()
        return not wrapped or not (stop.start() - line >= _WRAPPED or begun[:1].isupper())
    if stop.group() != ".":
        return True
    if _NUMBER.search(source[max(0, stop.start() - _REACH) : stop.start()]):
        return False
    if _INITIAL.search(before) or (before[-1:].isupper() and before[-2:-1] in (" ", "") and _INITIALS.match(after)):
        return False
    if _EITHER.search(before):
        return not (after[:1].islower() or after[:1].isdigit() or after[:1] == "(")
    return not (_ABBREVIATION.search(before) or (not before.strip(" (") and after == ""))
