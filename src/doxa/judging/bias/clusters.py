"""Means of clusters of votes: intervals, a test by flipped signs, and how many clusters would be needed.

Votes on passages of one debate are not independent: pairs share speeches, and a judge may answer alike in all of them.
The debate is therefore the cluster, and its mean counts once:

    m ± t(.975, G − 1) · s/√G        over the means m₁ … m_G of G debates, s their standard deviation

which is the cluster-robust interval with the correction for few clusters where clusters weigh the same (Cameron and
Miller 2015). The test flips the sign of each cluster's difference from one half: without a preference a difference is
as likely as its opposite, whatever the votes within a cluster have in common. All functions take arrays whose last axis
is that of the clusters, so that thousands of judges can be simulated at once.
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEVEL = 0.05
"""The share of fair judges that may be called partial."""

NORMAL = 1.959964
"""The 97.5 % point of the normal distribution."""

FOUND = 1.45
"""A little above the 90 % point of the normal distribution (1.28), since discrete votes are found less often."""

FEWEST = 6
"""The fewest clusters of which flipped signs can show anything: 2/2⁶ < .05 < 2/2⁵."""

EXACT = 12
"""The most clusters of which all signs are tried; of more, 4,095 random ones."""

FLIPS = 4_095

SAME = 1e-9
"""Means closer than this are equal."""


def mean_interval(means: Floats) -> tuple[Floats, Floats]:
    """Return both ends of the 95 % interval of the mean of clusters, within [0, 1].

    Args:
        means: shape (…, clusters), at least two clusters.
    """
    count = means.shape[-1]
    half = student_point(count - 1) * means.std(axis=-1, ddof=1) / math.sqrt(count)
    middle = means.mean(axis=-1)
    return np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0)


def flipped_signs(differences: Floats) -> Floats:
    """Return the two-sided p of the hypothesis that every difference is as likely as its opposite.

    Args:
        differences: shape (…, clusters); of more than twelve clusters, random signs are tried with a fixed seed.
    """
    count = differences.shape[-1]
    observed = np.abs(differences.sum(axis=-1))
    flipped = np.abs(differences @ _signs(count).T)
    return np.asarray((flipped >= observed[..., None] - SAME).mean(axis=-1), dtype=np.float64)


def is_partial(low: Floats, high: Floats, p: Floats, fair: float = 0.5) -> NDArray[np.bool_]:
    """Return whether the interval does not contain a fair judge's share and the test agrees."""
    return np.asarray(((low > fair) | (high < fair)) & (p <= LEVEL), dtype=np.bool_)


def clusters_needed(deviation: float, difference: float = 0.1) -> int:
    """Return how many clusters show a difference from one half nine times of ten.

    The least n ≥ ((t(.975, n − 1) + 1.45) · s / d)², and at least six.
    """
    count = FEWEST
    while count < ((student_point(count - 1) + FOUND) * deviation / difference) ** 2 - SAME:
        # the point of Student's distribution only falls: no count below that of the normal one can be enough
        count = max(count + 1, math.ceil(((NORMAL + FOUND) * deviation / difference) ** 2 - SAME))
    return count


@cache
def student_point(freedom: int) -> float:
    """Return the 97.5 % point of Student's t distribution with a number of degrees of freedom, 1 or more."""
    if freedom > 400:
        return NORMAL * (1 + (NORMAL**2 + 1) / (4 * freedom))
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 1 - LEVEL else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """Return P(|T| < t), by the finite series of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for power in range(2 + odd, freedom - 1, 2):
        term *= cosine**2 * (power - 1) / power
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


@cache
def _signs(count: int) -> Floats:
    """Return rows of signs, the first of them all positive; all rows that differ in more than every sign, if few."""
    if count <= EXACT:
        numbers = np.arange(2 ** max(count - 1, 0))
        bits = (numbers[:, None] >> np.arange(count)) & 1
        return np.asarray(1.0 - 2.0 * bits, dtype=np.float64)
    random = np.random.default_rng(0).integers(0, 2, size=(FLIPS, count))
    return np.concatenate([np.ones((1, count)), 1.0 - 2.0 * random])
