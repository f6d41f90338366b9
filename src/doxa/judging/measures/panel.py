"""The engagement panel: judges who see only Team A and Team B score four criteria, under both label assignments.

    score = 0.4 engagement + 0.3 argument + 0.2 rebuttal + 0.1 narrative       a vote goes to the higher score

A judge whose two scores are equal votes for nobody. Passes (one label assignment each) whose majorities differ are
contested; the majority of all votes wins, and an even vote leaves the verdict to the next layer.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from doxa.judging.measures.rubric import Score
from doxa.judging.measures.verdict import LayerVerdict, margin
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Side, other

Label = Literal["A", "B"]

Assignment = Literal["pro is A", "pro is B"]

ASSIGNMENTS: tuple[Assignment, Assignment] = ("pro is A", "pro is B")

WEIGHTS = {"engagement": 0.4, "argument": 0.3, "rebuttal": 0.2, "narrative": 0.1}

EVEN = 1e-9
"""Scores closer than this are equal: weights of tenths are not exact in binary."""


class Criteria(Record):
    """One team on the four criteria."""

    engagement: Score
    argument: Score
    rebuttal: Score
    narrative: Score

    @property
    def score(self) -> float:
        """The weighted sum, from 1 to 10."""
        return math.fsum(weight * getattr(self, name) for name, weight in WEIGHTS.items())


class JudgeBallot(Record):
    """One judge's scores under one label assignment."""

    judge: str
    """The judge's name on the panel."""
    model: str
    assignment: Assignment
    a: Criteria
    b: Criteria
    reason: str = ""

    @property
    def label(self) -> Label | None:
        """The label that it votes for."""
        difference = self.a.score - self.b.score
        if abs(difference) < EVEN:
            return None
        return "A" if difference > 0 else "B"

    @property
    def side(self) -> Side | None:
        """The side that it votes for."""
        return None if self.label is None else side_of(self.label, self.assignment)


class PanelVerdict(Record):
    """The result of a panel's votes."""

    passes: dict[Assignment, Side | None]
    """Label assignment → the side with the most votes under it; None where the vote is even."""
    contested: bool
    """Whether two passes name different sides."""
    verdict: LayerVerdict


def side_of(label: Label, assignment: Assignment) -> Side:
    """Return the side behind a label."""
    return "pro" if (label == "A") == (assignment == "pro is A") else "con"


def label_of(side: Side, assignment: Assignment) -> Label:
    """Return the label that a side has."""
    return "A" if (side == "pro") == (assignment == "pro is A") else "B"


def count_panel_votes(ballots: Sequence[JudgeBallot]) -> PanelVerdict | None:
    """Return the result of a panel's votes; None where there are no votes."""
    if not ballots:
        return None
    passes = {
        assignment: majority(ballot.side for ballot in ballots if ballot.assignment == assignment)
        for assignment in ASSIGNMENTS
        if any(ballot.assignment == assignment for ballot in ballots)
    }
    named = {side for side in passes.values() if side}
    votes = {side: sum(ballot.side == side for ballot in ballots) for side in SIDES}
    winner = majority(ballot.side for ballot in ballots)
    return PanelVerdict(
        passes=passes,
        contested=len(named) == 2,
        verdict=LayerVerdict(
            layer="engagement",
            winner=winner,
            pro=votes["pro"],
            con=votes["con"],
            margin=margin(votes["pro"], votes["con"]),
            because="" if winner else f"{votes['pro']} votes to {votes['con']}: the next layer decides",
        ),
    )


def majority(sides: Iterable[Side | None]) -> Side | None:
    """Return the side named more often; None where neither is."""
    named = [side for side in sides if side]
    return next((side for side in SIDES if named.count(side) > named.count(other(side))), None)
