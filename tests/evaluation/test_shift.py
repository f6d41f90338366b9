"""The benchmark under shift: judges that are always right, wrong or for, and tables that are worked by hand."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.calling import called
from doxa.analysis.exhibit import Cell, Table
from doxa.corpora.message_sets import CONVERSATIONS
from doxa.errors import CorpusError, UnknownNameError
from doxa.evaluation import judging
from doxa.evaluation.guesses import Guess, guess_by_words, message_direction, shift_measures
from doxa.evaluation.judging import EvaluationOrder, chances_of, evaluate_shift
from doxa.evaluation.sets import DOMAINS, GoldSet, GoldText, own_set, shift_set
from doxa.evaluation.shift import (
    Shifted,
    find_threshold,
    shift_curve_table,
    shift_levels_table,
    shift_rule_table,
    shift_table,
    sure_texts,
)
from doxa.experiments.named_models import OFFLINE
from doxa.log.rundir import open_run
from doxa.models.embedded import embedder
from doxa.models.offline.directing import read_chances
from doxa.models.port import Request
from doxa.models.scripted import ScriptedPerformer
from doxa.records.claims import Claim
from scenes.stage import Answer, cast_but

WORDS = {1: "for", -1: "against", 0: "unclear"}
LABELS = {"p": 1, "q": -1, "r": 1, "s": -1, "n": 0}
"""First letter of a text → its label."""


def gold_of(name: str) -> GoldSet:
    """Return two texts for, two against and one without a side, on three topics; as messages, of two claims each."""
    texts = tuple(
        GoldText(key=key, proposition="Trees help", text=f"{key} one. {key} two.", polarity=label, topic=topic)
        for (key, label), topic in zip(LABELS.items(), ("a", "a", "b", "b", "c"), strict=True)
    )
    return GoldSet(name=name, part="test", texts=texts, of=5, reads="whole" if name == "crowd" else "message")


def judge_by(direct: Callable[[int], int]) -> Answer:
    """Return a judge that gives each claim a direction made from the label of the text that it is from."""

    def extract(request: Request) -> str:
        claims = [f"{claim.rstrip('.')}." for claim in request.inputs.text.split(". ")]
        return json.dumps({"claims": [{"claim": claim, "snippet": claim} for claim in claims]})

    def classify(request: Request) -> str:
        directions = [WORDS[direct(LABELS[claim[0]])] for claim in request.inputs.claims]
        return json.dumps({"judgements": [{"polarity": direction, "strength": 0.5} for direction in directions]})

    return cast_but(extract=extract, classify=classify, classify_anchored=classify)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "shift_set", lambda name, *_: gold_of(name))


def shares(path: Path, direct: Callable[[int], int], name: str) -> dict[str, float | None]:
    order = EvaluationOrder(judges=("scripted:x",), sets=(name,), shift=True, out=path)
    (domain,) = evaluate_shift(order, make=lambda *_: ScriptedPerformer(judge_by(direct)))
    return {measure.name: measure.value for measure in domain.measures}


@pytest.mark.parametrize("name", ["crowd", "own-messages"])
@pytest.mark.parametrize(
    ("direct", "accuracy", "coverage", "decided", "sides", "left"),
    [
        (lambda label: label, 1.0, 1.0, 1.0, (1.0, 1.0), 1.0),
        (lambda label: -label or 1, 0.0, 1.0, 0.0, (0.0, 0.0), 0.0),
        (lambda label: 1, 0.5, 1.0, 0.5, (1.0, 0.0), 0.0),
        (lambda label: 0, 0.0, 0.0, None, (0.0, 0.0), 1.0),
    ],
    ids=["right", "wrong", "for", "unclear"],
)
def test_judges_of_one_rule_have_the_shares_of_that_rule(
    name: str,
    direct: Callable[[int], int],
    accuracy: float,
    coverage: float,
    decided: float | None,
    sides: tuple[float, float],
    left: float,
    tmp_path: Path,
) -> None:
    found = shares(tmp_path, direct, name)
    assert (found["texts"], found["topics"], found["texts with a lost answer"]) == (5, 3, 0)
    assert (found["accuracy"], found["coverage"], found["right of the decided"]) == (accuracy, coverage, decided)
    assert (found["accuracy, for"], found["accuracy, against"]) == sides
    assert found["no side, left unclear"] == left
    assert (found["always for"], found["always against"]) == (0.5, 0.5)
    assert found["calibration error"] is None, "this judge states no probability"


def test_single_claims_are_judged_whole_and_messages_are_heard_as_runs_hear_them(tmp_path: Path) -> None:
    order = EvaluationOrder(judges=("scripted:x",), sets=("crowd", "own-messages"), shift=True, out=tmp_path)
    domains = evaluate_shift(order, make=lambda *_: ScriptedPerformer(judge_by(lambda label: label)))
    ids = [[call.id.partition("#")[0] for call in open_run(domain.path).calls()] for domain in domains]
    asked = [{id.partition("/")[2] for id in calls} for calls in ids]
    assert asked == [{"whole/classify"}, {"extract", "classify", "embed"}]


def claim(polarity: int, strength: float) -> Claim:
    return Claim(
        id="a#1", proposition="p", text="t", snippet="t", polarity=polarity,
        strengths={"extractor": strength}, source="a",
    )  # fmt: skip


def test_a_message_points_where_its_signed_strengths_sum_to() -> None:
    messages = ([(1, 0.2), (1, 0.2), (-1, 0.5)], [(1, 0.2), (-1, 0.1), (0, 0.9)], [(1, 0.2), (-1, 0.2)], [])
    assert [message_direction([claim(*signed) for signed in message]) for message in messages] == [-1, 1, 0, 0]


def guess(
    topic: str, polarity: int, direction: int | None, *, chance: float | None = None, twin: str = "", key: str = "k"
) -> Guess:
    text = GoldText(key=key, proposition="P", text="t", polarity=polarity, topic=topic, twin=twin)
    return Guess(gold=text, direction=direction, chance=chance)


def test_both_ways_round_counts_twins_that_turn_and_twins_that_do_not() -> None:
    pairs = {"a": (1, -1), "b": (1, 1), "c": (1, 0), "d": (-1, 1)}
    guesses = [guess(name, 1, side, twin=name) for name, sides in pairs.items() for side in sides]
    found = {measure.name: measure.value for measure in shift_measures(guesses)}
    assert (found["both ways, opposed"], found["both ways, alike"]) == (0.5, 0.25)


def test_intervals_resample_topics_and_lost_answers_are_left_out() -> None:
    # one topic all right, one all wrong: texts by themselves would give a narrow interval
    guesses = [guess("a", 1, 1) for _ in range(50)] + [guess("b", 1, -1) for _ in range(50)] + [guess("b", 1, None)]
    found = {measure.name: measure for measure in shift_measures(guesses)}
    accuracy = found["accuracy"]
    assert (accuracy.value, accuracy.low, accuracy.high, accuracy.n) == (0.5, 0.0, 1.0, 100)
    assert found["texts with a lost answer"].value == 1


def shifted(name: str, guesses: tuple[Guess, ...]) -> Shifted:
    gold = GoldSet(name=name, part="test", texts=tuple(guess.gold for guess in guesses), of=9, reads="message")
    return Shifted(judge="j", gold=gold, guesses=guesses, measures=shift_measures(guesses), path="p")


def test_the_table_names_domains_of_few_topics_and_the_curve_those_that_are_sure() -> None:
    guesses = (
        guess("a", 1, 1, chance=0.95), guess("a", -1, 1, chance=0.9), guess("b", 1, 0, chance=0.55),
        guess("b", -1, 0, chance=0.45), guess("b", 1, -1, chance=0.3),
    )  # fmt: skip
    domain = shifted("irony", guesses)
    table = shift_table([domain], seed=4)
    assert "Fewer than 8 topics, so that the interval says little: irony (2)." in table.caption
    assert "Sampled with seed 4." in table.caption
    (cells,) = rows_of(table)
    assert (cells["n"], cells["topics"], cells["coverage"], cells["for"]) == (5, 2, 0.6, pytest.approx(1 / 3))
    curve, levels = shift_curve_table([domain]), shift_levels_table([domain])
    # surest first: .95 right, .9 wrong, .3 wrong, .55 right, .45 right
    assert curve is not None
    assert curve.rows[0][3:] == pytest.approx((1.0, 0.5, 1 / 3, 0.5, 0.6))
    assert levels is not None
    # by its own bounds .95 right, .9 wrong, .3 wrong; from .8 on the first two, at .95 the first
    three, two, one = "0.600, 0.333", "0.400, 0.500", "0.200, 1.000"
    assert levels.rows[0][3:] == (three, three, three, two, two, one)
    # each text alone in its bin: mean of .05, .9, .7, .45, .45
    error = next(one.value for one in domain.measures if one.name == "calibration error")
    assert error == pytest.approx((0.05 + 0.9 + 0.7 + 2 * 0.45) / 5)


def rows_of(table: Table) -> list[dict[str, Cell]]:
    return [dict(zip(table.names, row, strict=True)) for row in table.rows]


def domain_of(name: str, sure: list[tuple[float, bool]]) -> Shifted:
    """Return a domain of messages, each with how probable the judge finds its likelier side, and whether it is so."""
    guesses = tuple(
        guess(str(place), 1, 1, chance=chance if right else 1 - chance) for place, (chance, right) in enumerate(sure)
    )
    return shifted(name, guesses)


def test_a_threshold_is_the_lowest_at_which_the_others_are_right_each_domain_alike() -> None:
    # by texts .75 would do (10 of 11 right); by domains it is half of 10 of 10 and half of 0 of 1
    many = domain_of("irony", [(0.75, True)] * 9 + [(0.95, True)])
    one = domain_of("swaps", [(0.75, False)])
    assert find_threshold([sure_texts(many.guesses), sure_texts(one.guesses)]) == pytest.approx(0.45)
    assert find_threshold([sure_texts(one.guesses)]) is None


def test_the_rule_leaves_each_domain_out_and_names_those_that_miss() -> None:
    good = domain_of("irony", [(0.9, True)] * 3 + [(0.6, True)])
    bad = domain_of("swaps", [(0.95, True), (0.95, False), (0.6, False), (0.6, False)])
    table = shift_rule_table([good, bad])
    assert table is not None
    rows = {row["domain"]: row for row in rows_of(table)}
    # of "swaps" alone no threshold has nine in ten right, so that "irony" is left undecided; "irony" decides all
    assert (rows["irony"]["threshold"], rows["irony"]["coverage"], rows["irony"]["reached"]) == (None, 0.0, "no")
    assert (rows["swaps"]["threshold"], rows["swaps"]["coverage"], rows["swaps"]["right"]) == (
        pytest.approx(0.6),
        1.0,
        0.25,
    )
    assert table.caption.endswith("decided: irony, swaps.")


def test_every_domain_has_its_texts() -> None:
    keys = {name: [text.key for text in shift_set(name).texts] for name in DOMAINS}
    assert all(len(set(names)) == len(names) for names in keys.values())
    assert {name: len(names) for name, names in keys.items()} == {
        "crowd": 723, "wikipedia": 364, "debate-sites": 1205, "own-messages": 744, "written-debates": 344,
        "llm-messages": 570, "model-debates": 92, "ballot-arguments": 61,
        "persuaders-given": 581, "persuaders-chosen": 251, "people-given": 237,
        "people-chosen": 75, "swaps": 80, "negated": 80, "irony": 30, "concessions": 40, "hedges": 40,
        "languages": 24, "everyday": 120, "noise": 24,
    }  # fmt: skip


def test_twins_are_drawn_together_with_opposite_labels() -> None:
    drawn = shift_set("swaps", sample=3, seed=1)
    assert (len(drawn.texts), drawn.of) == (6, 80)
    for first, second in zip(drawn.texts[::2], drawn.texts[1::2], strict=True):
        assert (first.twin, first.text, first.polarity) == (second.twin, second.text, -(second.polarity or 0))
        assert first.proposition != second.proposition


def test_a_persons_message_has_the_side_on_which_the_person_began_and_ended() -> None:
    messages = {message.id: message for message in CONVERSATIONS.read()}
    by_round: dict[str, set[int | None]] = {}
    for message in messages.values():
        if message.writer == "person":
            by_round.setdefault(message.id.partition("/")[0], set()).add(message.side)
    assert all(len(sides) == 1 for sides in by_round.values())
    assert {message.side for message in messages.values() if message.writer == "persuader"} == {1, -1}
    assert {message.side for message in messages.values() if message.writer == "person"} == {1, -1, None}


def test_words_alone_guess_plain_texts() -> None:
    assert guess_by_words("We should ban cigarettes", "They are harmful and dangerous.") == 1
    assert guess_by_words("We should legalize cigarettes", "They are harmful and dangerous.") == -1


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(UnknownNameError) as error:
        shift_set("crowds")
    assert "Did you mean 'crowd'?" in error.value.hint
    with pytest.raises(CorpusError, match="a sample of 0"):
        shift_set("irony", sample=0)


MINE = """proposition,text,polarity,topic
We should plant trees,"Trees cool the street, and everybody sleeps better.",for,streets
We should plant trees,Roots break pavements and pipes.,against,streets
We should close the pool,The pool costs more than it brings.,for,town
"""


def test_a_users_own_file_is_a_row_by_its_topics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(MINE, encoding="utf-8")
    assert [text.topic for text in own_set(file).texts] == ["streets", "streets", "town"]
    words = ["evaluate", "judgement", "--file", str(file), "--out", str(tmp_path / "out")]
    shown = called(*words, capsys=capsys)
    assert "mine.csv" in shown
    assert "your own file" in shown
    folder = tmp_path / "out" / "exhibits-shift"
    names = {place.name for place in folder.iterdir()}
    assert {"shift-offline.csv", "shift-offline.md", "shift.csv", "shift-topics.csv", "shift-curve.csv"} <= names
    rows = list(csv.DictReader((folder / "shift-offline.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["domain"], row["n"], row["topics"]) for row in rows] == [("mine.csv", "3", "2")]
    (result,) = json.loads(called(*words, "--json", capsys=capsys))["results"]
    assert (result["domain"], result["texts"]) == ("mine.csv", 3)


def test_a_users_texts_that_take_no_side_are_counted_by_what_is_left_unclear(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(MINE + "We should close the pool,Opinions are divided.,none,town\n", encoding="utf-8")
    gold = own_set(file)
    assert [text.polarity for text in gold.texts] == [1, -1, 1, 0]
    unclear = [Guess(gold=text, direction=0, chance=None) for text in gold.texts]
    measures = {one.name: one for one in shift_measures(unclear)}
    assert (measures["no side, left unclear"].value, measures["no side, left unclear"].n) == (1.0, 1)
    assert measures["accuracy"].n == 3


@pytest.mark.parametrize("word", ["maybe", ""])
def test_a_text_of_an_unknown_side_is_refused_with_all_words_for_one(tmp_path: Path, word: str) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(MINE + f"We should close the pool,Pools are wet.,{word},town\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=rf"line 5, column polarity: '{word}' is none of .*against, 0, none"):
        own_set(file)


def test_an_even_probability_is_right_for_no_side():
    even = guess("a", 1, 0, chance=0.5)
    assert not even.leans
    surest = shift_curve_table([shifted("d", (guess("a", 1, 1, chance=0.9), even, guess("b", -1, 0, chance=0.6)))])
    assert surest is not None
    assert (surest.rows[0][2], surest.rows[0][-1]) == (2, 0.5)
    sides = {(-1, 0.5): False, (1, 0.5): False, (-1, 0.49): True, (1, None): False}
    assert {(side, chance): guess("a", side, 0, chance=chance).leans_rightly for side, chance in sides} == sides


def test_the_offline_judge_states_the_probabilities_of_its_directions():
    chances = chances_of(OFFLINE)
    assert chances is not None
    motion, claim = "The council should shelve the tram line", "The tram line would ruin the old town."
    (alone,) = chances(motion, [claim])
    assert [alone] == read_chances(motion, [claim], embedder())
    assert alone > 0.5  # under the bare verb the network reads it the other way round
    assert chances("Trains are safer than planes", ["It depends."]) == [0.5]
