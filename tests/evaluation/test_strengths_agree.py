"""The table of agreement of strengths: by hand, by a hosted scorer over HTTP, and where that misbehaves."""

import json
from pathlib import Path

import numpy as np
import pytest

from doxa.app.cli import app
from doxa.evaluation import tables as exhibit
from doxa.evaluation.judging import EvaluationOrder, evaluate, plan_stages
from doxa.evaluation.sets import gold_set
from doxa.evaluation.tables import strength_tables
from doxa.models.embedded import anchored_strength, embedder
from doxa.models.port import Request, Response
from doxa.models.scripted import ScriptedPerformer
from doxa.records.claims import ANCHORS
from scenes.stage import cast
from servers.openai_server import OpenAIServer

MODEL = "compatible:test"
FEW = 8


def rate(request: Request) -> str | Response:
    """Extract a text as it stands; score it 0.1 above its rating, and as extractor at 0.5."""
    inputs = request.inputs.model_dump()
    if request.task.name == "embed":
        return cast(request)
    if request.task.name == "extract":
        said: dict[str, object] = {"claims": [{"claim": inputs["text"], "snippet": inputs["text"]}]}
    elif request.task.name == "score_anchored":
        ratings = {text.text: text.convincing or 0.0 for text in gold_set("ratings-new").texts}
        said = {"strengths": [round(ratings[text] + 0.1, 4) for text in inputs["claims"]]}
    else:
        assert request.task.name == "classify_anchored"
        said = {"judgements": [{"polarity": "for", "strength": 0.5} for _ in inputs["claims"]]}
    return json.dumps(said)


def test_agreement_is_counted_as_by_hand(tmp_path: Path) -> None:
    order = EvaluationOrder(judges=("scripted:x",), sets=("ratings-new",), sample=FEW, out=tmp_path)
    evaluations = evaluate(order, make=lambda *_: ScriptedPerformer(rate))
    (table,) = strength_tables(evaluations)
    rows = {row[:2]: row[2:] for row in table.rows}
    count, r, bias, difference = rows["scorer: scripted:x", "raters"]
    assert (count, bias, difference) == (FEW, pytest.approx(0.1), pytest.approx(0.1))
    assert r.value == pytest.approx(1.0)
    assert rows["judge: scripted:x", "raters"][1] is None, "a constant correlates with nothing"
    texts = evaluations[0].gold.texts
    read = [anchored_strength().strengths(text.proposition, [text.text], embedder())[0] for text in texts]
    told = [(text.convincing or 0.0) for text in texts]
    logs = np.log([1 + len(text.text) for text in texts])
    assert rows["log of length", "raters"][1].value == pytest.approx(np.corrcoef(logs, told)[0, 1])
    assert rows["log of length", "raters"][2:] == (None, None)
    bias = sum(first - second for first, second in zip(read, told, strict=True)) / FEW
    assert rows["embedded scorer", "raters"][2] == pytest.approx(bias)
    beside = sum(0.1 + second - first for first, second in zip(read, told, strict=True)) / FEW
    assert rows["scorer: scripted:x", "embedded scorer"][2] == pytest.approx(beside)


def test_sets_without_ratings_have_no_such_table(tmp_path: Path) -> None:
    assert strength_tables(evaluate(EvaluationOrder(sets=("ukp",), sample=4, out=tmp_path))) == []


def evaluated(place: Path, *words: str) -> None:
    named = ["--sets", "ratings-new", "--sample", str(FEW), "--out", str(place), "--max-tokens", "1000000"]
    app(["evaluate", "judgement", "--judge", MODEL, *named, *words], result_action="return_value")


def test_anyone_with_a_key_prints_it(server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluated(tmp_path)
    shown = " ".join(capsys.readouterr().out.split())
    assert "Agreement of strengths on the anchored scale: ratings-new" in shown
    assert f"scorer: {MODEL} raters {FEW}" in shown
    assert f"scorer: {MODEL} embedded scorer {FEW}" in shown
    prompts = [str(body["messages"][0]["content"]) for body in server.bodies]
    asked = [prompt for prompt in prompts if "You rate how good" in prompt]
    assert asked
    assert all(meaning in prompt for prompt in asked for meaning in ANCHORS.values())
    assert (tmp_path / "exhibits" / "strengths-ratings-new.csv").is_file()


def test_a_scorer_that_gives_no_numbers_has_fewer_claims(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.choose = lambda body: "other_json" if "You rate how good" in str(body["messages"]) else None
    evaluated(tmp_path)
    shown = " ".join(capsys.readouterr().out.split())
    assert f"scorer: {MODEL} raters 0 – – –" in shown
    assert f"judge: {MODEL} raters {FEW}" in shown


def test_the_percentile_scale_asks_as_ever(tmp_path: Path) -> None:
    order = EvaluationOrder(judges=(MODEL,), sets=("ratings",), scale="percentile", sample=2, out=tmp_path)
    (plain,) = plan_stages(order)
    assert "scale" not in plain.spec.model_dump(mode="json")["hearing"]


def test_one_text_has_no_correlation(tmp_path: Path) -> None:
    assert exhibit._correlate([(0.1, 0.2)], ["a"]) is None
