"""The five behaviour metrics by hand, and their edges: first round, silence, the same words, no passages, one agent."""

import pytest

from doxa.systems.round_table.measures import (
    METRICS,
    MeasuredTurn,
    mean_known,
    non_repetition,
    repeated_openings,
    uses_evidence,
)

FACT = "The right to roam covers only about eight per cent of the land of England."


@pytest.mark.parametrize(
    ("text", "passages", "words", "used"),
    [
        # right · roam · covers, with "to" passed over in both
        ("I note that the RIGHT to roam covers little.", [FACT], 3, True),
        # right · roam, then another word: two are not enough for three
        ("The right to roam matters.", [FACT], 3, False),
        ("The right to roam matters.", [FACT], 2, True),
        ("", [FACT], 3, False),
        # what was not retrieved cannot be used
        (FACT, [], 3, None),
    ],
)
def test_a_passage_is_used_where_its_telling_words_follow_one_another(text, passages, words, used):
    assert uses_evidence(text, passages, words) is used


def test_a_turn_without_passages_has_no_evidence_usage():
    assert METRICS["evidence usage"](MeasuredTurn(round=1, agent="a", text=FACT)) is None


@pytest.mark.parametrize(
    ("text", "previous", "cosine", "overlap", "novelty"),
    [
        ("Paths matter.", None, None, "characters", 1.0),
        ("Paths matter.", "Paths matter.", 1.0, "characters", 0.0),
        ("  ", "Paths matter.", None, "characters", None),
        # the larger of overlap and cosine counts; words: {paths, matter} and {paths, cost} share 1 of 3
        ("Paths matter", "Paths cost", 0.2, "words", 2 / 3),
        ("Paths matter", "Paths cost", 0.9, "words", 0.1),
        # characters: "abcd" and "bcde" have bcd in common, 2·3 / 8
        ("abcd", "bcde", 0.0, "characters", 0.25),
        # the pairs a-b, b-c against b-c, c-d: one of three in common
        ("a b c", "b c d", 0.0, "word_pairs", 2 / 3),
    ],
)
def test_novelty_by_hand(text, previous, cosine, overlap, novelty):
    found = non_repetition(text, previous, cosine, overlap=overlap)
    assert found == (None if novelty is None else pytest.approx(novelty))


def test_each_repeated_opening_costs_a_tenth():
    before, now = "I would say yes. Paths cost.", "I would say no. It is late."
    assert repeated_openings(now, before) == 1
    free = non_repetition(now, before, 0.5, penalty=0.0)
    assert non_repetition(now, before, 0.5) == pytest.approx(free - 0.1)


def test_the_overlap_does_not_depend_on_the_order():
    one, other = "tide", "diet"
    assert non_repetition(one, other, 0.0) == non_repetition(other, one, 0.0)


def test_a_turn_with_nothing_before_it_neither_responds_nor_opposes():
    first = MeasuredTurn(round=1, agent="a", text="Hello.")
    assert (METRICS["responsiveness"](first), METRICS["rebuttal"](first)) == (0.0, 0.0)


def test_ten_rounds_reach_nine_tenths():
    rounds = [
        MeasuredTurn(round=n, agent="a", text="x", previous="p" * (n > 1), responds=n > 1 or None) for n in range(1, 11)
    ]
    assert mean_known(map(METRICS["responsiveness"], rounds)) == pytest.approx(0.9)


def test_what_no_judge_read_is_not_counted():
    unread = MeasuredTurn(round=2, agent="a", text="x", previous="r01/b")
    read = MeasuredTurn(round=2, agent="b", text="x", previous="r01/b", responds=True, opposes=False)
    assert METRICS["responsiveness"](unread) is None
    assert mean_known(map(METRICS["responsiveness"], [unread, read])) == 1.0
    assert mean_known(map(METRICS["responsiveness"], [unread])) is None


def test_a_mean_is_over_all_turns_first_ones_too():
    turns = [MeasuredTurn(round=n, agent="a", text="x", non_repetition=1.0 if n == 1 else 0.5) for n in (1, 2, 3)]
    assert mean_known(map(METRICS["non-repetition"], turns)) == pytest.approx(2 / 3)
