"""Faults of the disk: in a small run of every kind, the n-th operation of a kind fails, as SQLite tests its files.

A state is one such fault. The commands of a kind are called as a user calls them, with a ``doxa.log.disk.SYSTEM`` that
fails; then the command that stopped, and those after it, are called again on a disk that works. A violation is anything
else than: one clear sentence and exit code 3, then the bytes of the undisturbed run, no journalled call made twice, and
no file left open.
"""

import contextlib
import errno
import io
import logging
import os
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from doxa.app.cli import main
from doxa.engine.turn import Desk, vectors_of
from doxa.log import blobs, disk, journal
from doxa.log.journal import EXCEPTED, CallRecord, broken_links, read_lines
from doxa.systems.feed.arrays import performer
from log.disk_kinds import KINDS

FULL, ERROR, TORN, LOST = "full", "I/O error", "torn", "synced nothing"
FULL_ON, BROKEN = "full from then on", "broken from then on"

WAYS = {
    "write": (FULL, ERROR, TORN, FULL_ON, BROKEN),
    "sync": (ERROR, LOST, BROKEN),
    "open": (FULL, ERROR, FULL_ON, BROKEN),
    "rename": (FULL, ERROR, BROKEN),
    "make_folder": (FULL, ERROR, FULL_ON),
    "lock": (ERROR,),
    "truncate": (ERROR, BROKEN),
    "remove": (ERROR, BROKEN),
}
"""Operation → the ways in which it fails."""

LEFT_OPEN = "a file was left open"

NEEDS_ROOM = ("write", "open", "rename", "make_folder")
"""What a full disk refuses; it still truncates, syncs and removes."""


@dataclass(frozen=True)
class Fault:
    """One failure: the n-th operation of its kind, from 1."""

    operation: str
    number: int
    way: str

    def __str__(self) -> str:
        return f"{self.operation} {self.number}: {self.way}"


class FailingSystem(disk.FileSystem):
    """The system's calls, counted by kind; one of them fails as told, and later ones where the disk stays so."""

    def __init__(self, fault: Fault | None = None) -> None:
        self._fault = fault
        self.counts: Counter[str] = Counter()
        self.failed: list[Path] = []
        """The files that met the fault: several where the disk stays so and steps are taken together."""
        self._paths: dict[int, Path] = {}
        self._synced: dict[int, int] = {}

    def open_file(self, path: Path, flags: int) -> int:
        self._meet("open", path)
        file = super().open_file(path, flags)
        self.adopt(file, path)
        return file

    def adopt(self, file: int, path: Path) -> None:
        """Know a file that is open; what it holds now counts as synced."""
        self._paths[file] = path
        self._synced[file] = os.fstat(file).st_size

    def write(self, file: int, content: bytes) -> int:
        was_whole = not self.failed
        try:
            self._meet("write", self._paths[file])
        except OSError:
            if was_whole and self._fault and self._fault.way in (TORN, BROKEN):
                super().write(file, content[: len(content) // 2])
            raise
        return super().write(file, content)

    def truncate(self, file: int, size: int) -> None:
        self._meet("truncate", self._paths[file])
        super().truncate(file, size)

    def sync(self, file: int) -> None:
        try:
            self._meet("sync", self._paths[file])
        except OSError:
            if self._fault and self._fault.way == LOST and self._paths[file].is_file():
                super().truncate(file, self._synced[file])
            raise
        super().sync(file)
        self._synced[file] = os.fstat(file).st_size

    def lock(self, file: int) -> None:
        self._meet("lock", self._paths[file])
        super().lock(file)

    def rename(self, old: Path, new: Path) -> None:
        self._meet("rename", new)
        super().rename(old, new)

    def make_folder(self, path: Path) -> None:
        self._meet("make_folder", path)
        super().make_folder(path)

    def remove(self, path: Path) -> None:
        self._meet("remove", path)
        super().remove(path)

    def remove_folder(self, path: Path) -> None:
        self._meet("remove", path)
        super().remove_folder(path)

    def _meet(self, operation: str, path: Path) -> None:
        """Raise where this operation is the one that fails, or the disk has stayed as it was then."""
        self.counts[operation] += 1
        fault = self._fault
        if fault is None:
            return
        is_first = operation == fault.operation and self.counts[operation] == fault.number
        is_later = bool(self.failed) and (fault.way == BROKEN or (fault.way == FULL_ON and operation in NEEDS_ROOM))
        if is_first or is_later:
            self.failed.append(path)
            number = errno.ENOSPC if fault.way in (FULL, TORN, FULL_ON) else errno.EIO
            raise OSError(number, os.strerror(number), str(path))


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    errors: str
    asked: tuple[str, ...]
    """The calls that were made: run directory and id."""


@dataclass(frozen=True)
class Reference:
    """The undisturbed run of a kind: its files, and how often each operation was called."""

    files: dict[str, object]
    counts: Counter[str]


def faults_of(kind: str, reference: Reference) -> list[Fault]:
    """Return every fault that a kind of run can meet: each place in all ways, or in one way each of a large run."""
    return [
        Fault(operation, number, way)
        for operation, ways in WAYS.items()
        for number in range(1, reference.counts[operation] + 1)
        for way in (ways if KINDS[kind].is_small else [ways[number % len(ways)]])
    ]


@dataclass
class Tried:
    """The states tried of one kind, with the violations."""

    states: int = 0
    failed: int = 0
    """States with a violation."""
    violations: list[str] = field(default_factory=list)


def make_reference(kind: str) -> Reference:
    """Return the undisturbed run of a kind.

    Raises:
        AssertionError: a command failed, or changed a file of the run beside the layer for files.
    """
    system = FailingSystem()
    with _new_folder(kind):
        for words in KINDS[kind].commands:
            ended = call_doxa(words, system)
            assert (ended.code, ended.errors) == (0, ""), (words, ended)
        return Reference(read_files(Path("out")), system.counts)


def try_faults(kind: str, reference: Reference, faults: Sequence[Fault]) -> Tried:
    """Return what happened with each of some faults."""
    tried = Tried()
    for fault in faults:
        tried.states += 1
        try:
            violations = try_fault(kind, reference, fault)
            if violations == [LEFT_OPEN]:  # such as a corpus, which a process opens once and keeps: no leak
                violations = try_fault(kind, reference, fault)
        except Exception as error:  # a state that ends the test would hide the others
            violations = [f"{type(error).__name__}: {error}"]
        tried.failed += bool(violations)
        tried.violations += [f"{kind}, {fault}: {violation}" for violation in violations]
    return tried


def try_fault(kind: str, reference: Reference, fault: Fault) -> list[str]:
    """Return what is wrong after one fault; nothing where all is as promised."""
    commands = list(KINDS[kind].commands)
    system = FailingSystem(fault)
    before = _count_open_files()
    with _new_folder(kind):
        while commands:
            ended = call_doxa(commands[0], system)
            if ended.code:
                break
            commands.pop(0)
        violations = list(_violations_of_words(ended, system.failed)) if system.failed else []
        journalled = read_journalled(Path("out"))
        violations += [f"{call} is journalled without its vectors" for call, whole in journalled.items() if not whole]
        if commands and fault.number % 2 and _can_resume(commands[0]):
            commands.insert(0, ("resume", "out", "--quiet"))
        for words in commands:
            again = call_doxa(words, disk.FileSystem())
            if again.code or again.errors:
                violations.append(f"{words[0]}, called again, ended {again.code}: {again.errors}")
            violations += [f"{call} was journalled and asked again" for call in again.asked if call in journalled]
        violations += _differences(reference.files, read_files(Path("out")))
    if _count_open_files() > before:
        violations.append(LEFT_OPEN)
    return violations


def call_doxa(words: Sequence[str], system: disk.FileSystem) -> Ended:
    """Call the command line in this process and return how it ended."""
    asked: list[str] = []
    make_call = Desk._make_call

    async def counted(desk: Desk, request: Any, name: str, *more: Any) -> CallRecord:
        asked.append(f"{desk.run.path}:{name}")
        return await make_call(desk, request, name, *more)

    errors, code = io.StringIO(), 0
    with contextlib.ExitStack() as around:
        around.enter_context(contextlib.redirect_stdout(io.StringIO()))
        around.enter_context(contextlib.redirect_stderr(errors))
        around.enter_context(mock.patch.object(sys, "argv", ["doxa", *words]))
        around.enter_context(mock.patch.object(logging, "lastResort", logging.lastResort))
        around.enter_context(mock.patch.object(disk, "SYSTEM", system))
        around.enter_context(mock.patch.object(Desk, "_make_call", counted))
        around.enter_context(mock.patch.object(performer, "KEPT_EVERY", 2))
        around.enter_context(warnings.catch_warnings())
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Ended(code, errors.getvalue(), tuple(asked))


def read_files(folder: Path) -> dict[str, object]:
    """Return every file by its path; journals and blobs without what may differ between equal runs."""
    files: dict[str, object] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content: object = path.read_bytes()
        if path.name == journal.NAME:
            content = _read_journal(path)
        elif path.name == blobs.NAME:
            content = sorted(path.read_bytes().splitlines(keepends=True))
        files[path.relative_to(folder).as_posix()] = content
    return files


def read_journalled(folder: Path) -> dict[str, bool]:
    """Return run directory and id of each journalled call → whether its vectors are there."""
    calls: dict[str, bool] = {}
    for path in folder.rglob(journal.NAME):
        there = blobs.survey(path.with_name(blobs.NAME))[0] if path.with_name(blobs.NAME).exists() else set()
        calls |= {f"{path.parent}:{call.id}": set(vectors_of(call)) <= there for call in journal.read_calls(path)}
    return calls


def _read_journal(path: Path) -> list[str]:
    """Return the calls of a journal in order of their ids, and what is wrong with its links."""
    lines = list(read_lines(path))
    calls = [line.model_dump_json(exclude={"link", *EXCEPTED}) for line in lines if isinstance(line, CallRecord)]
    return [*sorted(calls), *(f"line {place + 1} has a wrong link" for place in broken_links(lines))]


def _violations_of_words(ended: Ended, failed: Sequence[Path]) -> Iterator[str]:
    """Yield what is wrong with the words of a command that met a fault."""
    if ended.code == 0 and not ended.errors:
        return  # the fault was one that nothing depends on
    if ended.code != 3:
        yield f"exit code {ended.code}: {ended.errors}"
    first, _, second = ended.errors.partition("\n")
    names = {path.resolve().name.removesuffix(".part") for path in failed}
    if not (
        first.startswith("stopped: ") and " could not be written: " in first and any(name in first for name in names)
    ):
        yield f"the message does not say what happened to {' or '.join(sorted(names))}: {ended.errors}"
    if not ("Nothing that was recorded is lost." in second and "give the same call again" in second):
        yield f"the hint does not say what to do: {ended.errors}"
    if ended.errors.count("\n") != 2:
        yield f"more than a message and a hint: {ended.errors}"


def _differences(expected: dict[str, object], actual: dict[str, object]) -> Iterator[str]:
    for name in sorted({*expected, *actual}):
        if name not in actual:
            yield f"{name} is missing"
        elif name not in expected:
            yield f"{name} is left over"
        elif expected[name] != actual[name]:
            yield f"{name} is not as in the undisturbed run"


def _can_resume(words: Sequence[str]) -> bool:
    return words[0] in ("run", "fork") and "out" in words and Path("out/spec.json").exists()


@contextlib.contextmanager
def _new_folder(kind: str) -> Iterator[None]:
    """Work in a new folder with the scenario of a kind; a run's path is the same in each."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # where syncing takes no time
    with tempfile.TemporaryDirectory(dir=memory) as folder, contextlib.chdir(folder):
        KINDS[kind].prepare()
        yield


def _count_open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
