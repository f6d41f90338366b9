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

import numpy as np
from numpy.typing import NDArray

from doxa.scoring.significance import all_signs, flipped_p, random_signs
from doxa.scoring.student import t_quantile

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
    half = t_quantile(count - 1) * means.std(axis=-1, ddof=1) / math.sqrt(count)
    middle = means.mean(axis=-1)
    return np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0)


def lean_p(differences: Floats) -> float:
    """Return the two-sided p of the hypothesis that every cluster's difference is as likely as its opposite."""
    count = len(differences)
    return flipped_p(differences, [all_signs(count)] if count <= EXACT else random_signs(count, FLIPS, seed=0))


def is_partial(low: Floats, high: Floats, p: Floats, fair: float = 0.5) -> NDArray[np.bool_]:
    """Return whether the interval does not contain a fair judge's share and the test agrees."""
    return np.asarray(((low > fair) | (high < fair)) & (p <= LEVEL), dtype=np.bool_)


def clusters_needed(deviation: float, difference: float = 0.1) -> int:
    """Return how many clusters show a difference from one half nine times of ten.

    The least n ≥ ((t(.975, n − 1) + 1.45) · s / d)², and at least six.
    """
    count = FEWEST
    while count < ((t_quantile(count - 1) + FOUND) * deviation / difference) ** 2 - SAME:
        # the point of Student's distribution only falls: no count below that of the normal one can be enough
        count = max(count + 1, math.ceil(((NORMAL + FOUND) * deviation / difference) ** 2 - SAME))
    return count
