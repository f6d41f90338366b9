"""``doxa evaluate`` as a person or a program meets it: tables, files, and errors that say what to do."""

import csv
import json
from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.evaluation.system import PARTS


def test_judgement_prints_tables_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "judgement", "--sample", "12", "--sets", "argkp,ukp", "--out", str(tmp_path)]
    shown = called(*words, capsys=capsys)
    assert "offline on argkp: 12 of 12" in shown
    for told in ("extraction rate", "0.770", "length in characters", "Sampled with seed 0", "nothing spent"):
        assert told in shown
    folder = tmp_path / "exhibits"
    names = {file.name for file in folder.iterdir()}
    assert {"tableA3-offline.md", "tableA3-offline.csv", "judgement.csv", "summary.json", "exhibits.html"} <= names
    rows = list(csv.DictReader((folder / "judgement.csv").read_text(encoding="utf-8").splitlines()))
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    measures = [one for each in summary["results"] for one in each["measures"]]
    assert len(rows) == len(measures)
    assert (summary["sample"], summary["seed"]) == (12, 0)
    assert called(*words, "--json", capsys=capsys).startswith("{")


def test_judgement_again_asks_nothing_and_gives_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "judgement", "--sample", "5", "--sets", "ibm", "--out", str(tmp_path), "--json"]
    first = json.loads(called(*words, capsys=capsys))
    calls = {file: file.read_bytes() for file in tmp_path.rglob("calls.jsonl")}
    assert json.loads(called(*words, capsys=capsys)) == first
    assert {file: file.read_bytes() for file in tmp_path.rglob("calls.jsonl")} == calls


def test_duplicates_marks_the_texts_thresholds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = called("evaluate", "duplicates", "--sample", "2", "--out", str(tmp_path), capsys=capsys)
    for told in ("θ_self, model sweeps", "replay of people", "best F1 on perspectrum", "bootstrap"):
        assert told in shown
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert [one["topics"] for one in summary["sets"]] == [2, 2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--judge", "ofline"], "Did you mean 'offline'"),
        (["--sets", "argkp,imb"], "Did you mean 'ibm'"),
        (["--sets", "ibm", "--sample", "5000"], "has 1355 texts"),
        (["--strength", "offline", "--sets", "argkp,ibm"], "Add ukp to --sets"),
        (["--temperature", "warm"], "'provider'"),
        (["--temperature", "5"], "from 0 to 2"),
        (["--temperature", "nan"], "from 0 to 2"),
    ],
)
def test_errors_say_what_to_do(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = failed(monkeypatch, capsys, "evaluate", "judgement", *words, "--out", str(tmp_path))
    assert code == 2
    assert told in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", PARTS)
def test_help_teaches(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = called(*name.split(), "--help", capsys=capsys)
    assert f"Usage: doxa {name}" in shown
    assert "Try: doxa" in shown
