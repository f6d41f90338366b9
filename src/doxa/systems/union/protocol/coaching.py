"""Coaching: one note for each learner, from what judges found of an epoch's debates."""

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step
from doxa.systems.union.tasks.coaching import Inputs

COACH = "coach"
"""The actor that coaches."""


class CoachingSettings(Settings):
    """Whom the coach writes to."""

    learners: dict[str, Inputs] = Field(default_factory=dict)
    """Speaker → what the coach is given."""


def script(spec: RunSpec) -> Script:
    """Write every note, and return those that were brought."""
    settings = CoachingSettings.model_validate(spec.script)
    steps = tuple(
        Step(key=f"coached/{id}", actor=COACH, task="coach_speaker", inputs=inputs.model_dump(mode="json"))
        for id, inputs in settings.learners.items()
    )
    if not steps:
        return {"notes": {}}
    floor = yield Batch(steps=steps, note="coaching")
    found = {id: one for id, one in zip(settings.learners, floor.outcomes, strict=True) if one.ok}
    return {"notes": {id: one.reply for id, one in found.items()}}


UNION_COACHING = Protocol(Settings=CoachingSettings, script=script, roles=("coach",))
