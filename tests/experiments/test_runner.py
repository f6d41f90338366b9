"""Many runs: alone or together the logs are the same bytes; what fails is told and can be retried."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.runner import run_jobs
from doxa.experiments.sweeping import Sweep, jobs_of, run_sweep
from doxa.models.offline.performer import OfflinePerformer
from doxa.models.port import Performer, Request, Response


def planned(out: Path, **more: object) -> Sweep:
    changes = {"script.rounds": 2, "seeds.per_side": 4, **more}
    return Sweep(scenario="counter-arguments", grid={"belief.u": [0.2, 0.8]}, replicates=2, out=out, changes=changes)


def logs(folder: Path) -> dict[str, bytes]:
    return {file.parent.name: file.read_bytes() for file in folder.glob("*/events.jsonl")}


@pytest.mark.parametrize("at_once", [1, 4])
def test_how_many_are_under_way_together_changes_nothing(at_once: int, tmp_path: Path) -> None:
    alone = run_jobs(jobs_of(planned(tmp_path / "alone")), at_once=1)
    together = run_jobs(jobs_of(planned(tmp_path / "together")), at_once=at_once)
    assert [cell.stances for cell in alone] == [cell.stances for cell in together]
    assert logs(tmp_path / "alone") == logs(tmp_path / "together")


@pytest.mark.parametrize("at_once", [0, -1])
def test_runs_that_could_never_begin_are_refused(at_once: int, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no run would ever begin"):
        run_jobs(jobs_of(planned(tmp_path)), at_once=at_once)


def test_a_run_that_failed_is_told_and_only_it_is_made_again(tmp_path: Path) -> None:
    out = tmp_path / "sweep"
    run_sweep(planned(out))
    spoiled = next(out.glob("*k1/spec.json"))
    whole = spoiled.read_bytes()
    spoiled.write_bytes(whole.replace(b'"rounds":2', b'"rounds":3'))
    told = {Path(cell.path).name: cell for cell in run_sweep(planned(out))}
    assert [cell.status for cell in told.values()].count("failed") == 1
    assert "script.rounds was 2, is 3" in told[spoiled.parent.name].reason
    spoiled.write_bytes(whole)
    before = {file: os.stat(file).st_mtime_ns for file in out.glob("*/calls.jsonl")}
    assert {cell.status for cell in run_sweep(planned(out))} == {"finished"}
    assert before == {file: os.stat(file).st_mtime_ns for file in out.glob("*/calls.jsonl")}


def test_values_that_a_path_cannot_tell_apart_have_paths_of_their_own_and_others_keep_theirs(tmp_path: Path) -> None:
    def paths(*names: str) -> list[str]:
        both = replace(planned(tmp_path), grid={"agents.violet.name": list(names), "belief.u": [0.2, 0.8]})
        return [one.path.name for one in jobs_of(both)]

    plain = ["name=a-b_u=0.2_k0", "name=a-b_u=0.2_k1", "name=a-b_u=0.8_k0", "name=a-b_u=0.8_k1"]
    assert paths("a/b") == paths("a-b") == plain
    apart = paths("a/b", "a-b")
    assert apart[:4] == plain  # a run that was made before the second value was tried stays where it is
    assert (len(set(apart)), apart) == (8, paths("a/b", "a-b"))


def test_a_model_that_cannot_work_stops_all_before_any_is_made_and_finished_runs_need_none(tmp_path: Path) -> None:
    def unready(settings: object, conditions: object) -> Performer:
        raise ModelSetupError("no key")

    with pytest.raises(ModelSetupError, match="no key"):
        run_sweep(planned(tmp_path / "new"), make=unready)
    assert not (tmp_path / "new").exists()
    cells = run_sweep(planned(tmp_path / "done"))
    assert run_sweep(planned(tmp_path / "done"), make=unready) == cells


def priced(price: float | None) -> Callable[..., Performer]:
    """Return a maker of offline performers whose every answer has a price."""

    class Priced(OfflinePerformer):
        async def perform(self, request: Request) -> Response:
            return replace(await super().perform(request), cost=price)

    return lambda settings, conditions=None: Priced()


@pytest.mark.parametrize(("price", "told"), [(0.25, True), (None, False)])
def test_a_cell_says_what_its_calls_cost_or_that_nobody_knows(price: float | None, told: bool, tmp_path: Path) -> None:
    cells = run_jobs(jobs_of(planned(tmp_path)), make=priced(price))
    calls = [len((Path(cell.path) / "calls.jsonl").read_text().splitlines()) - 1 for cell in cells]
    assert [cell.cost for cell in cells] == ([0.25 * count for count in calls] if told else [None] * 4)
    assert all(count > 10 for count in calls)
