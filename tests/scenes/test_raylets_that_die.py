"""Clusters of their own: workers and raylets that die change no byte, and another driver's cluster is left alone."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.experiments.sweeping import Sweep, run_sweep
from doxa.systems.feed.arrays import audience
from raylets import SMALL, addressed, jobs_on, kill_workers, logs, on_raylets, planned, population, positions, raylets

pytest.importorskip("ray")

SECONDS = 300
"""Within this time the moment to kill must have come."""


def kill_once(moment: Callable[[], bool], kill: Callable[[], int]) -> tuple[threading.Thread, list[int]]:
    """Return a started thread that kills workers, from the moment on until there were any, and how many it killed."""
    killed: list[int] = []

    def wait() -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not sum(killed):
            if moment():
                killed.append(kill())
            time.sleep(0.01)

    killer = threading.Thread(target=wait, daemon=True)
    killer.start()
    return killer, killed


@pytest.mark.long
@on_raylets
def test_another_drivers_cluster_is_neither_joined_nor_ended(tmp_path: Path) -> None:
    # ray.cluster_utils leaves an address file, as `ray start --head` does
    with raylets(3) as cluster:
        assert list(Path(os.environ["RAY_TMPDIR"]).glob("ray/ray_current_cluster"))
        command = [sys.executable, "-m", "doxa.app.cli", "sweep", "counter-arguments", "--on", "ray", "--out", "runs"]
        settings = ["--set", "script.rounds=2", "--set", "seeds.per_side=4"]
        subprocess.run([*command, *settings], cwd=tmp_path, check=True, timeout=300)
        command = [sys.executable, "-m", "doxa.app.cli", "run", "million", "--out", "population"]
        settings = ["script.listeners=500", "script.rounds=1", "conditions.population_workers=2"]
        subprocess.run([*command, *(f"--set={setting}" for setting in settings)], cwd=tmp_path, check=True, timeout=300)
        assert jobs_on(cluster) == 0
        with addressed(cluster):
            population(tmp_path / "joined", 2)
        assert jobs_on(cluster) == 2  # a trial, and the run
        assert all(not node.dead_processes() for node in cluster.list_all_nodes())


@pytest.mark.long
@on_raylets
def test_a_sweep_whose_workers_are_killed_has_the_same_bytes(tmp_path: Path) -> None:
    longer = {"script.rounds": 12}
    run_sweep(planned(tmp_path / "here", **longer))
    with raylets(3) as cluster, addressed(cluster):

        def has_begun() -> bool:
            return any(len(text.splitlines()) > 6 for text in logs(tmp_path / "ray").values())

        killer, killed = kill_once(has_begun, lambda: kill_workers(cluster, "make_there"))
        cells = run_sweep(planned(tmp_path / "ray", **longer), on="ray")
        killer.join()
    assert sum(killed) > 0
    assert [cell.status for cell in cells] == ["finished"] * 4
    assert logs(tmp_path / "here") == logs(tmp_path / "ray")
    sittings = [file.read_text().count('"began"') for file in (tmp_path / "ray").glob("*/calls.jsonl")]
    assert max(sittings) > 1  # a run was continued


@pytest.mark.long
@on_raylets
@pytest.mark.parametrize("lost", ["a worker", "a raylet"])
def test_a_population_whose_workers_are_lost_has_the_same_bytes(
    lost: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SHARD", 16 * audience.BLOCK)
    large = {"script.listeners": 6 * 16 * audience.BLOCK, "script.rounds": 14}
    here = population(tmp_path / "here", 0, **large)
    with raylets(3) as cluster, addressed(cluster):

        def has_begun() -> bool:
            return len(list((tmp_path / "there" / "shards").glob("*.npz"))) >= 6 * 3

        def kill() -> int:
            if lost == "a worker":
                return kill_workers(cluster, "move_shard")
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
            return 1

        killer, killed = kill_once(has_begun, kill)
        there = population(tmp_path / "there", 3, **large)
        killer.join()
    assert sum(killed) > 0
    assert there.lines == here.lines
    assert positions(there) == positions(here)


@pytest.mark.long
@on_raylets
def test_populations_within_a_sweep_do_not_wait_for_each_others_cores(tmp_path: Path) -> None:
    changes = {**SMALL, "script.listeners": 500, "script.rounds": 2}
    plans = [
        Sweep(
            scenario="million",
            grid={},
            replicates=4,
            out=tmp_path / on,
            changes={**changes, "conditions.population_workers": workers},
        )
        for on, workers in (("here", 0), ("ray", 2))
    ]
    run_sweep(plans[0])
    with raylets(2) as cluster, addressed(cluster):
        run_sweep(plans[1], on="ray")
    assert logs(tmp_path / "here") == logs(tmp_path / "ray")
    assert len(logs(tmp_path / "here")) == 4
