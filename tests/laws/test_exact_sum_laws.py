"""Sums over resampled people are exact in any order, so that no processor's order of adding decides between fits."""

import numpy as np
from hypothesis import given, strategies as st

from doxa.scoring.bootstrap import on_grid


@given(
    st.integers(0, 2**32 - 1),
    st.integers(1, 60),
    st.floats(1e-9, 1e6),
    st.sampled_from((1.0, 1e-8)),
)
def test_sums_on_the_grid_are_the_same_in_any_order(seed, rows, scale, smallest):
    random = np.random.default_rng(seed)
    columns = random.normal(0.0, scale, (rows, 3)) * np.where(random.random((rows, 3)) < 0.5, 1.0, smallest)
    weights = random.integers(0, 9, (4, rows)).astype(float)
    exact = on_grid(columns, weights)
    assert np.abs(exact - columns).max() <= np.abs(columns).max() * weights.sum(axis=1).max() * 2.0**-51
    sums = weights @ exact
    for _ in range(5):
        order = random.permutation(rows)
        one_by_one = sum(np.outer(weights[:, place], exact[place]) for place in order)
        assert (one_by_one == sums).all()


def test_what_is_not_finite_stays():
    columns = np.asarray([[np.nan, np.inf], [1.0, 2.0]])
    assert np.array_equal(on_grid(columns, np.ones((1, 2))), columns, equal_nan=True)
