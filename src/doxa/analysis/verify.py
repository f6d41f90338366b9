"""Verification: the chain of hashes, every blob, every call that an outcome refers to, and every belief move.

Each problem names its event. A log without its end is unfinished, never verified. A log that needs a plug-in that is
missing here is not damaged: everything that does not need it is checked, and the missing plug-in is named.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import MissingPlugin, missing_plugins
from doxa.errors import DoxaError, PluginError, UnknownNameError
from doxa.log import blobs, journal, ledger, rundir
from doxa.log.journal import CallRecord
from doxa.log.lines import complete_lines
from doxa.log.rundir import RunLog
from doxa.log.shards import has_shard, read_shard
from doxa.records.base import Record
from doxa.records.canonical import canonical, digest
from doxa.records.events import EVENTS, Event, EvidenceSeeded, MessageHeard, OutcomeReached, RunEnded, sealed
from doxa.records.spec import Label, differences, spec_differences
from doxa.records.steps import Outcome
from doxa.tasks.base import ReplyError
from doxa.tasks.registry import task_named


class Problem(Record):
    """A difference between a log and what was written, or what the fold gives."""

    event: int | None
    """Event number (0 is the first line); None when the problem concerns no event."""
    key: str
    what: str


class Verification(Record):
    """The result of verifying a run directory."""

    path: str
    finished: bool
    events: int
    moves: int
    """Belief moves recomputed and found equal."""
    problems: tuple[Problem, ...]
    missing: tuple[MissingPlugin, ...] = ()
    """Plug-ins that the log needs and that are missing here, with what to install."""

    @property
    def status(self) -> str:
        """verified, unfinished, unchecked (a plug-in is missing, so that not everything was checked) or damaged."""
        if self.problems:
            return "damaged"
        if self.missing:
            return "unchecked"
        return "verified" if self.finished else "unfinished"


class Verifications(Record):
    """The result of verifying every run of a folder."""

    path: str
    runs: tuple[Verification, ...]

    @property
    def status(self) -> str:
        """The worst status of the runs: damaged, unchecked, unfinished or verified."""
        statuses = {run.status for run in self.runs}
        return next((status for status in ("damaged", "unchecked", "unfinished") if status in statuses), "verified")


def verify(path: Path | str) -> Verification:
    """Return the verification of a run directory.

    Raises:
        LogError: it is not a run directory.
    """
    path = Path(path)
    lines = complete_lines(path / ledger.NAME)
    events, problems = _parsed(lines)
    problems += [*_chain(path, lines, events), *_blobs(path, events), *_shards(path, events)]
    moves = 0
    missing: tuple[MissingPlugin, ...] = ()
    if not problems:
        try:
            log = rundir.open_run(path)
            missing = missing_plugins(log)
            problems += _calls(log, _names(missing, "task"))
            moves, wrong = _moves(log, missing)
            problems += wrong
        except (DoxaError, ValueError, KeyError) as error:
            problems.append(Problem(event=None, key="", what=str(error)))
    return Verification(
        path=str(path),
        finished=bool(events) and isinstance(events[-1], RunEnded),
        events=len(lines),
        moves=moves,
        problems=tuple(problems),
        missing=missing,
    )


def _names(missing: Iterable[MissingPlugin], kind: str) -> set[str]:
    return {plugin.name for plugin in missing if plugin.kind == kind}


def _parsed(lines: list[bytes]) -> tuple[list[Event | None], list[Problem]]:
    events: list[Event | None] = []
    problems = []
    for number, line in enumerate(lines):
        try:
            event = EVENTS.validate_json(line)
            if event.line != line or event.seq != number:
                problems.append(_problem(number, event, "it is not spelled as doxa writes it"))
            events.append(event)
        except (ValidationError, DoxaError):
            events.append(None)
            problems.append(Problem(event=number, key="", what="it is not an event any more"))
    return events, problems


def _chain(path: Path, lines: list[bytes], events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every line that does not match the hash in the next line, or for the last, its seal."""
    spec = rundir.spec_bytes(path)
    hashes = [digest(spec), *(digest(line) for line in lines)]
    broken = [number for number, event in enumerate(events) if event is not None and event.prev != hashes[number]]
    last = events[-1] if events else None
    if isinstance(last, RunEnded) and sealed(last).line != lines[-1]:
        broken.append(len(lines))  # the seal is the link after the last line
    for number in broken:
        if number == 0:
            yield Problem(event=0, key="spec.json", what=_spec_change(path, spec))
        elif number - 1 not in broken or number == 1:
            # a changed hash within a line breaks the next link as well: name this line and not the one before
            guilty = number if number + 1 in broken else number - 1
            link = "seal does not fit" if number == len(lines) else "hashes do not link"
            yield _problem(guilty, events[guilty], f"it was changed after it was written (the {link})")


def _spec_change(path: Path, spec: bytes) -> str:
    recorded = rundir.recorded_spec(path)
    try:
        now = json.loads(spec)
    except ValueError:
        return "spec.json is not JSON any more"
    changes = spec_differences(recorded, now) if recorded else []
    if not changes:
        return "spec.json or the first event was changed after the run began"
    field, old, new = changes[0]
    return f"spec.json was changed after the run began: {field} was {old!r}, is {new!r}"


def _blobs(path: Path, events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every changed or missing blob, with the event that refers to it."""
    intact, damaged = blobs.survey(path / blobs.NAME)
    used = dict(_uses(path, events))
    for name, (number, user) in used.items():
        if name not in intact:
            key = getattr(events[number], "key", "") if number is not None else ""
            yield Problem(
                event=number, key=key, what=f"{user} rests on blob {name[:12]}…, which was changed or is gone"
            )
    for where in damaged:
        yield Problem(event=None, key=blobs.NAME, what=f"{where} was changed after it was written")


def _shards(path: Path, events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every shard that is missing or does not match its hash."""
    for event in events:
        if isinstance(event, OutcomeReached) and isinstance(event.body.reply, dict) and (names := _arrays(event.body)):
            for name in names:
                try:
                    read_shard(path, str(name))
                except DoxaError:
                    state = "was changed after it was written" if has_shard(path, str(name)) else "is missing"
                    yield _problem(event.seq, event, f"shard {str(name)[:12]}… {state}")


def _arrays(outcome: Outcome) -> list[str]:
    try:
        arrays = task_named(outcome.task).arrays
    except (UnknownNameError, PluginError):
        return []  # reported with the missing plug-ins
    return list(arrays(outcome.reply)) if arrays and isinstance(outcome.reply, dict) else []


def _uses(path: Path, events: list[Event | None]) -> Iterator[tuple[str, tuple[int | None, str]]]:
    step_event = {event.key: event.seq for event in events if isinstance(event, OutcomeReached)}
    try:
        for call in journal.read_calls(path / journal.NAME):
            for name in call.blocks:
                yield name, (step_event.get(call.step), f"the prompt of {call.id}")
    except DoxaError:
        pass  # reported with the calls
    for event in events:
        if isinstance(event, OutcomeReached) and event.body.task == "embed" and isinstance(event.body.reply, dict):
            for vector in list(event.body.reply["vectors"]):  # type: ignore[arg-type]
                yield str(vector), (event.seq, "the reply")
        if isinstance(event, MessageHeard | EvidenceSeeded):
            for claim in event.body.claims:
                yield claim.vector, (event.seq, f"claim {claim.id}")


def _calls(log: RunLog, unknown_tasks: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for every outcome that differs from its call's answer, or whose call is missing.

    The answers of unknown tasks cannot be compared.
    """
    calls = {call.id: call for call in log.calls()}
    for event in log.events:
        if isinstance(event, OutcomeReached):
            for name in event.body.calls:
                if name not in calls:
                    yield _problem(event.seq, event, f"call {name} is not in {journal.NAME}")
            if event.body.ok and event.body.calls[-1] in calls and event.body.task not in unknown_tasks:
                wrong = _misread(event.body, calls[event.body.calls[-1]])
                if wrong:
                    yield _problem(event.seq, event, wrong)


def _misread(outcome: Outcome, call: CallRecord) -> str:
    task = task_named(outcome.task)
    try:
        reply: Record = task.reading(call.text)
    except ReplyError:
        return f"call {call.id} does not hold an answer that can be read"
    recorded = outcome.text if task.free_text else outcome.reply
    reread = reply.model_dump(mode="json")
    same = reread["text"] == recorded if task.free_text else canonical(reread) == canonical(recorded)
    return "" if same else f"call {call.id} holds another answer"


def _moves(log: RunLog, missing: Collection[MissingPlugin]) -> tuple[int, list[Problem]]:
    """Return the number of moves that the shared fold confirms, and the problems of the others.

    Moves of a missing kernel are skipped. Where a task is missing all are, since it is not known whether its words were
    public.
    """
    problems: list[Problem] = []
    right, stances = 0, {}
    if not log.events or _names(missing, "task"):
        return 0, problems
    kernels = _names(missing, "kernel")
    labels = {label.text: label for label in log.spec.labels}
    unknown = {person.id for person in log.spec.participants if person.kernel in kernels}
    for chapter in chapters(log, leaving_out=unknown):
        problems += _directions(chapter, labels)
        for agent, (number, body) in chapter.recorded.items():
            if agent in unknown:
                continue
            again = chapter.folded.get(agent)
            if again is None or canonical(again) != canonical(body):
                problems.append(_problem(number, log.events[number], _shift(body, again)))
            else:
                right += 1
        for agent, (number, trace) in chapter.jumps.items():
            if agent not in unknown and canonical(chapter.refolded_jumps[agent]) != canonical(trace):
                problems.append(
                    _problem(number, log.events[number], f"the jump of {agent} is not what the settings give")
                )
        for agent in set(chapter.folded) - set(chapter.recorded):
            if chapter.closed:
                problems.append(
                    Problem(event=None, key=chapter.note, what=f"{agent} met something, but no move is recorded")
                )
        stances = {agent: mind.readout.stance for agent, mind in chapter.minds.items()}
    last = log.events[-1]
    recorded = last.body.stances if isinstance(last, RunEnded) else stances
    if canonical(stances) != canonical({agent: stance for agent, stance in recorded.items() if agent not in unknown}):
        problems.append(_problem(last.seq, last, "its stances are not those that the moves give"))
    return right, problems


def _directions(chapter: Chapter, labels: Mapping[str, Label]) -> Iterator[Problem]:
    """Hold the directions of claims to the side that their speaker argued, and to the labels of the spec."""
    for key, body in chapter.heard.items():
        for claim in body.claims if canonical(chapter.turned[key]) == canonical(body) else ():
            label = labels.get(claim.text)
            if claim.direction_by == "corpus" and (label is None or label.polarity != claim.polarity):
                yield Problem(event=None, key=f"heard {key}", what=f"claim {claim.id} has a label that the spec lacks")
        if canonical(chapter.turned[key]) != canonical(body):
            what = "its directions are not those that its speaker's side gives to what was read"
            yield Problem(event=None, key=f"heard {key}", what=what)


def _shift(body: object, again: object) -> str:
    before = json.loads(canonical(body))
    after = json.loads(canonical(again)) if again is not None else None
    changes = differences(before, after)
    field, old, new = changes[0] if changes else ("", None, None)
    return f"recomputing the belief gives {field} = {new!r}, the log says {old!r}"


def _problem(number: int, event: Event | None, problem: str) -> Problem:
    key = f"{event.kind} {event.key}" if event is not None else ""
    return Problem(event=number, key=key, what=problem)
