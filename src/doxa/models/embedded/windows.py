"""Windows of a message: runs of whole sentences, long enough to show which side they argue.

A window has at least ``WORDS`` words where the message has as many, and begins in the middle of the one before it, so
that every sentence but the first few is read with what precedes it and with what follows.
"""

from doxa.models.hearing.markup import plain
from doxa.models.hearing.sentences import sentences
from doxa.records.base import clean

WORDS = 70
"""Words from which on a window is long enough."""

BEFORE = 2
"""Sentences before one that belong to its context."""


def windows_of(message: str) -> tuple[str, ...]:
    """Return the windows of a message in order, without marks of Markdown; none of a message without a sentence."""
    said = sentences_of(message)
    windows: list[str] = []
    first = 0
    while first < len(said):
        after = _end(said, first)
        windows.append(" ".join(said[first:after]))
        if after == len(said):
            break
        first = max(first + 1, (first + after) // 2)
    return tuple(windows)


def contexts_of(message: str) -> tuple[str, ...]:
    """Return each sentence of a message with the ``BEFORE`` sentences before it, without marks of Markdown."""
    said = sentences_of(message)
    return tuple(" ".join(said[max(0, place - BEFORE) : place + 1]) for place in range(len(said)))


def sentences_of(message: str) -> list[str]:
    """Return the sentences of a message, without marks of Markdown."""
    return [sentence.text for sentence in sentences(plain(clean(message)).text)]


def _end(said: list[str], first: int) -> int:
    """Return the place after the last sentence of the window that begins at a sentence."""
    words, after = 0, first
    while after < len(said) and words < WORDS:
        words += len(said[after].split())
        after += 1
    return after
