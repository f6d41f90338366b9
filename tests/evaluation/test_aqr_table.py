"""Table A3 on the paper's own data set: a made-up file of the same shape, a known judge, figures by hand."""

import json
from pathlib import Path

import pytest

from app.calling import called
from doxa.app.cli import app
from doxa.errors import CorpusError, ScenarioError
from doxa.evaluation.judging import EvaluationOrder, evaluate
from doxa.evaluation.sets import aqr_set
from doxa.evaluation.tables import judge_tables
from doxa.models.port import Request, Response
from doxa.models.scripted import ScriptedPerformer
from scenes.stage import cast

HEAD = "argument,topic,set,WA,MACE-P,stance_WA,stance_WA_conf"
ROWS = [
    "One,We should end subsidies,train,0.84,0.9,1,1",
    "Two,We should build rail,dev,0.5,0.4,-1,1",
    "Cars choke towns,We should ban cars,test,0.9,0.8,1,1",
    "Cars carry the ill,We should ban cars,test,0.6,0.5,-1,0.9",
    "Buses do it too,We should ban cars,test,0.3,0.3,1,1",
    "Nobody agreed on this one,We should ban cars,test,0.3,0.3,0,0.4",
]
JUDGED = {"Cars choke towns": ("for", 0.9), "Cars carry the ill": ("for", 0.6), "Buses do it too": ("unclear", 0.3)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "aqr.csv"
    place.write_text("\n".join([HEAD, *ROWS]) + "\n", encoding="utf-8")
    return place


def answer(request: Request) -> str | Response:
    """Judge as the table above says; the scorer puts texts in the opposite order."""
    inputs = request.inputs.model_dump()
    if request.task.name == "embed":
        return cast(request)
    if request.task.name == "extract":
        said: dict[str, object] = {"claims": [{"claim": inputs["text"], "snippet": inputs["text"]}]}
    elif request.task.name == "score_anchored":
        said = {"strengths": [1 - JUDGED[text][1] for text in inputs["claims"]]}
    else:
        judged = [JUDGED[text] for text in inputs["claims"]]
        said = {"judgements": [{"polarity": side, "strength": strength} for side, strength in judged]}
    return json.dumps(said)


def test_table_a3_has_the_papers_measures_on_its_own_data(file: Path, tmp_path: Path) -> None:
    order = EvaluationOrder(judges=("scripted:x",), sets=(), aqr=file, out=tmp_path / "out")
    (told,) = evaluate(order, make=lambda *_: ScriptedPerformer(answer))
    found = {measure.name: (measure.value, measure.n) for measure in told.measures}
    assert found["texts"] == (3, 3)
    assert found["extraction rate"] == (1.0, 3)
    assert found["strongest claim: accuracy"] == (pytest.approx(1 / 2), 3)
    assert found["strength, judge: Pearson r"] == (pytest.approx(1.0), 3)
    assert found["strength, scorer: Pearson r"] == (pytest.approx(-1.0), 3)
    (table,) = judge_tables([told], seed=0)
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["strength, scorer: Pearson r"][0] == 0.72
    assert rows["strength, scorer: Pearson r"][1].value == pytest.approx(-1.0)


def test_a_sample_is_drawn_from_rows_whose_stance_is_known(file: Path) -> None:
    assert [text.text for text in aqr_set(file).texts] == list(JUDGED)
    assert aqr_set(file, sample=2, seed=3) == aqr_set(file, sample=2, seed=3)
    with pytest.raises(CorpusError, match="has 3 texts"):
        aqr_set(file, sample=4)


def test_a_file_without_stances_is_told(tmp_path: Path) -> None:
    place = tmp_path / "aqr.csv"
    place.write_text("\n".join([",".join(row.split(",")[:4]) for row in (HEAD, *ROWS)]) + "\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="stance_WA"):
        aqr_set(place)


def test_the_command_prints_it(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "judgement", "--dataset", "aqr", "--path", str(file), "--out", str(tmp_path / "out")]
    shown = called(*words, capsys=capsys)
    assert "Judgement layer (Table A3): offline" in shown
    assert "strength, scorer: Pearson r" in shown
    assert "texts on motions of train parts" in shown, "ArgKP's arguments were drawn from this data set"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dataset", "aqr"], "does not come with doxa"),
        (["--path", "a.csv"], "--path is for --dataset aqr"),
        (["--dataset", "aqr", "--path", "a.csv", "--sets", "ibm"], "in the place of sets"),
        (["--dataset", "aqr", "--path", "a.csv", "--shift"], "in the place of sets"),
        (["--shift", "--part", "dev"], "has no parts"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: list[str], said: str) -> None:
    with pytest.raises(ScenarioError, match=said) as error:
        app(["evaluate", "judgement", *words], result_action="return_value")
    assert error.value.hint
