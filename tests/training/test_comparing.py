"""A linear score from comparisons: the one optimum, by hand where it can be, and by its slope elsewhere."""

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from doxa.errors import BeliefError
from doxa_train.comparing import fit_weights, loss


def test_one_number_by_hand():
    # three pairs at distance 1, the first twice better: (2 ln(1 + e^−w) + ln(1 + e^w)) / 3 + λ w² has the slope
    # σ(w) − 2/3 + 2λw; without a penalty it is 0 where σ(w) = 2/3, at w = ln 2
    items, pairs = np.array([[1.0], [0.0]]), np.array([[0, 1], [0, 1], [1, 0]])
    assert fit_weights(items, pairs, 1e-9)[0] == pytest.approx(math.log(2), abs=1e-6)
    # and for w = 1/2: σ(1/2) = 0.622459, so λ = (2/3 − 0.622459) / (2 · 1/2) = 0.044207
    assert fit_weights(items, pairs, 0.0442073)[0] == pytest.approx(0.5, abs=1e-5)


@settings(deadline=None, max_examples=30)
@given(
    st.integers(0, 1000), st.integers(2, 8), st.integers(1, 5), st.integers(1, 20), st.sampled_from([1e-3, 0.1, 3.0])
)
def test_no_step_in_any_direction_makes_the_loss_less(seed, things, features, count, penalty):
    random = np.random.default_rng(seed)
    items = random.normal(size=(things, features)) * 3
    pairs = np.array([random.permutation(things)[:2] for _ in range(count)])
    found = fit_weights(items, pairs, penalty)
    least = loss(items, pairs, found, penalty)
    for direction in (*np.eye(features), random.normal(size=features)):
        for size in (-1e-2, 1e-2):
            assert loss(items, pairs, found + size * direction, penalty) > least


def test_what_separates_without_error_still_ends():
    found = fit_weights(np.array([[1000.0], [0.0]]), np.array([[0, 1]]), 1e-3)
    assert 0 < found[0] < 1


@pytest.mark.parametrize(("pairs", "penalty"), [(np.zeros((0, 2), dtype=np.intp), 0.1), (np.array([[0, 1]]), 0.0)])
def test_nothing_to_learn_from_is_refused(pairs, penalty):
    with pytest.raises(BeliefError, match="give no weights"):
        fit_weights(np.eye(2), pairs, penalty)
