"""A recorded run, folded again: the minds after every batch, from the log alone and without a model call.

The fold is the engine's own (``doxa.minds``). With other settings, or without some claims, it answers what-ifs:
messages stay as they were, beliefs are recomputed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exchanging import RuleExchange
from doxa.log.rundir import RunLog
from doxa.minds.gathering import gather_batch, reported
from doxa.minds.mind import Mind, amended, meet, new_mind
from doxa.minds.sides import side_of, turn_heard
from doxa.records.amend import MIDWAY, amended_spec, part_of
from doxa.records.claims import Exposure
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
    RunEnded,
    SeededBody,
)
from doxa.records.readout import Readout, Trace
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome

Respec = Callable[[RunSpec], RunSpec]


@dataclass(kw_only=True)
class Chapter:
    """One batch as recorded, and as recomputed by the fold. Chapter 0 is the prior."""

    number: int
    note: str
    outcomes: list[Outcome] = field(default_factory=list)
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


@dataclass(frozen=True, kw_only=True)
class FoldSource:
    """What a fold reads: the log, with its changes."""

    log: RunLog
    without: frozenset[str]
    leaving_out: frozenset[str]
    exchange: RuleExchange | None

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
) -> Iterator[Chapter]:
    """Yield the chapters of a log, folded again batch by batch.

    Args:
        respec: changes the settings of the fold, after the log's own amendments.
        without: ids of claims that are treated as never met.
        leaving_out: ids of believers whose minds are not folded, such as those whose kernel is missing here. The
            others' minds do not change by this, since their input is in the log.
        exchange: other belief rules for some agents, and their input.
    """
    source = FoldSource(log=log, without=frozenset(without), leaving_out=frozenset(leaving_out), exchange=exchange)
    change = respec or (lambda spec: spec)
    spec = log.spec
    minds: dict[str, Mind] = {}
    readouts: dict[str, Readout] = {}
    for chapter, events in _segmented(log):
        readouts |= {agent: trace.after for agent, (_, trace) in chapter.jumps.items()}
        for event in events:
            if isinstance(event, RunAmended):
                spec = amended_spec(
                    spec, {path: setting for path, setting in event.body.set.items() if part_of(path) in MIDWAY}
                )
                _jump(chapter, minds, change(spec), event)
        if chapter.number == 0:
            _begin(chapter, minds, change(spec), source)
        else:
            chapter.turned = _turn(chapter, change(spec), readouts)
            _fold(chapter, minds, source)
        readouts |= {agent: body.trace.after for agent, (_, body) in chapter.recorded.items()}
        chapter.minds = dict(minds)
        yield chapter


def recorded_chapters(log: RunLog) -> Iterator[Chapter]:
    """Yield the chapters of a log as recorded; nothing is folded, so that no kernel need be installed."""
    return (chapter for chapter, _ in _segmented(log))


def _segmented(log: RunLog) -> Iterator[tuple[Chapter, list[Event]]]:
    chapter = Chapter(number=0, note="prior")
    events: list[Event] = []
    for event in log.events:
        opens = isinstance(event, RunAmended | BatchOpened) and not _only_amended(events)
        if opens and (chapter.number == 0 or events):
            yield chapter, events
            chapter, events = Chapter(number=chapter.number + 1, note=""), []
        events.append(event)
        _note(chapter, event)
    chapter.closed = log.finished
    yield chapter, events


def _only_amended(events: list[Event]) -> bool:
    return bool(events) and all(isinstance(event, RunAmended) for event in events)


def _note(chapter: Chapter, event: Event) -> None:
    match event:
        case BatchOpened():
            chapter.note = event.body.note
        case OutcomeReached():
            chapter.outcomes.append(event.body)
        case MessageHeard():
            chapter.heard[event.key] = event.body
        case BeliefsMoved() | EvidenceSeeded():
            chapter.recorded[event.body.listener] = (event.seq, event.body)
        case RunAmended():
            chapter.jumps |= {agent: (event.seq, trace) for agent, trace in event.body.jumps.items()}
        case RunEnded() | _:
            pass


def _begin(chapter: Chapter, minds: dict[str, Mind], spec: RunSpec, source: FoldSource) -> None:
    for listener, (_, body) in chapter.recorded.items():
        assert isinstance(body, SeededBody)
        if listener in source.leaving_out:
            continue
        claims = tuple(claim for claim in body.claims if claim.id not in source.without)
        if source.exchange:
            claims = source.exchange.seeds(listener, claims)
        minds[listener], chapter.folded[listener] = new_mind(
            spec.participant(listener), claims, spec.hearing, source.vector
        )


def _jump(chapter: Chapter, minds: dict[str, Mind], spec: RunSpec, event: RunAmended) -> None:
    for listener in filter(minds.__contains__, event.body.jumps):
        minds[listener], trace = amended(minds[listener], spec.participant(listener), spec.hearing)
        chapter.refolded_jumps[listener] = trace


def _turn(chapter: Chapter, spec: RunSpec, readouts: Mapping[str, Readout]) -> dict[str, HeardBody]:
    """Return what was heard with its directions, by the stances that the log has for its speakers then."""
    return {
        key: turn_heard(body, side_of(spec.participant(body.speaker), readouts.get(body.speaker), spec.hearing))
        for key, body in chapter.heard.items()
    }


def _fold(chapter: Chapter, minds: dict[str, Mind], source: FoldSource) -> None:
    heard = {key: _drop_claims(body, source.without) for key, body in chapter.turned.items()}
    met = gather_batch(
        chapter.outcomes, heard, {agent: _select_shown(body) for agent, (_, body) in chapter.recorded.items()}
    )
    reports = {outcome.actor: reported(outcome) for outcome in chapter.outcomes if outcome.task == "self_update"}
    if not chapter.closed and not set(minds) <= set(chapter.recorded):
        # interrupted within the batch: only believers with a recorded move have moved
        minds_now = {agent: minds[agent] for agent in chapter.recorded if agent in minds}
    else:
        minds_now = dict(minds)
    for listener, mind in minds_now.items():
        read = source.exchange.read(listener, met) if source.exchange else met
        minds[listener], body = meet(mind, read, reports.get(listener), source.vector)
        if body:
            chapter.folded[listener] = body


def _select_shown(body: MovedBody | SeededBody) -> tuple[Exposure, ...]:
    """Return the exposures that the script set: the only part of a move that the fold cannot recompute."""
    return tuple(exposure for exposure in body.exposures if exposure.shown) if isinstance(body, MovedBody) else ()


def _drop_claims(body: HeardBody, without: frozenset[str]) -> HeardBody:
    if not without:
        return body
    return body.model_copy(update={"claims": tuple(claim for claim in body.claims if claim.id not in without)})
