"""Evidence is counted once: copies of a run, and other runs of its spec and seed, change no number."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.app.cli import app
from doxa.experiments.sitting import run
from doxa.experiments.sweeping import compare_sweep, read_sweep
from doxa.humans.data.runs import read_runs
from doxa.log.journal import read_calls
from doxa.log.seals import seal_of
from doxa.log.trials import RepeatedTrialWarning, finished_runs, split_trials, trials_in
from doxa.models.conditions import Conditions
from doxa.models.port import Request, Response
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from log.machine_faults import COUNTS, copy_runs, fault_of_copies
from studio.asking import Application

PLAIN = ("counter-arguments", "--set", "script.rounds=1")


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a sweep over two settings of three replicates."""
    folder = tmp_path_factory.mktemp("trials") / "sweep"
    words = ("--grid", "belief.u=0.2,0.8", "--replicates", "3", "--out", str(folder))
    app(["sweep", *PLAIN, *words], result_action="return_value")
    return folder


@pytest.fixture
def sets(swept: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Return two sets of three runs."""
    for u in ("0.2", "0.8"):
        for path in swept.glob(f"u={u}_k*"):
            shutil.copytree(path, tmp_path / u / path.name)
    return tmp_path / "0.2", tmp_path / "0.8"


class Otherwise:
    """A performer whose speakers say more than they do on other days."""

    def __init__(self, settings: ModelSettings, conditions: Conditions) -> None:
        self._own = performer_for(settings, conditions)
        self.close = self._own.close

    async def perform(self, request: Request) -> Response:
        response = await self._own.perform(request)
        return replace(response, text=f"{response.text} So it is.") if request.task.speaks else response


@pytest.mark.parametrize("name", COUNTS)
def test_copies_change_no_count_and_are_named(name: str, swept: Path, tmp_path: Path) -> None:
    assert fault_of_copies(name, swept, tmp_path) == ""


def test_the_command_compares_as_without_copies(sets: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = map(str, sets)
    plain = json.loads(called("compare", first, second, "--json", capsys=capsys))
    copy_runs(sets[1])
    with pytest.warns(RepeatedTrialWarning, match="3 of the 6 runs in"):
        assert json.loads(called("compare", first, second, "--json", capsys=capsys)) == plain


def test_sets_that_share_copies_are_not_compared(
    sets: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(sets[0], tmp_path / "whole")
    with pytest.raises(doxa.DoxaError, match=r"are the same runs \(same seal\)"):
        doxa.compare(sets[0], tmp_path / "whole")
    shutil.copytree(next(sets[0].iterdir()), sets[1] / "one-of-them")
    with pytest.raises(doxa.DoxaError, match=r"1 of the runs of 0\.2 belong to 0\.8 too \(same seal\)"):
        doxa.compare(*sets)


def test_people_of_a_copied_run_count_once_and_the_remark_names_the_copy(tmp_path: Path) -> None:
    run("persuasion", out=tmp_path / "runs" / "one", changes={"script.rounds": 1})
    plain = read_runs(tmp_path / "runs")
    (copy,) = copy_runs(tmp_path / "runs")
    doubled = read_runs(tmp_path / "runs")
    assert doubled.rounds == plain.rounds
    assert [(remark.where, remark.dropped) for remark in doubled.remarks] == [(copy.name, True)]


@pytest.mark.parametrize("is_listed", [True, False])
def test_a_copy_in_a_sweep_is_no_replicate(is_listed: bool, swept: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(swept, tmp_path / "sweep"))
    shutil.rmtree(folder / "u=0.2_k2")
    shutil.copytree(folder / "u=0.2_k0", folder / "u=0.2_k2")
    if is_listed:
        sweep = read_sweep(folder)
        (left_out,) = [run for run in sweep.runs if run.status == "failed"]
        assert (left_out.run, left_out.reason[:12]) == ("u=0.2_k2", "it is a copy")
    else:
        (folder / "sweep.json").unlink()
        with pytest.warns(RepeatedTrialWarning):
            sweep = read_sweep(folder)
    _, compared = compare_sweep(sweep, ["belief.u"], ["stance.violet"])
    assert [effect.blocks for effect in compared.effects] == [("replicate 0", "replicate 1")]


def test_the_sets_of_the_studio_count_a_copy_once_and_say_so(swept: Path, tmp_path: Path) -> None:
    shutil.copytree(swept, tmp_path / "runs" / "sweep")
    shutil.copytree(swept / "u=0.2_k0", tmp_path / "runs" / "sweep" / "z")
    answer = Application(tmp_path / "runs").ask("/api/sets?first=sweep&second=sweep").json
    assert [(of_set["label"], of_set["runs"]) for of_set in answer["sets"]] == [
        ("sweep (1 of the same trials left out)", 6)
    ] * 2


def test_two_answers_to_one_trial_are_one_trial(tmp_path: Path) -> None:
    changes = {"script.rounds": 1}
    run("compulsory-voting", out=tmp_path / "runs" / "b", changes=changes)
    run("compulsory-voting", out=tmp_path / "runs" / "a", changes=changes, make=Otherwise)
    runs = [tmp_path / "runs" / name for name in "ab"]
    assert len(set(map(seal_of, runs))) == 2
    trials, (repeated,) = split_trials(runs)
    assert (trials, repeated.path, repeated.is_copy) == (runs[:1], runs[1], False)
    assert "it has the same spec and seed" in repeated.why


def test_the_finished_run_of_a_trial_counts(swept: Path, tmp_path: Path) -> None:
    whole = Path(shutil.copytree(swept / "u=0.2_k0", tmp_path / "b"))
    cut = Path(shutil.copytree(whole, tmp_path / "a"))
    (cut / "events.jsonl").write_bytes(b"".join((cut / "events.jsonl").read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.warns(RepeatedTrialWarning, match="has the same spec and seed"):
        assert [log.path for log in finished_runs(tmp_path)] == [whole]


def test_replicates_and_settings_are_trials_of_their_own(swept: Path) -> None:
    assert split_trials(trials_in(swept))[1] == []
    assert len(trials_in(swept)) == 6
    assert all(list(read_calls(path / "calls.jsonl")) for path in trials_in(swept))
