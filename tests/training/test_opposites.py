"""Statements of the opposite meaning, worked by hand."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from doxa_train.opposites import deny_claim, draw_negation, negations


@pytest.mark.parametrize(
    ("proposition", "opposites"),
    [
        ("We should ban gambling", ("We should allow gambling", "We should not ban gambling")),
        ("Gambling should be banned", ("Gambling should be allowed", "Gambling should not be banned")),
        ("We should not ban gambling", ("We should ban gambling",)),
        ("Nuclear power is no longer needed", ("Nuclear power is needed",)),
        ("Ban gambling", ("Do not ban gambling",)),
        (
            "Wealth corrupts",
            (
                "It is not true that wealth corrupts",
                "It is wrong that wealth corrupts",
                "We should reject the view that wealth corrupts",
            ),
        ),
    ],
)
def test_propositions_turned_round(proposition, opposites):
    assert negations(proposition) == opposites


@pytest.mark.parametrize(
    ("claim", "opposite"),
    [
        ("Uniforms are cheap", "Uniforms are not cheap"),
        ("Uniforms are not cheap", "Uniforms are cheap"),
        ("Uniforms save money", None),
        ("Uniforms are cheap but ugly", None),
        ("Nobody can say that uniforms are cheap", None),
        ("Uniforms aren't cheap", None),
        ("Uniforms are not cheap if they are new", None),
    ],
)
def test_claims_are_denied_only_where_it_is_safe(claim, opposite):
    assert deny_claim(claim) == opposite


@given(st.text(min_size=1, max_size=60), st.integers(0, 99))
def test_the_opposite_is_another_statement(text, seed):
    assert text not in negations(text)
    assert draw_negation(text, Random(seed)) in negations(text)
