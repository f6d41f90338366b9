"""Recorded words in a spec: the lines of a transcript by agent, so that a run needs its file no more."""

from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.records.model_kinds import RECORDED

Side = Literal["pro", "con", "neutral"]

LineKind = Literal["speech", "point", "answer"]
"""``point``: a question that somebody puts to a speaker; ``answer``: the reply to one; everything else is a speech."""


def is_recorded(model: str) -> bool:
    """Return whether a role's words come from a transcript, by its model as ``provider:model``."""
    return model.partition(":")[0] == RECORDED


def file_of(model: str) -> str:
    """Return the file of a model ``recorded:FILE``, as the user wrote it."""
    return model.partition(":")[2]


class RecordedLine(Record):
    """What somebody said in one go."""

    at: int
    """The line of the file in which it begins, from 1."""
    text: str = Field(min_length=1)
    kind: LineKind = Field(default="speech", exclude_if=lambda kind: kind == "speech")
    round: int | None = Field(default=None, exclude_if=lambda number: number is None)
    """The round in which it was said, where the file says so."""
    side: Side | None = Field(default=None, exclude_if=lambda side: side is None)
    """The side that the line itself states, ``neutral`` for none; None where it has its speaker's."""


class RecordedStance(Record):
    """What somebody stated at a place of a transcript."""

    at: int
    """The line of the file that was said last before it; 0 for none."""
    stance: float = Field(ge=-1, le=1)


class RecordedWords(Record):
    """The lines of one transcript by agent, so that the run needs the file no more."""

    sha256: str
    """Of the file's bytes when the run was planned."""
    lines: dict[str, tuple[RecordedLine, ...]]
    """Agent → its lines in the order of the file."""
    others: dict[str, int] = Field(default_factory=dict, exclude_if=lambda others: not others)
    """Name in the file that no agent has → number of lines, which nobody says."""
    stated: dict[str, tuple[RecordedStance, ...]] = Field(default_factory=dict, exclude_if=lambda stated: not stated)
    """Agent → the stances that the file says it stated, in their order."""
    sides: dict[str, Side] = Field(default_factory=dict, exclude_if=lambda sides: not sides)
    """In specs without ``keeps``: agent → the side that the file gives its lines; "neutral" where these are on both."""
    keeps: bool = Field(default=False, exclude_if=lambda keeps: not keeps)
    """Whether lines that state no side have their speaker's declared one; in earlier specs its stance decided."""

    def of(self, agent: str, kind: LineKind) -> tuple[RecordedLine, ...]:
        """Return an agent's lines of one kind."""
        return tuple(line for line in self.lines.get(agent, ()) if line.kind == kind)
