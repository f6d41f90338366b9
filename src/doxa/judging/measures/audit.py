"""The audit: what became of every claim. It survived, was contested, or was demolished.

The side with more surviving claims wins the layer; with equal numbers, the side with fewer demolished claims; if these
are equal, too, no side wins.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from doxa.judging.measures.notes import ClaimNote
from doxa.judging.measures.verdict import LayerVerdict, margin
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Side

Fate = Literal["survived", "contested", "demolished"]

FATES: tuple[Fate, ...] = ("survived", "contested", "demolished")


class AuditNote(Record):
    """What became of one claim, according to the auditor."""

    claim: str
    fate: Fate
    reason: str = ""


def fates(claims: Sequence[ClaimNote], audited: Sequence[AuditNote]) -> dict[Side, dict[Fate, int]]:
    """Return the number of each side's claims by fate; claims that were not audited are not counted."""
    sides = {claim.id: claim.side for claim in claims}
    counted = Counter((sides[note.claim], note.fate) for note in audited if note.claim in sides)
    return {side: {fate: counted[side, fate] for fate in FATES} for side in SIDES}


def audit_verdict(claims: Sequence[ClaimNote], audited: Sequence[AuditNote]) -> LayerVerdict | None:
    """Return the layer's verdict, whose numbers are surviving claims; None where nothing was audited."""
    if not audited:
        return None
    counted = fates(claims, audited)
    pro, con = ((counted[side]["survived"], -counted[side]["demolished"]) for side in SIDES)
    because = ""
    if pro[0] == con[0]:
        because = "as many survive; fewer were demolished" if pro != con else "as many survive and fall on both sides"
    return LayerVerdict(
        layer="audit",
        winner=None if pro == con else "pro" if pro > con else "con",
        pro=pro[0],
        con=con[0],
        margin=margin(pro[0], con[0]),
        because=because,
    )
