"""What extraction asks for: the words first, no longer than a point, and no more points than a message holds."""

import json

import pytest

from doxa.tasks.base import ReplyError
from doxa.tasks.extract import EXTRACT, EXTRACT_MANY, LONGEST, Inputs, RoundMessages
from doxa.tasks.known import points_of

TWO_LINES = "1. It is your turn, in round 1.\nYou have been given the opportunity to speak and to answer a question."
MESSAGES = RoundMessages(proposition="Ban cars.", messages=("Cars kill. Trains pay. Buses crawl.", "x" * 400))


def entry_of(schema):
    return schema["properties"]["claims"]["items"]["properties"]


def test_the_words_come_before_the_sentence_that_is_made_of_them():
    entry = entry_of(EXTRACT.schema_for(Inputs(proposition="Ban cars.", text="a " * 400)))
    assert list(entry) == ["snippet", "claim"]
    assert (entry["snippet"]["maxLength"], entry["claim"]["maxLength"]) == (LONGEST, LONGEST)
    assert EXTRACT.stable.index("- snippet:") < EXTRACT.stable.index("- claim:")


def test_a_snippet_is_no_longer_than_its_message():
    assert (
        entry_of(EXTRACT.schema_for(Inputs(proposition="Ban cars.", text="Cars kill.")))["snippet"]["maxLength"] == 10
    )


def test_a_message_of_two_lines_has_no_room_for_thirteen_points():
    assert points_of(TWO_LINES)["maxItems"] == 6


def test_each_message_of_a_round_has_room_for_the_points_of_the_fullest():
    messages = EXTRACT_MANY.schema_for(MESSAGES)["properties"]["messages"]["items"]["properties"]
    assert messages["claims"]["maxItems"] == 3
    assert messages["claims"]["items"]["properties"]["snippet"]["maxLength"] == LONGEST


def test_a_claim_without_a_letter_is_asked_again():
    reply = json.dumps({"claims": [{"snippet": "Cars kill.", "claim": "..."}]})
    with pytest.raises(ReplyError) as caught:
        EXTRACT.reading(reply, is_fresh=True)
    assert caught.value.reason == "no_words"
    assert EXTRACT.reading(reply).claims[0].claim == "..."
