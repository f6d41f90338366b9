"""A run directory: ``spec.json``, ``events.jsonl``, ``calls.jsonl``, ``blobs.jsonl``, locked while it runs.

A notebook shows a run as the log records it. Nothing is folded again and no plug-in is needed, so that any log can be
shown.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydantic import ValidationError

from doxa.errors import DamagedLogError, DoxaError, LockedError, LogError
from doxa.log import blobs, disk, journal, ledger
from doxa.log.files import check_file, require_files
from doxa.log.formats import SPEC, check_known, check_readable, find_change, telling_later
from doxa.log.lines import KEPT, Lines, last_line
from doxa.log.recorded import Events
from doxa.records.base import Record, digest
from doxa.records.events import (
    EVENTS,
    BatchOpened,
    BeliefsMoved,
    EndBody,
    EvidenceSeeded,
    MessageHeard,
    OutcomeReached,
    RunAmended,
    RunEnded,
    RunOpened,
)
from doxa.records.model_kinds import is_callable
from doxa.records.notebook import Markup, curves, paragraph, remark, render, table, title
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome


@contextmanager
def paused_collection() -> Iterator[None]:
    """Pause Python's collector within the block, in which a log is read.

    Reading makes hundreds of thousands of objects that all stay, and the collector looks at all of them again and
    again: that takes longer than the reading itself. Records refer to each other in no circle, so that nothing waits
    for it. What was made during the pause counts as old afterwards, or the next look would be at all of it.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            if not gc.get_freeze_count():  # somebody else's frozen objects stay frozen
                gc.freeze()
                gc.unfreeze()
            gc.enable()


R = TypeVar("R", bound=Record)

LOCK = "lock"
APPENDED = (ledger.NAME, journal.NAME, blobs.NAME)
"""The files that a sitting appends lines to."""


@dataclass(kw_only=True)
class RunWriter:
    """The files of a run that is being driven."""

    path: Path
    spec: RunSpec
    ledger: ledger.Ledger
    journal: journal.Journal
    blobs: blobs.Blobs

    def sync_sources(self) -> None:
        """Sync blobs and calls, to which events refer."""
        self.blobs.sync()
        self.journal.sync()

    def sync(self) -> None:
        """Sync a batch: first blobs and calls, then the events that refer to them."""
        self.sync_sources()
        self.ledger.sync()


@dataclass(frozen=True, kw_only=True)
class RunLog:
    """A recorded run, opened for reading."""

    path: Path
    spec: RunSpec
    spec_hash: str
    lines: Lines
    events: Events
    blobs: blobs.Blobs

    def __fspath__(self) -> str:
        """Return its directory: where a path is asked for, a log is one."""
        return str(self.path)

    def __repr__(self) -> str:
        state = "finished" if self.finished else "unfinished"
        return f"RunLog({str(self.path)!r}, {self.spec.name!r}, {len(self.events)} events, {state})"

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes of its steps, in order."""
        return [event.body for event in self.events if isinstance(event, OutcomeReached)]

    @property
    def ended(self) -> EndBody | None:
        """The body of the ``end`` event; None while the run has not ended."""
        return next((event.body for event in self.events[-1:] if isinstance(event, RunEnded)), None)

    @property
    def finished(self) -> bool:
        return self.ended is not None

    def result(self, kind: type[R]) -> R | None:
        """Return the result of the script as the record that its protocol declares; None until the run has ended.

        Raises:
            LogError: the result is not a record of this kind, since another protocol gave it.
        """
        if self.ended is None:
            return None
        try:
            return kind.model_validate(self.ended.result)
        except ValidationError as error:
            raise LogError(
                f"{self.path}: its result is no {kind.__name__} ({error.error_count()} fields differ)",
                hint=f"The run follows the protocol {self.spec.protocol}; ask for the record that it declares.",
            ) from None

    @property
    def last_hash(self) -> str:
        return digest(self.lines[-1]) if self.lines else self.spec_hash

    def _repr_html_(self) -> str:
        return show_log(self)

    def calls(self) -> "Calls":
        return Calls(self.path)

    def sittings(self) -> list[journal.SittingRecord]:
        with telling_later(self.path):
            return list(journal.read_sittings(self.path / journal.NAME))


class Calls(Sequence[journal.CallRecord]):
    """The calls of a run in order; those of a large journal are read from its file whenever they are gone through.

    Raises:
        NewerLogError, DamagedLogError: a line is not one of the journal; of a large one, when it is gone through.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: tuple[journal.CallRecord, ...] | None = None
        if Lines(path / journal.NAME).size <= KEPT:
            with paused_collection():
                self._kept = tuple(self)

    def __iter__(self) -> Iterator[journal.CallRecord]:
        with telling_later(self._path):
            yield from journal.read_calls(self._path / journal.NAME) if self._kept is None else self._kept

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place]


RunLike = RunLog | Path | str
"""A run: its log, or the path of its directory."""


@contextmanager
def writing(path: Path, spec: RunSpec) -> Iterator[RunWriter]:
    """Yield a run directory opened for driving, created if it does not exist, and locked until the block ends.

    Raises:
        LogError: the directory cannot be made or written, or holds another run.
        LockedError: another process is running it.
    """
    disk.make_folders(path)
    require_files(path, *APPENDED)
    with locked(path), ExitStack() as files:
        _settle_spec(path, spec)
        spec = read_spec(path)  # from the file, which has rounded numbers, as a later sitting reads it
        with telling_later(path):
            calls = files.enter_context(closing(journal.Journal(path / journal.NAME)))
            events = files.enter_context(closing(ledger.Ledger(path / ledger.NAME, spec.hash, calls.answer_of)))
            texts = files.enter_context(closing(blobs.Blobs(path / blobs.NAME)))
        disk.sync_folder(path)
        yield RunWriter(path=path, spec=spec, ledger=events, journal=calls, blobs=texts)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the directory's lock within the block; the operating system frees it when the process ends.

    Raises:
        LockedError: another process has it.
        LogError: the lock cannot be made.
    """
    for name in (LOCK, *APPENDED):
        check_file(path / name, appended=True)
    try:
        file = disk.lock_file(path / LOCK)
    except BlockingIOError:
        raise LockedError(
            f"{path} is being run by another process, or in this one",
            hint="Wait for it to end, or stop it first.",
        ) from None
    try:
        yield
    finally:
        disk.close_file(file)


def open_run(path: RunLike, *, late_blobs: bool = False) -> RunLog:
    """Return a run read from its directory; the hashes are not checked here (see ``doxa.analysis.verify``).

    A log is returned as it is.

    Args:
        late_blobs: whether prompts and vectors are read when the first of them is asked for.

    Raises:
        LogError: it is not a run directory.
        NewerLogError: a later doxa wrote it, in a format that this one cannot read.
        DamagedLogError: a file in it does not have the format in which it was written.
    """
    if isinstance(path, RunLog):
        return path
    path = Path(path)
    spec = read_spec(path)
    require_files(path, *APPENDED)
    lines = Lines(path / ledger.NAME)
    with telling_later(path), paused_collection():
        return RunLog(
            path=path,
            spec=spec,
            spec_hash=digest(spec_bytes(path)),
            lines=lines,
            events=Events(lines, journal.Answers(path / journal.NAME)),
            blobs=blobs.LateBlobs(path / blobs.NAME) if late_blobs else blobs.Blobs(path / blobs.NAME, writable=False),
        )


def continued_run(log: RunLog) -> RunLog | None:
    """Return a log with the lines that were written after it was read; None where what it read is no longer there.

    Raises:
        LogError, DamagedLogError: as ``open_run``, of the new lines.
    """
    try:
        there = log.lines[-1] if log.lines else b""
        if digest(spec_bytes(log.path)) != log.spec_hash or there != log.events.last_line:
            return None
    except (LogError, FileNotFoundError):
        return None
    lines = log.lines.grown()
    with telling_later(log.path), paused_collection():
        events = Events(lines, log.events.answers, known=log.events)
    return replace(log, lines=lines, events=events, blobs=blobs.LateBlobs(log.path / blobs.NAME))


def runs_in(folder: Path, *, readings: bool = False) -> list[Path]:
    """Return every run directory in a folder, or the folder itself if it is one; with the readings where asked for."""
    specs = sorted(spec for spec in folder.rglob(SPEC) if readings or "readings" not in spec.relative_to(folder).parts)
    return [spec.parent for spec in specs]


def is_finished(path: Path) -> bool:
    """Return whether a directory contains a run that has ended."""
    return b'"kind":"end"' in (last_line(path / ledger.NAME) or b"")


def read_spec(path: Path) -> RunSpec:
    """Return the spec of a run directory.

    Raises:
        LogError, DamagedLogError, NewerLogError: as ``open_run``.
    """
    spec_bytes(path)  # first whether it is a run directory at all
    check_readable(path)
    try:
        spec = RunSpec.model_validate_json(spec_bytes(path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        check_known(path)
        where = ": ".join([str(path / SPEC), *filter(None, [".".join(str(part) for part in first["loc"])])])
        raise DamagedLogError(f"{where}: {first['msg']}") from None
    return spec


def recorded_spec(path: Path) -> dict[str, object] | None:
    """Return the spec that the log's first event repeats; None while there is no event."""
    for line in Lines(path / ledger.NAME)[:1]:
        with suppress(ValidationError):
            if isinstance(first := EVENTS.validate_json(line), RunOpened):
                return dict(first.body.spec)
    return None


def spec_bytes(path: Path) -> bytes:
    """Return the bytes of ``spec.json``; LogError where there is none."""
    check_file(path / SPEC)
    try:
        return (path / SPEC).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise _not_a_run(path) from None
    except OSError as error:
        raise LogError(f"{path / SPEC} cannot be read: {error.strerror}") from None


def _not_a_run(path: Path) -> LogError:
    """Return the error for a directory that is not a run's; where it contains runs, the error names one."""
    inside = runs_in(path)
    if not inside:
        advice = "Give the directory that `doxa run` wrote to."
        return LogError(f"{path} is not a run directory: it has no {SPEC}", hint=advice)
    count = "1 run" if len(inside) == 1 else f"{len(inside):,} runs"
    return LogError(
        f"{path} is not a run directory: it holds {count}, as a sweep's does",
        hint=f"Give one of its runs, such as {inside[0]}",
    )


def _settle_spec(path: Path, spec: RunSpec) -> None:
    """Write the spec of a new run, or check that an existing one is the same."""
    file = path / SPEC
    if file.exists():
        if spec_bytes(path) != spec.line:
            raise LogError(f"{path} holds another run", hint="Choose another --out, or fork it.")
        return
    if (path / ledger.NAME).exists():
        raise DamagedLogError(f"{path} holds events but no {SPEC}")
    disk.write_whole(file, spec.line)


Given = ParamSpec("Given")
Result = TypeVar("Result")


def blames_damage(read: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return a function that raises DamagedLogError for an unforeseen error, where the log was changed.

    Where the chain of hashes is broken the log was changed, and an error that nobody foresaw follows from that. Where
    it is whole, the fault is doxa's, and the error stays as it is.

    Args:
        read: takes a log or the path of one first.
    """

    @wraps(read)
    def guarded(*given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return read(*given, **named)
        except (DoxaError, OSError):
            raise
        except Exception:
            log = next(iter([*given, *named.values()]))
            path = log.path if isinstance(log, RunLog) else Path(str(log))
            if place := find_change(path):
                raise DamagedLogError(
                    f"{path} cannot be read: {place} was changed after it was written",
                    hint=f"doxa verify {path} names each line that is not as it was written.",
                ) from None
            raise

    return guarded


MOST_AGENTS = 12

Stances = list[float | None]


def show_log(log: RunLog) -> str:
    """Return a run as HTML."""
    stances = recorded_stances(log)
    messages = sum(isinstance(event, MessageHeard) for event in log.events)
    facts = ["finished" if log.finished else "not finished", f"protocol {log.spec.protocol}"]
    facts += [f"{messages:,} messages heard"] if messages else []
    if names := list_simulated(log.spec):
        whose = "agents say" if len(names) == len(log.spec.participants) else f"is said by {', '.join(names)}"
        facts.append(f"simulated offline: plain code wrote what {whose}")
    facts += [f"Python callables speak for {', '.join(agents)}"] if (agents := list_callables(log.spec)) else []
    return render(
        title(log.spec.name),
        paragraph(log.spec.proposition.text),
        remark(" · ".join(facts)),
        curves({_name(log, agent): line for agent, line in stances.items()}),
        _tabulate_agents(log, stances),
        remark(str(log.path)),
    )


def recorded_stances(log: RunLog) -> dict[str, Stances]:
    """Return agent → its stance before the first batch and after each one, as recorded."""
    now: dict[str, float | None] = {}
    snapshots: list[dict[str, float | None]] = []
    for event in log.events:
        if isinstance(event, EvidenceSeeded | BeliefsMoved):
            now[event.body.listener] = event.body.trace.after.stance
        elif isinstance(event, RunAmended):
            now |= {agent: trace.after.stance for agent, trace in event.body.jumps.items()}
        elif isinstance(event, BatchOpened | RunEnded):
            snapshots.append(dict(now))
    if not log.finished:
        snapshots.append(dict(now))
    return {agent: [snapshot.get(agent) for snapshot in snapshots] for agent in now}


def list_simulated(spec: RunSpec) -> list[str]:
    """Return the names of those for whom plain code speaks, by the spec; prepared lines are not its own."""
    roles = {role for role, settings in spec.roles.items() if settings.simulated and role != "reciter"}
    return [participant.name for participant in spec.participants if participant.role in roles]


def list_callables(spec: RunSpec) -> list[str]:
    """Return the names of the agents for whom Python callables speak, each with that of its callable."""
    models = {agent.name: spec.roles[agent.role].model for agent in spec.participants if agent.role in spec.roles}
    return [f"{name} ({model.split(':', 2)[-1]})" for name, model in models.items() if is_callable(model)]


def _tabulate_agents(log: RunLog, stances: dict[str, Stances]) -> Markup:
    rows = []
    for participant in log.spec.participants:
        line = stances.get(participant.id, [])
        start, end = (line[0], line[-1]) if line else (None, None)
        change = None if start is None or end is None else end - start
        rows.append((participant.id, participant.name, participant.side, start, end, change))
    return table(("agent", "name", "side", "start", "now", "change"), rows, most=MOST_AGENTS)


def _name(log: RunLog, agent: str) -> str:
    """Return an agent's name with its id where the name does not say it."""
    name = log.spec.participant(agent).name
    return name if name.lower() == agent else f"{name} ({agent})"
