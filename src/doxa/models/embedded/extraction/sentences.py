"""Sentences of a text with their places.

A sentence ends at a stop before white space, at a stop directly before a capital letter, at a stop of a script without
spaces, and at a line break, unless the next line continues in lower case after a long or a capitalised line. List marks
("-", "2.", "(b)", a picture) belong to no sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# closing quotes and brackets belong to the stop; without white space a stop counts only between a word and a capital
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
"""An "A." or "I." that ends no sentence: after a title or an initial, or before an initial."""
_EITHER = re.compile(
    r"(?:^|[\s(\d])(?:etc|[ap]\.m|no|inc|ltd|corp|jr|sr|co|et al|vol|pp|jan|feb|aug|sept?|oct|nov|dec)$", re.IGNORECASE
)
"""Abbreviations that may end a sentence; what follows decides."""
_PICTURE = r"[0-9]\ufe0f?\u20e3|[←-⯿\U0001f000-\U0001faff\ufe0f\u200d]+"
_MARK = re.compile(
    rf"(?:(?:[-–—*•·‣>]+|\(?\d{{1,2}}[.)]|\(?(?:[a-h]|[ivx]{{1,4}})\)|(?-i:[a-h])\.|\#\d{{1,2}}:?|{_PICTURE})\s+)+",
    re.I,
)
_NUMBER = re.compile(r"(?:^|[\r\n])[ \t]*\(?\d{1,2}$")
"""The characters before the stop of a list mark ("2.") at the beginning of a line."""
_NUMBERED = re.compile(r"\(?\b\d{1,2}[.)]\s*$")
"""The mark of a numbered item before a place."""
_REACH = 12
"""Characters before a stop that are searched for an abbreviation."""
_WRAPPED = 50
"""The fewest characters of a line that may have been wrapped."""
_BORDER = re.compile(r";\s+|,\s+|\s+")
_LINE_BEGINS = re.compile(r"(?:^|[\r\n])[ \t]*$")
_LINE_ENDS = re.compile(r"[ \t]*(?:\r?\n|\r)")
_TITLE_WORDS = 8
"""The most words of a heading."""


@dataclass(frozen=True)
class Sentence:
    """One sentence: ``text`` is exactly ``source[start:end]``; ``listed`` where a list mark precedes it."""

    start: int
    end: int
    text: str
    listed: bool = False


def sentences(source: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text, without surrounding white space; empty ones are omitted."""
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
    """Yield a sentence in parts of at most ``longest`` characters, cut at a semicolon, a comma or between words."""
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
    """Return whether a sentence is a line of its own above the text or the list that it names.

    Such a line has no stop and precedes a blank line, a list, or (as an item of a list) its explanation or the items
    below a number. This does not say whether the line claims something.
    """
    if after is None or len(sentence.text.split()) > _TITLE_WORDS or sentence.text[-1] in ".!?…:;,":
        return False
    line = source[max(0, sentence.start - _REACH) : sentence.start]
    if not _LINE_ENDS.match(source, sentence.end) or not (sentence.listed or _LINE_BEGINS.search(line)):
        return False
    apart = source.count("\n", sentence.end, after.start) > 1
    if not sentence.listed:
        return apart or after.listed
    numbers = _NUMBERED.search(line) is not None and not _NUMBERED.search(source[max(0, after.start - 8) : after.start])
    return numbers if after.listed else not apart


def _spans(source: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _END.finditer(source):
        if _ends(source, stop, start):
            yield start, stop.end()
            start = stop.end()
    yield start, len(source)


def _ends(source: str, stop: re.Match[str], start: int) -> bool:
    """Return whether a stop or a line break ends the sentence that began at ``start``."""
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
