"""Shares with Wilson score intervals, and a rule for when the interval is narrow enough.

    centre = (k + z²/2) / (n + z²),   half = z/(n + z²) · √(k(n − k)/n + z²/4)      (Wilson 1927), z = 1.959964

Unlike k/n ± z·√…, the interval stays inside [0, 1] and has a width at 0 of n and n of n.
"""

import math

from doxa.errors import BeliefError
from doxa.records.base import Record

Z = 1.959964
"""The 97.5 % point of the normal distribution."""


class Share(Record):
    """k of n, with its 95 % interval."""

    k: float
    """Successes; half ones where a debate counts for both sides."""
    n: int
    share: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def wilson(k: float, n: int) -> Share:
    """Return the share k/n with its Wilson interval.

    Raises:
        BeliefError: n is not positive, or k is not between 0 and n.
    """
    if n < 1 or not 0 <= k <= n:
        raise BeliefError(
            f"{k} of {n} is not a share", hint="Count at least one case, and no more successes than cases."
        )
    centre = (k + Z * Z / 2) / (n + Z * Z)
    half = Z / (n + Z * Z) * math.sqrt(k * (n - k) / n + Z * Z / 4)
    return Share(k=k, n=n, share=k / n, low=max(0.0, centre - half), high=min(1.0, centre + half))


def narrow_enough(k: float, n: int, width: float) -> bool:
    """Return whether the interval of a share has at most a given width: the stopping rule of an ensemble.

    Raises:
        BeliefError: the width is not in (0, 1], or as ``wilson``.
    """
    if not 0 < width <= 1:
        raise BeliefError(f"the width of an interval lies between 0 and 1, got {width!r}", hint="Such as 0.1.")
    return n > 0 and wilson(k, n).width <= width
