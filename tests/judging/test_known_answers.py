"""Debates with a known answer: what is made worse, and what the tables say of judges whose answers are known."""

import random

import pytest

from doxa.judging.ballots.judged import BASELINES, JudgeFindings, count_words, judgement
from doxa.judging.bias.probes import mirror
from doxa.judging.cases import Judges, case_of_debate
from doxa.judging.known import (
    KINDS,
    Judged,
    KnownOrder,
    Named,
    final_table,
    known_cases,
    known_debates,
    name_winners,
    order_table,
    passages_beside,
    passages_for,
    preference_table,
    worsen,
)
from doxa.judging.offline.cues import is_negated, negate
from doxa.models.hearing.sentences import sentences
from doxa.records.transcripts import other
from small_debate import small_debate

DEBATE = known_debates("test")[0]
PASSAGES = tuple(f"The penguin number {place} swims." for place in range(200))


def test_sentences_of_another_motion_come_from_the_debate_that_follows():
    held_out = known_debates("test")
    one, following = held_out[2], next(later for later in held_out[3:] if later.motion != held_out[2].motion)
    said = " ".join(turn.text for turn in following.speeches)
    assert passages_for(one, held_out)
    assert all(passage in said for passage in passages_for(one, held_out))
    assert passages_beside(held_out[0]) == passages_for(held_out[1], held_out)


def words_of(debate, side):
    return [speech.text.split() for speech in debate.speeches if speech.side == side]


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_speeches_of_one_side_are_made_worse(kind):
    worse = worsen(DEBATE, "con", kind, 1.0, PASSAGES, 0)
    assert worse != DEBATE
    assert words_of(worse, "pro") == words_of(DEBATE, "pro")
    assert worse == worsen(DEBATE, "con", kind, 1.0, PASSAGES, 0), "the same seed chooses the same sentences"


@pytest.mark.parametrize("kind", ["rebuttals", "evidence", "words"])
def test_a_larger_dose_takes_more(kind):
    taken = [
        sum(map(len, words_of(worsen(DEBATE, "pro", kind, dose, PASSAGES, 0), "pro"))) for dose in (0.01, 0.5, 1.0)
    ]
    assert taken[0] >= taken[1] > taken[2]


def test_the_full_dose_of_words_leaves_half_of_them():
    before, after = (
        sum(map(len, words_of(debate, "pro"))) for debate in (DEBATE, worsen(DEBATE, "pro", "words", 1.0, (), 0))
    )
    assert 0.3 * before < after <= 0.5 * before + 20


def test_the_order_alone_changes_where_sentences_are_shuffled():
    worse = worsen(DEBATE, "pro", "order", 1.0, (), 0)
    for before, after in zip(DEBATE.of("pro"), worse.of("pro"), strict=True):
        assert sorted(one.text for one in sentences(before.text)) == sorted(one.text for one in sentences(after.text))


def test_a_passage_replaces_as_many_sentences():
    worse = worsen(DEBATE, "pro", "passages", 1.0, PASSAGES, 0)
    assert all("penguin" in one.text for speech in worse.of("pro") for one in sentences(speech.text))


@pytest.mark.parametrize(
    ("said", "opposite"),
    [
        ("Fares are unfair.", "Fares are not unfair."),
        ("It isn't free.", "It is free."),
        ("They do not pay.", "They do pay."),
        ("We can't know.", "We can know."),
        ("That won’t help.", "That will help."),
        ("Fares rise.", None),
    ],
)
def test_a_sentence_is_turned_into_its_opposite(said, opposite):
    assert negate(said) == opposite
    if opposite:
        assert is_negated(said) != is_negated(opposite)


def test_the_mirror_exchanges_who_speaks_first_and_keeps_points_with_their_speech():
    debate = small_debate()
    turned = mirror(debate)
    assert [one.side for one in turned.speeches] == [other(one.side) for one in debate.speeches]
    assert sorted(turn.id for turn in turned.turns) == sorted(turn.id for turn in debate.turns)
    interrupted = next(turn for turn in turned.turns if turn.kind == "point")
    before = [turn for turn in turned.turns[: turned.turns.index(interrupted)] if turn.kind == "speech"][-1]
    assert (
        before.id == [turn for turn in debate.turns[: debate.turns.index(interrupted)] if turn.kind == "speech"][-1].id
    )
    assert mirror(turned) == debate


def test_baselines_count_words_and_places():
    assert count_words(DEBATE) == {"pro": 222, "con": 222}
    assert {name: rule(DEBATE) for name, rule in BASELINES.items()} == {
        "more words": None,
        "last speaker": "pro",
        "Opposition always": "con",
    }
    shorter = worsen(DEBATE, "con", "words", 1.0, (), 0)
    assert BASELINES["more words"](shorter) == "pro"


def named(by, cases, winner):
    return [Named(by=by, known=known, winner=winner(known)) for known in cases]


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    out = tmp_path_factory.mktemp("known")
    judges = Judges(panel=("scripted:one",), layers=("engagement",))
    sources = [
        case_of_debate(f"debate {place}", debate, judges, out) for place, debate in enumerate(known_debates("test")[:6])
    ]
    return known_cases(sources, judges, KnownOrder(), out)


def test_judges_with_known_answers_get_the_shares_that_they_must_have(cases):
    second = lambda known: other(known.case.debate.speeches[0].side)  # noqa: E731
    answers = [
        *named("knows", cases, lambda known: known.worse and other(known.worse)),
        *named("names none", cases, lambda known: None),
        *named("goes by order", cases, second),
        *named("Opposition", cases, lambda known: "con"),
    ]
    shares = {row[0]: row[4] for row in preference_table(answers).rows}
    assert (shares["knows"], shares["names none"]) == (1.0, 0.5)
    assert shares["goes by order"] == pytest.approx(0.5, abs=0.06)
    effects = {row[0]: row[4:] for row in order_table(answers).rows}
    assert [effects[by] for by in ("goes by order", "Opposition", "names none")] == [(1.0,) * 3, (0.0,) * 3, (0.0,) * 3]
    same = {row[0]: row[2:4] for row in order_table(answers).rows}
    assert (same["Opposition"], same["names none"]) == ((6, 0), (0, 6)), "naming nobody twice is not the same side"


def test_every_kind_stands_beside_all_rules_that_judge_nothing(cases):
    judged = [Judged(known=known, judgement=judgement(known.case.debate, JudgeFindings())) for known in cases]
    table = final_table(name_winners({"": judged}))
    assert table.columns[-3:] == ("more words", "last speaker", "Opposition always")
    assert [row[-1] for row in table.rows] == pytest.approx([0.5] * len(table.rows), abs=0.05), "either side was worse"


def test_a_coin_is_within_the_interval_of_one_half(cases):
    coin = random.Random(3)
    row = preference_table(named("coin", cases, lambda known: coin.choice(("pro", "con")))).rows[0]
    assert row[5] < 0.5 < row[6]


def test_rules_that_judge_nothing_are_counted_once_beside_several_panels(cases):
    judged = [Judged(known=known, judgement=judgement(known.case.debate, JudgeFindings())) for known in cases]
    alone, two = name_winners({"": judged}), name_winners({"one": judged, "other": judged})
    for table in (preference_table, order_table):
        rows = [{row[0]: row[1:] for row in table(named).rows} for named in (alone, two)]
        assert rows[0]["more words"] == rows[1]["more words"]
        assert {"final"} < rows[0].keys()
        assert {"one: final", "other: final"} < rows[1].keys()
