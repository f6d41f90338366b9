"""The exact interval of a share (Clopper and Pearson, 1934), which holds its level for a few yes-or-no cases too."""

from math import comb, fsum

from doxa.errors import BeliefError

LEVEL = 0.95
HALVINGS = 50
"""Of [0, 1], until a bound is exact to the last digit that is shown."""


def share_interval(k: int, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the bounds of the shares under which k or more, and k or fewer, of n cases are not too rare.

    Raises:
        BeliefError: n is not positive, or k is not between 0 and n.
    """
    if n < 1 or not 0 <= k <= n:
        raise BeliefError(f"{k} of {n} is not a share")
    return _lowest(k, n, level), 1 - _lowest(n - k, n, level)


def _lowest(k: int, n: int, level: float) -> float:
    """Return the least share under which k or more of n cases have half the probability beyond the level."""
    low, high = 0.0, float(k > 0)
    for _ in range(HALVINGS):
        share = (low + high) / 2
        rare = fsum(comb(n, i) * share**i * (1 - share) ** (n - i) for i in range(k, n + 1)) < (1 - level) / 2
        low, high = (share, high) if rare else (low, share)
    return low
