"""Bootstrap intervals: worked by hand where resamples can be counted, and what pairing does to them."""

import math

import numpy as np
import pytest

from doxa.errors import BeliefError
from doxa.scoring.bootstrap import (
    clustered_correlation,
    correlation,
    difference_interval,
    line_interval,
    mean_interval,
    narrowing,
    paired_interval,
    slope,
    stratified_interval,
)


def test_two_values_span_the_interval():
    # means of two draws from {0, 1}: 0 with 1/4, ½ with 1/2, 1 with 1/4; the central 95 % reach both ends
    found = mean_interval([0.0, 1.0])
    assert (found.estimate, found.low, found.high, found.n) == (0.5, 0.0, 1.0, 2)


def test_the_central_half_of_two_values_is_their_middle():
    # P(mean ≤ 0) = 1/4 and P(mean ≤ ½) = 3/4: between the 30th and 70th percentile all is ½
    found = mean_interval([0.0, 1.0], level=0.4)
    assert (found.low, found.high) == (0.5, 0.5)


def test_the_same_seed_draws_the_same_interval_and_says_so():
    values = [0.1, 0.4, 0.35, 0.8]
    assert mean_interval(values, seed=7) == mean_interval(values, seed=7)
    assert mean_interval(values, seed=7).seed == 7


def test_an_interval_comes_of_four_thousand_resamples():
    values = list(np.random.default_rng(2).normal(size=50))
    assert mean_interval(values) == mean_interval(values, resamples=4000) != mean_interval(values, resamples=3999)


def test_large_samples_come_near_the_normal_interval():
    values = list(np.random.default_rng(1).normal(size=400))
    assert mean_interval(values).width / 2 == pytest.approx(1.96 * np.std(values) / math.sqrt(400), rel=0.08)


def test_shared_luck_cancels_in_pairs():
    luck = [-0.4, -0.1, 0.0, 0.2, 0.3]
    first = [0.5 + one for one in luck]
    second = [0.2 + one for one in luck]
    paired = paired_interval(first, second)
    assert (paired.estimate, paired.low, paired.high) == pytest.approx((0.3, 0.3, 0.3))
    assert difference_interval(first, second).width > 0.3


def test_narrowing_is_a_ratio_of_widths():
    first, second = [0.0, 0.5, 1.0, 0.2], [0.1, 0.45, 0.9, 0.3]
    paired, apart = paired_interval(first, second), difference_interval(first, second)
    assert narrowing(paired, apart) == apart.width / paired.width
    assert narrowing(paired, apart) > 2


def test_pairs_without_any_spread_have_no_narrowing():
    one = paired_interval([0.5, 0.7, 0.9], [0.2, 0.4, 0.6])
    assert narrowing(one, one) is None


def test_slope_and_correlation_by_hand():
    # x −1, 0, 1, 2 and y −1, 1, 0, 2: Σdx·dy = 4, Σdx² = 5, Σdy² = 5
    points = [(-1.0, -1.0), (0.0, 1.0), (1.0, 0.0), (2.0, 2.0)]
    assert line_interval(points, slope).estimate == pytest.approx(0.8)
    assert line_interval(points, correlation).estimate == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("attempt", "says"),
    [
        (lambda: mean_interval([]), "at least two values, got 0"),
        (lambda: mean_interval([1.0]), "at least two values, got 1"),
        (lambda: mean_interval([1.0, math.nan]), "finite"),
        (lambda: mean_interval([1.0, 2.0], level=95), "level"),
        (lambda: mean_interval([1.0, 2.0], resamples=0), "resample"),
        (lambda: difference_interval([1.0, 2.0], [1.0]), "at least two values, got 1"),
        (lambda: paired_interval([1.0, 2.0], [1.0]), "got 2 and 1"),
        (lambda: line_interval([(1.0, 2.0), (1.0, 3.0)], slope), "do not vary"),
        (lambda: line_interval([], slope), "at least two points"),
    ],
)
def test_numbers_that_give_no_interval_are_refused(attempt, says):
    with pytest.raises(BeliefError, match=says):
        attempt()


def test_clusters_of_one_point_each_are_points():
    random = np.random.default_rng(3)
    points = [(x, x + random.normal()) for x in random.normal(size=30)]
    clustered, plain = clustered_correlation(points, range(30)), line_interval(points, correlation)
    assert (clustered.estimate, clustered.n) == (pytest.approx(plain.estimate), 30)
    assert (clustered.low, clustered.high) == (pytest.approx(plain.low), pytest.approx(plain.high))


def test_points_that_come_in_clusters_say_less():
    random = np.random.default_rng(4)
    points = [(x, x + random.normal()) for x in random.normal(size=20)] * 5
    apart, together = clustered_correlation(points, range(100)), clustered_correlation(points, [*range(20)] * 5)
    assert together.estimate == pytest.approx(apart.estimate)
    assert together.width > 1.5 * apart.width
    assert together.n == 20


def test_a_stratified_interval_resamples_rows_within_each_stratum():
    # rows differ between strata and not within them: other rows of the same strata change nothing
    within = stratified_interval([[(2.0, 2.0), (2.0, 2.0)], [(0.0, 2.0), (0.0, 2.0)]])
    assert (within.estimate, within.low, within.high, within.n) == (0.5, 0.5, 0.5, 4)
    # rows differ within: the mean of a stratum is 0, 0.5 or 1
    varied = stratified_interval([[(2.0, 2.0), (0.0, 2.0)]])
    assert (varied.estimate, varied.low, varied.high) == (0.5, 0.0, 1.0)


def test_a_stratified_mean_weighs_rows_by_their_counts():
    assert stratified_interval([[(3.0, 3.0), (0.0, 1.0)]]).estimate == 0.75


@pytest.mark.parametrize("strata", [[], [[(1.0, 1.0)]], [[(1.0, 1.0), (0.0, 1.0)], [(1.0, 1.0)]], [[(0.0, 0.0)] * 2]])
def test_a_stratum_of_one_row_has_no_interval(strata):
    with pytest.raises(BeliefError):
        stratified_interval(strata)
