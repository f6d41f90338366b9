"""Examining: a model takes listed steps, one batch after the other, whatever their answers are.

What an examination asks beside speeches (``evaluation.examinations`` lists it) is in the spec, so that the run of a
model is resumed, verified and shown as any other.
"""

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step


class ExaminingSettings(Settings):
    """The steps of an examination."""

    batches: tuple[tuple[Step, ...], ...] = ()
    """Batches in their order; the steps of one are taken together."""


class ExaminingResult(Record):
    """The result of an examination: the answers themselves are its outcomes."""

    answered: int
    """How many steps had a valid answer."""


def script(spec: RunSpec) -> Script:
    """Take every step and return an ExaminingResult."""
    batches = ExaminingSettings.model_validate(spec.script).batches
    answered = 0
    for number, steps in enumerate(batches, 1):
        floor = yield Batch(steps=steps, note=f"{number} of {len(batches)}")
        answered += sum(outcome.ok for outcome in floor.outcomes)
    return ExaminingResult(answered=answered)


EXAMINING = Protocol(Settings=ExaminingSettings, Result=ExaminingResult, script=script)
