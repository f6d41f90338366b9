"""Sentences of a text with their places, and its content words.

A sentence ends at a stop before white space, at a stop directly before a capital letter, at a stop of a script without
spaces, and at a line break, unless the next line continues in lower case after a long or a capitalised line. List marks
("-", "2.", "(b)", a picture) belong to no sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from doxa.corpora.corpus import normalised

LONGEST = 600
"""The most characters of a claim or passage; a longer sentence is cut."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set; lists of words are written as texts here."""
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
_PICTURES = r"[←-⯿\U0001f000-\U0001faff\ufe0f\u200d]"
_PICTURE = rf"[0-9]\ufe0f?\u20e3|(?<!{_PICTURES}){_PICTURES}++"
_MARK = re.compile(
    rf"(?:(?:(?<![-–—*•·‣>])[-–—*•·‣>]++|\(?\d{{1,2}}[.)]|\(?(?:[a-h]|[ivx]{{1,4}})\)|(?-i:[a-h])\.|\#\d{{1,2}}:?|{_PICTURE})\s+)+",
    re.I,
)
_NUMBER = re.compile(r"(?:^|[\r\n])[ \t]*\(?\d{1,2}$")
"""The characters before the stop of a list mark ("2.") at the beginning of a line."""
_REACH = 12
"""Characters before a stop that are searched for an abbreviation."""
_WRAPPED = 50
"""The fewest characters of a line that may have been wrapped."""
_BORDER = re.compile(r";\s+|,\s+|\s+")


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


def content_words(text: str) -> list[str]:
    """Return the words of a text, in lower case, that are not function words."""
    return [word for word in normalised(text).split() if word not in FUNCTION_WORDS]


def break_sentence(sentence: Sentence, longest: int = LONGEST) -> Iterator[Sentence]:
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
