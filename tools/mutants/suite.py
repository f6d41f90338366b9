"""A copy of the tree for mutants to stand in, and which tests execute which line of it, fastest first.

Coverage is recorded once, with a context a test; it is recorded anew when a source of the rooms has changed. Bytecode
is checked by the hash of its source: by time and size, `<` in place of `>` in the same second would go unnoticed.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from coverage import CoverageData

from mutants.draw import ROOMS, Mutant

REPORT_PAGES = [f"tests/app/test_report{of}.py" for of in ("", "_keyboard", "_names", "_offers", "_parts", "_schema")]
LEFT_OUT = ("tests/docs", "tests/outputs", "tests/training", "tests/crash", "tests/typed", *REPORT_PAGES)
"""Tests that need a browser, processes of their own or what is trained; those with Ray go by their name."""

DURATION = re.compile(r"^(\d+\.\d+)s (?:setup|call|teardown) +(tests/\S+::.*)$", re.MULTILINE)
FAILURE = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?::.*?)(?: - .*)?$", re.MULTILINE)

Command = Sequence[str]


def environment(tree: Path) -> dict[str, str]:
    """What a test process in the copy finds around it."""
    return os.environ | {
        "PYTHONPATH": str(tree / "src"),
        "NUMBA_CACHE_DIR": str(tree / ".numba"),
        "COVERAGE_FILE": str(tree.parent / "coverage.sqlite"),
    }


def copy_tree(root: Path, tree: Path) -> None:
    """Make `tree` hold what git tracks or would track below `root`, compiled; what is the same stays."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.split("\0") if name and ((root / name).is_symlink() or (root / name).is_file())}
    for path in [path for folder in ("src", "tests") for path in (tree / folder).rglob("*.*")]:
        if path.is_file() and path.suffix != ".pyc" and str(path.relative_to(tree)) not in names:
            path.unlink()
    for name in names:
        copy = tree / name
        if not copy.is_symlink() and (not copy.is_file() or copy.read_bytes() != (root / name).read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy, follow_symlinks=False)
    compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src"]
    subprocess.run(compiling, cwd=tree, check=False, stdout=subprocess.DEVNULL)


def record(tree: Path) -> None:
    """Run the suite once in `tree`, noting which test executes which line, and how long each takes."""
    recording = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-k",
        "not ray",
        "-rfE",
        "--durations=0",
        "--durations-min=0",
    ]
    measured = [f"--cov=src/doxa/{room}" for room in ROOMS]
    ignored = [f"--ignore={path}" for path in LEFT_OUT]
    with (tree.parent / "coverage.log").open("w") as log:
        command = [*recording, *measured, "--cov-context=test", "--cov-report=", *ignored, "tests"]
        subprocess.run(command, cwd=tree, env=environment(tree), stdout=log, check=False)
    (tree.parent / "recorded").write_text(sources_digest(tree))


def is_recorded(tree: Path) -> bool:
    """Whether coverage was recorded of the very sources in `tree`."""
    recorded = tree.parent / "recorded"
    return recorded.exists() and recorded.read_text() == sources_digest(tree)


def sources_digest(tree: Path) -> str:
    """A hash of every source of the rooms."""
    paths = sorted(path for room in ROOMS for path in (tree / "src" / "doxa" / room).rglob("*.py"))
    return hash_of(b"\0".join(path.read_bytes() for path in paths))


def hash_of(content: bytes) -> str:
    """A short hash."""
    return hashlib.sha256(content).hexdigest()[:16]


def names_of_tests(tree: Path, digest: str) -> frozenset[str]:
    """The tests that pytest finds in `tree` without a fault; they are listed once for each state of the tests."""
    listed = tree.parent / f"tests-{digest}.txt"
    if not listed.exists():
        collecting = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only"]
        command = [*collecting, *(f"--ignore={path}" for path in LEFT_OUT), "tests"]
        ran = subprocess.run(command, cwd=tree, env=environment(tree), capture_output=True, text=True, check=False)
        listed.write_text(ran.stdout)
    return frozenset(line for line in listed.read_text().splitlines() if "::" in line)


@dataclass(frozen=True)
class Suite:
    """What was recorded of the tests."""

    tree: Path
    digest: str
    """A hash of the tests as they are now."""
    present: frozenset[str]
    """Their names as they are now."""

    @cached_property
    def seconds(self) -> Mapping[str, float]:
        """How long each test that passes took."""
        log = (self.tree.parent / "coverage.log").read_text()
        seconds: defaultdict[str, float] = defaultdict(float)
        for took, test in DURATION.findall(log):
            seconds[test.strip()] += float(took)
        for test in FAILURE.findall(log):
            seconds.pop(test, None)
        return {test: took for test, took in seconds.items() if test in self.present}

    @cached_property
    def _coverage(self) -> CoverageData:
        coverage = CoverageData(str(self.tree.parent / "coverage.sqlite"))
        coverage.read()
        return coverage

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that execute its line, fastest first.

        Where no test does, as with what runs at import or is compiled, those that execute anything in its file; else in
        its room.
        """
        lines = self._contexts(self.tree / mutant.path)
        tests = lines.get(mutant.line, set()) or set().union(*lines.values())
        if not tests:
            room = (self.tree / "src" / "doxa" / mutant.room).rglob("*.py")
            tests = set().union(*(names for path in room for names in self._contexts(path).values()))
        return sorted(tests, key=lambda test: (self.seconds[test], test))

    def _contexts(self, path: Path) -> dict[int, set[str]]:
        by_line = self._coverage.contexts_by_lineno(str(path))
        return {line: self._tests(contexts) for line, contexts in by_line.items()}

    def _tests(self, contexts: Iterable[str]) -> set[str]:
        return {test for context in contexts if (test := context.rpartition("|")[0]) in self.seconds}


def open_suite(tree: Path) -> Suite:
    """What was recorded of the tests in `tree`; it is recorded first where it was not, or of other sources."""
    if not is_recorded(tree):
        print("recording which test executes which line: some ten minutes", flush=True)
        record(tree)
    files = sorted(path for path in (tree / "tests").rglob("*") if path.is_file() and path.suffix != ".pyc")
    digest = hash_of(b"\0".join(path.read_bytes() for path in files))
    return Suite(tree, digest, names_of_tests(tree, digest))
