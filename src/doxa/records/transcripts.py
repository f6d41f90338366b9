"""A debate as judges read it: the motion, the speeches in order with interjections, and the motion's definitions."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from doxa.records.base import Record, Sentence

Side = Literal["pro", "con"]
"""``pro`` is Proposition, ``con`` is Opposition."""

SIDES: tuple[Side, Side] = ("pro", "con")

SIDE_NAMES: dict[Side, str] = {"pro": "Proposition", "con": "Opposition"}

SIDES_BY_NAME: dict[str, Side | Literal["none"]] = {
    "pro": "pro", "proposition": "pro", "prop": "pro", "for": "pro", "government": "pro", "affirmative": "pro",
    "con": "con", "opposition": "con", "opp": "con", "against": "con", "negative": "con",
    "none": "none", "moderator": "none", "mod": "none", "host": "none", "chair": "none", "audience": "none",
    "neutral": "none", "unknown": "none",
}  # fmt: skip
"""How transcripts name the sides, in lower case."""

Kind = Literal["speech", "point", "answer", "interjection"]
"""``point``: a point of information that was taken; ``answer``: what the speaker said to it; ``interjection``: a few
words called into a speech, which are shown and not judged."""

ShownKind = Kind | Literal["aside"]
"""``aside``: what somebody of no side said."""


def other(side: Side) -> Side:
    """Return the opposing side."""
    return "con" if side == "pro" else "pro"


class Utterance(Record):
    """One speech, point of information, or answer."""

    id: str
    """Unique in its debate, such as the step key that it was said in."""
    speaker: str
    """The speaker's id."""
    name: str
    """The speaker's display name."""
    side: Side
    text: str
    kind: Kind = "speech"
    within: str = ""
    """Of a point and its answer: the id of the speech that it interrupts."""
    team: str = ""
    """The speaker's team, where a side has more than one, as in British Parliamentary."""


class Aside(Record):
    """What a moderator, a host or somebody of the audience said: judges see it, and judge nothing of it."""

    name: str
    text: str
    after: str = ""
    """The id of the turn that came before it; empty before the first."""


class ShownTurn(Record):
    """One turn as a judge sees it."""

    label: str
    """Who speaks: a name and a side, or a neutral label such as ``Team A Speaker 1``."""
    text: str
    kind: ShownKind = "speech"


class Term(Record):
    """What one word of the motion is said to mean."""

    term: str
    meaning: Sentence


class Definitions(Record):
    """How the first Proposition speech defines the debate, and what the first Opposition speech says to that."""

    terms: tuple[Term, ...] = ()
    scope: str = ""
    exclusions: tuple[str, ...] = ()
    framing: str = ""
    """What the debate turns on, as Proposition has it."""
    accepted: tuple[str, ...] = ()
    """What Opposition grants of it."""
    contested: tuple[str, ...] = ()
    counter_framing: str = ""


class Debate(Record):
    """One finished debate."""

    motion: str = Field(min_length=1)
    turns: tuple[Utterance, ...]
    """In the order spoken."""
    definitions: Definitions | None = None
    asides: tuple[Aside, ...] = Field(default=(), exclude_if=lambda asides: not asides)
    """What people of no side said, in the order spoken."""

    def asides_after(self, id: str) -> tuple[Aside, ...]:
        """Return what people of no side said after a turn; before the first turn for an empty id."""
        return tuple(aside for aside in self.asides if aside.after == id)

    def in_order(self) -> Iterator[Utterance | Aside]:
        """Yield the turns and what people of no side said between them."""
        yield from self.asides_after("")
        for turn in self.turns:
            yield turn
            yield from self.asides_after(turn.id)

    @property
    def speeches(self) -> tuple[Utterance, ...]:
        """The speeches alone, in the order spoken."""
        return tuple(turn for turn in self.turns if turn.kind == "speech")

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams, where sides have more than one, in the order in which they first speak."""
        return tuple(dict.fromkeys(speech.team for speech in self.speeches if speech.team))

    def turn(self, id: str) -> Utterance:
        return next(turn for turn in self.turns if turn.id == id)

    def of(self, side: Side) -> Iterator[Utterance]:
        """Yield one side's turns."""
        return (turn for turn in self.turns if turn.side == side)


class BallotForm(Record):
    """The ballot of one debate's format, by the ids of its speeches."""

    format: str
    """The format's name for people, such as British Parliamentary."""
    least: float = 1.0
    """The fewest points of a speech of full weight."""
    most: float = 10.0
    team_points: tuple[float, ...] = (1.0, 0.0)
    """Points of a team, by its place."""
    weights: dict[str, float] = Field(default_factory=dict)
    """Speech → its share of a full speech's points, where it has another than 1."""
    titles: dict[str, str] = Field(default_factory=dict)
    """Speech → which speech it is."""
    benches: dict[Side, str] = Field(default_factory=dict)
    """Side → the name of its team, where each side is one team with a name of its own."""
    halves: dict[str, str] = Field(default_factory=dict)
    """Team → the half of the debate in which it speaks; empty where the format has no halves."""
