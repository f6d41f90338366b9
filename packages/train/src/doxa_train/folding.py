"""Folds of topics: every topic is left out once, with all its texts."""

from collections.abc import Iterable
from random import Random

from doxa.errors import CorpusError


def folds_of(topics: Iterable[str], count: int, seed: int) -> tuple[frozenset[str], ...]:
    """Return ``count`` groups of topics of nearly equal size, the same for the same topics and seed.

    Raises:
        CorpusError: there are fewer topics than folds, or fewer than two folds.
    """
    drawn = sorted(set(topics))
    if not 2 <= count <= len(drawn):
        raise CorpusError(
            f"{len(drawn)} topics cannot be left out in {count} folds", hint=f"Give --folds 2 to {len(drawn)}."
        )
    Random(f"folds/{seed}").shuffle(drawn)
    return tuple(frozenset(drawn[start::count]) for start in range(count))
