"""A score learned from ratings and comparisons together, to its one optimum.

    w, β = argmin  mean (x·w + β − y)² / var(y) + α · mean ln(1 + e^(−κ (x_better − x_worse) · w)) + λ |w|²

The loss is convex with one minimum, which Newton's method finds without random numbers, as in ``training.comparing``.
α says how much comparisons count beside ratings, κ how many units of a comparison's margin one unit of a rating is.
"""

from dataclasses import dataclass

import numpy as np

from doxa_train.comparing import CLOSE, Floats, Places, derivatives, loss


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

    weights = np.zeros(rated.shape[1])
    while True:
        slope, curve = derivatives(compared, evidence.pairs, weights, 0.0)
        slope = balance.comparisons * slope + square @ weights - pull + 2 * balance.penalty * weights
        curve = balance.comparisons * curve + square
        curve[np.diag_indices_from(curve)] += 2 * balance.penalty
        step = np.linalg.solve(curve, slope)
        if slope @ step < CLOSE:
            return weights, middle - float(mean @ weights)
        here = value(weights)
        # full steps nearly always; shorter ones where a full step would increase the loss
        while value(weights - step) > here:
            step /= 2
        weights = weights - step
