"""The written debates: both sides of every motion, and parts without a motion in common."""

from collections import Counter

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES, WRITTEN_DEBATES
from doxa.corpora.motions import normal_form
from doxa.models.embedded.phrasing import canonical


def forms(messages):
    return {normal_form(canonical(message.motion)) for message in messages}


def test_both_sides_of_a_motion_say_as_much():
    counts = Counter((message.motion, message.side) for message in WRITTEN_DEBATES.read())
    assert all(counts[motion, 1] == counts[motion, -1] for motion, _ in counts)


def test_a_message_has_one_name():
    messages = WRITTEN_DEBATES.read()
    assert len({message.id for message in messages}) == len(messages)


def test_parts_have_no_motion_in_common():
    parts = {part: forms(WRITTEN_DEBATES.read(part)) for part in ("train", "dev", "test")}
    assert parts["train"].isdisjoint(parts["dev"] | parts["test"])
    assert parts["dev"].isdisjoint(parts["test"])


def test_a_fifth_of_the_motions_is_held_out():
    held = {message.motion for part in ("dev", "test") for message in WRITTEN_DEBATES.read(part)}
    assert len(held) >= 0.2 * len({message.motion for message in WRITTEN_DEBATES.read()})


def test_no_motion_of_an_examination_is_trained_on():
    assert forms(WRITTEN_DEBATES.read("train")).isdisjoint(forms((*OWN_MESSAGES.read(), *MODEL_MESSAGES.read())))
