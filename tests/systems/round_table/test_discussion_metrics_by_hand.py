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


def test_a_passage_is_used_where_three_of_its_telling_words_follow_one_another():
    # right · roam · covers, with "to" passed over in both
    assert uses_evidence("I note that the RIGHT to roam covers little.", [FACT]) is True
    # right · roam, then another word: two are not enough
    assert uses_evidence("The right to roam matters.", [FACT]) is False
    assert uses_evidence("The right to roam matters.", [FACT], words=2) is True


def test_nothing_retrieved_cannot_be_used():
    assert uses_evidence(FACT, []) is None
    assert METRICS["evidence usage"](MeasuredTurn(round=1, agent="a", text=FACT)) is None


def test_no_words_use_no_evidence():
    assert uses_evidence("", [FACT]) is False


def test_a_key_phrase_has_a_word():
    with pytest.raises(ValueError, match="at least one word"):
        uses_evidence(FACT, [FACT], words=0)


def test_a_first_utterance_repeats_nothing():
    assert non_repetition("Paths matter.", None, None) == 1.0


def test_the_same_words_again_are_not_new():
    assert non_repetition("Paths matter.", "Paths matter.", 1.0) == 0.0


def test_silence_has_no_novelty():
    assert non_repetition("  ", "Paths matter.", None) is None


def test_the_larger_of_overlap_and_cosine_counts():
    # words: {paths, matter} and {paths, cost} share 1 of 3
    assert non_repetition("Paths matter", "Paths cost", 0.2, overlap="words") == pytest.approx(2 / 3)
    assert non_repetition("Paths matter", "Paths cost", 0.9, overlap="words") == pytest.approx(0.1)
    # characters: "abcd" and "bcde" have bcd in common, 2·3 / 8
    assert non_repetition("abcd", "bcde", 0.0) == pytest.approx(0.25)


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
