"""Sweeps and comparisons from Python, with the command's numbers; sweeps read back from folders, also stopped ones."""

import csv
import json
import sys
from pathlib import Path

import pytest

import doxa
from doxa.app.cli import app, main
from doxa.errors import DoxaError, LogError, ScenarioError, StoppedError, UsageError
from doxa.experiments import sweeping
from doxa.experiments.runner import arun_jobs
from doxa.experiments.sweeping import read_sweep, with_keys

SHORT = {"script.rounds": 1}


@pytest.fixture(scope="module")
def swept(tmp_path_factory) -> doxa.SweepResult:
    return doxa.sweep(
        "counter-arguments",
        {"belief.u": (0.2, 0.8)},
        replicates=2,
        changes=SHORT,
        out=tmp_path_factory.mktemp("swept") / "<b>uptake",
    )


def test_a_sweep_has_its_runs_its_means_and_its_figure(swept):
    assert [(run.settings["belief.u"], run.replicate, run.status) for run in swept.runs.runs] == [
        (0.2, 0, "finished"),
        (0.2, 1, "finished"),
        (0.8, 0, "finished"),
        (0.8, 1, "finished"),
    ]
    assert [row[:2] for row in swept.means.rows] == [("0.2", "stance.violet"), ("0.8", "stance.violet")]
    assert (len(swept.run_table.rows), swept.figure is None) == (4, False)
    assert ["&lt;b&gt;uptake" in swept._repr_html_(), "<b>" in swept._repr_html_()] == [True, False]


def test_a_sweep_is_read_back_and_made_once(swept):
    assert doxa.read_sweep(swept.folder) == swept
    written = {path: path.stat().st_mtime_ns for path in swept.folder.rglob("calls.jsonl")}
    assert len(written) == 4
    grid = {"belief.u": [0.2, 0.8]}
    assert doxa.sweep("counter-arguments", grid, replicates=2, changes=SHORT, out=swept.folder) == swept
    assert {path: path.stat().st_mtime_ns for path in written} == written, "finished runs are not driven again"


def test_settings_are_compared_as_the_command_compares_them(swept, capsys):
    app(["compare", str(swept.folder), "--by", "belief.u", "--json"], result_action="return_value")
    (by_command,) = json.loads(capsys.readouterr().out)["effects"]
    for compared in (swept.compare("belief.u"), doxa.compare(swept, by=["belief.u"])):
        (effect,) = compared.effects
        for bound in ("difference", "low", "high"):
            assert getattr(effect, bound) == by_command[bound]
        assert "compare-by" in compared.tables
        assert compared.figure.name == "compare-by-figure"
        assert "Paired differences from openness (u) = 0.2" in compared._repr_html_()


def test_sets_of_runs_are_compared(swept):
    compared = doxa.compare(swept.folder / "u=0.2_k0", swept.folder / "u=0.8_k0")
    assert {"compare-finals", "compare-differences"} <= set(compared.tables)
    assert compared.effects == ()
    assert "u=0.8_k0" in compared._repr_html_()


@pytest.mark.parametrize(
    ("grid", "error"),
    [
        ({"belief.u": []}, "is not a list of values"),
        ({"belief.u": "0.2"}, "is not a list"),
        ({"belief.u": [1, 1]}, "twice"),
    ],
)
def test_a_grid_without_distinct_values_is_refused_before_anything_runs(grid, error, tmp_path):
    with pytest.raises(ScenarioError, match=error):
        doxa.sweep("counter-arguments", grid, out=tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("sets", "how", "error", "why"),
    [
        (2, {"by": "belief.u"}, UsageError, "not of 2"),
        (1, {}, UsageError, "nothing to compare"),
        (2, {}, LogError, "same directory"),
        (1, {"by": "belief.q"}, DoxaError, "belief\\.q"),
    ],
)
def test_comparisons_of_what_does_not_go_together_are_refused(swept, sets, how, error, why):
    with pytest.raises(error, match=why):
        doxa.compare(*[swept, swept.folder][:sets], **how)


def test_a_sweep_needs_a_replicate(tmp_path):
    with pytest.raises(UsageError, match="replicates is 0"):
        doxa.sweep("counter-arguments", {}, replicates=0, out=tmp_path / "none")


WORDS = ("sweep", "counter-arguments", "--grid", "belief.u=0.2,0.8", "--set", "script.rounds=1", "--quiet", "--out")

SCENARIO = """\
proposition = "We should introduce compulsory voting"
seed = 3
agents.violet.side = "pro"
agents.cobalt.side = "con"
script.rounds = 1
memory.theta = {theta}
"""


def test_a_sweep_that_stopped_lists_the_runs_that_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stop_after_one(jobs, *args, **options):
        await arun_jobs(jobs[:1])
        (jobs[1].path).mkdir()
        (jobs[1].path / "spec.json").write_bytes(jobs[1].spec.line)
        raise StoppedError("interrupted")

    monkeypatch.setattr(sweeping, "arun_within", stop_after_one)
    out = tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["doxa", *WORDS, str(out), "--replicates", "2"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    statuses = {run.run: run.status for run in read_sweep(out).runs}
    begun = {"u=0.2_k0": "finished", "u=0.2_k1": "unfinished"}
    assert statuses == {**begun, "u=0.8_k0": "not begun", "u=0.8_k1": "not begun"}
    with (out / "sweep.csv").open(newline="") as file:
        assert {row["run"]: row["status"] for row in csv.DictReader(file)} == statuses


def test_a_run_that_was_resumed_counts_although_the_list_says_otherwise(tmp_path: Path) -> None:
    out = tmp_path / "out"
    app([*WORDS, str(out)], result_action="return_value")
    text = (out / "sweep.json").read_text()
    (out / "sweep.json").write_text(text.replace('"finished"', '"failed"', 1))
    assert [run.status for run in read_sweep(out).runs] == ["finished", "finished"]


def test_runs_that_were_started_one_by_one_are_compared_by_what_differs(tmp_path: Path) -> None:
    for theta in (0.6, 0.8):
        (tmp_path / f"{theta}.toml").write_text(SCENARIO.format(theta=theta))
        call = ["run", str(tmp_path / f"{theta}.toml"), "--out", str(tmp_path / "runs" / f"{theta}"), "--quiet"]
        app(call, result_action="return_value")
    sweep = read_sweep(tmp_path / "runs")
    assert sweep.keys == (), "both were started without --set"
    sweep = with_keys(sweep, ["memory.theta"])
    assert sweep.levels(["memory.theta"]) == (("0.6",), ("0.8",))
    assert {run.block for run in sweep.runs} == {"replicate 0"}


@pytest.mark.parametrize(
    ("name", "why"), [("nothing", "is not a directory"), ("file", "is not a directory"), (".", "holds no run")]
)
def test_what_holds_no_run_is_told(name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError, match=why):
        read_sweep(tmp_path / name)
