"""A message heard as a single claim: one without words makes none."""

import pytest

from doxa.minds.hearing import hear_whole
from doxa.records.outside import has_words
from doxa.records.spec import Hearing, Proposition
from doxa.records.steps import Message

PROPOSITION = Proposition(text="Cities should ban cars")


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\u200d", "\ufeff", "\u3164", "\u00ad \u2060"])
def test_a_message_without_words_makes_no_claim(text: str) -> None:
    hearing = hear_whole(Message(key="m1", speaker="violet", text=text), PROPOSITION, Hearing())
    with pytest.raises(StopIteration) as done:
        next(hearing)
    assert done.value.value.claims == ()
    assert not done.value.value.lost


@pytest.mark.parametrize("text", ["No.", "नहीं", "👩‍👩‍👧", "می‌خواهم", "?"])
def test_words_of_any_script_are_words(text: str) -> None:
    assert has_words(text)
    steps = next(hear_whole(Message(key="m1", speaker="violet", text=text), PROPOSITION, Hearing()))
    assert {step.task for step in steps} == {"classify", "embed", "score"}
