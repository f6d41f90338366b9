"""The check of the design: where shrinking and being persuaded are one direction, and what controls add."""

import numpy as np
import pytest

from doxa.humans.data.registry import read_people
from doxa.humans.replay.design import check_design, describe_design, design_table
from humans.made import round_of


def rounds(sides, finals=0.1, **more):
    """Rounds that begin at ±0.5; a side of 0 is a control."""
    made = []
    for number, (begun, side) in enumerate(sides):
        final = begun * finals if isinstance(finals, float) else finals[number]
        made.append(
            round_of(f"p{number}", begun * 0.5, final, ["m"], argued=side, control=side == 0, id=f"r{number}", **more)
        )
    return made


def test_the_shipped_people_are_told_apart_by_their_controls_alone():
    design = check_design(read_people("persuasiontrace").rounds)
    assert (design.against, design.counted, len(design.control_moves)) == (199, 199, 50)
    assert design.correlation == pytest.approx(-1.0)
    assert design.collinear
    assert design.treated == pytest.approx(-0.279, abs=5e-4)
    assert design.control == pytest.approx(-0.097, abs=5e-4)
    assert design.difference == pytest.approx(-0.182, abs=5e-4)
    assert design.intervals[2] == pytest.approx((-0.309, -0.049), abs=2e-3)
    told = describe_design(design)
    assert "199 of 199" in told
    assert "cannot tell them apart" in told
    assert "moved further towards the argued side than shrinking alone takes people" in told


def test_both_directions_are_two():
    design = check_design(rounds([(1, 1), (1, -1), (-1, 1), (-1, -1)]))
    assert design.correlation == pytest.approx(0.0)
    assert not design.collinear
    assert "two directions" in describe_design(design)


def test_a_side_that_never_varies_against_one_sign_is_one_direction_without_a_correlation():
    design = check_design(rounds([(1, -1)] * 6))
    assert design.correlation is None
    assert design.collinear
    assert "There are no controls, so that nothing in these data tells them apart." in describe_design(design)


def test_preaching_to_the_converted_stretches():
    assert "Stretching away from 0" in describe_design(check_design(rounds([(1, 1), (-1, -1)] * 4, finals=0.9)))


def test_controls_that_move_as_much_show_nothing():
    random = np.random.default_rng(0)
    sides = [(1, -1), (-1, 1)] * 20 + [(1, 0), (-1, 0)] * 20
    finals = [0.5 * begun * float(random.uniform(0.2, 1.0)) for begun, _ in sides]
    told = describe_design(check_design(rounds(sides, finals)))
    assert "The interval contains 0" in told
    assert "further" not in told


def test_without_a_known_side_the_judges_reading_is_named():
    made = rounds([(1, 0)] * 3)
    made = [round_of(f"p{n}", 0.5, 0.1, ["m"], id=f"r{n}") for n in range(3)]
    assert "as the judge reads it" in describe_design(check_design(made, [-1.0, -2.0, -0.5]))
    assert "No side is known" in describe_design(check_design(made))


def test_given_and_chosen_propositions_are_apart():
    made = [*rounds([(1, -1), (-1, 1)]), *rounds([(1, -1)], of_own_choice=True)]
    assert [row[:3] for row in design_table(made, np.zeros(3), 1).rows] == [
        ("all rounds", 3, "3 of 3"), ("given propositions", 2, "2 of 2"), ("own choice", 1, "1 of 1"),
    ]  # fmt: skip
