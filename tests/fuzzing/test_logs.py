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
from doxa.log import disk
from doxa.log.rundir import open_run
from fuzzing.mutating import damage_bytes, damage_lines, find_violation
from log.disk_faults import call_doxa

ALL, SAMPLE, COMMANDED = 2000, 12, 2
PARTS = 20

FILES = ("spec.json", "events.jsonl", "events.jsonl", "calls.jsonl", "calls.jsonl", "blobs.jsonl")

RUNS: dict[str, tuple[str, dict[str, object]]] = {
    "dialogue": ("compulsory-voting", {"script.rounds": 1, "seeds.per_side": 2}),
    "puzzle": ("puzzles/votes", {}),
}

COMMANDS = (
    ("verify", "{path}"),
    ("explain", "{path}", "--agent", "violet"),
    ("whatif", "{path}", "--set", "belief.u=0.4"),
    ("report", "{path}"),
    ("transcript", "{path}", "--out", "{path}-transcript"),
    ("compare", "{path}", "{path}"),
    ("frames", "{path}", "--out", "{path}-frames"),
    ("judge", "{path}", "--out", "{path}-judged", "--quiet"),
    ("resume", "{path}", "--quiet"),
    ("fork", "{path}", "--at", "r01/violet", "--out", "{path}-fork", "--quiet"),
    ("fork", "{path}", "--failed", "--out", "{path}-failed", "--quiet"),
)

UNFORESEEN = "doxa failed where it should not have"

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


def make_damaged(number: int, folder: Path) -> Path:
    """Return the directory of a run with one damaged file."""
    random = Random(f"log {number}")
    path = folder / f"{number}"
    shutil.copytree(make_run(random.choice(list(RUNS)), folder), path)
    if random.random() < 0.3:
        cut_before_end(path)
    file = path / random.choice(FILES)
    damage = damage_bytes if random.random() < 0.2 else damage_lines
    file.write_bytes(damage(file.read_bytes(), random))
    return path


def read_damaged(number: int, folder: Path) -> str:
    """Return the violation of using one damaged log; '' where it is read or refused."""
    path = make_damaged(number, folder)
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


def use_damaged(number: int, folder: Path) -> str:
    """Return what is wrong with how the commands end that read one damaged log; '' where nothing is."""
    path = str(make_damaged(number, folder))
    wrong = []
    for words in COMMANDS:
        ended = call_doxa([word.format(path=path) for word in words], disk.FileSystem())
        told = ended.errors.count("\n")
        if ended.code not in range(5) or UNFORESEEN in ended.errors or (ended.code in (1, 4) and told > 2):
            wrong.append(f"{words[0]} ended {ended.code}: {ended.errors}")
    return "\n".join(wrong)


def find_violations(numbers: range, folder: Path) -> dict[int, str]:
    violations = {number: read_damaged(number, folder) for number in numbers}
    return {number: violation for number, violation in violations.items() if violation}


def test_a_sample_of_damaged_logs_is_read_or_refused(tmp_path: Path) -> None:
    assert find_violations(range(SAMPLE), tmp_path) == {}


def test_the_commands_tell_of_a_sample_of_damaged_logs_without_a_traceback(tmp_path: Path) -> None:
    assert not any(use_damaged(number, tmp_path) for number in range(COMMANDED))


@pytest.mark.long
def test_the_commands_tell_of_many_damaged_logs_without_a_traceback(tmp_path: Path) -> None:
    wrong = {number: told for number in range(ALL // 10) if (told := use_damaged(number, tmp_path))}
    assert wrong == {}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_damaged_logs_are_read_or_refused(part: int, tmp_path: Path) -> None:
    numbers = range(part * ALL // PARTS, (part + 1) * ALL // PARTS)
    assert find_violations(numbers, tmp_path) == {}
