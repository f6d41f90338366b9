"""The weight of each transition for the final accuracy: ridge regression (Hoerl and Kennard 1970; Figure 5).

    w = (XᵀX + λI)⁻¹ Xᵀy       X, y centred, so that the intercept ȳ − x̄·w is not penalised

A row of X counts one sitting's transitions, y is the smooth accuracy of its decision. The counts of a sitting add up to
rounds × agents, so plain least squares has no single solution here; λ chooses one. The text gives no λ; 1 is the
default of the library that is commonly used.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from doxa.errors import BeliefError
from doxa.records.base import Record
from doxa.systems.puzzle.measures.accuracy import smooth
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.states import TRANSITIONS, transition_counts


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
    return TransitionWeights(n=len(sittings), penalty=penalty, intercept=intercept, counts=totals, weights=weights)


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
