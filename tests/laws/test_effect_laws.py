"""Laws of argument effects: Shapley's axioms, equality with its definition, and leave-one-out."""

import itertools
import math

import pytest
from hypothesis import given, strategies as st

from doxa.scoring.effects import leave_one_out, shapley

pulls = st.floats(-4.0, 4.0)
few = st.lists(pulls, min_size=1, max_size=7)
many = st.lists(pulls, max_size=40)


def stance(contributions) -> float:
    return math.tanh(math.fsum(contributions) / 2)


def by_definition(contributions: list[float]) -> list[float]:
    """Sum over every coalition that an argument can join."""
    n = len(contributions)
    shares = []
    for place, own in enumerate(contributions):
        others = contributions[:place] + contributions[place + 1 :]
        total = 0.0
        for size in range(n):
            odds = math.factorial(size) * math.factorial(n - size - 1) / math.factorial(n)
            for coalition in itertools.combinations(others, size):
                total += odds * (stance([*coalition, own]) - stance(coalition))
        shares.append(total)
    return shares


@given(few)
def test_shares_equal_the_definition(contributions):
    assert shapley(contributions) == pytest.approx(by_definition(contributions), abs=1e-10)


@given(st.lists(st.sampled_from((-1.5, 0.25, 0.75)), min_size=1, max_size=8))
def test_shares_of_arguments_of_equal_weight_equal_the_definition(contributions):
    assert shapley(contributions) == pytest.approx(by_definition(contributions), abs=1e-10)


@given(many)
def test_shares_add_up_to_the_stance(contributions):
    assert math.fsum(shapley(contributions)) == pytest.approx(stance(contributions), abs=1e-9)


@given(many, pulls)
def test_equal_arguments_have_equal_shares(contributions, pull):
    shares = shapley([pull, *contributions, pull])
    assert shares[0] == pytest.approx(shares[-1], abs=1e-12)


@given(many, st.integers(0, 40))
def test_an_argument_without_weight_has_no_share(contributions, place):
    contributions.insert(place, 0.0)
    assert shapley(contributions)[min(place, len(contributions) - 1)] == 0.0


@given(many)
def test_a_share_has_the_sign_of_its_contribution(contributions):
    for share, pull in zip(shapley(contributions), contributions, strict=True):
        assert share * pull >= -1e-10


@given(many)
def test_leave_one_out_is_the_stance_less_the_stance_without(contributions):
    expected = [
        stance(contributions) - stance(contributions[:place] + contributions[place + 1 :])
        for place in range(len(contributions))
    ]
    assert leave_one_out(contributions) == pytest.approx(expected, abs=1e-12)
