"""Laws of the ten stance bins: equal widths, monotone, the last one closed."""

import math

import pytest
from hypothesis import assume, given, strategies as st

from doxa.policies.stance import stance_bin
from laws.listeners import stances


@given(stances, stances)
def test_bins_are_monotone(one, other):
    low, high = sorted((one, other))
    assert stance_bin(low) <= stance_bin(high)


@given(st.integers(0, 9), st.floats(1e-6, 0.2 - 1e-6))
def test_bins_have_equal_widths(place, inside):
    assert stance_bin(-1.0 + 0.2 * place + inside) == place


def test_the_last_bin_is_closed():
    assert stance_bin(1.0) == 9


@given(st.floats(allow_nan=True))
def test_no_other_number_has_a_bin(stance):
    assume(not -1.0 <= stance <= 1.0)
    with pytest.raises(ValueError, match="lies in"):
        stance_bin(stance)


@given(stances)
def test_opposite_stances_have_opposite_bins(stance):
    assume(abs(stance * 5 - round(stance * 5)) > 1e-6)  # boundaries belong to the bin above them
    assert stance_bin(stance) + stance_bin(-stance) == 9
    assert math.copysign(1, stance) == (1 if stance_bin(stance) >= 5 else -1)
