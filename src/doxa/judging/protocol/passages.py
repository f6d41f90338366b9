"""A long debate in passages, and the few notes and speeches that bear on a passage.

A passage is a run of turns that is read at once. Beside it a judge sees what was said before only in part: the claims
and speeches that share the rarest words with it. Neither grows with the debate, so that what is asked about a debate
grows with its words and not with their square.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from doxa.records.transcripts import Debate, Utterance

Extent = Literal["whole", "windowed"]
"""Whether a question about a debate comes with all that was said before, or with the part that bears on it."""

WORDS = 1_200
"""The words from which on a passage is full."""

_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")

STEM = 6
"""The letters by which words are compared, so that most endings make no difference."""

Passage = tuple[Utterance, ...]


def cut_passages(debate: Debate, words: int = WORDS) -> tuple[Passage, ...]:
    """Return the turns of a debate in runs of about so many words; a longer speech is a passage of its own."""
    passages: list[list[Utterance]] = []
    room = 0
    for turn in debate.turns:
        length = count_text_words(turn.text)
        if not passages or length > room:
            passages.append([])
            room = words
        passages[-1].append(turn)
        room -= length
    return tuple(tuple(passage) for passage in passages)


def count_text_words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())


def clip_words(text: str, words: int) -> str:
    """Return the first words of a text, with a mark where it goes on."""
    parts = text.split()
    return text if len(parts) <= words else f"{' '.join(parts[:words])} […]"


def choose_alike(texts: Sequence[str], passage: Iterable[str], most: int) -> list[int]:
    """Return the places of the texts that share the rarest words with a sentence of a passage, in their order.

    Args:
        most: the number of texts to keep; all are kept where there are no more.
    """
    if len(texts) <= most:
        return list(range(len(texts)))
    sentences = [_stems(sentence) for text in passage for sentence in _SENTENCE_END.split(text)]
    stems = [_stems(text) for text in texts]
    weights = _rarity([*stems, *sentences])
    sizes = {words: _length(words, weights) for words in {*stems, *sentences}}
    likeness = [
        max((_length(words & other, weights) ** 2 / (sizes[words] * sizes[other]) for other in sentences), default=0.0)
        if words
        else 0.0
        for words in stems
    ]
    # of texts that are as near, later ones were said more recently
    nearest = sorted(range(len(texts)), key=lambda place: (-likeness[place], -place))
    return sorted(nearest[:most])


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in _WORD.findall(text.lower()))


def _rarity(texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """Return the weight of each word: the logarithm of how rare it is among the texts."""
    counts = Counter(word for words in texts for word in words)
    return {word: math.log(1.0 + len(texts) / count) for word, count in counts.items()}


def _length(words: frozenset[str], weights: dict[str, float]) -> float:
    """Return the length of a text's vector of weights, never 0."""
    return math.sqrt(math.fsum(weights[word] ** 2 for word in words)) or math.inf
