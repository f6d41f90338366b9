"""Sides: which side a speaker argues, and which way claims point when that is known.

A claim has its speaker's side, unless its words take none, or the speaker grants or quotes it and the judge does not
read it that way. What a corpus labels keeps its label. Where no side is known the judge's direction stands.
"""

from doxa.records.claims import Claim, DirectionSource, Polarity
from doxa.records.events import HeardBody
from doxa.records.people import Side
from doxa.records.readout import Readout
from doxa.records.spec import RunSpec

DECLARED: dict[Side, Polarity] = {"pro": 1, "con": -1, "neutral": 0}


def side_of(spec: RunSpec, speaker: str, readout: Readout | None) -> Polarity:
    """Return the side that somebody argues: that of the maintained stance where it is firm, else the declared one.

    Agents speak by the stance that they maintain, so that one who was talked round argues the other side; of one who
    leans away from the declared side, not yet firmly, no side is known. Recorded words do not follow a stance: where
    their transcript says on which side they are, they stay on it. 0 also where directions are heard blind.
    """
    if spec.hearing.direction == "blind":
        return 0
    declared = DECLARED[spec.participant(speaker).side]
    recorded = DECLARED[spec.recorded_side(speaker)]
    if not recorded and readout is not None and readout.kind == "maintained" and readout.stance is not None:
        has_left = readout.stance * declared < 0
        return side_of_stance(readout.stance, spec.hearing.side_bound) or (0 if has_left else declared)
    return recorded or declared


def side_of_stance(stance: float, bound: float) -> Polarity:
    """Return the sign of a stance of at least ``bound`` in size; 0 for any other."""
    if stance == 0 or abs(stance) < bound:
        return 0
    return 1 if stance > 0 else -1


def turn_heard(heard: HeardBody, side: Polarity) -> HeardBody:
    """Return a heard message with its claims' directions as they are where its speaker argues a side (0: unknown)."""
    claims = tuple(turn_claim(claim, side) for claim in heard.claims)
    return heard.model_copy(update={"side": side, "claims": claims})


def turn_claim(claim: Claim, side: Polarity) -> Claim:
    """Return a claim with its direction by its speaker's side; one that a corpus labels stays."""
    if claim.direction_by == "corpus":
        return claim
    by_judge = side == 0 or claim.sideless or (claim.conceded and claim.judged != side)
    polarity = claim.judged if by_judge else side
    source: DirectionSource = "judge" if by_judge else "speaker"
    read = None if claim.judged == polarity else claim.judged
    return claim.model_copy(update={"polarity": polarity, "direction_by": source, "read": read})
