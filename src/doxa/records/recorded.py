"""Recorded words: the lines of a transcript that agents say instead of a model, as a run's spec contains them."""

from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.records.people import Side

RECORDED = "recorded"
"""The provider of recorded words; a role's model is then ``recorded:FILE``."""

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


class RecordedWords(Record):
    """The lines of one transcript by agent, so that the run needs the file no more."""

    sha256: str
    """Of the file's bytes when the run was planned."""
    lines: dict[str, tuple[RecordedLine, ...]]
    """Agent → its lines in the order of the file."""
    others: dict[str, int] = Field(default_factory=dict, exclude_if=lambda others: not others)
    """Name in the file that no agent has → number of lines, which nobody says."""

    sides: dict[str, Side] = Field(default_factory=dict, exclude_if=lambda sides: not sides)
    """Agent → the side that the file gives its lines; "neutral" where these are on both."""

    def of(self, agent: str, kind: LineKind) -> tuple[RecordedLine, ...]:
        """Return an agent's lines of one kind."""
        return tuple(line for line in self.lines.get(agent, ()) if line.kind == kind)
