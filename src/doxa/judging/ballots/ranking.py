"""Ranking more than two teams, as in British Parliamentary, under rotated labels.

Every judge scores all teams once per rotation, so that each team has each label once. A ballot ranks teams by their
scores (equal scores share their mean rank); a team's place follows from the mean of its ranks over all ballots. Teams
with equal means share a place. Mean ranks by label show whether judges prefer a label.
"""

import math
from collections.abc import Sequence

from doxa.judging.ballots.panel import EVEN, Criteria
from doxa.records.base import Record
from doxa.scoring.ranking import ranks

LETTERS = "ABCDEFGH"


class TeamBallot(Record):
    """One judge's scores of all teams under one rotation."""

    judge: str
    model: str
    rotation: int
    scores: dict[str, Criteria]
    """Team → its scores."""

    @property
    def ranks(self) -> dict[str, float]:
        """Each team's rank, 1 for the best; equal scores share their mean rank."""
        rounded = [-round(criteria.score / EVEN) for criteria in self.scores.values()]
        return dict(zip(self.scores, ranks(rounded).tolist(), strict=True))


class TeamPlace(Record):
    """One team's place."""

    team: str
    place: int
    """From 1; teams that share a place have the same number."""
    mean_rank: float
    ballots: int


class TeamRanking(Record):
    """All teams in order, and the mean rank of each label."""

    teams: tuple[TeamPlace, ...]
    by_label: dict[str, float]
    """Label → the mean rank of the teams under it; equal for a fair panel."""


def rotation(teams: Sequence[str], number: int) -> dict[str, str]:
    """Return each team's label in a rotation, such as ``Team B``; number counts from 0."""
    return {name: f"Team {LETTERS[(place + number) % len(teams)]}" for place, name in enumerate(teams)}


def rank_teams(teams: Sequence[str], ballots: Sequence[TeamBallot]) -> TeamRanking | None:
    """Return the ranking of teams; None where there are no ballots."""
    if not ballots:
        return None
    means = {name: _mean([ballot.ranks[name] for ballot in ballots]) for name in teams}
    order = sorted(teams, key=lambda name: (means[name], teams.index(name)))
    by_label: dict[str, list[float]] = {}
    for ballot in ballots:
        for name, label in rotation(teams, ballot.rotation).items():
            by_label.setdefault(label, []).append(ballot.ranks[name])
    return TeamRanking(
        teams=tuple(
            TeamPlace(
                team=name,
                place=1 + sum(means[other] < means[name] for other in teams),
                mean_rank=means[name],
                ballots=len(ballots),
            )
            for name in order
        ),
        by_label={label: _mean(label_ranks) for label, label_ranks in sorted(by_label.items())},
    )


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), 12)
