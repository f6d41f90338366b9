"""How well numbers rank items: Kendall's τ-b, Spearman's ρ, Pearson's r, and the share of pairs in the right order.

    τ-b = (C − D) / √((n₀ − n₁)(n₀ − n₂)),  n₀ = n(n−1)/2, n₁ and n₂ the pairs tied in x and in y   (Kendall 1945)
    ρ = r of the ranks, tied values sharing their mean rank

A correlation of values that do not vary, or of fewer than two, is None.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def kendall(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Return τ-b in [−1, 1] of x and y, which have equal length."""
    across, along = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    upper = np.triu_indices(len(across), k=1)
    first = np.sign(across[:, None] - across[None, :])[upper]
    second = np.sign(along[:, None] - along[None, :])[upper]
    spread = float((first != 0).sum()) * float((second != 0).sum())
    return float((first * second).sum()) / math.sqrt(spread) if spread else None


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Return ρ in [−1, 1] of x and y, which have equal length."""
    return pearson(ranks(x).tolist(), ranks(y).tolist())


def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Return r in [−1, 1] of x and y, which have equal length."""
    if len(x) < 2:
        return None
    across, along = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    across, along = across - across.mean(), along - along.mean()
    spread = float((across * across).sum()) * float((along * along).sum())
    return min(1.0, max(-1.0, float((across * along).sum()) / math.sqrt(spread))) if spread > 1e-24 else None


def ranks(values: Sequence[float]) -> Floats:
    """Return ranks from 1, lowest first; tied values share their mean rank."""
    _, place, count = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place], dtype=np.float64)


def in_order(better: float, worse: float) -> float:
    """Return 1 where the better item has the higher number, 0 where it has the lower, ½ where they are the same."""
    return 0.5 if better == worse else float(better > worse)
