"""The evidence that each person accepted: claims admitted in order under θ (Belief Engine section 3.1, appendix E).

Every received message's claims are admitted one by one by ``doxa.evidence``, exactly as an agent admits them: a
near-duplicate (cosine ≥ θ) of an active record of the same polarity displaces it if stronger, else is archived; unclear
claims do not count. The sum of eq. 1 is over active records, so the evidence between two moments is the records that
became active, less those that were archived.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from pydantic import ConfigDict

from doxa.evidence.admission import Admission, AdmissionResult, admit
from doxa.evidence.memory import Memory
from doxa.humans.data.people import PersonRound, evidence_key
from doxa.humans.replay.judged import JudgedEvidence
from doxa.records.base import Record
from doxa.records.claims import Claim

THETA = 0.85
"""θ of the published replay (appendix B)."""


class Acceptance(Record):
    """The settings by which evidence is accepted."""

    # a user's θ may be NaN: ``check_options`` says what it must be
    model_config = ConfigDict(allow_inf_nan=True)

    theta: float = THETA
    theta_self: float = 0.45
    """θ for a person's own messages, where they count."""
    own: bool = False
    """Whether a person's own messages count."""
    strength: str = "scorer"
    """Which strength counts: ``scorer``, ``extractor``, or ``equal`` (every directed claim 0.5)."""
    least: float = 0.0
    """Claims weaker than this are not admitted, in place of the filter that the paper names and does not define."""

    @property
    def admission(self) -> Admission:
        return Admission(theta=self.theta, theta_self=self.theta_self)


@dataclass(frozen=True, kw_only=True)
class EvidenceChange:
    """The change by one admitted claim: its strength, and the record that it displaced."""

    message: int
    """The number of the message in the round, from 0."""
    claim: Claim
    strength: float | None
    reason: str
    """new, stronger, duplicate, unclear, unscored: as ``Evidence.reason``."""
    archived: tuple[int, float] | None = None
    """Polarity and strength of the displaced record."""

    @property
    def accepted(self) -> bool:
        return self.reason in ("new", "stronger")


@dataclass(frozen=True, kw_only=True)
class ReplayedRound:
    """A round with the evidence that its person accepted."""

    round: PersonRound
    changes: tuple[EvidenceChange, ...]
    shown: tuple[tuple[int, float], ...]
    """(message, its stance in [−1, 1]): Σ p·s / Σ s over its directed claims; messages without any are absent."""
    active: tuple[tuple[int, float], ...]
    """(polarity, strength) of the records that are active at the end."""
    lost: int = 0
    """The number of messages that the judge did not answer."""

    def between(self, start: int, end: int) -> list[tuple[int, float]]:
        """Return (sign, strength) of every record that became active, and with opposite sign of every archived one.

        Args:
            start, end: messages from ``start`` up to, not including, ``end``.
        """
        signed_strengths: list[tuple[int, float]] = []
        for change in self.changes:
            if change.accepted and start <= change.message < end and change.strength is not None:
                signed_strengths.append((change.claim.polarity, change.strength))
                if change.archived:
                    signed_strengths.append((-change.archived[0], change.archived[1]))
        return signed_strengths


def replay_round(round: PersonRound, judged: JudgedEvidence, acceptance: Acceptance) -> ReplayedRound:
    """Return a round with its person's evidence, after admitting the claims of its messages in order."""
    memory, changes, stances, lost = Memory(), [], [], 0
    for place, message in enumerate(round.messages):
        heard = judged.heard.get(evidence_key(round, message))
        if heard is None or (message.own and not acceptance.own):
            continue
        lost += bool(heard.lost)
        claims = [
            (claim, 0.5 if acceptance.strength == "equal" else claim.strengths.get(acceptance.strength))
            for claim in heard.claims
        ]
        stances += [(place, stance) for stance in _stance_shown(claims)]
        for claim, strength in claims:
            if strength is not None and strength < acceptance.least:
                continue
            memory, admitted = admit(
                memory,
                claim,
                origin="self" if message.own else "peer",
                strength=strength,
                row=judged.row(claim) if claim.polarity else None,
                stance=None,
                settings=acceptance.admission,
            )
            changes.append(_change(place, claim, admitted))
    active = tuple((record.polarity, record.strength or 0.0) for record in memory.active_records)
    return ReplayedRound(round=round, changes=tuple(changes), shown=tuple(stances), active=active, lost=lost)


def _change(place: int, claim: Claim, admitted: AdmissionResult) -> EvidenceChange:
    displaced, record = admitted.archived, admitted.newcomer
    return EvidenceChange(
        message=place,
        claim=claim,
        strength=record.strength,
        reason=record.reason,
        archived=(displaced.polarity, displaced.strength) if displaced and displaced.strength is not None else None,
    )


def _stance_shown(claims: list[tuple[Claim, float | None]]) -> Iterator[float]:
    directed = [(claim.polarity, strength) for claim, strength in claims if claim.polarity and strength]
    if directed:
        total = float(np.sum([strength for _, strength in directed]))
        yield float(np.sum([polarity * strength for polarity, strength in directed])) / total
