"""Whether a short text takes a position, and what the stance judge makes of it."""

import pytest

from doxa.corpora.message_sets import POSITIONS
from doxa.models.embedded import embedder
from doxa.models.embedded.positions import position_reader
from doxa.models.offline.judging import UNDECIDED, stance_of
from doxa.models.offline.shelf import Library

MOTION = "The city should close its centre to cars"


@pytest.mark.parametrize(
    "text",
    [
        "The council votes on it in March, after a hearing.",
        "My son drives a van, my daughter cycles, and they never agree about it.",
        "Honestly, I could argue it either way.",
    ],
)
def test_texts_without_a_position_have_none(text: str) -> None:
    assert position_reader().no_position(text, embedder()) > 0.5
    assert abs(stance_of(text, MOTION, Library(embedder()))) <= UNDECIDED


def test_a_text_with_a_position_takes_one() -> None:
    assert position_reader().no_position("I say shut the centre to cars, and the sooner the better.", embedder()) < 0.3


def test_whether_a_position_is_taken_is_right_on_propositions_that_no_training_saw() -> None:
    rows = POSITIONS.read("test")[::4]
    none = [position_reader().no_position(row.text, embedder()) > 0.5 for row in rows]
    right = sum(guess == (row.stance == 0) for guess, row in zip(none, rows, strict=True))
    assert right >= 0.87 * len(rows)
    assert right > sum(row.stance != 0 for row in rows)
