"""From raw scores to numbers that mean something."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from doxa.errors import BeliefError
from doxa.models.embedded.strength import share_beaten
from doxa_train.figures import (
    fitted_temperature,
    fitted_threshold,
    loss,
    probabilities,
    quantile_knots,
    shared_threshold,
)

scores = st.lists(st.floats(-50, 50, allow_nan=False), min_size=2, max_size=60).filter(
    lambda one: max(one) - min(one) > 1e-6
)


def test_a_logit_right_three_times_of_four_is_that_sure():
    # σ(2/T) = 3/4 where T = 2/ln 3
    temperature = fitted_temperature(([1, 1, 1, -1], np.array([2.0, 2.0, 2.0, 2.0])))
    assert temperature == pytest.approx(2 / math.log(3), rel=1e-3)
    assert probabilities(np.array([2.0]), temperature)[0] == pytest.approx(0.75, abs=1e-3)


@given(st.lists(st.tuples(st.sampled_from([1, -1]), st.floats(-8, 8)), min_size=1, max_size=40), st.floats(-2.9, 2.9))
def test_no_other_temperature_fits_better(rows, other):
    gold, logits = [one for one, _ in rows], np.array([one for _, one in rows])
    assert loss(gold, logits, fitted_temperature((gold, logits))) <= loss(gold, logits, math.exp(other)) + 1e-3


def test_a_large_part_counts_no_more_than_a_small_one():
    right, half = ([1] * 4, np.full(4, 2.0)), ([1, -1], np.full(2, 2.0))
    many = ([1] * 400, np.full(400, 2.0))
    assert fitted_temperature(right, half) == fitted_temperature(many, half)
    # of a text in either part: σ(2/T) = (1 + 1/2) / 2
    assert fitted_temperature(many, half) == pytest.approx(2 / math.log(3), rel=1e-3)


def test_nothing_gives_no_temperature():
    with pytest.raises(BeliefError, match="no temperature"):
        fitted_temperature(([], np.array([])))


def test_the_threshold_decides_as_much_as_the_aim_allows():
    sure, right = [0.99, 0.9, 0.8, 0.7, 0.6], [True, True, True, False, False]
    assert fitted_threshold(sure, right, aim=0.75) == 0.7
    assert fitted_threshold(sure, right, aim=1.0) == 0.8
    assert fitted_threshold(sure, right, aim=0.6) == 0.6


def test_an_aim_out_of_reach_leaves_half_decided():
    assert fitted_threshold([0.9, 0.8, 0.7, 0.6], [False, True, True, False], aim=0.99) == 0.7


SURE = [0.95, 0.9, 0.8, 0.7, 0.6]


def test_the_hardest_kind_of_text_sets_a_shared_threshold():
    easy, hard = (SURE, [True] * 5), (SURE, [True, True, True, False, False])
    assert shared_threshold([easy], aim=0.9) == 0.6
    assert shared_threshold([easy, hard], aim=0.9) == 0.8
    assert shared_threshold([hard, easy], aim=0.7) == 0.7  # three of four


def test_a_kind_that_never_reaches_the_aim_keeps_its_least_share_decided():
    never = (SURE, [True, False, True, False, True])
    # one of one is right, but that is fewer than two of five; two of three is the best of the rest
    assert shared_threshold([never], aim=0.9, least=0.4) == 0.8
    assert shared_threshold([never], aim=0.9, least=0.2) == 0.95


@given(scores)
def test_knots_rise_and_shares_follow_the_scores(values):
    knots = quantile_knots(values)
    assert (np.diff(knots) > 0).all()
    shares = share_beaten(sorted(values), knots)
    assert (np.diff(shares) >= 0).all()
    assert 0 <= shares.min() <= shares.max() <= 1


def test_shares_are_spread_evenly_over_the_arguments_themselves():
    values = np.random.default_rng(1).exponential(size=5000)
    shares = share_beaten(values, quantile_knots(values))
    assert np.quantile(shares, [0.1, 0.5, 0.9]) == pytest.approx([0.1, 0.5, 0.9], abs=0.01)


@pytest.mark.parametrize("scores", [[], [1.0], [1.0, 1.0]])
def test_equal_scores_have_no_quantiles(scores):
    with pytest.raises(BeliefError, match="two different scores"):
        quantile_knots(scores)
