"""The judge compared with the known side: the side that a persuader had to argue, where the data set contains it.

Persuaders with a given side may concede a point, so that not every claim of theirs is on their side; but most whole
messages should be. A calibration with the known side instead of the judged direction shows how much its result depends
on the judge's directions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from doxa.analysis.exhibit import Table
from doxa.humans.data.people import PersonRound, evidence_key
from doxa.humans.replay.judging import JudgedEvidence, MessageClaims, take_whole
from doxa.humans.replay.writing import plain
from doxa.minds.sides import side_of_stance, turn_claim
from doxa.records.claims import Polarity
from doxa.records.spec import Hearing

if TYPE_CHECKING:
    from doxa.humans.replay.study import Study

ARGUED: dict[int, Polarity] = {1: 1, -1: -1, 0: 0}
"""Side argued to somebody → the direction of its claims."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """The numbers of messages and claims with a direction, and of those on the argued side."""

    messages: int
    directed: int
    right: int
    claims: int
    claims_right: int

    @property
    def share(self) -> float | None:
        """Share of messages with a direction that are on the argued side; None where there are none."""
        return self.right / self.directed if self.directed else None


def agreement(rounds: Sequence[PersonRound], judged: JudgedEvidence) -> Agreement:
    """Return how often a received message's direction, the sign of Σ p·s over its claims, is the argued side."""
    messages = directed = right = claims = claims_right = 0
    for round in rounds:
        for message in round.messages if round.argued else ():
            heard = judged.heard.get(evidence_key(round, message))
            if message.own or heard is None:
                continue
            directed_claims = [claim for claim in heard.claims if claim.polarity]
            total = sum(claim.polarity * claim.strengths.get("scorer", 0.0) for claim in directed_claims)
            messages += 1
            directed += total != 0
            right += total * round.argued > 0
            claims += len(directed_claims)
            claims_right += sum(claim.polarity == round.argued for claim in directed_claims)
    return Agreement(messages=messages, directed=directed, right=right, claims=claims, claims_right=claims_right)


def with_known_side(judged: JudgedEvidence, rounds: Sequence[PersonRound]) -> JudgedEvidence | None:
    """Return each received message as one claim for the argued side; None where sides or whole messages are unknown."""
    if not judged.has_whole or not any(round.argued for round in rounds):
        return None
    heard = dict(judged.heard)
    for round in rounds:
        for message in round.messages if round.argued else ():
            key = evidence_key(round, message)
            if key in heard and not message.own:
                heard[key] = _turn_claims(take_whole(heard[key]), round.argued)
    return replace(judged, heard=heard)


def argued_evidence(judged: JudgedEvidence, rounds: Sequence[PersonRound]) -> JudgedEvidence | None:
    """Return the evidence by the argued side: each received message one claim for it, with its rated strength.

    Where messages were not judged as a whole, the judge's claims take the argued side. None where no side is known.
    """
    if not any(round.argued and not round.control for round in rounds):
        return None
    if judged.has_whole:
        return with_known_side(judged, rounds)
    heard = dict(judged.heard)
    for round in rounds:
        for message in round.messages if round.argued else ():
            key = evidence_key(round, message)
            if key in heard and not message.own:
                heard[key] = _turn_claims(heard[key], round.argued)
    return replace(judged, heard=heard)


def turn_judged(judged: JudgedEvidence, rounds: Sequence[PersonRound], hearing: Hearing) -> JudgedEvidence:
    """Return the evidence as ``hearing.direction`` says: as judged, or by the side that each message argues.

    Others argue the side that the data set names; people their initial stance, where it is firm. Where neither is
    known the judge's reading stands.
    """
    if hearing.direction == "blind":
        return judged
    heard = dict(judged.heard)
    for round in rounds:
        for message in round.messages:
            key = evidence_key(round, message)
            own = side_of_stance(round.initial, hearing.side_bound)
            side = own if message.own else ARGUED[round.argued]
            if key in heard:
                claims = tuple(turn_claim(claim, side) for claim in heard[key].claims)
                whole = tuple(turn_claim(claim, side) for claim in heard[key].whole)
                heard[key] = replace(heard[key], claims=claims, whole=whole)
    return replace(judged, heard=heard)


def agreement_table(study: "Study") -> list[Table]:
    """Return the table of the judge's agreement with the argued side; empty where no side is known."""
    overall = agreement(study.people.fitted_rounds, study.judged)
    if not overall.messages:
        return []
    rows = []
    for name, side in (("for the proposition", 1), ("against it", -1)):
        one_side = agreement([round for round in study.people.fitted_rounds if round.argued == side], study.judged)
        claims = plain(one_side.claims_right / one_side.claims) if one_side.claims else None
        share = plain(one_side.share) if one_side.share is not None else None
        rows.append((f"argued {name}", one_side.messages, one_side.directed, share, one_side.claims, claims))
    return [
        Table(
            name="known_side",
            title="The judge compared with the known side that was argued",
            caption="A message's direction is the sign of Σ p·s over its claims. Guessing is right in half of the "
            "cases. A persuader may concede a point, so that not all claims need be on the argued side. Where both "
            "rows are near one half, the results show the judge's errors and say nothing about people.",
            columns=(
                "messages", "heard", "with a direction", "of these on that side", "claims with one", "of these on it",
            ),
            rows=tuple(rows),
        )
    ]  # fmt: skip


def _turn_claims(heard: MessageClaims, side: int) -> MessageClaims:
    return replace(heard, claims=tuple(claim.model_copy(update={"polarity": side}) for claim in heard.claims))
