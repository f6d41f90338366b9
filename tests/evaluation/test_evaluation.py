"""Evaluating judges: a judge that is right, wrong and unclear on known texts gives tables that are worked by hand."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from doxa.analysis.verify import verify
from doxa.engine.gate import Budget
from doxa.errors import BeliefError, CorpusError, DoxaError, ScenarioError, StoppedError, UnknownNameError
from doxa.evaluation import judging
from doxa.evaluation.appraising import Appraisal, AppraisingSettings, JudgedClaim, Text, script
from doxa.evaluation.duplicates import PairedTexts, argkp_topics, perspectrum_topics, separation, topics_of
from doxa.evaluation.judging import EvaluationOrder, evaluate
from doxa.evaluation.measures import JudgeMeasure, measures
from doxa.evaluation.sets import SETS, GoldSet, GoldText, gold_set
from doxa.evaluation.tables import agreement, judge_tables
from doxa.log.rundir import open_run
from doxa.models.port import Request, Response, Usage
from doxa.models.scripted import ScriptedPerformer
from doxa.records.steps import Floor, Outcome
from scenes.stage import believer, debate, vector
from servers.openai_server import OpenAIServer

SIX = GoldSet(
    name="argkp",
    part="test",
    of=6,
    texts=tuple(
        GoldText(key=key, proposition="P" if key < "d" else "Q", text=f"text {key}", polarity=polarity)
        for key, polarity in zip("abcdef", (1, -1, 1, -1, 1, -1), strict=True)
    ),
)
CLAIMS = {"a": ["a1"], "b": ["b1", "b2"], "c": [], "d": ["d1"], "f": ["f1"]}
JUDGED = {
    "a1": ("for", 0.6), "b1": ("against", 0.2), "b2": ("for", 0.9), "d1": ("unclear", 0.5), "f1": ("against", 0.8),
    "text a": ("for", 0.5), "text b": ("unclear", 0.4), "text c": ("against", 0.3), "text d": ("against", 0.6),
    "text e": ("for", 0.7), "text f": ("for", 0.1),
}  # fmt: skip
RIGHT = {"text a": "for", "text b": "unclear", "text c": "for", "text d": "against", "text e": "for"}


def scripted(request: Request) -> Response:
    """Judge X as the tables above say, Y right on whole texts except for one; extraction of e is never JSON."""
    if request.task.name == "embed":
        vectors = tuple(vector(text) for text in request.inputs.texts)
        return Response(vectors=vectors, usage=Usage(input_tokens=0, output_tokens=0), cost=0.0)
    return Response(text=_scripted(request), usage=Usage(input_tokens=10, output_tokens=0), cost=0.01)


def _scripted(request: Request) -> str:
    inputs = request.inputs.model_dump()
    if request.task.name == "extract":
        claims = CLAIMS.get(inputs["text"].removeprefix("text "))
        return "what?" if claims is None else json.dumps({"claims": [{"claim": one, "snippet": ""} for one in claims]})
    judged = [JUDGED[one] for one in inputs["claims"]]
    if request.settings.model == "scripted:y":
        judged = [(RIGHT.get(one, "against"), 0.5) for one in inputs["claims"]]
    return json.dumps({"judgements": [{"polarity": polarity, "strength": s} for polarity, s in judged]})


@pytest.fixture
def six(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "gold_set", lambda name, *_: SIX if name == "argkp" else gold_set(name, "test", 1))


def ordered(path: Path, *judges: str, **more: object) -> EvaluationOrder:
    return EvaluationOrder(judges=judges or ("scripted:x",), sets=("argkp",), out=path, **more)


def shares(measures: Iterable[JudgeMeasure], names: Iterable[str]) -> dict[str, tuple[float | None, int]]:
    found = {measure.name: (measure.value, measure.n) for measure in measures}
    return {name: found[name] for name in names}


def test_every_share_of_table_a3_by_hand(six: None, tmp_path: Path) -> None:
    expected = {
        # five texts were extracted: c into none, a, d and f into one, b into two; e was lost
        "texts with a lost answer": (1, 6), "extraction rate": (4 / 5, 5), "exactly one claim": (3 / 5, 5),
        "more than one claim": (1 / 5, 5),
        # strongest: a right, b wrong (its stronger claim), d unclear, f right
        "strongest claim: coverage": (3 / 4, 4), "strongest claim: accuracy": (2 / 3, 4),
        "strongest claim: accuracy, unclear as wrong": (2 / 4, 4),
        "strongest claim: macro-F1": ((2 / 3 + 2 / 4) / 2, 4),
        # whole: a, d, e right, c, f wrong, b unclear
        "whole text: coverage": (5 / 6, 6), "whole text: accuracy": (3 / 5, 6),
        "whole text: accuracy, unclear as wrong": (3 / 6, 6), "whole text: macro-F1": ((4 / 6 + 2 / 5) / 2, 6),
    }  # fmt: skip
    (told,) = evaluate(ordered(tmp_path), make=lambda *_: ScriptedPerformer(scripted))
    assert shares(told.measures, expected) == {name: pytest.approx(share) for name, share in expected.items()}


def test_the_table_has_the_papers_figures_beside_ours(six: None, tmp_path: Path) -> None:
    told = evaluate(ordered(tmp_path), make=lambda *_: ScriptedPerformer(scripted))
    (table,) = judge_tables(told, seed=0)
    rows = {row[0]: row[1:] for row in table.rows}
    assert table.columns[1] == "paper (100 rows of AQR)"
    assert rows["exactly one claim"][0] == 0.77
    assert rows["exactly one claim"][1].value == pytest.approx(0.6)
    assert rows["texts"] == (None, 6)
    assert "6 of 6" in table.caption


def test_agreement_of_two_judges_by_hand(six: None, tmp_path: Path) -> None:
    told = evaluate(ordered(tmp_path, "scripted:x", "scripted:y"), make=lambda *_: ScriptedPerformer(scripted))
    (row,) = agreement(told).rows
    assert row[:3] == ("argkp", "scripted:x / scripted:y", 6)
    # both decided a, c, d, e, f and differ on c and f: 6 for, 4 against; D_o = 4/10, D_e = 48/90
    assert row[3] == pytest.approx(1 - 0.4 / (48 / 90))
    # with b, unclear to both: D_o = 4/12, D_e = (144 − 36 − 16 − 4)/132
    assert row[4] == pytest.approx(1 - (4 / 12) / (88 / 132))
    assert row[6] is None, "labelled texts are not scored"


def test_the_judge_sees_propositions_and_texts_and_no_label(six: None, tmp_path: Path) -> None:
    (told,) = evaluate(ordered(tmp_path), make=lambda *_: ScriptedPerformer(scripted))
    log = open_run(told.path)
    assert set(log.spec.script["texts"][0]) == {"key", "proposition", "text"}
    asked = [one for one in log.calls() if one.id.startswith("a/whole/classify")]
    prompt = " ".join(log.blobs.block(name).text for name in asked[0].blocks)
    assert all(text in prompt for text in ("text a", "text b", "text c"))
    assert "text d" not in prompt, "texts of another proposition are judged apart"
    assert verify(told.path).status == "verified"


def test_a_spent_budget_stops_all_runs_together_and_the_same_call_goes_on(six: None, tmp_path: Path) -> None:
    performer = ScriptedPerformer(scripted)
    make = lambda *_: performer  # noqa: E731
    judges = ("scripted:x", "scripted:y")
    with pytest.raises(StoppedError, match="larger budget"):
        evaluate(ordered(tmp_path, *judges, budget=Budget(tokens=170)), make=make)
    # 7 extractions (e twice), 2 groups and 4 texts with claims are 13 calls of 10 tokens; 4 are left for the second
    # and so do embeddings of the 4 texts with claims, which take no tokens here
    assert performer.calls == 17 + 4
    told = evaluate(ordered(tmp_path, *judges, budget=Budget(usd=1.0, tokens=270)), make=make)
    assert performer.calls == 26 + 8, "nothing is asked twice"
    assert len(told) == 2
    evaluate(ordered(tmp_path, *judges), make=make)
    assert performer.calls == 26 + 8


def test_strength_against_ranks_by_hand() -> None:
    def ranked(key: str, length: int, convincing: float) -> GoldText:
        return GoldText(key=key, proposition="P", text="x" * length, side=key[0], convincing=convincing)

    texts = (
        ranked("s1", 4, 3), ranked("s2", 5, 2), ranked("s3", 20, 1),
        ranked("t1", 10, 1), ranked("t2", 12, 2), ranked("t3", 30, 3),
    )  # fmt: skip
    pairs = (("s1", "s2"), ("s1", "s3"), ("t2", "t1"), ("t3", "t1"))
    judge = {"s1": 0.9, "s2": 0.5, "s3": 0.1, "t1": 0.5, "t2": 0.5, "t3": 0.9}
    scorer = {"s1": 0.1, "s2": 0.5, "s3": 0.9, "t1": 0.3, "t2": 0.4, "t3": None}
    found = measures(
        GoldSet(name="ukp", part="test", of=6, texts=texts, pairs=pairs),
        {key: Appraisal(whole=JudgedClaim(polarity=1, strength=judge[key]), score=scorer[key]) for key in judge},
    )
    expected = {
        "texts with a lost answer": (1, 6), "strength, judge: Kendall τ": ((1 + 2 / 6**0.5) / 2, 6),
        "strength, scorer: Kendall τ": (0.0, 5), "strength, length: Spearman ρ": (0.0, 6),
        "strength, judge: pairs in order": (3.5 / 4, 4), "strength, scorer: pairs in order": (1 / 3, 3),
        "strength, length: pairs in order": (2 / 4, 4),
        # 4 and 5 characters differ by a fifth of the longer, which is no longer near; 10 and 12 are near
        "strength, judge: pairs of near length in order": (0.5, 1),
        "strength, length: pairs of near length in order": (1.0, 1),
    }  # fmt: skip
    assert shares(found, expected) == {name: pytest.approx(share) for name, share in expected.items()}
    assert all(one.low <= one.value <= one.high for one in found if one.low is not None)


def test_texts_are_judged_together_by_proposition_and_a_lost_step_is_told_as_none() -> None:
    texts = [{"key": f"k{n}", "proposition": "P" if n < 3 else "Q", "text": f"t{n}"} for n in range(5)]
    settings = AppraisingSettings(texts=tuple(Text(**one) for one in texts), claims=False, score=True, together=2)
    spec = debate(believer("judge", "pro")).model_copy(update={"script": settings.model_dump(mode="json")})
    running = script(spec)
    batch = next(running)
    assert [step.key for step in batch.steps if step.task == "score"] == [
        "k0/whole/score", "k2/whole/score", "k3/whole/score",
    ]  # fmt: skip
    outcomes = tuple(
        Outcome(key=one.key, task=one.task, actor=one.actor, status="ok", reply={"strengths": [0.1, 0.2]})
        if one.key == "k0/whole/score"
        else Outcome(key=one.key, task=one.task, actor=one.actor, status="refused", reason="refusal")
        for one in batch.steps
    )
    with pytest.raises(StopIteration) as end:
        running.send(Floor(outcomes=outcomes))
    found = end.value.value.appraisals
    assert [found[f"k{n}"].score for n in range(5)] == [0.1, 0.2, None, None, None]
    assert all(appraisal.whole is None and appraisal.claims is None for appraisal in found.values())


@pytest.mark.parametrize("name", SETS)
def test_a_sample_is_drawn_by_its_seed_from_the_test_part_in_order(name: str) -> None:
    whole, one, other = gold_set(name), gold_set(name, sample=20, seed=1), gold_set(name, sample=20, seed=2)
    assert one == gold_set(name, sample=20, seed=1)
    assert one.texts != other.texts
    places = [whole.texts.index(text) for text in one.texts]
    assert places == sorted(set(places))
    assert (len(one.texts), one.of) == (20, len(whole.texts))
    keys = {text.key for text in one.texts}
    assert one.pairs == tuple(pair for pair in whole.pairs if keys.issuperset(pair))


def test_test_parts_are_the_official_ones() -> None:
    assert {name: gold_set(name).of for name in SETS} == {
        "argkp": 723, "ibm": 1355, "ukp": 268, "perspectrum": 2764, "perspectrum-new": 1849, "ibm-new": 364,
        "ukp-sides": 1052, "ratings": 2000, "ratings-new": 397,
    }  # fmt: skip


def test_an_offline_revision_has_a_place_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order = EvaluationOrder(judges=("compatible:a",), strength="offline", sets=("ukp",), sample=2, out=tmp_path)
    (before,) = judging.plan_stages(order)
    monkeypatch.setattr(judging, "REVISION", "offline/next")
    (after,) = judging.plan_stages(order)
    assert before.spec == after.spec
    assert before.path != after.path
    assert after.path.parent.name == "compatible-a+offline-next"


def test_labelled_texts_are_judged_once_whoever_scores_ranked_ones(tmp_path: Path) -> None:
    def places(strength: str | None) -> list[Path]:
        order = EvaluationOrder(
            judges=("compatible:a",), strength=strength, sets=("argkp", "ukp"), sample=2, out=tmp_path
        )
        return [one.path for one in judging.plan_stages(order)]

    (labelled, ranked), (same, other) = places(None), places("offline")
    assert labelled == same
    assert ranked != other


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda out: gold_set("argpk"), UnknownNameError, "Did you mean 'argkp'"),
        (lambda out: gold_set("ibm", "dev"), CorpusError, "Its parts: test, train"),
        (lambda out: gold_set("ukp", sample=269), CorpusError, "1 to 268"),
        (
            lambda out: evaluate(EvaluationOrder(judges=("ofline",), sample=2, out=out)),
            UnknownNameError,
            "Did you mean 'offline'",
        ),
        (
            lambda out: evaluate(EvaluationOrder(judges=("offline", "offline"), sample=2, out=out)),
            ScenarioError,
            "name every judge once",
        ),
    ],
)
def test_what_is_not_there_is_told_with_what_is(
    call: Callable[[Path], object], error: type[DoxaError], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said):
        call(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_hosted_judge_goes_through_the_journal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with OpenAIServer() as server:
        monkeypatch.setenv("DOXA_BASE_URL", server.base_url)
        monkeypatch.setenv("DOXA_API_KEY", "sk-secret-key-of-the-test")
        order = EvaluationOrder(judges=("compatible:test",), sets=("argkp", "ukp"), sample=6, out=tmp_path)
        first = evaluate(order)
        asked = server.count
        again = evaluate(order)
    assert asked == sum(call.model == "compatible:test" for each in first for call in open_run(each.path).calls())
    assert server.count == asked
    assert [each.measures for each in again] == [each.measures for each in first]


AXIS = {"a": (1.0, 0.0), "b": (0.8, 0.6), "c": (0.0, 1.0)}


def rows(texts: tuple[str, ...]) -> np.ndarray:
    return np.array([AXIS[text] for text in texts])


def test_thresholds_of_similarity_by_hand() -> None:
    # cosines: a–b 0.8 (the same), a–c 0 (not), b–c 0.6 (not)
    topic = PairedTexts(name="t", texts=("a", "b", "c"), pairs=((0, 1, True), (0, 2, False), (1, 2, False)))
    found = separation("hand", [topic, topic], rows)
    assert (found.same, found.different, found.texts) == (2, 4, 6)
    at = {one.theta: (one.precision, one.recall, one.f1) for one in found.thresholds}
    assert at[0.3] == at[0.6] == (0.5, 1.0, pytest.approx(2 / 3))
    assert at[0.61] == at[0.8] == (1.0, 1.0, 1.0)
    assert at[0.81] == (None, 0.0, 0.0)
    assert (found.best, found.best_low, found.best_high) == (0.61, 0.61, 0.61)
    assert found.everything == pytest.approx(2 * 2 / (2 * 2 + 4))


def test_pairs_are_those_that_labels_settle() -> None:
    topics = list(argkp_topics())
    assert len(topics) == 31
    pairs = [same for topic in topics for _, _, same in topic.pairs]
    assert (len(pairs), sum(pairs)) == (189617, 101216)
    assert sum(len(one.pairs) for one in perspectrum_topics()) == 85941


def test_topics_are_sampled_by_seed_and_no_more_than_there_are() -> None:
    assert [one.name for one in topics_of("argkp", 3, 1)] == [one.name for one in topics_of("argkp", 3, 1)]
    with pytest.raises(BeliefError, match="2 to 31"):
        topics_of("argkp", 32)
