"""A sequence that shares its parts is the tuple that it stands for, whatever was done to it and to those before it."""

import pytest
from hypothesis import given, strategies as st

from doxa.records.shared import PART, Shared

CHANGES = st.lists(st.tuples(st.integers(0, 10**6), st.integers()), max_size=3 * PART)


@given(CHANGES)
def test_it_is_the_tuple_that_it_stands_for(changes: list[tuple[int, int]]) -> None:
    made: Shared[int] = Shared()
    plain: tuple[int, ...] = ()
    kept = []
    for place, item in changes:
        if plain and place % 3 == 0:
            at = place % len(plain)
            made, plain = made.replaced(at, item), (*plain[:at], item, *plain[at + 1 :])
        else:
            made, plain = made.appended(item), (*plain, item)
        kept.append((made, plain))
    for one, other in kept:
        assert (tuple(one), len(one), one[-1], one[len(one) // 2 :]) == (
            other,
            len(other),
            other[-1],
            other[len(other) // 2 :],
        )


@pytest.mark.parametrize("place", [3, -4])
def test_a_place_outside_is_refused(place: int) -> None:
    made: Shared[int] = Shared()
    for number in range(3):
        made = made.appended(number)
    with pytest.raises(IndexError):
        made[place]
