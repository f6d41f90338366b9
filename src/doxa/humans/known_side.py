"""The judge held to what a data set knows: which side was argued to a person, where somebody set it beforehand.

Persuaders with a given side may concede a point, so that not every claim of theirs is on their side; but most messages
should be, taken whole. With the known side in place of the judged direction the calibration shows how much of its
answer hangs on the judge's reading of direction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from doxa.analysis.exhibit import Table
from doxa.humans.judging import Heard, Judged, take_whole
from doxa.humans.people import Round, evidence_key
from doxa.humans.study import Study
from doxa.humans.writing import plain


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """How often what was heard points where it was argued, of what has a direction at all."""

    messages: int
    directed: int
    right: int
    claims: int
    claims_right: int

    @property
    def share(self) -> float | None:
        """Share of messages with a direction that point to the side argued; None where there are none."""
        return self.right / self.directed if self.directed else None


def agreement(rounds: Sequence[Round], judged: Judged) -> Agreement:
    """Compare each received message's direction, the sign of Σ p·s over its claims, with the side argued."""
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


def with_known_side(judged: Judged, rounds: Sequence[Round]) -> Judged | None:
    """Return each received message as one claim for the side argued; None where sides or whole messages are unknown."""
    if not judged.has_whole or not any(round.argued for round in rounds):
        return None
    heard = dict(judged.heard)
    for round in rounds:
        for message in round.messages if round.argued else ():
            key = evidence_key(round, message)
            if key in heard and not message.own:
                heard[key] = _turn_claims(take_whole(heard[key]), round.argued)
    return replace(judged, heard=heard)


def agreement_table(study: Study) -> list[Table]:
    """Tell how well the judge heard the side that was argued; empty where no side is known."""
    overall = agreement(study.people.fitted, study.judged)
    if not overall.messages:
        return []
    rows = []
    for name, side in (("for the proposition", 1), ("against it", -1)):
        one_side = agreement([round for round in study.people.fitted if round.argued == side], study.judged)
        claims = plain(one_side.claims_right / one_side.claims) if one_side.claims else None
        share = plain(one_side.share) if one_side.share is not None else None
        rows.append((f"argued {name}", one_side.messages, one_side.directed, share, one_side.claims, claims))
    return [
        Table(
            name="known_side",
            title="The judge held to what the data set knows: the side that was argued",
            caption="A message's direction is that of Σ p·s over its claims. Guessing is right in one half of each. "
            "A persuader may concede a point, so that claims need not all be on the side argued. Where both rows are "
            "near one half, what follows is about the judge and not about people.",
            columns=(
                "messages", "heard", "with a direction", "of these on that side", "claims with one", "of these on it",
            ),
            rows=tuple(rows),
        )
    ]  # fmt: skip


def _turn_claims(heard: Heard, side: int) -> Heard:
    return replace(heard, claims=tuple(claim.model_copy(update={"polarity": side}) for claim in heard.claims))
