"""A linear score learned from comparisons, or from ratings too, to its one optimum (Bradley and Terry 1952).

    w = argmin  mean over pairs of ln(1 + e^(−(x_better − x_worse) · w)) + λ |w|²
    w, β = argmin  mean (x·w + β − y)² / var(y) + α · mean ln(1 + e^(−κ (x_better − x_worse) · w)) + λ |w|²

The losses are convex and, for λ > 0, have one minimum, to which Newton's method converges without random numbers or a
learning rate. The second derivative is Xᵀ L X / pairs + 2λ, with L the Laplacian of the graph of pairs, each with
weight σ(m)(1 − σ(m)) at its margin m: the cost of a step depends on the number of items, not on the number of pairs.
α says how much comparisons count beside ratings, κ how many units of a comparison's margin one unit of a rating is.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

CLOSE = 1e-12
"""The search ends where twice the expected decrease of the loss in a step is below this."""


def fit_weights(items: Floats, pairs: Places, penalty: float) -> Floats:
    """Return the weights of least loss; shape (features,).

    Args:
        items: the features of the compared items; shape (items, features).
        pairs: the better and the worse item, by row; shape (pairs, 2).
        penalty: λ, above 0.

    Raises:
        BeliefError: there is no pair, or the penalty is not above 0.
    """
    if not len(pairs) or penalty <= 0:
        raise BeliefError(f"{len(pairs)} pairs and a penalty of {penalty} give no weights")
    return _minimise(
        lambda weights: loss(items, pairs, weights, penalty),
        lambda weights: derivatives(items, pairs, weights, penalty),
        items.shape[1],
    )


def _minimise(
    value: Callable[[Floats], float], slopes: Callable[[Floats], tuple[Floats, Floats]], count: int
) -> Floats:
    """Return the weights of least value, given its gradient and second derivative, by Newton's method from 0."""
    weights = np.zeros(count)
    while True:
        slope, curve = slopes(weights)
        step = np.linalg.solve(curve, slope)
        if slope @ step < CLOSE:
            return weights
        here = value(weights)
        # full steps nearly always; shorter ones where a full step would increase the loss
        while value(weights - step) > here:
            step /= 2
        weights = weights - step


def loss(items: Floats, pairs: Places, weights: Floats, penalty: float) -> float:
    """Return the loss that ``fit_weights`` minimises."""
    return float(np.logaddexp(0.0, -_margins(items, pairs, weights)).mean() + penalty * weights @ weights)


def derivatives(items: Floats, pairs: Places, weights: Floats, penalty: float) -> tuple[Floats, Floats]:
    """Return the loss's gradient, shape (features,), and its second derivative, shape (features, features)."""
    better, worse = pairs.T
    doubts = 1.0 / (1.0 + np.exp(np.clip(_margins(items, pairs, weights), -60.0, 60.0)))
    pull = np.bincount(better, doubts, len(items)) - np.bincount(worse, doubts, len(items))
    weighed = doubts * (1.0 - doubts)
    laplacian = np.zeros((len(items), len(items)))
    for rows, columns, sign in ((better, better, 1), (worse, worse, 1), (better, worse, -1), (worse, better, -1)):
        np.add.at(laplacian, (rows, columns), sign * weighed)
    slope = 2 * penalty * weights - items.T @ pull / len(pairs)
    curve = items.T @ (laplacian @ items) / len(pairs)
    curve[np.diag_indices_from(curve)] += 2 * penalty
    return slope, curve


def _margins(items: Floats, pairs: Places, weights: Floats) -> Floats:
    scores = items @ weights
    return np.asarray(scores[pairs[:, 0]] - scores[pairs[:, 1]])


@dataclass(frozen=True, kw_only=True)
class LessonSet:
    """What is learned from: rated items with their ratings, and compared items with pairs of their rows."""

    rated: Floats
    ratings: Floats
    compared: Floats
    pairs: Places
    """The better and the worse of ``compared``; shape (pairs, 2)."""


@dataclass(frozen=True, kw_only=True)
class Balance:
    """α, κ and λ."""

    comparisons: float
    margin: float
    penalty: float


def fit_jointly(evidence: LessonSet, balance: Balance) -> tuple[Floats, float]:
    """Return the weights of least loss, shape (features,), and the bias."""
    mean, middle = evidence.rated.mean(axis=0), float(evidence.ratings.mean())
    rated, targets = evidence.rated - mean, evidence.ratings - middle
    scale = len(targets) * max(float(targets.var()), CLOSE)
    square, pull = 2 * rated.T @ rated / scale, 2 * rated.T @ targets / scale
    compared = balance.margin * evidence.compared

    def value(weights: Floats) -> float:
        misses = rated @ weights - targets
        compare = loss(compared, evidence.pairs, weights, 0.0)
        return float(misses @ misses / scale + balance.comparisons * compare + balance.penalty * weights @ weights)

    def slopes(weights: Floats) -> tuple[Floats, Floats]:
        slope, curve = derivatives(compared, evidence.pairs, weights, 0.0)
        slope = balance.comparisons * slope + square @ weights - pull + 2 * balance.penalty * weights
        curve = balance.comparisons * curve + square
        curve[np.diag_indices_from(curve)] += 2 * balance.penalty
        return slope, curve

    weights = _minimise(value, slopes, rated.shape[1])
    return weights, middle - float(mean @ weights)
