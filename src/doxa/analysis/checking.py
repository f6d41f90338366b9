"""The checks of a log's files: hashes, links, blobs and shards, and the journal of calls. A problem names its event."""

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any

from doxa.engine.turn import hash_request
from doxa.errors import DamagedLogError, DoxaError, PluginError, UnknownNameError
from doxa.log import blobs, journal, rundir
from doxa.log.blobs import has_shard, read_shard
from doxa.log.journal import NAME, CallRecord, Shorthand, SittingRecord, answer_hash, broken_links, read_lines
from doxa.log.lines import Lines
from doxa.log.rundir import RunLog
from doxa.log.shortening import AnswerOf, BatchLines
from doxa.records.amend import models_of
from doxa.records.base import Record, canonical, digest
from doxa.records.differences import differences, spec_differences
from doxa.records.events import Event, EvidenceSeeded, MessageHeard, OutcomeReached, RunEnded, repeated, sealed
from doxa.records.outside import parse_json
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named

LAST_DIGITS = 1e-9
"""Numbers that differ by less count as equal: processors differ in the last digits of logarithms and exponentials."""


class Problem(Record):
    """A difference between a log and what was written, or what the fold gives."""

    event: int | None
    """Event number (0 is the first line); None when the problem concerns no event."""
    key: str
    what: str


def problem_at(number: int | None, event: Event | None, what: str) -> Problem:
    """Return a problem of an event, named by its kind and key."""
    return Problem(event=number, key=f"{event.kind} {event.key}" if event is not None else "", what=what)


def describe_shift(recorded: object, recomputed: object) -> str:
    """Return the first field in which two values differ, with what is recomputed and what the log says."""
    field, old, new = first_difference(recorded, recomputed)
    return f"{field} = {new!r}, the log says {old!r}"


def first_difference(recorded: object, recomputed: object) -> tuple[str, Any, Any]:
    """Return (field, recorded, recomputed) of the first difference of two values; ("", None, None) without one."""
    after = json.loads(canonical(recomputed)) if recomputed is not None else None
    return next(iter(differences(json.loads(canonical(recorded)), after)), ("", None, None))


def is_same_but_for_rounding(left: object, right: object) -> bool:
    """Return whether two plain JSON values differ in nothing but the last digits of numbers."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same_but_for_rounding(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same_but_for_rounding, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=LAST_DIGITS, abs_tol=LAST_DIGITS)
    return type(left) is type(right) and left == right


def parse_events(lines: Sequence[bytes], answers: AnswerOf) -> tuple[list[Event | None], list[Problem]]:
    """Return the events of some lines, None for a line that is none, and a problem for each line not as written."""
    events: list[Event | None] = []
    problems = []
    reading, writing = BatchLines(answers), BatchLines(answers)
    is_changed = False  # whether a line of the batch was: those behind it rest on it, and are not at fault
    for number, (line, after) in enumerate(zip_longest(lines, lines[1:], fillvalue=b"")):
        event, what = None, ""
        try:
            event = reading.read(line)
            if writing.line_of(event) != line or event.seq != number:
                what = "it is not spelled as doxa writes it"
        except DoxaError as error:
            what = f"it {error.message}"
        events.append(event)
        is_changed = is_changed and b'"kind":"batch"' not in line
        if what and not is_changed:
            problems.append(problem_at(number, event, what))
        is_changed = is_changed or digest(line).encode() not in after
    return events, problems


def check_links(path: Path, lines: Sequence[bytes]) -> Iterator[Problem]:
    """Yield a problem for every line of any format, later ones too, whose hash is not in the next line."""
    for number, (line, before) in enumerate(zip(lines, [rundir.spec_bytes(path), *lines], strict=False)):
        with suppress(ValueError, KeyError, TypeError):
            if parse_json(line)["prev"] == digest(before):
                continue
        what = "it was changed after it was written (the hashes do not link)"
        yield Problem(event=max(number - 1, 0), key="", what=what)


def check_chain(path: Path, lines: Sequence[bytes], events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every line that does not match the hash in the next line, or for the last, its seal."""
    spec = rundir.spec_bytes(path)
    before = [spec, *lines]
    # of the lines themselves: an event that rests on a changed line may not be readable, and is not at fault
    broken = [number for number, line in enumerate(lines) if f'"prev":"{digest(before[number])}"'.encode() not in line]
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
    changes = spec_differences(recorded, repeated(now)) if recorded else []
    if not changes:
        return "spec.json or the first event was changed after the run began"
    field, old, new = changes[0]
    return f"spec.json was changed after the run began: {field} was {old!r}, is {new!r}"


def check_blobs(path: Path, events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every changed or missing blob, with the event that refers to it."""
    intact, damaged = blobs.survey(path / blobs.NAME)
    for name, (number, user) in dict(_uses(path, events)).items():
        if name not in intact:
            key = getattr(events[number], "key", "") if number is not None else ""
            yield Problem(
                event=number, key=key, what=f"{user} rests on blob {name[:12]}…, which was changed or is gone"
            )
    for where in damaged:
        yield Problem(event=None, key=blobs.NAME, what=f"{where} was changed after it was written")


def check_shards(path: Path, events: list[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every shard that is missing or does not match its hash."""
    intact: set[str] = set()  # a network is a shard of every round
    for event in events:
        if isinstance(event, OutcomeReached):
            for name in set(map(str, arrays_of(event.body))) - intact:
                try:
                    read_shard(path, name)
                    intact.add(name)
                except DoxaError:
                    state = "was changed after it was written" if has_shard(path, name) else "is missing"
                    yield problem_at(event.seq, event, f"shard {name[:12]}… {state}")


def arrays_of(outcome: Outcome) -> list[str]:
    # a missing plug-in is reported with others; a reply that is not the task's differs from its call, and is with that
    with suppress(UnknownNameError, PluginError, KeyError, TypeError):
        arrays = task_named(outcome.task).arrays
        return list(arrays(outcome.reply)) if arrays and isinstance(outcome.reply, dict) else []
    return []


def _uses(path: Path, events: list[Event | None]) -> Iterator[tuple[str, tuple[int | None, str]]]:
    step_event = {event.key: event.seq for event in events if isinstance(event, OutcomeReached)}
    with suppress(DoxaError):  # reported with the calls
        for call in journal.read_calls(path / journal.NAME):
            for name in call.blocks:
                yield name, (step_event.get(call.step), f"the prompt of {call.id}")
            if call.reply_schema:
                yield call.reply_schema, (step_event.get(call.step), f"the reply schema of {call.id}")
    for event in events:
        if isinstance(event, OutcomeReached) and event.body.task == "embed" and isinstance(event.body.reply, dict):
            for vector in list(event.body.reply.get("vectors", ())):  # type: ignore[arg-type]
                yield str(vector), (event.seq, "the reply")
        if isinstance(event, MessageHeard | EvidenceSeeded):
            for claim in event.body.claims:
                yield claim.vector, (event.seq, f"claim {claim.id}")


JournalLine = CallRecord | SittingRecord


def check_journal(path: Path, events: Sequence[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every line of the journal that was changed, taken out or put in."""
    try:
        lines = list(read_lines(path / NAME))
    except DamagedLogError as error:
        yield Problem(event=None, key=NAME, what=str(error))
        return
    outcomes = {event.body.key: event for event in events if isinstance(event, OutcomeReached)}
    yield from list(_check_calls_of_outcomes(lines, outcomes)) or _check_lines(path, lines, outcomes)
    yield from _check_ids(lines, outcomes)


def check_requests(calls: Sequence[CallRecord], spec: RunSpec) -> Iterator[Problem]:
    """Yield a problem for every call whose request is not the hash of its blocks, schema and a model of the spec."""
    models = models_of(spec)
    for call in calls:
        own = [settings for settings in models if settings.model == call.model]
        if all(hash_request(call.blocks, call.reply_schema, settings) != call.request for settings in own):
            yield Problem(event=None, key=call.id, what="its request is not that of its prompt, reply schema and model")


def check_unasked(log: RunLog) -> Iterator[Problem]:
    """Yield a problem for every call of a finished log that no outcome names."""
    named = {name for event in log.events if isinstance(event, OutcomeReached) for name in event.body.calls}
    for call in log.calls() if log.finished else ():
        if call.id not in named:
            yield Problem(event=None, key=f"call {call.id}", what="no step asks for it")


def _check_calls_of_outcomes(lines: Sequence[JournalLine], outcomes: Mapping[str, OutcomeReached]) -> Iterator[Problem]:
    """Yield a problem for every outcome that has no call, or whose call is gone."""
    ids = {line.id for line in lines if isinstance(line, CallRecord)}
    for event in outcomes.values():
        if not event.body.calls:
            yield problem_at(event.seq, event, "it names no call")
        for name in event.body.calls:
            if name not in ids:
                yield problem_at(event.seq, event, f"call {name} is not in {NAME}")


def _check_lines(path: Path, lines: Sequence[JournalLine], outcomes: Mapping[str, OutcomeReached]) -> Iterator[Problem]:
    """Yield a problem for every line that is not as it was written, and every outcome whose calls are others."""
    spelled, writing = zip(Lines(path / NAME), lines, strict=True), Shorthand()
    wrong = {place for place, (line, record) in enumerate(spelled) if writing.line_of(record) != line}
    broken = broken_links(lines)
    # a changed link breaks the next line's as well: the next line is not at fault
    wrong |= {place for place in broken if place - 1 not in broken}
    for place in sorted(wrong):
        yield _changed_line(lines[place], place, outcomes)
    calls = {line.id: line for line in lines if isinstance(line, CallRecord)}
    named = {line.step for place, line in enumerate(lines) if place in wrong and isinstance(line, CallRecord)}
    for event in outcomes.values():
        if event.body.key not in named and event.body.answer != answer_hash(calls[name] for name in event.body.calls):
            yield problem_at(event.seq, event, "its calls are not those that it was read from")


def _changed_line(line: JournalLine, place: int, outcomes: Mapping[str, OutcomeReached]) -> Problem:
    where = f"{NAME}:{place + 1}"
    if isinstance(line, SittingRecord):
        return Problem(
            event=None, key=where, what="this sitting, or a line before it, was changed after it was written"
        )
    event = outcomes.get(line.step)
    what = f"call {line.id} ({where}), or a line before it, was changed after it was written"
    return problem_at(event.seq, event, what) if event else Problem(event=None, key=where, what=what)


def _check_ids(lines: Sequence[JournalLine], outcomes: Mapping[str, OutcomeReached]) -> Iterator[Problem]:
    """Yield a problem for every call that stands twice, but for one that was made again for a reason.

    Its arrays were lost, or its model stated to be another than before.
    """
    calls = [line for line in lines if isinstance(line, CallRecord)]
    stated = Counter(model for model, revision in {(call.model, call.revision) for call in calls} if revision)
    for name, count in Counter(call.id for call in calls).items():
        requests = {(call.request, call.status, call.model) for call in calls if call.id == name}
        event = outcomes.get(name.rpartition("#")[0])
        lossy = event is None or event.body.task == "embed" or bool(arrays_of(event.body))
        again = lossy or any(stated[model] > 1 for *_, model in requests)
        if count > 1 and (len(requests) > 1 or not again):
            yield Problem(event=event.seq if event else None, key=f"call {name}", what=f"it stands {count} times")
