"""The turns on which a check of speech is examined are many, of several sources, and stand in their conversation."""

from collections import Counter

import pytest

from replies.turns import SpokenTurn, find_marks, read_turns


def test_turns_are_spread_and_many_take_words_from_elsewhere() -> None:
    turns = read_turns()
    assert Counter(turn.source for turn in turns) == {
        "written-debates": 320,
        "persuasiontrace": 312,
        "llm-messages": 140,
        "debate-sites": 100,
        "model-debates": 92,
        "ballots": 61,
    }
    assert Counter(mark for turn in turns for mark in turn.marks) == {
        "repeats turn": 226,
        "quotes": 98,
        "repeats motion": 78,
        "names": 57,
    }
    assert sum(bool(turn.marks) for turn in turns) == 346


def test_halves_share_no_motion() -> None:
    turns = read_turns()
    halves = [[turn for turn in turns if turn.held_back == half] for half in (False, True)]
    assert not {turn.motion for turn in halves[0]} & {turn.motion for turn in halves[1]}
    assert [len(half) for half in halves] == [512, 513]
    assert all(sum(bool(turn.marks) for turn in half) > 120 for half in halves)


def test_a_request_has_the_motion_but_not_the_transcript() -> None:
    for turn in read_turns():
        assert turn.motion in turn.request
        assert turn.text not in turn.request or len(turn.text.split()) < 8
        assert not any(f"\n{speaker}: {text}" in turn.request for speaker, text in turn.earlier)


def test_a_conversation_goes_on() -> None:
    before: SpokenTurn | None = None
    for turn in read_turns():
        if before and before.id.rpartition("/")[0] == turn.id.rpartition("/")[0]:
            assert turn.earlier == (*before.earlier, (before.speaker, before.text))
        before = turn


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Nobody has asked.", set()),
        ("You say that a bus comes twice an hour.", {"repeats turn"}),
        ("“Twice an hour” is too rarely, Amber.", {"quotes", "names"}),
        ("I would close the town centre to cars.", {"repeats motion"}),
    ],
)
def test_marks_are_found_by_rule(text: str, marks: set[str]) -> None:
    motion = "Close the town centre"
    assert find_marks(text, motion, ["A bus comes twice an hour, here."], ("Amber", "Wren")) == marks
