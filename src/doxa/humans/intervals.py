"""Intervals over a few folds: mean ± t·s/√F (Belief Engine appendix H).

They show how much folds differ. Statements about people need the bootstrap intervals.
"""

import math
from collections.abc import Sequence

from doxa.errors import BeliefError

T_975 = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)
"""The 97.5 % point of Student's t with 1 to 9 degrees of freedom."""


def t_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return (mean, low, high) of two to ten values at 95 %.

    Raises:
        BeliefError: there are fewer or more values, or a value is not finite.
    """
    n = len(values)
    if not 2 <= n <= len(T_975) + 1 or not all(map(math.isfinite, values)):
        raise BeliefError(f"an interval over folds takes two to ten finite values, got {list(values)!r}")
    mean = math.fsum(values) / n
    spread = math.sqrt(math.fsum((observation - mean) ** 2 for observation in values) / (n - 1))
    half = T_975[n - 2] * spread / math.sqrt(n)
    return mean, mean - half, mean + half
