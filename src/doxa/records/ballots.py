"""What the ballot of a debate's format holds: a scale for speakers, points for teams, and halves of the debate."""

from pydantic import Field

from doxa.records.base import Record
from doxa.records.transcripts import Side


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
