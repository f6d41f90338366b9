"""Messages on decisions in one person's own life, and how doxa's networks would read them without the guard.

A writer who had not seen the code wrote 240 messages of a model in conversation on 60 such decisions, two for and two
against each. `pytest -s -m '' tests/models/test_personal_decisions.py` prints what the networks alone would decide,
beside what one gets who always says "against": why such messages are left unclear (decision 041).
"""

import json
from pathlib import Path

import pytest

from doxa.models.embedded import embedder, message_polarity, polarity
from doxa.models.embedded.guards.personal import is_personal
from doxa.models.offline.directing import DirectionReader, direction_of, read_message

WRITTEN = Path(__file__).parent / "probes" / "personal.jsonl"
MESSAGES = [json.loads(line) for line in WRITTEN.read_text(encoding="utf-8").splitlines()]


def test_every_such_motion_is_told():
    assert all(is_personal(message["motion"]) for message in MESSAGES)


@pytest.mark.long
def test_the_networks_alone_are_no_judge_of_such_messages():
    alone = DirectionReader(claims=polarity(), windows=message_polarity())
    chances = [(one, read_message(one["motion"], one["text"], embedder(), reader=alone)) for one in MESSAGES]
    decided = [
        (one["side"], side) for one, chance in chances if (side := direction_of(chance, alone.windows)) != "unclear"
    ]
    right = sum(argued == read for argued, read in decided)
    leaning = sum((chance > 0.5) == (one["side"] == "for") for one, chance in chances)
    print(
        f"\n{len(MESSAGES)} messages: the likelier side is right of {leaning}, always against of {len(MESSAGES) // 2}; "
        f"{len(decided)} would be decided, {right} rightly"
    )
    assert right < 0.9 * len(decided)
    assert all(read_message(one["motion"], one["text"], embedder()) == 0.5 for one in MESSAGES)
