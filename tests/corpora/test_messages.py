"""Whole messages whose side is known: counts, and that what is marked stands in the text."""

from collections import Counter

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES


def test_own_messages_argue_both_sides_of_every_motion_alike() -> None:
    messages = OWN_MESSAGES.read()
    sides = Counter((message.motion, message.side) for message in messages)
    assert (len(messages), len(sides), set(sides.values())) == (744, 2 * 186, {2})
    assert all(mark.sentence in message.text for message in messages for mark in message.marks)
    roles = Counter(mark.role for message in messages for mark in message.marks)
    assert roles == {"concedes": 1237, "quotes": 404, "says_nothing": 166}


def test_model_messages_are_of_24_models_and_people_on_ten_issues() -> None:
    messages = MODEL_MESSAGES.read()
    assert (len(messages), sum(message.valid for message in messages)) == (730, 570)
    assert len({message.writer for message in messages}) == 25
    assert len({message.motion for message in messages}) == 10
    assert all(message.readers > 0 and abs(message.effect) <= 100 for message in messages)
