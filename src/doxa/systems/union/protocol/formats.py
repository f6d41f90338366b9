"""Formats as data: who speaks when, for how long, for which team, what a speech owes, and who may interrupt or ask.

A run's spec contains the rules of its format. A spec without rules has a format whose name alone says what it is
(``EARLIER``), under rules that never change; ``shipped_formats/`` has all formats as files.
"""

from typing import Any

from pydantic import Field, field_validator

from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side

FULL = 7.0
"""Minutes of a speech of full length; shorter speeches have fewer words in proportion."""


class BenchSeat(Record):
    """A speaker's place on a side."""

    side: Side
    seat: int
    """Which speaker of the side, counted from 0."""


class QuestionPeriod(Record):
    """A cross-examination or crossfire after a speech. Question k is asked by ``asks[k]`` and answered by
    ``answers[k]``, in turns."""

    title: str
    questions: int = Field(ge=1)
    asks: tuple[BenchSeat, ...] = Field(min_length=1)
    answers: tuple[BenchSeat, ...] = Field(min_length=1)


class FormatSpeech(Record):
    """One speech of a format."""

    side: Side
    seat: int
    """Which speaker of the side, counted from 0."""
    title: str
    minutes: float = FULL
    words: int | None = None
    """Its length in words, where the format fixes it; otherwise it follows from the minutes."""
    team: str = ""
    """The team within the side, where a side has more than one."""
    interrupted: bool = True
    """Whether the other side may offer points of information."""
    interrupters: tuple[BenchSeat, ...] = ()
    """Who may offer them, where not everybody on the other side may."""
    owes: str = ""
    """What the role owes the debate in this speech, for its prompt."""
    weight: float = 1.0
    """Its share of a full speech's points on a ballot."""
    questions: tuple[QuestionPeriod, ...] = ()
    """Periods of questions after this speech."""


class FormatBallot(Record):
    """What a ballot of the format holds."""

    speaker_points: tuple[float, float] = (1.0, 10.0)
    """The fewest and the most points of a speech."""
    team_points: tuple[float, ...] = (1.0, 0.0)
    """Points of a team, by its place."""

    @field_validator("speaker_points")
    @classmethod
    def _in_order(cls, points: tuple[float, float]) -> tuple[float, float]:
        if not 0 <= points[0] < points[1]:
            raise ValueError("give the fewest points and the most, such as [50, 100]")
        return points


class Format(Record):
    """A format: its speeches in order."""

    name: str
    title: str = ""
    """The name for people."""
    places: tuple[FormatSpeech, ...]
    protected: tuple[int, int] = (1, 1)
    """How many arguments at the beginning and at the end of a speech nobody may interrupt."""
    halves: dict[str, str] = Field(default_factory=dict)
    """Team → the half of the debate in which it speaks, where the format has halves."""
    benches: dict[Side, str] = Field(default_factory=dict)
    """Side → the name of its team, where each side is one team."""
    ballot: FormatBallot = FormatBallot()

    def seats(self, side: Side) -> int:
        """Return how many speakers a side has."""
        return len({place.seat for place in self.places if place.side == side})

    def is_held_like(self, other: "Format") -> bool:
        """Return whether a debate in another format has the same speeches, prompts and interruptions."""
        return (self.places, self.protected) == (other.places, other.protected)


def _both_sides(title: str, seat: int = 0, **more: Any) -> tuple[FormatSpeech, ...]:
    return tuple(
        FormatSpeech(side=side, seat=seat, title=f"{title} for the {SIDE_NAMES[side]}", **more) for side in SIDES
    )


EARLIER: dict[str, Format] = {
    "union": Format(
        name="union",
        places=(*_both_sides("first speech"), *_both_sides("second speech", 1), *_both_sides("third speech", 2)),
    ),
    "one_on_one": Format(
        name="one_on_one",
        places=(*_both_sides("opening speech"), *_both_sides("reply", minutes=4.0, interrupted=False)),
    ),
}
"""Formats whose name alone says what they are, so that a spec of theirs contains no rules."""
