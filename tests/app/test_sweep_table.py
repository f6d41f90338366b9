"""The table of a sweep on the terminal, and the files beside its runs."""

import csv
import json
from pathlib import Path

import pytest

from doxa.analysis import plots
from doxa.analysis.sweep_runs import CROWD
from doxa.app.cli import app
from doxa.app.commands.sweep import tabulate_sweep
from doxa.experiments.runner import Cell
from doxa.experiments.sweeping import gather_runs
from doxa.terminal.console import console
from doxa.terminal.exhibits import print_wide

GRID = ("--grid", "belief.u=0.2,0.8", "--grid", "agents.violet.belief.a=0.5,1.0", "--set", "script.rounds=1")


def cell(kernel: str, stance: float | None) -> Cell:
    stances = {f"agent-{number}": stance for number in range(CROWD + 1)}
    return Cell(path=f"runs/{kernel}", replicate=0, set={"kernel": kernel}, status="finished", stances=stances)


def swept(out: Path, *words: str) -> None:
    app(["sweep", "counter-arguments", *words, "--out", str(out), "--quiet"], result_action="return_value")


def test_a_combination_in_which_nobody_of_a_crowd_shows_a_stance_has_a_dash(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cells = [cell("social", 0.25), cell("mute", None)]
    print_wide(tabulate_sweep(gather_runs(cells, Path("runs")), cells))
    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert rows["social"] == ["1", "0", "+0.250", "+0.000"]
    assert rows["mute"] == ["1", "0", "–", "–"]


@pytest.mark.parametrize("width", [30, 80, 200])
def test_every_swept_key_has_a_column_of_its_own_at_any_width(
    width: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two rows read "belief.u=0.…" at 80 columns when one column held all settings."""
    monkeypatch.setattr(console, "_width", width)
    values = ["a text of many words that stays whole", 0.25, 0.75]
    cells = [
        Cell(
            path=f"runs/{number}",
            replicate=0,
            set={"belief.u": u, "agents.a-rather-long-name.belief.confirmation": values[number % 3], "x": True},
            status="finished",
            stances=dict.fromkeys("abcdef", 0.1),
            names={agent: f"Agent {agent} with a long name" for agent in "abcdef"},
        )
        for number, u in enumerate((0.2, 0.25, 0.2123456789))
    ]
    print_wide(tabulate_sweep(gather_runs(cells, Path("runs")), cells))
    out = capsys.readouterr().out
    for word in ("belief.u", "agents.a-rather-long-name.belief.confirmation", "x"):
        assert sum(word in line.split() for line in out.splitlines()) == 1
    for word in ("0.2", "0.25", "0.2123456789", values[0], "true"):
        assert str(word) in out
    assert "…" not in out


def test_a_sweep_leaves_a_row_for_each_run_and_a_figure_with_its_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    swept(tmp_path / "my sweep", *GRID, "--replicates", "2")
    out = capsys.readouterr().out
    with (tmp_path / "my sweep" / "sweep.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    assert {row["set.belief.u"] for row in rows} == {"0.2", "0.8"}
    assert {row["block"] for row in rows} == {"replicate 0", "replicate 1"}
    assert {row["status"] for row in rows} == {"finished"}
    stances = {row["run"]: float(row["stance.violet"]) for row in rows}
    cells = json.loads((tmp_path / "my sweep" / "sweep.json").read_text())
    assert stances == {Path(cell["path"]).name: cell["stances"]["violet"] for cell in cells}
    for name in ("sweep-settings.csv", "sweep-figure-data.csv", "sweep-figure.svg", "sweep-figure.png"):
        assert (tmp_path / "my sweep" / name).stat().st_size > 0
    assert f"doxa compare '{tmp_path / 'my sweep'}' --by belief.u" in out


def test_without_matplotlib_the_data_of_the_figure_are_written_and_the_extra_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    swept(tmp_path / "out", *GRID)
    assert "pip install 'doxa[plots]'" in capsys.readouterr().out
    assert (tmp_path / "out" / "sweep-figure-data.csv").exists()
    assert not (tmp_path / "out" / "sweep-figure.svg").exists()


def test_a_sweep_without_a_grid_says_why_it_has_no_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swept(tmp_path / "out", "--set", "script.rounds=1")
    out = capsys.readouterr().out
    assert "No figure: no setting varies" in out
    assert "doxa compare" not in out
    assert len((tmp_path / "out" / "sweep.csv").read_text().splitlines()) == 2


def test_a_program_gets_the_files_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swept(tmp_path / "out", *GRID, "--json")
    assert len(json.loads(capsys.readouterr().out)) == 4
    assert (tmp_path / "out" / "sweep.csv").exists()
