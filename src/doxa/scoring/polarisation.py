"""How divided opinions are: variance, bimodality coefficient, the measure of Esteban and Ray, and clusters.

- variance: of positions in [−1, 1]; 0 in agreement, 1 with half at either end.
- bimodality coefficient: (g² + 1) / (k + 3(n−1)²/((n−2)(n−3))), skewness g and excess kurtosis k of the sample; 5/9 for
  even opinions, more for two camps. R. Pfister et al., Frontiers in Psychology 4:700 (2013), after the SAS manual.
- Esteban–Ray: 2^α Σ_i Σ_j π_i^(1+α) π_j |y_i − y_j| over groups with shares π at y; 1 for two equal groups at −1
  and 1. J.-M. Esteban and D. Ray, Econometrica 62 (1994).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from doxa.errors import BeliefError

BINS = 40
"""Cells of equal width over [−1, 1] for counting a distribution."""

ALPHA = 1.3
"""Esteban–Ray's weight of group size, in (0, 1.6]."""


def count_positions(positions: ArrayLike, bins: int = BINS) -> list[int]:
    """Return counts of positions in cells of equal width over [−1, 1]; the last cell is closed on both ends."""
    counts, _ = np.histogram(_checked_positions(positions), bins=bins, range=(-1.0, 1.0))
    return [int(count) for count in counts]


def centres(bins: int = BINS) -> list[float]:
    """Return the middle of each cell."""
    return [(2 * place + 1) / bins - 1.0 for place in range(bins)]


def variance(positions: ArrayLike) -> float:
    """Return the variance of positions, as of a whole population."""
    return float(np.var(_checked_positions(positions)))


def bimodality(positions: ArrayLike) -> float | None:
    """Return the bimodality coefficient; None for fewer than four positions, or where all are the same."""
    taken = _checked_positions(positions)
    size = len(taken)
    if size < 4 or np.ptp(taken) == 0.0:
        return None
    away = taken - taken.mean()
    squares = away * away  # products, since a power of an array takes ten times as long
    square = float(squares.mean())
    skewness = float((squares * away).mean()) / square**1.5
    kurtosis = float((squares * squares).mean()) / square**2 - 3.0
    g = skewness * np.sqrt(size * (size - 1)) / (size - 2)
    k = (size - 1) / ((size - 2) * (size - 3)) * ((size + 1) * kurtosis + 6)
    return float((g**2 + 1) / (k + 3 * (size - 1) ** 2 / ((size - 2) * (size - 3))))


def esteban_ray(counts: Sequence[int], alpha: float = ALPHA) -> float:
    """Return polarisation in [0, 1] of a distribution counted in cells of equal width over [−1, 1].

    Raises:
        BeliefError: alpha is not in (0, 1.6], or nobody is counted.
    """
    if not 0.0 < alpha <= 1.6:
        raise BeliefError(f"alpha of Esteban and Ray lies in (0, 1.6], not at {alpha:g}")
    if sum(counts) <= 0:
        raise BeliefError("polarisation needs at least one position; all counts are 0")
    shares = np.asarray(counts, float) / sum(counts)
    # the outermost cells stand for the ends of the scale, so that two camps there give 1
    places = np.linspace(-1.0, 1.0, len(shares))
    apart = np.abs(places[:, None] - places[None, :])
    return float(2.0**alpha * (shares ** (1 + alpha)) @ apart @ shares)


def clusters(counts: Sequence[int], least: float = 0.01) -> list[tuple[float, float]]:
    """Return (mean position, share) of each cluster of neighbouring cells that have at least a share, left to right.

    Args:
        least: a cell with a smaller share separates two clusters.
    """
    total, middles = sum(counts), centres(len(counts))
    groups: list[tuple[float, float]] = []
    run: list[int] = []
    for place, count in enumerate([*counts, 0]):
        if total and count / total >= least:
            run.append(place)
        elif run:
            inside = sum(counts[cell] for cell in run)
            groups.append((sum(counts[cell] * middles[cell] for cell in run) / inside, inside / total))
            run = []
    return groups


def sides(counts: Sequence[int]) -> list[tuple[float, float]]:
    """Return (mean position, share) of those below and of those above 0, from an even number of cells."""
    middles, half = centres(len(counts)), len(counts) // 2
    cells = [*zip(counts, middles, strict=True)]
    sums = [(sum(count for count, _ in side), side) for side in (cells[:half], cells[half:])]
    return [(sum(count * at for count, at in side) / total, total / sum(counts)) for total, side in sums if total]


def _checked_positions(positions: ArrayLike) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    taken = np.asarray(positions, np.float64)
    if not (len(taken) and taken.min() >= -1.0 and taken.max() <= 1.0):  # nor does NaN
        raise BeliefError("positions must be given, and lie in [-1, 1]")
    return taken
