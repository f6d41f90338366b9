"""The passages of a text for which its strength is read: nothing twice, and no more words than an argument has.

    text ─▶ one turn of words that repeat as a whole ─▶ sentences, each once ─▶ runs of at most 110 words;
                                                        of a longer text also each sentence, and each with the next

A long text is as strong as its strongest passage, so that neither length nor repetition makes an argument, and words
without a point take nothing from one that is made beside them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from doxa.corpora.corpus import normalised
from doxa.models.embedded.phrasing import sentence
from doxa.models.hearing.sentences import break_sentence, sentences

MOST_WORDS = 110
"""Words of a passage: as many as the longest argument of UKPConvArg1, on which strength was learned."""


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
    first: dict[str, str] = {}
    for part in parts:
        first.setdefault(normalised(part) or part, part)
    return list(first.values())


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
