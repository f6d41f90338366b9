"""Agreement beyond chance: Krippendorff's α, with missing values.

    α = 1 − D_o / D_e     (Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011)
    D_o = (1/n) Σ_u (1/(m_u − 1)) Σ_{i≠j} δ²(v_ui, v_uj)      over units u with m_u ≥ 2 values, n = Σ m_u
    D_e = (1/(n(n−1))) Σ_{i≠j} δ²(v_i, v_j)                    over all n values of those units

δ² is 1 for different values (nominal) or the squared difference (interval). 1 is perfect agreement, 0 that of chance,
less than 0 disagreement beyond chance.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.scoring.bootstrap import Interval, rows_interval

Level = Literal["nominal", "interval"]

Floats = NDArray[np.float64]


def alpha(units: Sequence[Sequence[float | None]], level: Level) -> float | None:
    """Return α.

    Args:
        units: one row for each judged item, one value for each judge; None where a judge gave none.

    Returns:
        None where disagreement is impossible: no unit has two values, or all values are the same.
    """
    rated = [np.array([rating for rating in unit if rating is not None], dtype=np.float64) for unit in units]
    paired = [unit for unit in rated if len(unit) > 1]
    if not paired:
        return None
    every = np.concatenate(paired)
    observed = sum(_disagreement(unit, level) / (len(unit) - 1) for unit in paired) / len(every)
    expected = _disagreement(every, level) / (len(every) * (len(every) - 1))
    return float(1 - observed / expected) if expected > 1e-24 else None


def alpha_interval(groups: Sequence[Sequence[Sequence[float | None]]]) -> Interval | None:
    """Return nominal α with its interval; the units of a group, such as the turns of one run, are resampled together.

    Returns:
        None where α is not defined, or there are fewer than two groups.
    """
    units = [unit for group in groups for unit in group]
    if len(groups) < 2 or alpha(units, "nominal") is None:
        return None
    categories = sorted({rating for unit in units for rating in unit if rating is not None})
    return rows_interval([_pieces(group, categories) for group in groups], _from_pieces)


def _pieces(units: Sequence[Sequence[float | None]], categories: Sequence[float]) -> list[float]:
    """Return the terms of α for a group: Σ_u disagreement/(m_u − 1), then how often each value was given."""
    rated = [np.array([rating for rating in unit if rating is not None], dtype=np.float64) for unit in units]
    paired = [unit for unit in rated if len(unit) > 1]
    observed = sum(_disagreement(unit, "nominal") / (len(unit) - 1) for unit in paired)
    return [observed, *(float(sum((unit == category).sum() for unit in paired)) for category in categories)]


def _from_pieces(samples: Floats) -> Floats:
    total = samples.sum(axis=1)
    observed, counts = total[:, 0], total[:, 1:]
    n = counts.sum(axis=1)
    expected = n * n - (counts * counts).sum(axis=1)
    defined = expected > 0
    return np.where(defined, 1 - observed * (n - 1) / np.where(defined, expected, 1.0), np.nan)


def _disagreement(values: Floats, level: Level) -> float:
    """Return Σ_{i≠j} δ² over ordered pairs of values."""
    if level == "nominal":
        _, counts = np.unique(values, return_counts=True)
        return float(len(values) ** 2 - (counts.astype(np.float64) ** 2).sum())
    centred = values - values.mean()
    return float(2 * len(values) * (centred * centred).sum())
