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
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from doxa.errors import BeliefError
from doxa.evidence.memory import Entry, Memory
from doxa.records.base import Settings, Unit
from doxa.records.claims import Claim, Evidence, Origin, Polarity


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
    place, similarity = memory.nearest(claim, row)
    threshold = settings.theta_self if origin == "self" else settings.theta
    verdict = Verdict("new")
    if place is not None and similarity is not None and similarity >= threshold:
        repeats = origin == "self" and settings.own_words == "filtered"
        verdict = _compare(memory.entries[place].evidence, entering, "repeated" if repeats else "duplicate")
    entry = _entry(claim, origin, entering, strength, similarity, verdict)
    archived = None
    if verdict.reason == "stronger" and place is not None:
        memory = memory.archived(place, claim.id)
        archived = memory.entries[place].evidence
    return memory.stored(entry, row), AdmissionResult(newcomer=entry.evidence, archived=archived)


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


@dataclass(frozen=True)
class Verdict:
    """Whether a newcomer is active, by its reason, and which claim outlives it where it is not."""

    reason: str
    outlived_by: str | None = None

    @property
    def active(self) -> bool:
        return self.reason in ("new", "stronger")


def _aside(memory: Memory, claim: Claim, origin: Origin, strength: float | None) -> tuple[Memory, AdmissionResult]:
    verdict = Verdict("unclear" if claim.polarity == 0 else "unscored")
    entry = _entry(claim, origin, strength, strength, None, verdict)
    return memory.stored(entry, None), AdmissionResult(newcomer=entry.evidence)


def _compare(old: Evidence, strength: float, weaker: str) -> Verdict:
    """Return the verdict on a near-duplicate of an active record: the stronger stays, of equal ones the old one."""
    if weaker == "duplicate" and strength > (old.strength or 0.0):
        return Verdict("stronger")
    return Verdict(weaker, outlived_by=old.claim)


@lru_cache(maxsize=1 << 12)
def _known_record(
    claim: str,
    polarity: Polarity,
    origin: Origin,
    strengths: tuple[float | None, float | None],
    similarity: float | None,
    verdict: Verdict,
) -> Evidence:
    """Return a record; listeners to whom the same happens share it."""
    return Evidence(
        claim=claim,
        polarity=polarity,
        strength=strengths[0],
        scored=strengths[1],
        origin=origin,
        active=verdict.active,
        superseded_by=verdict.outlived_by,
        similarity=similarity,
        reason=verdict.reason,
    )


def _entry(
    claim: Claim,
    origin: Origin,
    strength: float | None,
    scored: float | None,
    similarity: float | None,
    verdict: Verdict,
) -> Entry:
    return Entry(claim, _known_record(claim.id, claim.polarity, origin, (strength, scored), similarity, verdict))
