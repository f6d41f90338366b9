"""The files of a log: the chain of events and its seal, the spec, the blobs and the shards, each against its hash."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from doxa.analysis.verifying.problems import Problem, problem_at
from doxa.errors import DoxaError, PluginError, UnknownNameError
from doxa.log import blobs, journal, rundir
from doxa.log.blobs import has_shard, read_shard
from doxa.records.canonical import digest
from doxa.records.events import EVENTS, Event, EvidenceSeeded, MessageHeard, OutcomeReached, RunEnded, sealed
from doxa.records.outside import parse_json
from doxa.records.spec import spec_differences
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named


def parse_events(lines: list[bytes]) -> tuple[list[Event | None], list[Problem]]:
    """Return the events of some lines, None for a line that is none, and a problem for each line not as written."""
    events: list[Event | None] = []
    problems = []
    for number, line in enumerate(lines):
        try:
            event = EVENTS.validate_json(line)
            if event.line != line or event.seq != number:
                problems.append(problem_at(number, event, "it is not spelled as doxa writes it"))
            events.append(event)
        except (ValidationError, DoxaError):
            events.append(None)
            problems.append(Problem(event=number, key="", what="it is not an event any more"))
    return events, problems


def check_links(path: Path, lines: list[bytes]) -> Iterator[Problem]:
    """Yield a problem for every line of any format, later ones too, whose hash is not in the next line."""
    hashes = [digest(rundir.spec_bytes(path)), *(digest(line) for line in lines)]
    for number, line in enumerate(lines):
        try:
            link = parse_json(line)["prev"]
        except (ValueError, KeyError, TypeError):
            link = ""
        if link != hashes[number]:
            what = "it was changed after it was written (the hashes do not link)"
            yield Problem(event=max(number - 1, 0), key="", what=what)


def check_chain(path: Path, lines: list[bytes], events: list[Event | None]) -> Iterator[Problem]:
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
            yield problem_at(guilty, events[guilty], f"it was changed after it was written (the {link})")


def _spec_change(path: Path, spec: bytes) -> str:
    recorded = rundir.recorded_spec(path)
    try:
        now = parse_json(spec)
    except ValueError:
        return "spec.json is not JSON any more"
    if not isinstance(now, dict):
        return "spec.json is not a spec any more"
    changes = spec_differences(recorded, now) if recorded else []
    if not changes:
        return "spec.json or the first event was changed after the run began"
    field, old, new = changes[0]
    return f"spec.json was changed after the run began: {field} was {old!r}, is {new!r}"


def check_blobs(path: Path, events: list[Event | None]) -> Iterator[Problem]:
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


def check_shards(path: Path, events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every shard that is missing or does not match its hash."""
    for event in events:
        if isinstance(event, OutcomeReached):
            for name in arrays_of(event.body):
                try:
                    read_shard(path, str(name))
                except DoxaError:
                    state = "was changed after it was written" if has_shard(path, str(name)) else "is missing"
                    yield problem_at(event.seq, event, f"shard {str(name)[:12]}… {state}")


def arrays_of(outcome: Outcome) -> list[str]:
    try:
        arrays = task_named(outcome.task).arrays
    except (UnknownNameError, PluginError):
        return []  # reported with the missing plug-ins
    try:
        return list(arrays(outcome.reply)) if arrays and isinstance(outcome.reply, dict) else []
    except (KeyError, TypeError):
        return []  # the reply is not the task's: it differs from its call, and is reported with that


def _uses(path: Path, events: list[Event | None]) -> Iterator[tuple[str, tuple[int | None, str]]]:
    step_event = {event.key: event.seq for event in events if isinstance(event, OutcomeReached)}
    try:
        for call in journal.read_calls(path / journal.NAME):
            for name in call.blocks:
                yield name, (step_event.get(call.step), f"the prompt of {call.id}")
            if call.reply_schema:
                yield call.reply_schema, (step_event.get(call.step), f"the reply schema of {call.id}")
    except DoxaError:
        pass  # reported with the calls
    for event in events:
        if isinstance(event, OutcomeReached) and event.body.task == "embed" and isinstance(event.body.reply, dict):
            for vector in list(event.body.reply.get("vectors", ())):  # type: ignore[arg-type]
                yield str(vector), (event.seq, "the reply")
        if isinstance(event, MessageHeard | EvidenceSeeded):
            for claim in event.body.claims:
                yield claim.vector, (event.seq, f"claim {claim.id}")
