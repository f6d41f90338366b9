"""Sentences in which speakers take a side on the motion or say who they are: "I beg to propose", "as a nurse I …".

Of an avowal the verb or the preposition alone is replaced by one that takes no side. "We propose a charge on parking"
is about a charge, and "the Commons passed the motion" is about the Commons: both stay. Of an introduction only the
words that say who somebody is are replaced; what the speaker goes on to say stays. A nurse who is quoted, and a farmer
who is imagined, are no introduction.
"""

import re
from collections.abc import Iterator

from doxa.judging.blind.spans import Span, is_quoted, sentence_around
from doxa.judging.blind.words import read_patterns

_AVOWALS = read_patterns("avowals")

_REWORDED = {"base": "argue", "s": "argues", "past": "argued", "ing": "arguing"}


def find_avowals(text: str) -> Iterator[Span]:
    """Yield the spans in which a speaker takes a side on the motion."""
    for match in _AVOWALS["stands"].finditer(text):
        yield from _span(match, "on", text)
    for match in _AVOWALS["takes"].finditer(text):
        is_others = match["past"] is not None and _AVOWALS["subject"].search(text[: match.start()]) is None
        if not is_others:
            yield from _span(match, _reword(match), text)
    for name in ("bare", "plain", "imperative"):
        for match in _AVOWALS[name].finditer(text):
            yield from _span(match, _reword(match), text)
    for match in _AVOWALS["falls"].finditer(text):
        yield from _span(match, "be decided", text)
    for match in (*_AVOWALS["answers"].finditer(text), *_AVOWALS["down"].finditer(text)):
        yield from _span(match, "", text)
    for match in _AVOWALS["in_opposition"].finditer(text):
        yield from _span(match, "debate" if match["how"] else "this debate", text)
    for match in _AVOWALS["ballot"].finditer(text):
        if match["word"]:
            yield from _span(match, "a", text)
        elif not is_quoted(text, match.start()):
            yield Span(match.start("after") - 1, match.end("after"), "")


def _reword(match: re.Match[str]) -> str:
    form = next(name for name, found in match.groupdict().items() if found is not None and name in _REWORDED)
    return _REWORDED[form]


def _span(match: re.Match[str], words: str, text: str) -> Iterator[Span]:
    """Yield the span of the word that takes a side, unless the sentence is a quotation or about times gone by."""
    start, end = match.span("word")
    if is_quoted(text, start) or _AVOWALS["long_ago"].search(sentence_around(text, start, end)):
        return
    said = match["word"]
    if said.isupper() and len(said) > 1:
        words = words.upper()
    elif said[0].isupper():
        words = words[:1].upper() + words[1:]
    yield Span(start, end, words)


_INTRODUCTIONS = read_patterns("introductions")

INTRODUCED = "[who the speaker is]"


def find_introductions(text: str) -> Iterator[Span]:
    """Yield the spans in which a speaker says who they are."""
    for name in ("name", "introduced", "speaking as", "as", "worked as"):
        for match in _INTRODUCTIONS[name].finditer(text):
            before = text[: match.start()]
            if not is_quoted(text, match.start()) and _INTRODUCTIONS["imagined"].search(before) is None:
                yield Span(match.start("who"), match.end("who"), INTRODUCED)


def introduces(text: str) -> bool:
    """Return whether somebody introduces themselves in a text, or did so before the words were replaced."""
    return INTRODUCED in text or next(find_introductions(text), None) is not None
