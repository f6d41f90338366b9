"""A sweep read back from its folder, also one that stopped, and a folder of runs that nobody swept."""

import csv
import sys
from pathlib import Path

import pytest

from doxa.app.cli import app, main
from doxa.errors import LogError, StoppedError
from doxa.experiments import sweeping
from doxa.experiments.runner import run_jobs
from doxa.experiments.sweeping import read_sweep, with_keys

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
    def stop_after_one(jobs, *args, **options):
        run_jobs(jobs[:1])
        (jobs[1].path).mkdir()
        (jobs[1].path / "spec.json").write_bytes(jobs[1].spec.line)
        raise StoppedError("interrupted")

    monkeypatch.setattr(sweeping, "run_within", stop_after_one)
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
