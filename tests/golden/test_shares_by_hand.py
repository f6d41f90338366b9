"""Exact intervals of shares: bounds worked out by hand, and the published ones of 5 of 10 and 1 of 20."""

import pytest

from doxa.errors import BeliefError
from doxa.scoring.shares import share_interval


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (2, 2, 0.025 ** (1 / 2), 1.0),  # p² = 0.025
        (8, 8, 0.025 ** (1 / 8), 1.0),
        (0, 3, 0.0, 1 - 0.025 ** (1 / 3)),  # (1 − p)³ = 0.025
        (5, 10, 0.1871, 0.8129),
        (1, 20, 0.0013, 0.2487),
    ],
)
def test_bounds(k: int, n: int, low: float, high: float) -> None:
    assert share_interval(k, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("k", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_what_is_no_share_is_refused(k: int, n: int) -> None:
    with pytest.raises(BeliefError, match="is not a share"):
        share_interval(k, n)
