"""The checks of a log's files: hashes, links, blobs and shards, and the journal of calls. A problem names its event."""

import json
import math
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from doxa.engine.turn import hash_request
from doxa.errors import DamagedLogError, DoxaError, PluginError, UnknownNameError
from doxa.log import blobs, journal, rundir
from doxa.log.blobs import has_shard, read_shard
from doxa.log.journal import (
    NAME,
    CallRecord,
    CallsById,
    Shorthand,
    SittingRecord,
    answer_hash,
    broken_links,
    read_lines,
)
from doxa.log.lines import Lines
from doxa.log.rundir import RunLog
from doxa.log.shortening import AnswerOf, BatchLines
from doxa.records.amend import models_of
from doxa.records.base import Record, canonical, digest, group_by
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


def parse_events(lines: Sequence[bytes], answers: AnswerOf) -> Iterator[tuple[Event | None, Problem | None]]:
    """Yield the event of each line, None for a line that is none, and a problem where the line is not as written."""
    reading, writing = BatchLines(answers), BatchLines(answers)
    is_changed = False  # whether a line of the batch was: those behind it rest on it, and are not at fault
    for number, (line, after) in enumerate(pairwise(chain(lines, (b"",)))):
        event, what = None, ""
        try:
            event = reading.read(line)
            if writing.line_of(event) != line or event.seq != number:
                what = "it is not spelled as doxa writes it"
        except DoxaError as error:
            what = f"it {error.message}"
        is_changed = is_changed and b'"kind":"batch"' not in line
        yield event, problem_at(number, event, what) if what and not is_changed else None
        is_changed = is_changed or digest(line).encode() not in after


class UsedFiles:
    """What the events of a log rest on, noted event by event: no log need fit into memory.

    Args:
        path: of the run directory.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._intact, self._damaged = blobs.survey(path / blobs.NAME)
        self._shards: set[str] = set()  # a network is a shard of every round
        self._missing: dict[str, tuple[int | None, str, str]] = {}
        """Blob that was changed or is gone → number and key of the event that rests on it, and what of it does."""
        self.shards: list[Problem] = []
        """A problem for every shard that is missing or does not match its hash."""
        self.outcomes: dict[str, OutcomeReached] = {}
        """Step → its outcome, without its answer."""
        self.lossy: set[str] = set()
        """Steps with arrays, which may be lost, beside the answers of their calls."""
        self.last: Event | None = None

    def note(self, event: Event | None) -> None:
        """Note what the next event rests on."""
        self.last = event
        if isinstance(event, OutcomeReached):
            arrays = arrays_of(event.body)
            self.lossy |= {event.body.key} if event.body.task == "embed" or arrays else set()
            bare = event.body.model_copy(update={"text": None, "reply": None})
            self.outcomes[event.body.key] = event.model_copy(update={"body": bare})
            self.shards += [
                problem_at(event.seq, event, f"shard {name[:12]}… {state}")
                for name in set(map(str, arrays)) - self._shards
                if (state := self._state_of_shard(name))
            ]
            if event.body.task == "embed" and isinstance(event.body.reply, dict):
                for vector in list(event.body.reply.get("vectors", ())):  # type: ignore[arg-type]
                    self._use(str(vector), event.seq, event.key, "the reply")
        if isinstance(event, MessageHeard | EvidenceSeeded):
            for claim in event.body.claims:
                self._use(claim.vector, event.seq, event.key, f"claim {claim.id}")

    def check_blobs(self) -> Iterator[Problem]:
        """Yield a problem for every changed or missing blob, with the event that refers to it."""
        with suppress(DoxaError):  # reported with the calls
            for call in journal.read_calls(self._path / NAME):
                step = self.outcomes.get(call.step)
                event, key = (step.seq, step.key) if step else (None, "")
                for name in call.blocks:
                    self._use(name, event, key, f"the prompt of {call.id}")
                if call.reply_schema:
                    self._use(call.reply_schema, event, key, f"the reply schema of {call.id}")
        for name, (number, key, user) in self._missing.items():
            what = f"{user} rests on blob {name[:12]}…, which was changed or is gone"
            yield Problem(event=number, key=key, what=what)
        for where in self._damaged:
            yield Problem(event=None, key=blobs.NAME, what=f"{where} was changed after it was written")

    def _use(self, blob: str, number: int | None, key: str, user: str) -> None:
        if blob not in self._intact:
            self._missing[blob] = number, key, user

    def _state_of_shard(self, name: str) -> str:
        try:
            read_shard(self._path, name)
        except DoxaError:
            return "was changed after it was written" if has_shard(self._path, name) else "is missing"
        self._shards.add(name)
        return ""


def check_chain(
    path: Path, lines: Sequence[bytes], last: Event | None, event_at: Callable[[int], Event | None]
) -> Iterator[Problem]:
    """Yield a problem for every line that does not match the hash in the next line, or for the last, its seal.

    Lines of later formats are linked in the same way.

    Args:
        last: the last event.
        event_at: returns the event with a number, None for a line that is none.
    """
    spec, broken = rundir.spec_bytes(path), []
    # of the lines themselves: an event that rests on a changed line may not be readable, and is not at fault
    for number, (before, line) in enumerate(pairwise(chain([spec], lines))):
        if f'"prev":"{digest(before)}"'.encode() not in line:
            broken.append(number)
    if isinstance(last, RunEnded) and sealed(last).line != lines[-1]:
        broken.append(len(lines))  # the seal is the link after the last line
    for number in broken:
        if number == 0:
            yield Problem(event=0, key="spec.json", what=_spec_change(path, spec))
        elif number - 1 not in broken or number == 1:
            # a changed hash within a line breaks the next link as well: name this line and not the one before
            guilty = number if number + 1 in broken else number - 1
            link = "seal does not fit" if number == len(lines) else "hashes do not link"
            yield problem_at(guilty, event_at(guilty), f"it was changed after it was written (the {link})")


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


def arrays_of(outcome: Outcome) -> list[str]:
    # a missing plug-in is reported with others; a reply that is not the task's differs from its call, and is with that
    with suppress(UnknownNameError, PluginError, KeyError, TypeError):
        arrays = task_named(outcome.task).arrays
        return list(arrays(outcome.reply)) if arrays and isinstance(outcome.reply, dict) else []
    return []


def check_journal(path: Path, outcomes: Mapping[str, OutcomeReached], lossy: Container[str]) -> Iterator[Problem]:
    """Yield a problem for every line of the journal that was changed, taken out or put in.

    Args:
        outcomes: step → its outcome.
        lossy: steps with arrays, which may be lost, beside the answers of their calls.
    """
    try:
        ids = Counter(call.id for call in journal.read_calls(path / NAME))
    except DamagedLogError as error:
        yield Problem(event=None, key=NAME, what=str(error))
        return
    yield from list(_check_calls_of_outcomes(ids, outcomes)) or _check_lines(path, outcomes)
    yield from _check_ids(path, {name: count for name, count in ids.items() if count > 1}, outcomes, lossy)


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


def _check_calls_of_outcomes(ids: Container[str], outcomes: Mapping[str, OutcomeReached]) -> Iterator[Problem]:
    """Yield a problem for every outcome that has no call, or whose call is gone."""
    for event in outcomes.values():
        if not event.body.calls:
            yield problem_at(event.seq, event, "it names no call")
        for name in event.body.calls:
            if name not in ids:
                yield problem_at(event.seq, event, f"call {name} is not in {NAME}")


def _check_lines(path: Path, outcomes: Mapping[str, OutcomeReached]) -> Iterator[Problem]:
    """Yield a problem for every line that is not as it was written, and every outcome whose calls are others."""
    writing, named, broken = Shorthand(), set[str](), set(broken_links(read_lines(path / NAME)))
    for place, (line, record) in enumerate(zip(Lines(path / NAME), read_lines(path / NAME), strict=True)):
        # a changed link breaks the next line's as well: the next line is not at fault
        if writing.line_of(record) != line or (place in broken and place - 1 not in broken):
            yield _changed_line(record, place, outcomes)
            named |= {record.step} if isinstance(record, CallRecord) else set()
    calls = CallsById(path / NAME)
    for event in outcomes.values():
        made = filter(None, map(calls.get, event.body.calls))
        if event.body.key not in named and event.body.answer != answer_hash(made):
            yield problem_at(event.seq, event, "its calls are not those that it was read from")


def _changed_line(line: CallRecord | SittingRecord, place: int, outcomes: Mapping[str, OutcomeReached]) -> Problem:
    where = f"{NAME}:{place + 1}"
    if isinstance(line, SittingRecord):
        return Problem(
            event=None, key=where, what="this sitting, or a line before it, was changed after it was written"
        )
    event = outcomes.get(line.step)
    what = f"call {line.id} ({where}), or a line before it, was changed after it was written"
    return problem_at(event.seq, event, what) if event else Problem(event=None, key=where, what=what)


def _check_ids(
    path: Path, often: Mapping[str, int], outcomes: Mapping[str, OutcomeReached], lossy: Container[str]
) -> Iterator[Problem]:
    """Yield a problem for every call that stands twice, but for one that was made again for a reason.

    Its arrays were lost, or its model stated to be another than before.

    Args:
        often: call → how often it stands, for those that stand more than once.
    """
    calls = group_by(filter(lambda call: call.id in often, journal.read_calls(path / NAME)), lambda call: call.id)
    revisions = {(call.model, call.revision) for call in journal.read_calls(path / NAME)} if often else ()
    stated = Counter(model for model, revision in revisions if revision)
    for name, count in often.items():
        requests = {(call.request, call.status, call.model) for call in calls[name]}
        event = outcomes.get(name.rpartition("#")[0])
        again = event is None or event.body.key in lossy or any(stated[model] > 1 for *_, model in requests)
        if len(requests) > 1 or not again:
            yield Problem(event=event.seq if event else None, key=f"call {name}", what=f"it stands {count} times")
