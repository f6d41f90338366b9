"""What trainings hold out: motions of test parts, and those under which messages only examine a judge."""

import pytest

from doxa_train.heldout import examined_propositions, is_open, open_stances


@pytest.mark.parametrize(
    "proposition",
    [
        "Students should have to wear school uniforms",
        "Should the United States increase the foreign aid budget?",
        "Assisted suicide should be legalized",
        "Governments should lower the voting age to 16",
    ],
)
def test_no_training_sees_a_motion_on_which_messages_examine_a_judge(proposition: str) -> None:
    assert not is_open(proposition)


def test_every_examined_motion_is_closed_and_training_goes_on() -> None:
    assert not any(map(is_open, examined_propositions()))
    assert len({row.proposition for row in open_stances()}) > 300
