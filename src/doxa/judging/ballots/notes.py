"""A judge's notes about a debate: its claims and rebuttals. Notes are narrow facts; the verdict is computed from them.

A rebuttal answers a claim of the other side, or a rebuttal that the other side made earlier.
"""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from doxa.records.base import Record
from doxa.records.transcripts import Side

Base = Literal["evidence-backed", "principled", "assertion"]
"""The support of a claim: named evidence, reasoning from a principle, or none."""


class ClaimNote(Record):
    """One claim of a speech."""

    id: str
    """Unique in its debate."""
    speech: str
    """The id of the claim's speech."""
    speaker: str
    side: Side
    text: str = Field(min_length=1)
    base: Base
    specific: bool = False
    """Whether it names a case, a number, a place or a mechanism."""
    new: bool = True
    """Whether its side had not made it in an earlier speech."""


class RebuttalNote(Record):
    """One answer to something that the other side said earlier."""

    id: str
    """Unique in its debate, among claims and rebuttals."""
    speech: str
    """The id of the rebuttal's speech."""
    speaker: str
    side: Side
    target: str
    """The id of the claim, or of the rebuttal, that it answers."""
    text: str = ""
    addresses_logic: bool = False
    """Whether it answers the reasoning of the target, and does not only state the opposite."""
    undermines: bool = False
    """Whether it weakens the target."""
    new_information: bool = False
    """Whether it brings a fact or reason that had not been said."""
    direct: bool = False
    """Whether it engages the target itself, and does not only touch its subject."""
    method: str = ""
    """How it engages the target, in the annotator's word, such as direct or indirect; empty where nobody said."""
    strawman: bool | None = None
    """Whether it answers what the other side did not say; None where nobody looked. The tally does not ask."""

    @model_serializer(mode="wrap")
    def _without_what_nobody_said(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the fields, without a method and a straw man of which nobody spoke, as earlier logs have them."""
        fields: dict[str, Any] = dump(self)
        unsaid = {name for name, empty in (("method", ""), ("strawman", None)) if fields.get(name) == empty}
        return {name: value for name, value in fields.items() if name not in unsaid}


class Annotation(Record):
    """Everything that one annotator noted about a debate."""

    claims: tuple[ClaimNote, ...] = ()
    rebuttals: tuple[RebuttalNote, ...] = ()

    def claims_of(self, side: Side) -> tuple[ClaimNote, ...]:
        return tuple(claim for claim in self.claims if claim.side == side)

    def rebuttals_of(self, side: Side) -> tuple[RebuttalNote, ...]:
        return tuple(rebuttal for rebuttal in self.rebuttals if rebuttal.side == side)
