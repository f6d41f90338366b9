"""Claims drawn from messages, and the evidence records that a listener makes of them."""

from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Stance, Unit

Polarity = Literal[1, -1, 0]
"""Direction toward the proposition: +1 for, −1 against, 0 unclear. Never sentiment."""

Origin = Literal["seed", "self", "peer"]

DirectionSource = Literal["judge", "corpus", "speaker"]
"""Who says which way a claim points: the judge that read it, a corpus that labels its words, or its speaker's side."""


class Claim(Record):
    """One argument, relative to a proposition."""

    id: str
    """``<message key>#<number>``, or ``seed/<listener>#<number>``."""
    proposition: str
    text: str = Field(min_length=1)
    """The canonical claim c."""
    snippet: str = ""
    """The words of the message that support it."""
    place: tuple[int, int] | None = None
    """Character offsets [start, end) of the snippet in the message; None where the message does not contain it."""
    polarity: Polarity
    strengths: dict[str, Unit] = Field(default_factory=dict)
    """Every scorer's strength; the scenario chooses the one that counts."""
    direction_by: DirectionSource = Field(default="judge", exclude_if=lambda direction_by: direction_by == "judge")
    """Whose direction ``polarity`` is."""
    read: Polarity | None = Field(default=None, exclude_if=lambda read: read is None)
    """The direction that the judge read, where ``polarity`` is another."""
    conceded: bool = Field(default=False, exclude_if=lambda conceded: not conceded)
    """Whether the speaker grants or quotes this rather than arguing it."""
    sideless: bool = Field(default=False, exclude_if=lambda sideless: not sideless)
    """Whether its words take no side, whoever says them: another language, a hedge, another matter."""
    tags: tuple[str, ...] = ()
    source: str
    """The key of the message, or the name of the corpus row, from which the claim comes."""
    vector: str = ""
    """Blob hash of its embedding (int16, unit length before rounding)."""

    @property
    def judged(self) -> Polarity:
        """The direction that the judge read."""
        return self.polarity if self.read is None else self.read


class Evidence(Record):
    """One listener's record of a claim."""

    claim: str
    polarity: Polarity
    strength: Unit | None
    """s at admission: the chosen scorer's strength, after confirmation bias. None where no strength was given."""
    scored: Unit | None = None
    """The chosen scorer's strength, before confirmation bias."""
    origin: Origin
    active: bool
    superseded_by: str | None = None
    similarity: float | None = None
    """Cosine to the nearest active record of the same polarity at admission; None when there was none."""
    reason: str = ""
    """Why the record is active or not: seed, new, stronger, duplicate, repeated, replaced, unclear, unscored."""


class Exposure(Record):
    """One listener's exposure to one message."""

    message: str
    """The message's key."""
    speaker: str
    origin: Origin
    claims: tuple[str, ...] = ()
    stance: Stance | None = None
    """The stance that the message itself states, where a protocol has one (posts)."""
    likes: int = 0
    dislikes: int = 0
    shown: bool = Field(default=False, exclude_if=lambda shown: not shown)
    """Whether the script set the exposure, such as to a post on a feed; False for a message that was heard."""
    topic: str = Field(default="", exclude_if=lambda topic: not topic)
    """The topic of the message, where a protocol has several; the proposition itself when empty."""
    content: str = Field(default="", exclude_if=lambda content: not content)
    """Hash of the message's content, by which a listener recognises it."""
    reply: dict[str, JsonValue] | None = Field(default=None, exclude_if=lambda reply: reply is None)
    """The listener's own structured reply, for kernels that need ``replies``."""
