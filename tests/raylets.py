"""Clusters of several raylets on this machine, each with its files in a folder of its own, and runs to make there.

A test of a cluster is marked by ``on_raylets``: it has sockets of its own, and Ray's own warnings are not doxa's.
"""

import gc
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, sit
from doxa.experiments.sweeping import Sweep
from doxa.log.rundir import RunLog
from doxa.models.cluster.joining import read_mode_again
from doxa.models.conditions import Conditions

SMALL = {"agents.for.count": 4, "agents.against.count": 4, "script.follows": 5, "script.engine": "numpy"}

NICENESS = "RAY_worker_niceness"
CHANGED = ("RAY_TMPDIR", "RAY_ADDRESS", "RAY_AUTH_MODE", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", NICENESS)


def on_raylets(test: Callable[..., None]) -> Callable[..., None]:
    for mark in (
        pytest.mark.xdist_group("ray"),
        pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"),
        pytest.mark.enable_socket,
    ):
        test = mark(test)
    return test


@contextmanager
def ray_files() -> Iterator[Path]:
    """Yield a short-named folder for Ray's files (the path of a socket has at most 107 characters), empty at first.

    No RAY_ADDRESS is set within, and whatever this process joined is left at the end.
    """
    import ray

    before = {name: os.environ.get(name) for name in CHANGED}
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))
    os.environ.pop("RAY_ADDRESS", None)
    os.environ |= {"RAY_TMPDIR": str(folder), "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_AUTH_MODE": "disabled"}
    os.environ[NICENESS] = "0"  # Ray's 15 leaves workers no time on a busy machine
    read_mode_again()  # a Ray that another test imported keeps the mode of that time
    (folder / "ray").mkdir()
    try:
        yield folder / "ray"
    finally:
        ray.shutdown()
        for name, setting in before.items():
            os.environ.pop(name, None)
            if setting is not None:
                os.environ[name] = setting
        read_mode_again()
        gc.collect()  # now, where warnings are ignored: the handles of a raylet that did not start in time give some
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def raylets(count: int, home: Path | None = None, *, store: int | None = None) -> Iterator[Any]:
    """Yield a cluster of raylets with one core each, which no process has joined.

    Args:
        home: the directory that they are started in; this process's own when absent.
        store: bytes of memory for the objects of each; Ray's 150 MB when absent, beyond which it writes to disk.
    """
    from ray.cluster_utils import Cluster

    here = Path.cwd()
    with ray_files():
        os.chdir(home or here)
        try:
            cluster = Cluster()
            for _ in range(count):
                add_raylet(cluster, **({"object_store_memory": store} if store else {}))
        finally:
            os.chdir(here)
        try:
            yield cluster
        finally:
            import ray

            ray.shutdown()
            cluster.shutdown()


def add_raylet(cluster: Any, **options: Any) -> None:
    """Add a raylet; Ray gives one up that a busy machine does not start within 30 s, which is tried again."""
    for tries_left in (2, 1, 0):
        try:
            cluster.add_node(num_cpus=1, include_dashboard=False, **options)
        except Exception:
            if not tries_left:
                raise
        else:
            return


@contextmanager
def addressed(cluster: Any) -> Iterator[None]:
    """Name a cluster in RAY_ADDRESS; what joined it leaves it at the end."""
    import ray

    os.environ["RAY_ADDRESS"] = cluster.address
    try:
        yield
    finally:
        ray.shutdown()
        del os.environ["RAY_ADDRESS"]


def jobs_on(cluster: Any) -> int:
    """Return how many drivers ever joined a cluster."""
    return len(cluster.global_state.job_table())


def kill_workers(cluster: Any, words: str) -> int:
    """Kill the workers of a cluster whose title contains words, and return how many there were."""
    raylets = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], check=True, capture_output=True, text=True).stdout
    killed = 0
    for line in listed.splitlines():
        pid, parent, title = line.split(None, 2)
        if int(parent) in raylets and words in title:
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                continue
            killed += 1
    return killed


def planned(out: Path, replicates: int = 2, **more: object) -> Sweep:
    changes, grid = {"script.rounds": 2, "seeds.per_side": 4, **more}, {"belief.u": [0.2, 0.8]}
    return Sweep(scenario="counter-arguments", grid=grid, replicates=replicates, out=out, changes=changes)


def logs(folder: Path) -> dict[str, bytes]:
    return {file.parent.name: file.read_bytes() for file in folder.glob("*/events.jsonl")}


def population(path: Path, workers: int, **changes: object) -> RunLog:
    spec = plan(load_scenario("million", {**SMALL, "script.listeners": 9000, "script.rounds": 3, **changes}))
    return sit(spec, path, Terms(conditions=Conditions(population_workers=workers)))


def positions(log: RunLog) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (log.path / "shards").glob("*.npz")}
