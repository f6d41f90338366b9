"""The weight of each transition for the final accuracy: ridge regression (Hoerl and Kennard 1970; Figure 5).

    w = (XᵀX + λI)⁻¹ Xᵀy       X, y centred, so that the intercept ȳ − x̄·w is not penalised

A row of X counts one sitting's transitions, y is the smooth accuracy of its decision. The counts of a sitting add up to
rounds × agents, so plain least squares has no single solution here; λ chooses one. The text gives no λ; 1 is the
default of the library that is commonly used.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import Field

from doxa.errors import BeliefError
from doxa.records.base import Record
from doxa.scoring.bootstrap import Interval, central_range, draw_places, rate_interval
from doxa.systems.puzzle.measures.accuracy import smooth
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.states import TRANSITIONS, transition_counts

DRAWS = 1_000
"""Resamples of a regression, each of which is fitted anew."""


class TransitionWeights(Record):
    """The weight of each transition that occurred."""

    n: int
    """Sittings."""
    penalty: float
    intercept: float
    counts: dict[str, int]
    """How often each transition occurred over all sittings."""
    weights: dict[str, float]
    """Change of smooth accuracy by one more transition of a kind; a kind that never occurred has none."""
    intervals: dict[str, tuple[float, float]] = Field(default_factory=dict)
    """Transition → the central 95 % of its weight where puzzles are resampled; empty with fewer than two puzzles."""
    times: dict[str, Interval] = Field(default_factory=dict)
    """Transition → how often it occurs in a debate, resampled likewise; empty with fewer than two puzzles."""


def transition_weights(sittings: Sequence[Sitting], penalty: float = 1.0) -> TransitionWeights | None:
    """Return Figure 5 for one size of puzzle; None with fewer than two sittings.

    Raises:
        BeliefError: the penalty is not positive.
    """
    if len(sittings) < 2:
        return None
    rows = [transition_counts(sitting) for sitting in sittings]
    totals = {name: sum(row[name] for row in rows) for name in TRANSITIONS}
    occurring = [name for name in TRANSITIONS if totals[name]]
    frequencies = [[row[name] for name in occurring] for row in rows]
    accuracies = [smooth(sitting.decided, sitting.solution) for sitting in sittings]
    intercept, coefficients = ridge(frequencies, accuracies, penalty)
    weights = dict(zip(occurring, coefficients.tolist(), strict=True))
    puzzles = [sitting.id for sitting in sittings]
    several = len(set(puzzles)) > 1
    return TransitionWeights(
        n=len(sittings),
        penalty=penalty,
        intercept=intercept,
        counts=totals,
        weights=weights,
        intervals=_resample_weights(puzzles, occurring, frequencies, accuracies, penalty) if several else {},
        times={name: _mean_times(puzzles, [row[name] for row in rows]) for name in TRANSITIONS} if several else {},
    )


def _resample_weights(
    puzzles: Sequence[str],
    names: Sequence[str],
    frequencies: Sequence[Sequence[int]],
    accuracies: Sequence[float],
    penalty: float,
) -> dict[str, tuple[float, float]]:
    x, y = np.asarray(frequencies, dtype=np.float64), np.asarray(accuracies, dtype=np.float64)
    drawn = np.array([ridge(x[places], y[places], penalty)[1] for places in draw_places(puzzles, DRAWS)])
    low, high = central_range(drawn)
    return {name: (float(low[place]), float(high[place])) for place, name in enumerate(names)}


def _mean_times(puzzles: Sequence[str], times: Sequence[int]) -> Interval:
    interval = rate_interval((puzzle, count, 1) for puzzle, count in zip(puzzles, times, strict=True))
    assert interval is not None, "called with two puzzles or more"
    return interval


def ridge(x: ArrayLike, y: ArrayLike, penalty: float) -> tuple[float, NDArray[np.float64]]:
    """Return the intercept and the weights, shape (columns,).

    Args:
        x: shape (rows, columns).
        y: shape (rows,).
        penalty: λ > 0.

    Raises:
        BeliefError: the penalty is not positive.
    """
    if penalty <= 0:
        raise BeliefError(f"a ridge penalty is greater than 0, got {penalty}", hint="Take 1, or a small number.")
    rows, values = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    centre, level = rows.mean(axis=0), values.mean()
    centred = rows - centre
    gram = centred.T @ centred + penalty * np.eye(rows.shape[1])
    weights = np.linalg.solve(gram, centred.T @ (values - level))
    return float(level - centre @ weights), weights
