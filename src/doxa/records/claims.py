"""Claims drawn from messages, the evidence records that a listener makes of them, and what its belief then shows.

A readout shows a belief, a trace explains its move.
"""

from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Stance, Unit

Scale = Literal["anchored", "percentile"]
"""What a strength in [0, 1] says of a claim. ``anchored``: five sentences say what 0.1, 0.3, 0.5, 0.7 and 0.9 mean.
``percentile``: the offline scorer gives the share of debate-portal posts that a text beats, and a hosted one knows the
ends and the middle."""

ANCHORS: dict[float, str] = {
    0.1: "The claim says nothing that bears on the proposition, or only that something is good or bad.",
    0.3: "The claim names a consideration without saying how or why it matters, or asserts what many would dispute at "
    "once.",
    0.5: "The claim gives an understandable reason; the obvious questions (how much, how often, compared with what) "
    "stay open.",
    0.7: "The claim gives a specific and relevant reason, with a mechanism, an example or a number, that a fair "
    "opponent must answer.",
    0.9: "The claim gives such a reason with its support and already meets the likeliest objection, so that it is hard "
    "to answer.",
}
"""Strength in [0, 1] → what a claim of this strength does."""


def anchor_lines() -> str:
    """Return the anchors for a prompt: a line each, with its number."""
    return "\n".join(f"  {strength}: {meaning}" for strength, meaning in ANCHORS.items())


def task_on_scale(task: str, scale: Scale) -> str:
    """Return the name of the task that asks for strengths on a scale; the percentile scale has the plain names."""
    return f"{task}_anchored" if scale == "anchored" else task


Polarity = Literal[1, -1, 0]
"""Direction toward the proposition: +1 for, −1 against, 0 unclear. Never sentiment."""

Origin = Literal["seed", "self", "peer"]

DirectionSource = Literal["judge", "corpus", "speaker", "nobody"]
"""Who says which way a claim points: the judge that read it, a corpus that labels its words, its speaker's side, or
nobody, where what the judge read in its message contradicts that side."""


REFUSALS = {
    "motion": "the motion or its negation",
    "whole": "a whole long message",
    "duplicate": "said by a claim before",
    "unplaced": "in no sentence of the message",
}
"""Why a claim that an extractor proposes is refused, by the word in the log (``minds.accepting``)."""


class Claim(Record):
    """One argument, relative to a proposition."""

    id: str
    """``<message key>#<number>``, or ``seed/<listener>#<number>``."""
    proposition: str
    text: str = Field(min_length=1)
    """The claim c: words of the message, or the extractor's sentence (``hearing.claims``)."""
    note: str = Field(default="", exclude_if=lambda note: not note)
    """The extractor's sentence, where ``text`` has the words of the message and the sentence has others."""
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
    """Blob hash of its embedding (int8, unit length before rounding)."""

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
    weight: Unit = Field(default=1.0, exclude_if=lambda weight: weight == 1.0)
    """What multiplies the influence of the message on this listener, such as where a post is labelled."""
    reply: dict[str, JsonValue] | None = Field(default=None, exclude_if=lambda reply: reply is None)
    """The listener's own structured reply, for kernels that need ``replies``."""


StanceKind = Literal["maintained", "self_report", "judged"]


class OnTopic(Record):
    """A belief's stance and confidence on one topic beside the proposition."""

    stance: Stance
    confidence: Unit | None = None


class Readout(Record):
    """What a belief shows: a stance, and further values that the kernel provides."""

    stance: Stance | None
    """S in [−1, 1]; None where the agent shows none."""
    kind: StanceKind = "maintained"
    log_odds: float | None = None
    confidence: Unit | None = None
    topics: dict[str, OnTopic] = Field(default_factory=dict, exclude_if=lambda topics: not topics)
    """Further topic → stance and confidence, for kernels with several topics."""
    ballot: dict[str, str] | None = Field(default=None, exclude_if=lambda ballot: ballot is None)
    """Player → role, of a belief about the roles of several players; players without a valid role are left out."""


class Item(Record):
    """One line of a trace: the effect of one record on the belief in one batch."""

    source: str
    """The id of the claim, message or post."""
    origin: str
    polarity: int = 0
    strength: float | None = None
    """s as it counts, after confirmation bias."""
    scored: float | None = None
    """s before confirmation bias, where the bias reduced it; else None."""
    weight: float = 0.0
    """γ for log-odds: anchoring for seeds, uptake for everything else. Also 0 where items have no weight; the kernel
    declares whether they have one (``doxa.beliefs.base.Items``)."""
    before: float = 0.0
    """Contribution before the batch: to L for a kernel with log-odds, otherwise to S. 0 for a source that contributes
    in this batch alone."""
    after: float = 0.0
    """Contribution after the batch."""
    why: str = ""
    factors: dict[str, float] = Field(default_factory=dict, exclude_if=lambda factors: not factors)
    """The factors and terms from which the kernel computed the contribution, by name."""


class Trace(Record):
    """Why a stance moved: the records whose contribution changed, and the belief before and after.

    Unchanged contributions are not repeated; ``explain`` computes the full ledger from the log.
    """

    items: tuple[Item, ...] = ()
    before: Readout
    after: Readout
    notes: dict[str, JsonValue] = Field(default_factory=dict)
