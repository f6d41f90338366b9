"""The ten stance bins [−1, −0.8), [−0.8, −0.6), …, [0.8, 1]: every boundary, and a hair below it."""

import pytest

from doxa.policies.stance import BINS, EXAMPLES, example_for, instruction, scale, stance_bin

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


@pytest.mark.parametrize(
    ("motion", "other"),
    [
        ("The town should close its centre to cars", "The library should open on Sundays"),
        ("We should close the town centre to cars", "The library should open on Sundays"),
        ("Drivers should pay for every mile", "The library should open on Sundays"),
        ("Sundays should be free of cars", "The library should open on Sundays"),
        ("The library should open on Sundays", "The town should close its centre to cars"),
        ("The town should close its post office", "The town should close its centre to cars"),
        ("Childcare should be free", "The town should close its centre to cars"),
    ],
)
def test_a_speaker_is_shown_speeches_on_another_motion(motion: str, other: str) -> None:
    example = example_for(motion)
    assert example.motion == other
    assert scale(example).count("Level") == 2 * BINS == 2 * len(example.said)
    assert f'on another motion ("{other}")' in scale(example)


def test_the_other_speeches_say_nothing_of_the_first_motion() -> None:
    assert not any(map(EXAMPLES[0].about.search, EXAMPLES[1].said))
