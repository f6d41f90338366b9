"""The argued side beside the judged one: how often they agree, and who moved towards which, by kind of proposition.

A group that rests on the judge's direction is no better than the judge: a mover “opposed” to the evidence as it was
judged may have moved towards the side that was argued.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.data.people import PersonRound, evidence_key
from doxa.humans.identified.scores import RMSE, HeldOutScores, draw_scores
from doxa.humans.replay.calibration import ALIGNED, LABEL, OPPOSED
from doxa.humans.replay.judged import JudgedEvidence
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import estimate, plain
from doxa.scoring.bootstrap import bounds


def side_table(study: Study) -> list[Table]:
    """Return the table of both sides; empty where no side is known."""
    argued = study.argued
    if argued is None:
        return []
    toward = study.sides * (study.met.after - study.met.before) > 0
    rows: list[tuple[Cell, ...]] = []
    for name, part in study.parts:
        mine = part & (study.sides != 0)
        judged = mine & (study.met.net != 0)
        kinds = [mine & (study.kinds == kind) for kind in (ALIGNED, OPPOSED)]
        rows.append(
            (
                name,
                int(mine.sum()),
                _share(study.met.net * study.sides > 0, judged),
                *(_share(toward, movers) for movers in kinds),
                _share(argued.kinds == ALIGNED, mine & np.isin(argued.kinds, (ALIGNED, OPPOSED))),
            )
        )
    return [
        Table(
            name="sides",
            title="The argued side beside the judged one",
            caption="Net evidence: rounds in which the judge's E = Σ p·s has the sign of the argued side, of those "
            "with any. Then, of the movers that are aligned with (or opposed to) the evidence as judged, how many "
            "moved towards the argued side; and of all movers who met evidence by the argued side, how many moved "
            f"towards it. Where the judge errs, the groups that rest on it ({LABEL}s) show its errors.",
            columns=(
                "propositions", "N", "judge's net on argued side", "judged aligned: towards it",
                "judged opposed: towards it", "movers towards it",
            ),
            rows=tuple(rows),
        )
    ]  # fmt: skip


def _share(part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> Cell:
    count, total = int((part & whole).sum()), int(whole.sum())
    return f"{count} of {total} ({count / total:.0%})" if total else None


def part_table(study: Study, scores: HeldOutScores) -> list[Table]:
    """Return held-out RMSE on given and on chosen propositions apart; empty where there is one kind."""
    if len(study.parts) == 1:
        return []
    (given, first), (chosen, second) = study.parts[1:]
    parts = [scores.take(first), scores.take(second)]
    drawn = [draw_scores(part, study.options.replicates, study.options.seed) for part in parts]
    rows: list[tuple[Cell, ...]] = []
    for method in scores.errors:
        cells = [
            (estimate(part.rmse(method), bounds(resampled[method][RMSE])), plain(part.log_score(method)))
            for part, resampled in zip(parts, drawn, strict=True)
        ]
        rows.append((method, *cells[0], *cells[1]))
    return [
        Table(
            name="held_out_parts",
            title="The same, on given and on chosen propositions",
            caption=f"{int(first.sum())} rounds on given propositions and {int(second.sum())} on propositions of the "
            "person's own choice; fits as above, errors apart. 95 % bootstrap intervals over people.",
            columns=("method", f"RMSE, {given}", "log score", f"RMSE, {chosen}", "log score "),
            rows=tuple(rows),
        )
    ]


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
    received = [
        (round.argued, [claim for claim in judged.heard[key].claims if claim.polarity])
        for round in rounds
        for message in round.messages
        if round.argued and not message.own and (key := evidence_key(round, message)) in judged.heard
    ]
    totals = [
        argued * sum(claim.polarity * claim.strengths.get("scorer", 0.0) for claim in claims)
        for argued, claims in received
    ]
    return Agreement(
        messages=len(received),
        directed=sum(total != 0 for total in totals),
        right=sum(total > 0 for total in totals),
        claims=sum(len(claims) for _, claims in received),
        claims_right=sum(claim.polarity == argued for argued, claims in received for claim in claims),
    )


def agreement_table(study: Study) -> list[Table]:
    """Return the table of the judge's agreement with the argued side; empty where no side is known."""
    if not agreement(study.people.fitted_rounds, study.judged).messages:
        return []
    rows = []
    for name, side in (("for the proposition", 1), ("against it", -1)):
        one_side = agreement([round for round in study.people.fitted_rounds if round.argued == side], study.judged)
        claims = plain(one_side.claims_right / one_side.claims) if one_side.claims else None
        rows.append(
            (f"argued {name}", one_side.messages, one_side.directed, plain(one_side.share), one_side.claims, claims)
        )
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
