"""Judging: an outside judge reads statements one by one and says what stance each expresses.

Belief Engine section 3.2: where a condition exposes no stance, a judge at temperature 0 reads the generated text.
The judge sees the proposition, a name and one statement, and nothing else of the run that it comes from.
"""

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step
from doxa.tasks.judge_stance import stance_read

CHUNK = 64
"""Statements to a batch: how many are judged at once, and how often a log is synced."""


class Statement(Record):
    """What is judged."""

    key: str
    """The step that it was said in."""
    speaker: str
    text: str


class JudgingSettings(Settings):
    """What is judged."""

    statements: tuple[Statement, ...] = Field(default=())


def script(spec: RunSpec) -> Script:
    """Judge every statement and return stance by key; None where the judge could read none, or gave no answer."""
    statements = JudgingSettings.model_validate(spec.script).statements
    judged: dict[str, float | None] = {}
    for start in range(0, len(statements), CHUNK):
        part = statements[start : start + CHUNK]
        steps = tuple(_step(spec, one) for one in part)
        floor = yield Batch(steps=steps, note=f"{min(start + CHUNK, len(statements))} of {len(statements)}")
        judged |= {one.key: stance_read(outcome) for one, outcome in zip(part, floor.outcomes, strict=True)}
    return {"stances": judged}


def _step(spec: RunSpec, one: Statement) -> Step:
    inputs = {"proposition": spec.proposition.text, "speaker": one.speaker, "text": one.text}
    return Step(key=f"judged/{one.key}", actor=spec.participants[0].id, task="judge_stance", inputs=dict(inputs))


JUDGING = Protocol(Settings=JudgingSettings, script=script)
