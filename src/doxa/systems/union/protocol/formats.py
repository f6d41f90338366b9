"""Formats as data: who speaks when, for how long, for which team, and who may interrupt."""

from typing import Literal

from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side

FormatName = Literal["union", "british", "one_on_one"]

FULL = 7.0
"""Minutes of a speech of full length; shorter speeches have fewer words in proportion."""


class FormatSpeech(Record):
    """One speech of a format."""

    side: Side
    seat: int
    """Which speaker of the side, counted from 0."""
    title: str
    minutes: float = FULL
    team: str = ""
    """The team within the side, where a side has more than one."""
    interrupted: bool = True
    """Whether the other side may offer points of information."""


class Format(Record):
    """A format: its speeches in order."""

    name: str
    places: tuple[FormatSpeech, ...]

    def seats(self, side: Side) -> int:
        """Return how many speakers a side has."""
        return len({place.seat for place in self.places if place.side == side})


def _alternating(speeches: int) -> tuple[FormatSpeech, ...]:
    numbers = ("first", "second", "third", "fourth")
    return tuple(
        FormatSpeech(side=side, seat=seat, title=f"{numbers[seat]} speech for the {SIDE_NAMES[side]}")
        for seat in range(speeches)
        for side in SIDES
    )


def _british() -> tuple[FormatSpeech, ...]:
    teams = ("Opening Government", "Opening Opposition", "Closing Government", "Closing Opposition")
    roles = (
        (0, "Prime Minister", "Leader of the Opposition"),
        (1, "Deputy Prime Minister", "Deputy Leader of the Opposition"),
        (2, "Member for the Government", "Member for the Opposition"),
        (3, "Government Whip", "Opposition Whip"),
    )
    return tuple(
        FormatSpeech(
            side=side,
            seat=seat,
            title=f"speech of the {title} ({SIDE_NAMES[side]})",
            team=teams[2 * (seat // 2) + (side == "con")],
        )
        for seat, *titles in roles
        for side, title in zip(SIDES, titles, strict=True)
    )


def _duel() -> tuple[FormatSpeech, ...]:
    opening = tuple(
        FormatSpeech(side=side, seat=0, title=f"opening speech for the {SIDE_NAMES[side]}") for side in SIDES
    )
    closing = tuple(
        FormatSpeech(side=side, seat=0, title=f"reply for the {SIDE_NAMES[side]}", minutes=4.0, interrupted=False)
        for side in SIDES
    )
    return (*opening, *closing)


FORMATS: dict[FormatName, Format] = {
    "union": Format(name="union", places=_alternating(3)),
    "british": Format(name="british", places=_british()),
    "one_on_one": Format(name="one_on_one", places=_duel()),
}
"""``union``: three a side, speeches in turn. ``british``: four teams of two on two benches. ``one_on_one``: a speech
each, then a shorter reply each, in which nobody interrupts."""
