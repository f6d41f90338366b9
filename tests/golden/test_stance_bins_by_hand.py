"""The ten stance bins [−1, −0.8), [−0.8, −0.6), …, [0.8, 1]: every boundary, and a hair below it."""

import pytest

from doxa.policies.stance import instruction, stance_bin

LOWER = [-1.0, -0.8, -0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6, 0.8]


@pytest.mark.parametrize(("place", "boundary"), list(enumerate(LOWER)))
def test_a_boundary_belongs_to_the_bin_above_it(place, boundary):
    assert stance_bin(boundary) == place


@pytest.mark.parametrize(("place", "boundary"), list(enumerate(LOWER[1:])))
def test_below_a_boundary_is_the_bin_below_it(place, boundary):
    assert stance_bin(boundary - 1e-6) == place


def test_the_last_bin_holds_its_upper_end():
    assert stance_bin(1.0) == 9


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_exactly_undecided_is_the_sixth_level(zero):
    assert instruction(zero).startswith("Your position now is level 6 of 10")
