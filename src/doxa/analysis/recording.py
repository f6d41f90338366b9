"""The chapters of a log as they were recorded, in the form of folded ones: a first look at a run without a fold.

What a log says of its moves is what a fold computes, as ``doxa verify`` checks. So turns, curves and moves can be shown
from it at once; what only a fold has (memories, contributions at the end) is missing here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from doxa.analysis.history import Chapter, recorded_chapters
from doxa.beliefs.registry import build_kernel
from doxa.evidence.admission import Admission
from doxa.evidence.memory import Memory
from doxa.log.rundir import RunLog
from doxa.minds.mind import Mind
from doxa.records.amend import MIDWAY, amended_spec, part_of
from doxa.records.events import RunAmended, SeededBody
from doxa.records.readout import Readout
from doxa.records.spec import RunSpec


@dataclass(frozen=True, kw_only=True)
class RecordedMind(Mind):
    """A believer at one moment as the log shows it: its stance and its rule, without memory or state."""

    shown: Readout

    @property
    def readout(self) -> Readout:
        return self.shown


def as_recorded(log: RunLog) -> list[Chapter]:
    """Return a log's chapters with recorded moves in place of folded ones.

    Raises:
        UnknownNameError, ScenarioError: a kernel or its settings are not valid here.
    """
    minds: dict[str, RecordedMind] = {}
    amendments = _amendments(log)
    found = []
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
        found.append(chapter)
    return found


def _amendments(log: RunLog) -> Iterator[RunSpec]:
    """Yield the spec from each amendment with jumps on."""
    spec = log.spec
    for event in log.events:
        if isinstance(event, RunAmended):
            spec = amended_spec(
                spec, {path: setting for path, setting in event.body.set.items() if part_of(path) in MIDWAY}
            )
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
