"""Admission of a claim to one listener's memory (Belief Engine section 3.1, appendix B).

Only active records of the same polarity compete. With sim the cosine to the single nearest of them and θ the
threshold:
sim < θ → the newcomer is active; sim ≥ θ → the stronger stays (s_new > s_old: newcomer in, old one archived;
otherwise the newcomer is archived). The listener's own words have a threshold of their own, θ_self: from there on they
count as a repetition and are archived (Table A5: θ serves "admission and replacement", θ_self "filtering"), or compete
like everybody's, by the setting ``own_words``. Under confirmation bias B a claim that opposes the sign of the present
stance enters with s·(1 − B). A claim whose direction is unclear, or that nobody scored, is stored inactive.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from doxa.errors import BeliefError
from doxa.evidence.memory import Entry, Memory
from doxa.records.base import Settings, Unit
from doxa.records.claims import Claim, Evidence, Origin


class Admission(Settings):
    """How one listener admits claims. Defaults: Belief Engine Table A5, matched baselines and profiles."""

    theta: float = Field(default=0.60, ge=-1, le=1)
    """θ: from this cosine on, a claim by somebody else counts as a near-duplicate."""
    theta_self: float = Field(default=0.45, ge=-1, le=1)
    """θ_self: the same for the listener's own words."""
    own_words: Literal["filtered", "compete"] = "filtered"
    """What becomes of own words from θ_self on: ``filtered`` archives them, since nobody persuades itself by saying its
    reasons again; ``compete`` keeps the stronger of the two, as with words of others."""
    confirmation_bias: Unit = 0.0
    """B: how much strength a claim loses when it opposes the present stance."""


@dataclass(frozen=True, kw_only=True)
class AdmissionResult:
    """The result of an admission: the newcomer's record, and the record that it archived, if any."""

    newcomer: Evidence
    archived: Evidence | None = None


def admit(
    memory: Memory,
    claim: Claim,
    *,
    origin: Origin,
    strength: float | None,
    row: NDArray[np.float64] | None,
    stance: float | None,
    settings: Admission,
) -> tuple[Memory, AdmissionResult]:
    """Return the memory after one claim was admitted, and the records that this added or changed.

    Args:
        strength: s by the scorer that counts, in [0, 1]; None where it gave none.
        row: the claim's vector, integer-valued, shape (dimensions,).
        stance: the listener's stance at the start of the batch, in [−1, 1].

    Raises:
        BeliefError: a strength or stance outside its range, or a scored, directed claim without a vector.
    """
    if strength is not None and not 0.0 <= strength <= 1.0:
        raise BeliefError(f"the strength of claim {claim.id!r} is {strength}; strengths lie in [0, 1]")
    if stance is not None and not -1.0 <= stance <= 1.0:
        raise BeliefError(f"stance {stance} is not in [-1, 1]")
    if claim.polarity == 0 or strength is None:
        return _aside(memory, claim, origin, strength)
    if row is None:
        raise BeliefError(f"claim {claim.id!r} has no vector, so it cannot be compared with the memory")
    opposed = stance is not None and claim.polarity * stance < 0
    entering = strength * (1.0 - settings.confirmation_bias) if opposed else strength
    place, similarity = _nearest(memory, claim.polarity, row)
    record = Evidence(
        claim=claim.id,
        polarity=claim.polarity,
        strength=entering,
        scored=strength,
        origin=origin,
        active=True,
        similarity=similarity,
        reason="new",
    )
    threshold = settings.theta_self if origin == "self" else settings.theta
    if place is None or similarity is None or similarity < threshold:
        return memory.stored(Entry(claim=claim, evidence=record), row), AdmissionResult(newcomer=record)
    entry = Entry(claim=claim, evidence=record)
    if origin == "self" and settings.own_words == "filtered":
        return _archive_newcomer(memory, entry, place, "repeated")
    return _resolved(memory, entry, row, place)


def seeded(claim: Claim, strength: float) -> Evidence:
    """Return the record of a seed, which is active and does not compete with other seeds."""
    return Evidence(
        claim=claim.id,
        polarity=claim.polarity,
        strength=strength,
        scored=strength,
        origin="seed",
        active=claim.polarity != 0,
        reason="seed" if claim.polarity else "unclear",
    )


def _aside(memory: Memory, claim: Claim, origin: Origin, strength: float | None) -> tuple[Memory, AdmissionResult]:
    reason = "unclear" if claim.polarity == 0 else "unscored"
    record = Evidence(
        claim=claim.id,
        polarity=claim.polarity,
        strength=strength,
        scored=strength,
        origin=origin,
        active=False,
        reason=reason,
    )
    return memory.stored(Entry(claim=claim, evidence=record), None), AdmissionResult(newcomer=record)


def _nearest(memory: Memory, polarity: int, row: NDArray[np.float64]) -> tuple[int | None, float | None]:
    """Return the place and cosine of the nearest active record of a polarity; the earliest on a tie."""
    places = memory.active(polarity)
    if not places:
        return None, None
    rows = [memory.entries[place].row for place in places]
    similarities = memory.stack.cosines(row, [vector for vector in rows if vector is not None])
    best = int(np.argmax(similarities))
    return places[best], float(similarities[best])


def _resolved(memory: Memory, record: Entry, row: NDArray[np.float64], place: int) -> tuple[Memory, AdmissionResult]:
    """Keep the stronger of two near-duplicates active; a newcomer of equal strength is archived."""
    old, new = memory.entries[place].evidence, record.evidence
    if (new.strength or 0.0) > (old.strength or 0.0):
        winner = Entry(claim=record.claim, evidence=new.model_copy(update={"reason": "stronger"}))
        changed = memory.archived(place, new.claim).stored(winner, row)
        return changed, AdmissionResult(newcomer=winner.evidence, archived=changed.entries[place].evidence)
    return _archive_newcomer(memory, record, place, "duplicate")


def _archive_newcomer(memory: Memory, record: Entry, place: int, reason: str) -> tuple[Memory, AdmissionResult]:
    """Archive a newcomer in favour of the record at a place."""
    kept = memory.entries[place].evidence.claim
    loser = record.evidence.model_copy(update={"active": False, "superseded_by": kept, "reason": reason})
    return memory.stored(Entry(claim=record.claim, evidence=loser), None), AdmissionResult(newcomer=loser)
