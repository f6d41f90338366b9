"""What a kernel shows of a belief, and why it moved."""

from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Stance, Unit

StanceKind = Literal["maintained", "self_report", "judged"]


class OnTopic(Record):
    """What a belief shows on one topic beside the proposition."""

    stance: Stance
    confidence: Unit | None = None


class Readout(Record):
    """What a belief shows: a stance, and what else the kernel exposes."""

    stance: Stance | None
    """S in [−1, 1]; None where the agent exposes none."""
    kind: StanceKind = "maintained"
    log_odds: float | None = None
    confidence: Unit | None = None
    topics: dict[str, OnTopic] = Field(default_factory=dict, exclude_if=lambda one: not one)
    """Where it stands on each further topic, for kernels with several."""
    ballot: dict[str, str] | None = Field(default=None, exclude_if=lambda one: one is None)
    """Player → role, of a belief about the roles of several players; players without a valid word are not there."""


class Item(Record):
    """One line of a trace: what one record did to the belief in one batch."""

    source: str
    """The claim, message or post that acted."""
    origin: str
    polarity: int = 0
    strength: float | None = None
    """s as it counts, after confirmation bias."""
    scored: float | None = None
    """s before confirmation bias, where that took something off; else None."""
    weight: float = 0.0
    """γ for log-odds: anchoring for seeds, uptake for everything else. Also 0 where items have no weight: whether they
    have any, the kernel declares (``doxa.beliefs.base.Items``)."""
    before: float = 0.0
    """Its contribution before the batch: to L for a kernel with log-odds, to S for one without. 0 for what acts in this
    batch alone."""
    after: float = 0.0
    """Its contribution after the batch."""
    why: str = ""
    factors: dict[str, float] = Field(default_factory=dict, exclude_if=lambda one: not one)
    """What a kernel multiplies or adds to get the contribution, by name."""


class Trace(Record):
    """Why a stance moved: the records whose contribution changed, and the belief before and after.

    Contributions that did not change are not repeated; ``explain`` folds the log to the full ledger.
    """

    items: tuple[Item, ...] = ()
    before: Readout
    after: Readout
    notes: dict[str, JsonValue] = Field(default_factory=dict)
