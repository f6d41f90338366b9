"""The journal against the events: its links, its ids, and the hash that each outcome holds of its calls."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from doxa.analysis.verifying.chain import arrays_of
from doxa.analysis.verifying.problems import Problem, problem_at
from doxa.engine.turn import hash_request
from doxa.errors import DamagedLogError
from doxa.log.journal import NAME, CallRecord, SittingRecord, answer_hash, broken_links, read_lines
from doxa.log.lines import complete_lines
from doxa.log.rundir import RunLog
from doxa.records.amend import models_of
from doxa.records.canonical import canonical_line
from doxa.records.events import Event, OutcomeReached
from doxa.records.spec import RunSpec

JournalLine = CallRecord | SittingRecord


def check_journal(path: Path, events: Sequence[Event | None]) -> Iterator[Problem]:
    """Yield a problem for every line of the journal that was changed, taken out or put in."""
    try:
        lines = list(read_lines(path / NAME))
    except DamagedLogError as error:
        yield Problem(event=None, key=NAME, what=str(error))
        return
    outcomes = {event.body.key: event for event in events if isinstance(event, OutcomeReached)}
    gone = list(_check_calls_of_outcomes(lines, outcomes))
    yield from gone or _check_lines(path, lines, outcomes)
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
    spelled = zip(complete_lines(path / NAME), lines, strict=True)
    wrong = {place for place, (line, record) in enumerate(spelled) if canonical_line(record) != line}
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
    """Yield a problem for every call that stands twice, but for one that was made again since its arrays were lost."""
    calls = [line for line in lines if isinstance(line, CallRecord)]
    for name, count in Counter(call.id for call in calls).items():
        requests = {(call.request, call.status) for call in calls if call.id == name}
        event = outcomes.get(name.rpartition("#")[0])
        lossy = event is None or event.body.task == "embed" or bool(arrays_of(event.body))
        if count > 1 and (len(requests) > 1 or not lossy):
            yield Problem(event=event.seq if event else None, key=f"call {name}", what=f"it stands {count} times")
