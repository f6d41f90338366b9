"""The tutorial: a stranger's path from a clone to a figure and a Parquet file, in at most ten commands and no code."""

import csv
import shlex
import subprocess
from pathlib import Path

import pytest

from docs.pages import FENCE, ROOT
from doxa.app.cli import app

PAGE = ROOT / "docs" / "tutorial.md"
BLOCKS = [(block["language"], block["body"]) for block in FENCE.finditer(PAGE.read_text(encoding="utf-8"))]
COMMANDS = [line for language, body in BLOCKS if language == "sh" for line in body.splitlines()]
OWN = [line for line in COMMANDS if line.startswith("doxa ")]


def test_the_path_has_at_most_ten_commands_and_no_code() -> None:
    assert len(COMMANDS) <= 10
    assert {language for language, _ in BLOCKS} == {"sh", "text"}
    assert [line.split()[0] for line in COMMANDS if line not in OWN] == ["git", "cd", "make", "."]


def test_what_it_sets_up_can_be_made() -> None:
    (make,) = [line for line in COMMANDS if line.startswith("make ")]
    steps = subprocess.run(
        ["make", "-n", *make.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for extra in ("plots", "frames"):
        assert f"--extra {extra}" in steps


def test_its_commands_end_in_a_figure_and_parquet_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in OWN:
        app(shlex.split(line)[1:], result_action="return_value")
    out = capsys.readouterr().out
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    means = [line for line in out.splitlines() if line.startswith("  0.")]
    difference = next(line for line in out.splitlines() if line.startswith(" stance.ana "))
    assert len(means) == 4
    assert [line for line in (*means, difference) if " ".join(line.split()) not in page] == []
    with Path("runs/town/sweep.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 12
    assert Path("runs/town/sweep-figure.svg").read_text().startswith("<?xml")
    assert Path("runs/compared/compare-by.csv").exists()
    tables = {path.name for path in Path("runs/town/frames").glob("*.parquet")}
    assert {"runs.parquet", "stances.parquet"} <= tables
