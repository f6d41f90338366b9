"""``doxa replay`` as a person meets it: from files to tables, and errors that say what to do."""

import json
from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.humans.system import HELPS
from humans.made import chat, debate_file, lines_file, opinion

WORDS = [
    "Compulsory voting raises turnout among the poor.",
    "Forcing people to vote is against their freedom.",
    "When everybody votes, parliaments look like the people.",
    "Many would vote at random because they do not care.",
]
MOTION = "We should introduce compulsory voting"


@pytest.fixture
def own(tmp_path: Path) -> str:
    rows = [
        {
            "person": f"p{n}", "proposition": MOTION, "group": f"g{n // 2}", "initial": 1 + n % 6, "final": 1 + n % 5,
            "scale": [1, 6], "control": n == 9,
            "messages": [{"text": WORDS[(n + k) % 4], "speaker": "q", "stance": 1 + n % 6} for k in range(1 + n % 3)],
        }
        for n in range(10)
    ]  # fmt: skip
    return str(lines_file(tmp_path / "own.jsonl", [*rows, {"person": "lost"}]))


def test_own_people_from_a_file_to_tables(own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, kept = tmp_path / "out", tmp_path / "kept.jsonl"
    words = ["replay", own, "--replicates", "50", "--out", str(out), "--records", str(kept)]
    shown = called(*words, capsys=capsys)
    assert shown.index("What these numbers do and do not support") < shown.index("Tables 1 and A6")
    for told in ("messages judged", "published, DEBATE, other people", "Placebo", "own.jsonl, line 11"):
        assert told in shown
    names = {file.name for file in (out / "exhibits").iterdir()}
    assert {"table1.csv", "tableA7.md", "people.csv", "reading.md", "exhibits.html", "figure4.png"} <= names
    page = (out / "exhibits" / "exhibits.html").read_text(encoding="utf-8")
    assert page.index("What these numbers do and do not support") < page.index("Tables 1 and A6")
    tables = {file.name: file.read_bytes() for file in (out / "exhibits").glob("*.csv")}
    told = json.loads(called(*words, "--json", capsys=capsys))
    assert told == json.loads((out / "exhibits" / "summary.json").read_text(encoding="utf-8"))
    everybody = told["populations"]["All participants"]
    assert (everybody["n"], everybody["belief_engine"], told["clamp"]) == (9, "global", 0.98)
    gain = everybody["gain"]["no change"]
    assert gain["value"] == pytest.approx(
        everybody["rmse"]["no change"]["value"] - everybody["rmse"]["global"]["value"], abs=2e-6
    )
    assert told["beats_no_change"] is (None if gain["low"] <= 0 <= gain["high"] else gain["low"] > 0)
    assert "Tables 1" not in called(*words, "--quiet", capsys=capsys)
    assert {file.name: file.read_bytes() for file in (out / "exhibits").glob("*.csv")} == tables


def test_a_few_of_the_shipped_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["replay", "persuasiontrace", "--sample", "6", "--replicates", "50", "--seed", "3", "--out", str(tmp_path)]
    shown = called(*words, "--tolerance", "six-point", "--strength", "equal", capsys=capsys)
    assert "A sample of 6 of" in shown.replace("\n", " ")
    assert "One step ahead" in shown
    told = (tmp_path / "exhibits" / "tableA4.md").read_text(encoding="utf-8")
    assert "both stances on the same of six points" in told


def test_debate_from_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for talk in range(3):
        rows = [opinion(f"{who}{talk}", 2 + place) for place, who in enumerate("ABCD")]
        rows += [chat(f"A{talk}", f"B{talk}", WORDS[0], 1), chat(f"C{talk}", f"D{talk}", WORDS[1], 2)]
        rows += [opinion(f"{who}{talk}", 3, post=True) for who in "ABC"]
        debate_file(tmp_path / f"raw/depth/compulsory_voting/{talk}.csv", rows)
    words = ["replay", "debate", "--path", str(tmp_path), "--replicates", "50", "--out", str(tmp_path / "out")]
    shown = called(*words, capsys=capsys)
    assert "published BE" in shown
    assert not (tmp_path / "out/exhibits/published.csv").exists()
    assert shown.count("no usable Post Opinion") == 3


def test_check_judges_nothing(own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = called("replay", "check", own, capsys=capsys)
    assert "rows dropped" in shown
    assert "own.jsonl, line 11" in shown
    assert {file.name for file in tmp_path.iterdir()} == {"own.jsonl"}
    assert "No row is dropped" not in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["persuasion"], "Did you mean 'persuasiontrace'"),
        (["debate"], "--path DIR"),
        (["persuasiontrace", "--clamp", "1"], "clamp is 1"),
        (["persuasiontrace", "--tolerance", "small"], "--tolerance is a number or six-point"),
        (["persuasiontrace", "--sample", "9999"], "a sample of 9999"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(words, told, capsys, monkeypatch):
    code, said = failed(monkeypatch, capsys, "replay", *words)
    assert code == 2
    assert told in said.replace("\n", " ")


def test_help_names_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    shown = called("replay", "--help", capsys=capsys)
    assert HELPS["replay"].splitlines()[0] in shown
    assert "check" in shown
