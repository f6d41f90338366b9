"""A recorded run, folded again: the minds after every batch, from the log alone and without a model call.

The fold is the engine's own (``doxa.minds``). With other settings, or without some claims, it answers what-ifs:
messages stay as they were, beliefs are recomputed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exchanging import RuleExchange
from doxa.evidence.memory import Memory
from doxa.evidence.vectors import Tables, new_tables
from doxa.log.rundir import RunLog
from doxa.minds.hearing import side_of, turn_heard
from doxa.minds.mind import BatchReading, Gathering, Mind, amended, gather_batch, move, new_mind, read, reported
from doxa.records.amend import MIDWAY, amended_spec, part_of
from doxa.records.claims import Readout, Trace
from doxa.records.events import (
    BatchOpened,
    BeliefsMoved,
    Event,
    EvidenceSeeded,
    HeardBody,
    MessageHeard,
    MovedBody,
    OutcomeReached,
    RunAmended,
    SeededBody,
)
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.tasks.answering import ANSWER_SURVEY

Respec = Callable[[RunSpec], RunSpec]


@dataclass(kw_only=True)
class Chapter:
    """One batch as recorded, and as recomputed by the fold. Chapter 0 is the prior."""

    number: int
    note: str
    outcomes: list[Outcome] = field(default_factory=list)
    answers: list[Outcome] = field(default_factory=list)
    """What agents were asked in private before the next batch; no part of the batch."""
    heard: dict[str, HeardBody] = field(default_factory=dict)
    turned: dict[str, HeardBody] = field(default_factory=dict)
    """``heard`` with the directions that the fold's settings give to what was read."""
    recorded: dict[str, tuple[int, MovedBody | SeededBody]] = field(default_factory=dict)
    """Listener → (event number, body) as recorded in the log."""
    jumps: dict[str, tuple[int, Trace]] = field(default_factory=dict)
    """Listener → (event number, trace) of an amendment at the chapter's start."""
    folded: dict[str, MovedBody | SeededBody] = field(default_factory=dict)
    refolded_jumps: dict[str, Trace] = field(default_factory=dict)
    minds: dict[str, Mind] = field(default_factory=dict)
    """Every believer after the batch."""
    closed: bool = True
    """False for a last batch that was interrupted before every belief had moved."""
    met: Gathering | None = None
    """The input of the batch that was folded."""
    readings: dict[str, BatchReading] = field(default_factory=dict)
    """Listener → what it took in of that."""


@dataclass(frozen=True, kw_only=True)
class RecordedMind(Mind):
    """A believer at one moment with its stance and its rule, without memory or state."""

    shown: Readout

    @property
    def readout(self) -> Readout:
        return self.shown


NOTHING = Memory()


def as_shown(mind: Mind) -> RecordedMind:
    """Return what a mind shows, without what later batches fold on."""
    return RecordedMind(**{**vars(mind), "memory": NOTHING, "state": None}, shown=mind.readout)


@dataclass(frozen=True, kw_only=True)
class FoldSource:
    """What a fold reads: the log, with its changes."""

    log: RunLog
    without: frozenset[str]
    leaving_out: frozenset[str]
    exchange: RuleExchange | None
    known: Sequence[Chapter]
    """The log folded as it was recorded, whose results hold wherever nothing that they rest on differs."""
    tables: Tables = field(default_factory=new_tables)

    def as_recorded(self, number: int) -> Chapter | None:
        """Return a chapter of the log as it was recorded, where it is known."""
        return self.known[number] if 0 <= number < len(self.known) else None

    def vector(self, name: str) -> NDArray[np.float64]:
        """Return the vector of a claim."""
        return self.exchange.vector(name) if self.exchange else self.log.blobs.row(name)


def chapters(
    log: RunLog,
    *,
    respec: Respec | None = None,
    without: Collection[str] = (),
    leaving_out: Collection[str] = (),
    exchange: RuleExchange | None = None,
    known: Sequence[Chapter] = (),
) -> Iterator[Chapter]:
    """Yield the chapters of a log, folded again batch by batch.

    Args:
        respec: changes the settings of the fold, after the log's own amendments.
        without: ids of claims that are treated as never met.
        leaving_out: ids of believers whose minds are not folded, such as those whose kernel is missing here. The
            others' minds do not change by this, since their input is in the log.
        exchange: other belief rules for some agents, and their input.
        known: the chapters of this log folded as it was recorded. What would come out as it did there is taken over.
    """
    source = FoldSource(
        log=log, without=frozenset(without), leaving_out=frozenset(leaving_out), exchange=exchange, known=known
    )
    change = respec or (lambda spec: spec)
    spec = log.spec
    settings = change(spec)
    minds: dict[str, Mind] = {}
    readouts: dict[str, Readout] = {}
    for chapter, events in _segmented(log):
        readouts |= {agent: trace.after for agent, (_, trace) in chapter.jumps.items()}
        for event in events:
            if isinstance(event, RunAmended):
                spec = amended_midway(spec, event)
                settings = change(spec)
                for listener in filter(minds.__contains__, event.body.jumps):
                    minds[listener], trace = amended(minds[listener], settings.participant(listener), settings.hearing)
                    chapter.refolded_jumps[listener] = trace
        if chapter.number == 0:
            _begin(chapter, minds, settings, source)
        else:
            as_recorded = source.as_recorded(chapter.number)
            chapter.turned = (
                as_recorded.turned
                if as_recorded and settings.hearing == spec.hearing
                else _turn(chapter, settings, readouts)
            )
            _fold(chapter, minds, source)
        readouts |= {agent: body.trace.after for agent, (_, body) in chapter.recorded.items()}
        chapter.minds = dict(minds)
        yield chapter


def amended_midway(spec: RunSpec, event: RunAmended) -> RunSpec:
    """Return a spec from an amendment on; what applies from the start is in the log's spec already."""
    return amended_spec(spec, {path: setting for path, setting in event.body.set.items() if part_of(path) in MIDWAY})


def recorded_chapters(log: RunLog) -> Iterator[Chapter]:
    """Yield the chapters of a log as recorded; nothing is folded, so that no kernel need be installed."""
    return (chapter for chapter, _ in _segmented(log))


def _segmented(log: RunLog) -> Iterator[tuple[Chapter, list[Event]]]:
    chapter = Chapter(number=0, note="prior")
    events: list[Event] = []
    for event in log.events:
        amends_only = bool(events) and all(isinstance(before, RunAmended) for before in events)
        opens = isinstance(event, RunAmended | BatchOpened) and not amends_only
        if opens and (chapter.number == 0 or events):
            yield chapter, events
            chapter, events = Chapter(number=chapter.number + 1, note=""), []
        events.append(event)
        _note(chapter, event)
    chapter.closed = log.finished
    yield chapter, events


def _note(chapter: Chapter, event: Event) -> None:
    match event:
        case BatchOpened():
            chapter.note = event.body.note
        case OutcomeReached():
            is_answer = event.body.task == ANSWER_SURVEY.name
            (chapter.answers if is_answer else chapter.outcomes).append(event.body)
        case MessageHeard():
            chapter.heard[event.key] = event.body
        case BeliefsMoved() | EvidenceSeeded():
            chapter.recorded[event.body.listener] = (event.seq, event.body)
        case RunAmended():
            chapter.jumps |= {agent: (event.seq, trace) for agent, trace in event.body.jumps.items()}


def _begin(chapter: Chapter, minds: dict[str, Mind], spec: RunSpec, source: FoldSource) -> None:
    as_recorded = source.as_recorded(0)
    for listener, (_, body) in chapter.recorded.items():
        assert isinstance(body, SeededBody)
        if listener in source.leaving_out:
            continue
        claims = tuple(claim for claim in body.claims if claim.id not in source.without)
        if source.exchange:
            claims = source.exchange.seeds(listener, claims)
        participant = spec.participant(listener)
        known = as_recorded.minds.get(listener) if as_recorded and claims == body.claims else None
        if as_recorded and known and known.participant == participant and known.hearing == spec.hearing:
            minds[listener], chapter.folded[listener] = known, as_recorded.folded[listener]
        else:
            minds[listener], chapter.folded[listener] = new_mind(
                participant,
                claims,
                spec.hearing,
                source.vector,
                memory=known.memory if known else None,
                tables=source.tables,
            )


def _turn(chapter: Chapter, spec: RunSpec, readouts: Mapping[str, Readout]) -> dict[str, HeardBody]:
    """Return what was heard with its directions, by the stances that the log has for its speakers then."""
    return {
        key: turn_heard(body, side_of(spec, body.speaker, readouts.get(body.speaker), body.text), spec.hearing)
        for key, body in chapter.heard.items()
    }


def _fold(chapter: Chapter, minds: dict[str, Mind], source: FoldSource) -> None:
    as_recorded, before = source.as_recorded(chapter.number), source.as_recorded(chapter.number - 1)
    chapter.met = met = _gather(chapter, source, as_recorded)
    reports = {outcome.actor: reported(outcome) for outcome in chapter.outcomes if outcome.task == "self_update"}
    # interrupted within the batch: only believers with a recorded move have moved
    is_cut = not chapter.closed and not set(minds) <= set(chapter.recorded)
    for listener, mind in [
        (agent, minds[agent]) for agent in (chapter.recorded if is_cut else minds) if agent in minds
    ]:
        own = source.exchange.read(listener, met) if source.exchange else met
        same = as_recorded if as_recorded and own is as_recorded.met else None
        body: MovedBody | SeededBody | None
        if same and before and mind is before.minds.get(listener) and listener not in chapter.refolded_jumps:
            minds[listener], body = same.minds[listener], same.folded.get(listener)
        else:
            reading = same.readings.get(listener) if same else None
            if reading is None or not reading.is_of(mind):
                reading = read(mind, own, source.vector)
            chapter.readings[listener] = reading
            minds[listener], body = move(mind, reading, reports.get(listener))
        if body:
            chapter.folded[listener] = body


def _gather(chapter: Chapter, source: FoldSource, as_recorded: Chapter | None) -> Gathering:
    """Return the input of a batch; that of the recorded fold where nothing of it is left out or turned."""
    heard = {key: _drop_claims(body, source.without) for key, body in chapter.turned.items()}
    if as_recorded and as_recorded.met and all(as_recorded.turned.get(key) is body for key, body in heard.items()):
        return as_recorded.met
    # what the script showed is the only part of a move that the fold cannot recompute
    shown = {
        agent: tuple(exposure for exposure in body.exposures if exposure.shown)
        for agent, (_, body) in chapter.recorded.items()
        if isinstance(body, MovedBody)
    }
    return gather_batch(chapter.outcomes, heard, shown)


def _drop_claims(body: HeardBody, without: frozenset[str]) -> HeardBody:
    if without.isdisjoint(claim.id for claim in body.claims):
        return body
    return body.model_copy(update={"claims": tuple(claim for claim in body.claims if claim.id not in without)})
