"""Coaching: one note for each learner, from what judges found of an epoch's debates."""

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.coaching import COACH as COACH_SPEAKER
from doxa.systems.union.tasks.coaching import Inputs

COACH = "coach"
"""The actor that coaches."""


class CoachingSettings(Settings):
    """Whom the coach writes to."""

    learners: dict[str, Inputs] = Field(default_factory=dict)
    """Speaker → what the coach is given."""


class CoachingResult(Record):
    """What the coach wrote."""

    notes: dict[str, CoachingNote]
    """Speaker → its note; a speaker whose note did not come is not there."""


def script(spec: RunSpec) -> Script:
    """Have every note written and return a CoachingResult."""
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
