"""One mutant before its tests: killed, timed out, or survived."""

import json
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Literal

import hypothesis
import networkx
import numpy
import pydantic
import pytest

from mutants.draw import Mutant
from mutants.suite import Suite, environment, hash_of

Fate = Literal["killed", "timed out", "survived"]

BUDGETS = (3.0, 20.0)
"""What the tests of one mutant may have taken together when they were recorded; slower ones are left out.

Every mutant is tried within the first; what survives it, within the second.
"""

FORK = multiprocessing.get_context("fork")
WARM = (hypothesis, networkx, numpy, pydantic)
"""Imported before the fork, so that not every trial need load them."""

PATIENCE = 20.0
"""Seconds of processor time that any test may use, beside five times its own."""

LONGEST_WAIT = 1800.0
"""Seconds after which one that waits for nothing is ended."""

MOST_BYTES = 12 << 30

SUMMARY = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Trial:
    """What came of one mutant."""

    key: str
    fate: Fate
    by: str
    """The test that failed first."""
    tests: int
    """How many tests were to run, of `executing` that execute its line."""
    executing: int
    seconds: float
    source: str
    """A hash of the file without the fault."""
    suite: str
    """A hash of the tests."""


@contextmanager
def mutated(mutant: Mutant, tree: Path) -> Iterator[None]:
    """A context in which the fault stands in the copy."""
    path = tree / mutant.path
    source = path.read_text()
    path.write_text(mutant.write(source))
    try:
        yield
    finally:
        path.write_text(source)


def try_mutant(mutant: Mutant, suite: Suite, budget: float, first: Sequence[str] = ()) -> Trial:
    """Run the tests of one mutant, those of `first` before others, up to the first failure."""
    executing = suite.tests_of(mutant)
    chosen = choose(executing, suite.seconds, budget)
    tests = [*first, *(test for test in chosen if test not in first)]
    source = hash_of((suite.tree / mutant.path).read_bytes())
    begin = time.monotonic()
    with mutated(mutant, suite.tree):
        fate, by = run_tests(tests, suite) if tests else ("survived", "")
    seconds = round(time.monotonic() - begin, 1)
    return Trial(mutant.key, fate, by, len(chosen), len(executing), seconds, source, suite.digest)


def is_settled(trial: Trial | None, mutant: Mutant, suite: Suite, budget: float) -> bool:
    """Whether it need not run again: nothing changed in its file, and it is dead or survived as many tests as these."""
    if trial is None or trial.source != hash_of((suite.tree / mutant.path).read_bytes()):
        return False
    if trial.fate != "survived":
        return True
    return trial.suite == suite.digest and trial.tests >= len(choose(suite.tests_of(mutant), suite.seconds, budget))


def check_without_fault(suite: Suite) -> None:
    """Hold the fastest tests to pass where there is no fault: else every mutant would look killed.

    Raises:
        RuntimeError: they do not.
    """
    tests = sorted(suite.seconds, key=lambda test: (suite.seconds[test], test))[:10]
    fate, by = run_tests(tests, suite)
    if fate != "survived":
        raise RuntimeError(f"{by or 'a test'} fails without a fault: see {suite.tree.parent / 'said.txt'}")


def choose(tests: Sequence[str], seconds: Mapping[str, float], budget: float) -> list[str]:
    """The first of some tests, as many as fit into a budget of seconds, and one in any case."""
    chosen: list[str] = []
    total = 0.0
    for test in tests:
        total += seconds[test]
        if chosen and total > budget:
            break
        chosen.append(test)
    return chosen


def run_tests(tests: Sequence[str], suite: Suite) -> tuple[Fate, str]:
    """What became of the mutant in the copy, and the test that failed."""
    expected = {test: suite.seconds.get(test, 1.0) for test in tests}
    said = suite.tree.parent / "said.txt"
    process = FORK.Process(target=_call_pytest, args=(tests, Clock(expected), suite.tree, said))
    process.start()
    process.join(LONGEST_WAIT)
    if process.exitcode is None:
        process.kill()
        process.join()
        return "timed out", ""
    return _fate(process.exitcode, said.read_text(errors="replace"))


@dataclass(frozen=True)
class Clock:
    """A plug-in of pytest that ends the process when a test has used far more processor time than it ever did."""

    expected: Mapping[str, float]

    def pytest_collection(self) -> None:
        """Let hypothesis stop at the first example that fails: nobody reads the smallest one."""
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("trial", hypothesis.settings.default, phases=phases)
        hypothesis.settings.load_profile("trial")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Wind the clock up before each test; what it counts does not depend on what else the machine does."""
        signal.setitimer(signal.ITIMER_PROF, PATIENCE + 5 * self.expected.get(nodeid, 1.0))


def _call_pytest(tests: Sequence[str], clock: Clock, tree: Path, said: Path) -> None:
    """Be the process of one trial: doxa is imported in it for the first time, and from the copy."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    os.environ.update(environment(tree))
    sys.path.insert(0, str(tree / "src"))
    os.chdir(tree)
    warm = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
    with said.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        code = pytest.main(["-W", warm, "-n", "0", "-x", "-rfE", "--tb=no", *tests], plugins=[clock])
        sys.stdout.flush()
    os._exit(code)


def _fate(code: int, said: str) -> tuple[Fate, str]:
    if code == 0:
        return "survived", ""
    if code == -signal.SIGPROF:
        return "timed out", ""
    if code < 0:
        return "killed", f"the process, which ended by {signal.Signals(-code).name}"
    failed = SUMMARY.search(said)
    return "killed", failed[1] if failed else "while tests were collected"


def read_trials(path: Path) -> dict[str, Trial]:
    """The last trial of each mutant, by its key."""
    if not path.exists():
        return {}
    trials = (Trial(**json.loads(line)) for line in path.read_text().splitlines())
    return {trial.key: trial for trial in trials}


def add_trial(path: Path, trial: Trial) -> None:
    """Append a trial to what is known, so that a stopped run goes on from there."""
    with path.open("a") as file:
        file.write(json.dumps(asdict(trial)) + "\n")


def show_change(mutant: Mutant, source: str) -> list[str]:
    """The lines of the diff, without headers."""
    diff = unified_diff(source.splitlines(), mutant.write(source).splitlines(), n=0, lineterm="")
    changed = [line for line in list(diff)[2:] if not line.startswith("@@")]
    return [line[0] + " " + line[1:].strip() for line in changed if line[1:].strip()]
