"""Judging stances: an outside judge reads statements one by one and gives the stance that each expresses.

Belief Engine section 3.2: where a condition exposes no stance, a judge at temperature 0 reads the generated text.
The judge sees the proposition, a name and one statement, and nothing else of the statement's run.
"""

from functools import partial

from pydantic import Field

from doxa.protocols.reading import Reader, one_each, read_all
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings, Stance
from doxa.records.spec import RunSpec
from doxa.records.steps import Script, Step
from doxa.tasks.judge_stance import stance_read


class Statement(Record):
    """One statement to judge."""

    key: str
    """The key of the step in which it was said."""
    speaker: str
    text: str


class JudgingSettings(Settings):
    """Settings of judging stances: the statements."""

    statements: tuple[Statement, ...] = Field(default=())


class JudgingResult(Record):
    """The stances that the judge read."""

    stances: dict[str, Stance | None] = Field(default_factory=dict)
    """Key of a statement → the stance that it expresses; None where the judge read no stance or gave no answer."""


def script(spec: RunSpec) -> Script:
    """Judge every statement and return a JudgingResult."""
    statements = JudgingSettings.model_validate(spec.script).statements
    return JudgingResult(stances=(yield from read_all(statements, one_each(partial(_read_stance, spec)))))


def _read_stance(spec: RunSpec, statement: Statement) -> Reader[float | None]:
    inputs: dict[str, JsonValue] = {
        "proposition": spec.proposition.text,
        "speaker": statement.speaker,
        "text": statement.text,
    }
    key, judge = f"judged/{statement.key}", spec.participants[0].id
    (outcome,) = yield (Step(key=key, actor=judge, task="judge_stance", inputs=inputs),)
    return stance_read(outcome)


JUDGING = Protocol(Settings=JudgingSettings, Result=JudgingResult, script=script)
