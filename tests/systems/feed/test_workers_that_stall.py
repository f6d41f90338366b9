"""A cluster that completes nothing does not make a run wait for ever: it is given up, and can be interrupted."""

import os
import signal
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from doxa.errors import StoppedError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, sit
from doxa.log.rundir import RunLog, read_spec
from doxa.models.conditions import Conditions
from doxa.systems.feed.arrays import workers
from raylets import SMALL

SETTINGS = {**SMALL, "script.listeners": 500, "script.rounds": 2}


class RayLikeError(Exception):
    """Stands for each of Ray's own errors, none of which is raised here."""


class StalledRay:
    """A cluster that takes every task and completes none."""

    exceptions = SimpleNamespace(RayTaskError=RayLikeError, GetTimeoutError=RayLikeError, RayError=RayLikeError)

    def __init__(self) -> None:
        self.cancelled: list[Any] = []
        self.is_asked = threading.Event()

    def remote(self, **options: object) -> Any:
        return lambda move: SimpleNamespace(remote=lambda *inputs: [object(), object(), object()])

    def put(self, value: object) -> object:
        return object()

    def wait(self, references: list[Any], *, num_returns: int, timeout: float) -> tuple[list[Any], list[Any]]:
        self.is_asked.set()
        time.sleep(timeout)
        return [], references

    def cancel(self, reference: object) -> None:
        self.cancelled.append(reference)


@pytest.fixture
def stalled(monkeypatch: pytest.MonkeyPatch) -> StalledRay:
    """Return the cluster that runs join, which looks often whether it was given up."""
    cluster = StalledRay()
    monkeypatch.setattr(workers, "join_cluster", lambda **why: cluster)
    monkeypatch.setattr(workers, "is_within_task", lambda ray: False)
    monkeypatch.setattr(workers, "PAUSE", 0.01)
    return cluster


def population(path: Path) -> RunLog:
    return sit(plan(load_scenario("million", SETTINGS)), path, Terms(conditions=Conditions(population_workers=2)))


def test_a_cluster_that_completes_nothing_is_given_up(
    stalled: StalledRay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "STALL_SECONDS", 0.05)
    with pytest.raises(StoppedError) as stop:
        population(tmp_path / "run")
    assert stop.value.message == "the cluster did not complete round 1: no worker completed anything within 0.05 s"
    assert f"doxa resume {tmp_path / 'run'}" in stop.value.hint
    assert len(stalled.cancelled) == 1
    spec = read_spec(tmp_path / "run")
    assert sit(spec, tmp_path / "run", Terms()).finished, "without the cluster it goes on"


def test_pressing_ctrl_c_twice_ends_a_round_that_waits(stalled: StalledRay, tmp_path: Path) -> None:
    def press_twice() -> None:
        stalled.is_asked.wait(60)
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)

    presser = threading.Thread(target=press_twice)
    presser.start()
    with pytest.raises(StoppedError, match="interrupted twice"):
        population(tmp_path / "run")
    presser.join()
    assert len(stalled.cancelled) == 1
