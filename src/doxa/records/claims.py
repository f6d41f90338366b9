"""Arguments: claims drawn from messages, and the evidence that one listener makes of them."""

from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Stance, Unit

Polarity = Literal[1, -1, 0]
"""Direction toward the proposition: +1 for, −1 against, 0 unclear. Never sentiment."""

Origin = Literal["seed", "self", "peer"]


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
    """Where they stand in the message: characters from the first, up to the second; None where they do not."""
    polarity: Polarity
    strengths: dict[str, Unit] = Field(default_factory=dict)
    """Every scorer's strength; the scenario picks which one counts."""
    tags: tuple[str, ...] = ()
    source: str
    """The key of the message, or the name of the corpus row, that it comes from."""
    vector: str = ""
    """Blob hash of its embedding (int16, unit length before rounding)."""


class Evidence(Record):
    """One listener's record of a claim."""

    claim: str
    polarity: Polarity
    strength: Unit | None
    """s as it entered: the chosen scorer's, after confirmation bias. None where no strength was given."""
    scored: Unit | None = None
    """The chosen scorer's strength, before confirmation bias."""
    origin: Origin
    active: bool
    superseded_by: str | None = None
    similarity: float | None = None
    """Cosine to the nearest active record of the same polarity when it was admitted; None when there was none."""
    reason: str = ""
    """Why it is active or not, in one word: seed, new, stronger, duplicate, repeated, replaced, unclear, unscored."""


class Exposure(Record):
    """What one listener met in one message."""

    message: str
    """The message's key."""
    speaker: str
    origin: Origin
    claims: tuple[str, ...] = ()
    stance: Stance | None = None
    """The stance that the message itself states, where a protocol has one (posts)."""
    likes: int = 0
    dislikes: int = 0
    shown: bool = Field(default=False, exclude_if=lambda one: not one)
    """Whether the script says that it was met, such as a post on a feed, and not words that were heard."""
    topic: str = Field(default="", exclude_if=lambda one: not one)
    """What the message is about, where a protocol has several topics; the proposition itself when empty."""
    content: str = Field(default="", exclude_if=lambda one: not one)
    """Hash of what the message says, by which a listener knows it again."""
    reply: dict[str, JsonValue] | None = Field(default=None, exclude_if=lambda one: one is None)
    """The listener's own structured reply, for kernels that need ``replies``."""
