"""Laws of agreement, ranking and classification: bounds, order that does not matter, and what perfection gives."""

import pytest
from hypothesis import given, strategies as st

from doxa.scoring.agreement import alpha
from doxa.scoring.classification import accuracy, accuracy_of_all, calibration_error, confusion, coverage, macro_f1
from doxa.scoring.ranking import kendall, pearson, spearman

values = st.one_of(st.none(), st.integers(-3, 3).map(float))
units = st.lists(st.tuples(values, values, values), max_size=12)
levels = st.sampled_from(["nominal", "interval"])
pairs = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=15)
labelled = st.lists(st.tuples(st.sampled_from([1, -1]), st.sampled_from([1, -1, 0])), min_size=1, max_size=30)


@given(units, levels)
def test_alpha_is_at_most_one_and_knows_neither_order_nor_names(found, level):
    whole = alpha(found, level)
    assert whole is None or whole <= 1.0 + 1e-12
    for other in (found[::-1], [unit[::-1] for unit in found]):
        again = alpha(other, level)
        assert (whole is None) == (again is None)
        assert whole is None or again == pytest.approx(whole, abs=1e-9)


@given(st.lists(st.integers(-3, 3).map(float), min_size=2, max_size=12), levels)
def test_alpha_is_one_on_perfect_agreement(said, level):
    found = alpha([(one, one) for one in said], level)
    assert found == (None if len(set(said)) == 1 else pytest.approx(1.0))


@given(st.lists(st.tuples(values, values), max_size=12), st.floats(0.1, 10), st.floats(-5, 5))
def test_interval_alpha_does_not_know_the_scale(found, factor, shift):
    moved = [tuple(None if one is None else factor * one + shift for one in unit) for unit in found]
    one, other = alpha(found, "interval"), alpha(moved, "interval")
    assert (one is None) == (other is None)
    assert one is None or other == pytest.approx(one, abs=1e-6)


@given(pairs, st.sampled_from([kendall, spearman, pearson]))
def test_correlations_are_bounded_symmetric_and_turn_with_the_sign(found, measure):
    x, y = [one for one, _ in found], [one for _, one in found]
    value = measure(x, y)
    assert value == measure(y, x) or value == pytest.approx(measure(y, x))
    if value is not None:
        assert -1.0 <= value <= 1.0
        assert measure(x, [-one for one in y]) == pytest.approx(-value)
        assert measure(x[::-1], y[::-1]) == pytest.approx(value)


@given(pairs)
def test_rank_correlations_know_order_only(found):
    x, y = [one for one, _ in found], [one for _, one in found]
    for measure in (kendall, spearman):
        one, other = measure(x, y), measure(x, [value**3 + value for value in y])
        assert (one is None) == (other is None)
        assert one is None or other == pytest.approx(one)


@given(labelled)
def test_unclear_never_helps_accuracy_of_all(found):
    gold, guesses = [one for one, _ in found], [one for _, one in found]
    counts = confusion(gold, guesses)
    decided = float(coverage(counts))
    if decided:
        assert float(accuracy_of_all(counts)) == pytest.approx(float(accuracy(counts)) * decided)
    turned = confusion([-one for one in gold], [-one for one in guesses])
    assert float(macro_f1(turned)) == pytest.approx(float(macro_f1(counts)))


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_a_calibration_error_is_a_share_and_knows_no_order(found):
    sure, right = [one for one, _ in found], [one for _, one in found]
    error = calibration_error(sure, right)
    assert 0.0 <= error <= 1.0
    assert calibration_error(sure[::-1], right[::-1]) == pytest.approx(error)
