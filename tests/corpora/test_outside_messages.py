"""Messages of other people's projects: counts of both sides, and that the side is the one that their words take."""

from collections import Counter

import pytest

from doxa.corpora.message_sets import BALLOT_ARGUMENTS, MODEL_DEBATES


def test_debates_between_models_argue_both_sides_alike() -> None:
    turns = MODEL_DEBATES.read()
    assert Counter((turn.motion, turn.side) for turn in turns) == {
        ("Data centers are good for the community.", 1): 40,
        ("Data centers are good for the community.", -1): 40,
        ("A federal carbon tax would do more good than harm.", 1): 6,
        ("A federal carbon tax would do more good than harm.", -1): 6,
    }
    assert {turn.kind for turn in turns} == {"opening", "rebuttal", "conclusion"}


def test_ballot_arguments_are_for_and_against_nineteen_measures() -> None:
    arguments = BALLOT_ARGUMENTS.read()
    assert Counter(argument.side for argument in arguments) == {1: 33, -1: 28}
    by_motion = Counter(argument.motion for argument in arguments)
    assert Counter(by_motion.values()) == {4: 14, 1: 5}


@pytest.mark.parametrize(("side", "call", "opposite"), [(1, "YES", "NO"), (-1, "NO", "YES")])
def test_who_calls_for_a_vote_calls_for_the_own_side(side: int, call: str, opposite: str) -> None:
    texts = [argument.text.upper().replace('"', "") for argument in BALLOT_ARGUMENTS.read() if argument.side == side]
    calls = [text for text in texts if f"VOTE {call} " in text]
    assert len(calls) >= 10
    assert not [text for text in calls if f"VOTE {opposite} ON" in text]
