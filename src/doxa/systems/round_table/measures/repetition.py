"""Non-repetition: how new an utterance is compared with the same speaker's previous one.

    m = 1 − max{over(o, o′), cos(o, o′)} − penalty, clipped to [0, 1]

Policy-parameterised prompts, section 3.3. The text leaves ``over`` and the penalty open. Here over() is the share of
characters that both have in common in blocks, 2·matched / total (difflib's ratio), or the share of common words or of
common pairs of words in a row (Jaccard); the penalty, by default 0.1, is for each sentence that opens with the same
three words as one of the utterance before.
"""

import re
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Literal

Overlap = Literal["characters", "words", "word_pairs"]

PENALTY = 0.1
"""Subtracted for each repeated opening of a sentence."""

OPENING = 3
"""Words of a sentence's opening."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def non_repetition(
    text: str, previous: str | None, cosine: float | None, *, overlap: Overlap = "characters", penalty: float = PENALTY
) -> float | None:
    """Return how new an utterance is, in [0, 1]; 1 for a first one, None where it has no words.

    Args:
        previous: the speaker's utterance before; None for its first.
        cosine: of the two embeddings; None where they were not embedded; then only the overlap counts.
        penalty: subtracted for each repeated opening of a sentence.
    """
    if not text.strip():
        return None
    if previous is None or not previous.strip():
        return 1.0
    alike = max(OVERLAPS[overlap](text, previous), cosine if cosine is not None else 0.0)
    return min(1.0, max(0.0, 1.0 - alike - penalty * repeated_openings(text, previous)))


def repeated_openings(text: str, previous: str) -> int:
    """Return how many sentences open with the same words as a sentence of the previous utterance."""
    openings = {_opening(sentence) for sentence in _SENTENCE.split(previous)} - {()}
    return sum(_opening(sentence) in openings for sentence in _SENTENCE.split(text))


def _opening(sentence: str) -> tuple[str, ...]:
    return tuple(_words(sentence)[:OPENING])


@lru_cache(maxsize=64)  # the slowest part of a metric: definitions that share it are measured turn by turn
def _characters(text: str, other: str) -> float:
    # sorted, since difflib's ratio depends on the order of its arguments
    first, second = sorted((text.lower(), other.lower()))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _shared_words(text: str, other: str) -> float:
    first, second = set(_words(text)), set(_words(other))
    return len(first & second) / len(first | second) if first | second else 0.0


def _shared_pairs(text: str, other: str) -> float:
    first, second = (set(pairwise(_words(words))) for words in (text, other))
    return len(first & second) / len(first | second) if first | second else 0.0


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


OVERLAPS: dict[Overlap, Callable[[str, str], float]] = {
    "characters": _characters,
    "words": _shared_words,
    "word_pairs": _shared_pairs,
}
