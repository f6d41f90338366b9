"""The parts of a text that the networks read: passages for its strength, windows for the side that it argues.

Passages say nothing twice, and have no more words than an argument:

    text ─▶ one turn of words that repeat as a whole ─▶ sentences, each once ─▶ runs of at most 110 words;
                                                        of a longer text also each sentence, and each with the next

A long text is as strong as its strongest passage, so that neither length nor repetition makes an argument, and words
without a point take nothing from one that is made beside them.

A window is a run of whole sentences, long enough to show a side: it has at least ``WORDS`` words where the message has
as many, and begins in the middle of the one before it, so that every sentence but the first few is read with what
precedes it and with what follows.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from doxa.corpora.corpus import normalised
from doxa.models.embedded.phrasing import sentence
from doxa.models.hearing.markup import plain
from doxa.models.hearing.sentences import break_sentence, sentences
from doxa.records.base import clean, group_by

MOST_WORDS = 110
"""Words of a passage: as many as the longest argument of UKPConvArg1, on which strength was learned."""

WORDS = 70
"""Words from which on a window is long enough."""

BEFORE = 2
"""Sentences before one that belong to its context."""


def passages(text: str) -> list[str]:
    """Return the passages of a text, each in the form of ``phrasing.sentence``; none of an empty text.

    From every sentence on the longest run within ``MOST_WORDS`` is a passage, unless it lies in the run before it.
    Where one run does not hold all, every sentence is a passage too, alone and with the next.
    """
    once = sentence(_take_one_turn(text))
    parts = [part.text for whole in sentences(once) for part in break_sentence(whole)]
    if len(parts) < 2:
        return [once] if once else []
    different = _drop_repeated(parts)
    runs = list(_join_runs(different))
    if len(runs) > 1:
        runs += [*different, *map(" ".join, pairwise(different))]
    return [sentence(run) for run in dict.fromkeys(runs)]


def _take_one_turn(text: str) -> str:
    """Return the words of a text up to where they begin again, where the whole text is one turn said repeatedly."""
    words = text.split()
    period = _period([normalised(word) or word for word in words])
    return " ".join(words[:period])


def _period(keys: Sequence[str]) -> int:
    """Return the length of the shortest beginning of which a sequence is a whole number of repetitions.

    By the borders of Knuth, Morris and Pratt (1977): linear in the number of keys.
    """
    borders = [0] * len(keys)
    for place in range(1, len(keys)):
        border = borders[place - 1]
        while border and keys[place] != keys[border]:
            border = borders[border - 1]
        borders[place] = border + (keys[place] == keys[border])
    period = len(keys) - borders[-1] if keys else 0
    return period if period and len(keys) % period == 0 else len(keys)


def _drop_repeated(parts: Sequence[str]) -> list[str]:
    """Return the parts without those that say an earlier one again in the same words."""
    return [first for first, *_ in group_by(parts, lambda part: normalised(part) or part).values()]


def _join_runs(parts: Sequence[str]) -> Iterator[str]:
    """Yield from each part on the longest run of parts within ``MOST_WORDS``, unless an earlier run contains it."""
    counts = [len(part.split()) for part in parts]
    end = 0
    for start in range(len(parts)):
        stop, words = start + 1, counts[start]
        while stop < len(parts) and words + counts[stop] <= MOST_WORDS:
            words += counts[stop]
            stop += 1
        if stop > end:
            end = stop
            yield " ".join(parts[start:stop])


def windows_of(message: str) -> tuple[str, ...]:
    """Return the windows of a message in order, without marks of Markdown; none of a message without a sentence."""
    said = sentences_of(message)
    windows: list[str] = []
    first, after = 0, 0
    while after < len(said):
        after = _end(said, first)
        windows.append(" ".join(said[first:after]))
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
