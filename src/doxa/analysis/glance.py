"""A first look at a run: the head of its view and any of its turns and moves, read from the log without a fold.

What it shows is what the log says. The view of ``building.py`` says the same of a log that verifies, and adds what only
a fold has: memories, summaries and stories, and the parts of the run's system.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from doxa.analysis.building import (
    SIMULATED,
    add_unread,
    badge_of,
    describe_offline,
    describe_simulated,
    join_notices,
    middle_of,
    moves_in,
    outline_of,
    spoken_in,
    turn_of,
    turns_of,
)
from doxa.analysis.causes import KnownClaim, known_claims
from doxa.analysis.explain import causes_of, label_moves, moves_of
from doxa.analysis.fitness import describe_silence
from doxa.analysis.history import Chapter, RecordedMind, amended_midway, recorded_chapters
from doxa.analysis.hooks import hooks_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.view import PAGE, MoveView, TurnView, ViewHead, ViewPage
from doxa.beliefs.base import build_kernel
from doxa.errors import DoxaError
from doxa.evidence.admission import Admission
from doxa.evidence.memory import Memory
from doxa.log import journal
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog, paused_collection
from doxa.records.claims import Readout
from doxa.records.events import RunAmended, SeededBody
from doxa.records.spec import RunSpec

ASKED = re.compile(rb'"model":"([^"\\]*)"[^\n]*?"role":"([^"\\]*)"')
"""The model and the role of a line of the journal; the quotes of a text are escaped."""


def can_glance(log: RunLog) -> bool:
    """Return whether a first look shows what the view would; a system that brings a whole view of its own has none."""
    return not hooks_of(log.spec.protocol).view


@dataclass(kw_only=True)
class Glance:
    """A run as its log shows it."""

    log: RunLog

    @cached_property
    def chapters(self) -> list[Chapter]:
        require_plugins(self.log)
        return list(as_recorded(self.log))

    @cached_property
    def known(self) -> dict[str, KnownClaim]:
        return known_claims(self.chapters, self.log.spec)

    def head(self) -> ViewHead:
        """Return the head of the view, without what only a fold has.

        Raises:
            MissingPluginError: the log needs a plug-in that is not installed, or cannot be used.
        """
        with paused_collection():
            spoken = list(spoken_in(self.chapters))
            heard = [chapter.heard.get(outcome.key) for chapter, outcome, _ in spoken]
            calls = list(_who_was_asked(self.log))
            view = outline_of(self.log, self.chapters).model_copy(
                update={
                    "turns": tuple(turn_of(chapter, outcome, "", ()) for chapter, outcome, _ in spoken),
                    "counts": {"turns": len(spoken)} if spoken or not self.log.finished else {},
                    "badge": badge_of(self.log, calls),
                    "story": describe_silence(self.log),
                    "simulated": add_unread(self.log.spec, self._simulated(calls), self.chapters),
                }
            )
            return ViewHead(
                view=view.model_copy(update={"middle": middle_of(view, has_memory=self._has_memory())}),
                sizes=tuple(
                    (len(text), len(body.claims) if body else 0)
                    for (_, _, text), body in zip(spoken, heard, strict=True)
                ),
                memories={},
                is_whole=False,
            )

    def page(self, number: int) -> ViewPage:
        """Return the turns and moves of some batches."""
        some = self.chapters[number * PAGE : (number + 1) * PAGE]
        moves: list[MoveView] = []
        for agent, mind in self.chapters[-1].minds.items():
            rows = moves_of(some, agent)
            moves += moves_in(label_moves(rows, causes_of(mind, self.known, rows)), agent, self.known)
        return ViewPage(turns=tuple(turns_of(self.log, some)), moves=tuple(moves))

    def turns(self) -> Iterable[TurnView]:
        """Return every turn, for a search."""
        return turns_of(self.log, self.chapters)

    def _has_memory(self) -> bool:
        bodies = (body for chapter in self.chapters for body in chapter.folded.values())
        return any(body.evidence if isinstance(body, SeededBody) else body.admitted for body in bodies)

    def _simulated(self, calls: Iterable[CallRecord]) -> str:
        try:
            return describe_simulated(self.log, calls)
        except DoxaError:  # of the system; reported with the whole view
            return join_notices(self.log.spec, describe_offline(self.log, calls, SIMULATED))


def _who_was_asked(log: RunLog) -> Iterable[CallRecord]:
    """Yield one call for every role and model that the journal has."""
    try:
        text = (log.path / journal.NAME).read_bytes()
    except FileNotFoundError:
        return
    for model, role in sorted(set(ASKED.findall(text))):
        yield CallRecord(
            id="#1", role=role.decode(), model=model.decode(), request="", blocks=(), reply_schema="", status="ok"
        )


def as_recorded(log: RunLog) -> Iterator[Chapter]:
    """Yield a log's chapters with recorded moves in place of folded ones.

    Raises:
        UnknownNameError, ScenarioError: a kernel or its settings are not valid here.
    """
    minds: dict[str, RecordedMind] = {}
    amendments = _amendments(log)
    for chapter in recorded_chapters(log):
        for listener, (_, body) in chapter.recorded.items():
            if isinstance(body, SeededBody):
                minds[listener] = _new_mind(log.spec, listener, body.trace.after)
        if chapter.jumps:
            spec = next(amendments)
            for listener, (_, trace) in chapter.jumps.items():
                minds[listener] = _new_mind(spec, listener, trace.after)
                chapter.refolded_jumps[listener] = trace
        for listener, (_, body) in chapter.recorded.items():
            chapter.folded[listener] = body
            if listener in minds and not isinstance(body, SeededBody):
                minds[listener] = replace(minds[listener], shown=body.trace.after)
        chapter.turned = chapter.heard
        chapter.minds = dict(minds)
        yield chapter


def _amendments(log: RunLog) -> Iterator[RunSpec]:
    """Yield the spec from each amendment with jumps on."""
    spec = log.spec
    for event in log.events:
        if isinstance(event, RunAmended):
            spec = amended_midway(spec, event)
            if event.body.jumps:
                yield spec


def _new_mind(spec: RunSpec, listener: str, shown: Readout) -> RecordedMind:
    participant = spec.participant(listener)
    return RecordedMind(
        participant=participant,
        kernel=build_kernel(participant.kernel or "", participant.belief),
        admission=Admission(),
        hearing=spec.hearing,
        memory=Memory(),
        state=None,
        shown=shown,
    )
