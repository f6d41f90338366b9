"""The audit: what became of every claim. It survived, was contested, or was demolished.

The side with more surviving claims wins the layer; with equal numbers, the side with fewer demolished claims; if these
are equal, too, no side wins. Where the sides' words differ by more than five per cent, the share of a side's audited
claims that survive decides in place of their number, and then the share that was demolished (``rates.py``).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from doxa.judging.ballots.notes import ClaimNote
from doxa.judging.ballots.rates import is_uneven
from doxa.judging.ballots.verdict import LayerVerdict, margin, tell_apart
from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side

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


def audit_verdict(
    claims: Sequence[ClaimNote], audited: Sequence[AuditNote], words: Mapping[Side, int] | None = None
) -> LayerVerdict | None:
    """Return the layer's verdict, whose numbers are surviving claims; None where nothing was audited.

    Args:
        words: of each side's speeches, where rates may decide; None compares numbers, as published.
    """
    if not audited:
        return None
    counted = fates(claims, audited)
    by_share = is_uneven(words)
    pro, con = (_worth(counted[side], by_share=by_share) for side in SIDES)
    return LayerVerdict(
        layer="audit",
        winner=None if pro == con else "pro" if pro > con else "con",
        pro=counted["pro"]["survived"],
        con=counted["con"]["survived"],
        margin=None if pro == con else margin(pro[0], con[0]),
        because=_describe_shares(counted, pro, con) if by_share else _describe_tie(pro, con),
    )


def _describe_shares(
    counted: Mapping[Side, Mapping[Fate, int]], pro: tuple[float, float], con: tuple[float, float]
) -> str:
    """Return which shares decide, where the sides' words differ."""
    if missing := [SIDE_NAMES[side] for side in SIDES if not any(counted[side].values())]:
        return f"words differ; {missing[0]} has no audited claim"
    survived = tell_apart(pro[0], con[0], 0, "%")
    shares = f"words differ: {survived[0]} and {survived[1]} of the claims survive"
    if pro[0] != con[0] or pro == con:
        return shares
    demolished = tell_apart(-pro[1], -con[1], 0, "%")
    return f"{shares}; {demolished[0]} and {demolished[1]} were demolished"


def _describe_tie(pro: tuple[float, float], con: tuple[float, float]) -> str:
    """Return what decides where as many claims survive on both sides; '' where the numbers differ."""
    if pro[0] != con[0]:
        return ""
    return "as many survive; fewer were demolished" if pro != con else "as many survive and fall on both sides"


def _worth(counted: Mapping[Fate, int], *, by_share: bool) -> tuple[float, float]:
    """Return how much survives and, negative, how much was demolished: numbers, or shares of what was audited."""
    whole = max(1, sum(counted.values())) if by_share else 1
    return round(counted["survived"] / whole, 9), round(-counted["demolished"] / whole, 9)
