"""Coaching: one note for each learner, from the judgements of an epoch's debates."""

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.reading import COACH as COACH_SPEAKER, CoachInputs

COACH = "coach"
"""The actor that coaches."""


class CoachingSettings(Settings):
    """Settings of coaching: the learners, with the coach's inputs."""

    learners: dict[str, CoachInputs] = Field(default_factory=dict)
    """Speaker → the coach's inputs."""


class CoachingResult(Record):
    """The notes that the coach wrote."""

    notes: dict[str, CoachingNote]
    """Speaker → its note; speakers whose note failed are missing."""


def script(spec: RunSpec) -> Script:
    """Ask the coach for every note and return a CoachingResult."""
    settings = CoachingSettings.model_validate(spec.script)
    steps = tuple(
        COACH_SPEAKER.step(f"coached/{speaker}", COACH, inputs) for speaker, inputs in settings.learners.items()
    )
    if not steps:
        return CoachingResult(notes={})
    floor = yield Batch(steps=steps, note="coaching")
    notes = dict(zip(settings.learners, map(COACH_SPEAKER.reply_of, floor.outcomes), strict=True))
    return CoachingResult(notes={speaker: note for speaker, note in notes.items() if note})


UNION_COACHING = Protocol(Settings=CoachingSettings, Result=CoachingResult, script=script, roles=("coach",))
