"""Readouts, which show a belief, and traces, which explain its move."""

from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Stance, Unit

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
