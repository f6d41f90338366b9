"""Examining: a model takes listed steps one after the other, whatever its answers are.

What an examination asks beside speeches (``examination/examining.toml``) is in the spec, so that the run of a model is
resumed, verified and shown as any other. The answers are the outcomes of the run.
"""

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step


class ExaminingSettings(Settings):
    """The steps of an examination."""

    steps: tuple[Step, ...] = ()
    """In their order."""


class ExaminingResult(Record):
    """The result of an examination, beside its outcomes."""

    steps: int
    """How many steps were taken."""


def script(spec: RunSpec) -> Script:
    """Take every step and return an ExaminingResult."""
    steps = ExaminingSettings.model_validate(spec.script).steps
    for number, step in enumerate(steps, 1):
        yield Batch(steps=(step,), note=f"{number} of {len(steps)}")
    return ExaminingResult(steps=len(steps))


EXAMINING = Protocol(Settings=ExaminingSettings, Result=ExaminingResult, script=script)
