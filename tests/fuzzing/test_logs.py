"""Damaged logs, seeded: every command that reads a log reads it, or refuses it with an error that names the place."""

import shutil
from pathlib import Path
from random import Random

import pytest

import doxa
from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.experiments.forking import fork
from doxa.experiments.sitting import resume
from doxa.log.rundir import open_run
from fuzzing.mutating import damage_bytes, damage_lines, find_violation

ALL, SAMPLE = 2000, 12
PARTS = 20

FILES = ("spec.json", "events.jsonl", "events.jsonl", "calls.jsonl", "calls.jsonl", "blobs.jsonl")

RUNS: dict[str, tuple[str, dict[str, object]]] = {
    "dialogue": ("compulsory-voting", {"script.rounds": 1, "seeds.per_side": 2}),
    "puzzle": ("puzzles/votes", {}),
}

_MADE: dict[str, Path] = {}


def make_run(kind: str, folder: Path) -> Path:
    """Return the directory of a whole run, made once a process."""
    if kind not in _MADE or not _MADE[kind].exists():
        scenario, changes = RUNS[kind]
        _MADE[kind] = doxa.run(scenario, out=folder / f"whole-{kind}", changes=changes).path
    return _MADE[kind]


def cut_before_end(path: Path) -> None:
    """Take the end off a log, so that it can be resumed."""
    events = path / "events.jsonl"
    lines = events.read_bytes().splitlines(keepends=True)
    events.write_bytes(b"".join(lines[: 2 * len(lines) // 3]))


def read_damaged(number: int, folder: Path) -> str:
    """Return the violation of using one damaged log; '' where it is read or refused."""
    random = Random(f"log {number}")
    path = folder / f"{number}"
    shutil.copytree(make_run(random.choice(list(RUNS)), folder), path)
    if random.random() < 0.3:
        cut_before_end(path)
    file = path / random.choice(FILES)
    damage = damage_bytes if random.random() < 0.2 else damage_lines
    file.write_bytes(damage(file.read_bytes(), random))
    uses = (
        lambda: verify(path),
        lambda: view_of(open_run(path)),
        lambda: [open_run(path).calls(), open_run(path).sittings()],
        lambda: resume(path),
        lambda: fork(path, at="r01/violet", changes={}, out=folder / f"{number}-fork"),
    )
    try:
        return next((violation for use in uses if (violation := find_violation(use))), "")
    finally:
        shutil.rmtree(path)
        shutil.rmtree(folder / f"{number}-fork", ignore_errors=True)


def find_violations(numbers: range, folder: Path) -> dict[int, str]:
    violations = {number: read_damaged(number, folder) for number in numbers}
    return {number: violation for number, violation in violations.items() if violation}


def test_a_sample_of_damaged_logs_is_read_or_refused(tmp_path: Path) -> None:
    assert find_violations(range(SAMPLE), tmp_path) == {}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_damaged_logs_are_read_or_refused(part: int, tmp_path: Path) -> None:
    numbers = range(part * ALL // PARTS, (part + 1) * ALL // PARTS)
    assert find_violations(numbers, tmp_path) == {}
