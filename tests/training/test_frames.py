"""Propositions framed anew, worked by hand."""

from random import Random

import pytest

from doxa_train.unlabelled import FRAMES, concept_of, frame_concept


@pytest.mark.parametrize(
    ("proposition", "thing"),
    [
        ("We should ban fast food", "fast food"),
        ("We should not subsidize wind farms", "wind farms"),
        ("The UK should introduce a wealth tax", "a wealth tax"),
        ("Boxing should be banned", "Boxing"),
        ("The use of drones should not be legal", "The use of drones"),
    ],
)
def test_the_thing_is_what_a_verb_or_a_state_is_said_of(proposition, thing):
    assert concept_of(proposition) == thing


@pytest.mark.parametrize(
    "proposition",
    [
        "Religion does more harm than good",  # no shape that tells
        "We should allow people to vote online",  # not about a thing but about a doing
        "We should ban cars and subsidize buses",  # two things
        "We should ban it",
        "We should introduce a very long and winding thing of many more words",
    ],
)
def test_other_shapes_have_none(proposition):
    assert concept_of(proposition) is None


def test_a_frame_agrees_with_its_thing_in_number():
    said = {frame_concept("taxes on sugar", Random(seed)) for seed in range(400)}
    assert {
        "Taxes on sugar are harmful",
        "Taxes on sugar do more good than harm",
        "We should limit taxes on sugar",
    } <= said
    assert len(said) == len(FRAMES)
    assert "Boxing is harmful" in {frame_concept("boxing", Random(seed)) for seed in range(400)}
