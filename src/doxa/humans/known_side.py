"""The judge held to what a data set knows: which side was argued to a person, where somebody set it beforehand.

Persuaders with a given side may concede a point, so that not every claim of theirs is on their side; but most messages
should be, taken whole. With the known side in place of the judged direction the calibration shows how much of its
answer hangs on the judge's reading of direction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from doxa.analysis.exhibit import Table
from doxa.humans.judging import Heard, Judged, taken_whole
from doxa.humans.people import Round, judged_key
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
    for one in rounds:
        for said in one.messages if one.argued else ():
            heard = judged.heard.get(judged_key(one, said))
            if said.own or heard is None:
                continue
            found = [claim for claim in heard.claims if claim.polarity]
            total = sum(claim.polarity * claim.strengths.get("scorer", 0.0) for claim in found)
            messages += 1
            directed += total != 0
            right += total * one.argued > 0
            claims += len(found)
            claims_right += sum(claim.polarity == one.argued for claim in found)
    return Agreement(messages=messages, directed=directed, right=right, claims=claims, claims_right=claims_right)


def with_known_side(judged: Judged, rounds: Sequence[Round]) -> Judged | None:
    """Return each received message as one claim for the side argued; None where sides or whole messages are unknown."""
    if not judged.has_whole or not any(one.argued for one in rounds):
        return None
    heard = dict(judged.heard)
    for one in rounds:
        for said in one.messages if one.argued else ():
            key = judged_key(one, said)
            if key in heard and not said.own:
                heard[key] = _turned(taken_whole(heard[key]), one.argued)
    return replace(judged, heard=heard)


def agreement_table(study: Study) -> list[Table]:
    """Tell how well the judge heard the side that was argued; empty where no side is known."""
    found = agreement(study.people.fitted, study.judged)
    if not found.messages:
        return []
    rows = []
    for name, side in (("for the proposition", 1), ("against it", -1)):
        one = agreement([each for each in study.people.fitted if each.argued == side], study.judged)
        claims = plain(one.claims_right / one.claims) if one.claims else None
        share = plain(one.share) if one.share is not None else None
        rows.append((f"argued {name}", one.messages, one.directed, share, one.claims, claims))
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


def _turned(one: Heard, side: int) -> Heard:
    return replace(one, claims=tuple(claim.model_copy(update={"polarity": side}) for claim in one.claims))
