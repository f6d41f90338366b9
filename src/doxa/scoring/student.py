"""Student's t: intervals of a mean over few independent values, and the effect size of paired differences.

The interval is x̄ ± t·s/√n, where t is the quantile with n − 1 degrees of freedom (Student 1908). For values from a
normal distribution it contains the true mean as often as its level says, however few there are; a percentile bootstrap
of three to five values is too narrow. d_z = x̄/s is the mean difference in units of the spread of the differences
(Cohen 1988, section 2.3.5; Lakens 2013).
"""

import math
from collections.abc import Sequence
from functools import cache

from doxa.errors import BeliefError
from doxa.records.base import Record

LEVEL = 0.95

FLAT = 1e-12
"""Values whose standard deviation is below this do not vary: logs round numbers to twelve digits."""


class TInterval(Record):
    """The mean of n values with its interval."""

    estimate: float
    low: float
    high: float
    level: float
    n: int
    sd: float
    """The standard deviation of the values, with n − 1."""

    @property
    def standardised(self) -> float | None:
        """Return d_z = mean / sd of paired differences; None where the differences do not vary."""
        return self.estimate / self.sd if self.sd > FLAT else None


def t_interval(values: Sequence[float], *, level: float = LEVEL) -> TInterval:
    """Return the mean of at least two values with its interval.

    Raises:
        BeliefError: fewer than two values, a value that is not finite, or a level out of range.
    """
    n = len(values)
    if n < 2 or not all(map(math.isfinite, values)):
        raise BeliefError(f"an interval takes two or more finite values, got {list(values)!r}")
    mean = math.fsum(values) / n
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))
    half = t_quantile(n - 1, level) * sd / math.sqrt(n)
    return TInterval(estimate=mean, low=mean - half, high=mean + half, level=level, n=n, sd=sd)


@cache
def t_quantile(freedom: int, level: float = LEVEL) -> float:
    """Return t with P(|T| ≤ t) = level for Student's T, to about 1e−10 relative.

    Raises:
        BeliefError: there is no degree of freedom, or the level does not lie between 0 and 1.
    """
    if freedom < 1 or not 0.0 < level < 1.0:
        raise BeliefError(f"there is no quantile of Student's t with {freedom} degrees of freedom at level {level!r}")
    low, high = 0.0, math.pi / 2  # the angle atan(t/√ν), in which the distribution is smooth up to its ends
    while high - low > 1e-15:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _probability_within(middle, freedom) < level else (low, middle)
    return math.sqrt(freedom) * math.tan((low + high) / 2)


def _probability_within(angle: float, freedom: int) -> float:
    """Return P(|T| ≤ t) at the angle atan(t/√ν), by the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = freedom % 2 == 1
    term, total = (cosine, 0.0) if is_odd else (1.0, 0.0)
    for power in range(1 if is_odd else 0, freedom - 1, 2):
        total += term
        term *= cosine * cosine * (power + 1) / (power + 2)
    return 2 / math.pi * (angle + sine * total) if is_odd else sine * total
