"""The library: finished runs that tests read, each made once a test run and shared by its workers.

A test asks for a kind of run (``library("debate")``) and leaves the directory as it is; a test that changes or judges a
run asks for a copy (``library.copy("debate", tmp_path / "run")``). A kind costs nothing until a test asks for it.
"""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import doxa
from log.kinds import MAKERS

Make = Callable[[Path], object]
"""Makes runs in a directory that does not exist yet."""


def _run_of(scenario: str, **changes: object) -> Make:
    settings = {path.replace("__", "."): setting for path, setting in changes.items()}
    return lambda path: doxa.run(scenario, out=path, changes=settings)


def _make_sweep(path: Path) -> None:
    """Make eight debates of one round: two values of u, two of a, two replicates."""
    grid = {"belief.u": [0.2, 0.8], "belief.a": [0.5, 1.0]}
    doxa.sweep("counter-arguments", grid, replicates=2, changes={"script.rounds": 1}, out=path)


RUNS: dict[str, Make] = {
    **MAKERS,
    "debate": _run_of("compulsory-voting", script__rounds=3),
    "self-reports": _run_of("compulsory-voting", script__rounds=2, kernel="self_report"),
    "land": _run_of("land", script__rounds=1),
    "persuasion": _run_of("persuasion"),
    "recorded": _run_of("maternity-ward", script__rounds=1),
    "sweep": _make_sweep,
}
"""Kind of run → the function that makes it; those of ``log.kinds`` are there too, such as "dialogue" and "union"."""


class Library:
    """Finished runs by kind, in one folder for all workers of a test run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, kind: str) -> Path:
        """Return the directory of a kind of run; leave it as it is."""
        return self.keep(kind, RUNS[kind])

    def copy(self, kind: str, to: Path) -> Path:
        """Copy a kind of run, readings and all, for a test that changes it."""
        return Path(shutil.copytree(self(kind), to))

    def keep(self, name: str, make: Make) -> Path:
        """Return the directory that a function made under a name of its own; the first who asks makes it."""
        shelf = self._folder / name.replace(" ", "-")
        shelf.mkdir(parents=True, exist_ok=True)
        # The workers are processes: whoever comes second waits here until the run is finished.
        with (shelf / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (shelf / "made").exists():
                shutil.rmtree(shelf / "run", ignore_errors=True)
                place = make(shelf / "run")
                (shelf / "made").write_text(str(place) if isinstance(place, Path) else str(shelf / "run"))
            return Path((shelf / "made").read_text())


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Return the finished runs of this test run; with pytest-xdist all workers share them."""
    base = tmp_path_factory.getbasetemp()
    return Library((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "library")
