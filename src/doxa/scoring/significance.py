"""p values: tests by flipped signs (Fisher's randomisation test), and their correction for how many there are (Holm).

Without an effect the difference that a cluster shows (a person, a debate) is as likely as its opposite, whatever the
rows within it have in common. With D the rows of differences, one for each cluster, and s a row of signs,

    p = share of s, all positive among them, with |sᵀD| ≥ |1ᵀD|

so that p is never 0. A correction keeps any false rejection as unlikely as its level says, whatever the dependence
between the tests (Holm 1979).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.scoring.bootstrap import CHUNK, SEED, sum_clusters

Floats = NDArray[np.float64]
Signs = NDArray[Any]
"""Rows of +1 and −1, shape (rows, clusters)."""

SAME = 1e-12
"""Sums closer than this are equal."""


@cache
def all_signs(count: int) -> Signs:
    """Return the rows of signs of a few clusters, the first all positive; a row stands for its opposite too."""
    numbers = np.arange(2 ** max(count - 1, 0))
    return 1.0 - 2.0 * ((numbers[:, None] >> np.arange(count)) & 1)


def random_signs(
    count: int, flips: int, seed: int = SEED, kind: type[np.signedinteger[Any]] = np.int64
) -> Iterator[Signs]:
    """Yield a row of positive signs, then random rows in chunks.

    Args:
        kind: what signs are drawn as. Bytes are drawn fastest, but from a stream of their own.
    """
    yield np.ones((1, count))
    random = np.random.default_rng(seed)
    for start in range(0, flips, CHUNK):
        yield random.integers(0, 2, size=(min(CHUNK, flips - start), count), dtype=kind) * 2 - 1


def flipped_p(differences: Floats, signs: Iterable[Signs]) -> float:
    """Return the p of the hypothesis that each cluster's differences are as likely as their opposites.

    Args:
        differences: shape (clusters,) or (clusters, columns), whose sums are compared by their length.
        signs: chunks of rows, the very first all positive.
    """
    columns = differences.reshape(len(differences), -1)
    reach = np.concatenate([np.linalg.norm(rows @ columns, axis=1) for rows in signs])
    return float((reach >= reach[0] - SAME).mean())


def paired_p(first: Floats, second: Floats, clusters: NDArray[np.intp], flips: int, seed: int = SEED) -> float:
    """Return the two-sided p of the test that two methods have equal errors on rows of clusters."""
    differences = sum_clusters((first - second)[:, None], clusters)
    return flipped_p(differences, random_signs(len(differences), flips, seed, np.int8))


def correct_holm(values: Sequence[float | None]) -> list[float | None]:
    """Return p values corrected for how many there are, each at its place; None stays None.

    Sorted p₍₁₎ ≤ … ≤ p₍ₘ₎; the corrected p₍ₖ₎ is the largest of (m − i + 1)·p₍ᵢ₎ over i ≤ k, at most 1.
    """
    order = sorted((p, place) for place, p in enumerate(values) if p is not None)
    corrected: list[float | None] = [None] * len(values)
    largest = 0.0
    for rank, (p, place) in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p))
        corrected[place] = largest
    return corrected
