"""Accuracy, macro-F1, coverage and calibration, worked by hand."""

import numpy as np
import pytest

from doxa.errors import BeliefError
from doxa.scoring.bootstrap import counts_interval
from doxa.scoring.classification import (
    accuracy,
    accuracy_of_all,
    calibration_bins,
    calibration_error,
    confusion,
    coverage,
    coverage_accuracy,
    macro_f1,
)

GOLD = [1, 1, 1, 1, -1, -1, -1, -1, -1, -1]
GUESSES = [1, 1, -1, 0, -1, -1, -1, 1, 0, 0]


def test_shares_of_ten_guesses_of_which_three_are_unclear():
    counts = confusion(GOLD, GUESSES)
    assert counts.tolist() == [[2, 1, 1], [1, 3, 2]]
    assert float(coverage(counts)) == pytest.approx(7 / 10)
    assert float(accuracy(counts)) == pytest.approx(5 / 7)
    assert float(accuracy_of_all(counts)) == pytest.approx(5 / 10)
    # for: TP 2, FP 1, FN 2 → 4/7; against: TP 3, FP 1, FN 3 → 6/10
    assert float(macro_f1(counts)) == pytest.approx((4 / 7 + 6 / 10) / 2)


def test_without_unclear_macro_f1_is_the_textbooks():
    counts = confusion([1, 1, -1], [1, -1, -1])
    assert float(macro_f1(counts)) == pytest.approx((2 / 3 + 2 / 3) / 2)
    assert float(accuracy(counts)) == float(accuracy_of_all(counts)) == pytest.approx(2 / 3)


def test_a_side_that_never_occurs_has_no_f1_and_one_that_is_never_guessed_has_zero():
    assert float(macro_f1(confusion([1, 1], [1, 1]))) == 1.0
    assert float(macro_f1(confusion([1, -1], [1, 1]))) == pytest.approx((2 / 3 + 0) / 2)


def test_nothing_decided_has_no_accuracy():
    counts = confusion([1, -1], [0, 0])
    assert np.isnan(accuracy(counts))
    assert float(accuracy_of_all(counts)) == float(coverage(counts)) == 0.0


@pytest.mark.parametrize(("gold", "guesses"), [([1], []), ([0], [1]), ([1], [2])])
def test_other_values_are_refused(gold, guesses):
    with pytest.raises(BeliefError):
        confusion(gold, guesses)


def test_calibration_of_five_guesses_in_five_bins():
    sure, right = [0.5, 0.55, 0.9, 0.95, 0.6], [True, False, True, True, True]
    # (0.4, 0.6]: 0.5, 0.55, 0.6 → confidence 0.55, accuracy 2/3; (0.8, 1]: 0.9, 0.95 → 0.925, accuracy 1
    bins = calibration_bins(sure, right, bins=5)
    assert [(one.n, one.low, one.high) for one in bins] == [(3, 0.4, 0.6), (2, 0.8, 1.0)]
    assert calibration_error(sure, right, bins=5) == pytest.approx(3 / 5 * abs(2 / 3 - 0.55) + 2 / 5 * 0.075)


def test_confidences_on_an_edge_lie_in_the_bin_below_and_zero_in_the_first():
    bins = calibration_bins([0.0, 0.2, 1.0], [False, False, True])
    assert [(round(one.low * 15), one.n) for one in bins] == [(0, 1), (2, 1), (14, 1)]
    assert calibration_error([0.0, 1.0], [False, True]) == 0.0


def test_accuracy_as_less_sure_guesses_are_let_in():
    curve = coverage_accuracy([0.9, 0.6, 0.8, 0.6], [True, False, True, True])
    assert [(one.threshold, one.coverage, one.accuracy) for one in curve] == [
        (0.9, 0.25, 1.0),
        (0.8, 0.5, 1.0),
        (0.6, 1.0, 0.75),
    ]


@pytest.mark.parametrize(("sure", "right"), [([], []), ([1.2], [True]), ([0.5], [])])
def test_confidences_out_of_range_are_refused(sure, right):
    with pytest.raises(BeliefError):
        calibration_error(sure, right)


def test_an_interval_of_counts_is_that_of_the_rows():
    # a share p of n rows has a standard error √(p(1−p)/n); the interval spans about ±1.96 of it
    found = counts_interval((300, 100), lambda counts: counts[:, 0] / counts.sum(axis=1))
    assert found.estimate == 0.75
    assert found.n == 400
    error = (0.75 * 0.25 / 400) ** 0.5
    assert found.low == pytest.approx(0.75 - 1.96 * error, abs=0.006)
    assert found.high == pytest.approx(0.75 + 1.96 * error, abs=0.006)
    assert found == counts_interval((300, 100), lambda counts: counts[:, 0] / counts.sum(axis=1))


def test_an_interval_of_one_row_or_of_nothing_defined_is_refused():
    with pytest.raises(BeliefError, match="at least two rows"):
        counts_interval((1, 0), lambda counts: counts[:, 0])
    with pytest.raises(BeliefError, match="not defined"):
        counts_interval((2, 0), lambda counts: np.full(len(counts), np.nan))
