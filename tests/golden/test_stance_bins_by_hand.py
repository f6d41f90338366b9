"""The ten stance bins [−1, −0.8), [−0.8, −0.6), …, [0.8, 1]: every boundary, and a hair below it."""

import re

import pytest

from doxa.policies.stance import BINS, LEVELS, SAMPLED, SAMPLES, position, stance_bin

MOTION = "We should plant trees"

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
def test_exactly_undecided_tilts_towards_the_motion(zero):
    assert position(zero, MOTION).startswith(f'You are nearly undecided on "{MOTION}" and tilt towards it.')


def test_there_are_ten_levels_mirrored_about_the_middle_without_a_number_to_read_out():
    assert len(LEVELS) == len(set(LEVELS)) == len(SAMPLES) == BINS
    sides = [
        re.search(r"tilt (against|towards) it|(reject|against|towards|for|support) {motion}", level) for level in LEVELS
    ]
    words = ["reject", *["against"] * 4, *["towards"] * 2, *["for"] * 2, "support"]
    assert [side[1] or side[2] for side in sides] == words
    mirrored = [level.replace("against", "towards") for level in (LEVELS[4], LEVELS[5])]
    assert mirrored[0].partition(".")[0] == mirrored[1].partition(".")[0]
    assert not re.search(r"\d|level|scale", " ".join(LEVELS))


def test_a_sample_is_shown_where_it_is_asked_for_and_never_on_its_own_motion():
    assert SAMPLES[9] in position(1.0, MOTION, sample=True)
    assert SAMPLED in position(1.0, MOTION, sample=True)
    assert not any(sample in position(1.0, MOTION) for sample in SAMPLES)
    for motion in (SAMPLED, "Drivers should pay for every mile"):
        assert position(0.1, motion, sample=True) == position(0.1, motion)
    assert position(0.1, "Childcare should be free", sample=True) != position(0.1, "Childcare should be free")
