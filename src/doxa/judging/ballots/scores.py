"""What judges score: speeches on the rubric, two teams on four criteria, and more than two teams under rotated labels.

The rubric scores every speech on five anchored dimensions, 1 to 10, then all speeches side by side. overall = mean of
the dimensions that were scored; a side's score is the mean over its speeches. Judges give all speeches nearly the same
score unless they compare them, so the side-by-side scores must spread over at least two points.

The engagement panel sees only Team A and Team B, under both label assignments:

    score = 0.4 engagement + 0.3 argument + 0.2 rebuttal + 0.1 narrative       a vote goes to the higher score

A judge whose two scores are equal votes for nobody. A judge that names one label under both assignments, or another
side in mirrored order, goes by the label or the order: it is undetermined, and its votes do not count. Passes (one
label assignment each) whose majorities differ are contested; the majority of all votes wins, and an even vote leaves
the verdict to the next layer. Beside the votes stand mean scores and the margin between them. The seats of an offline
panel measure different things of one debate, so that their votes cannot be counted like those of judges: there the
higher mean score wins. One judge alone, and seats that share a model, are not independent, and their agreement is never
called a landslide.

More than two teams, as in British Parliamentary, are scored once per rotation, so that each team has each label once. A
ballot ranks teams by their scores (equal scores share their mean rank); a team's place follows from the mean of its
ranks. Mean ranks by label show whether judges prefer a label.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from doxa.judging.ballots.verdicts import LayerVerdict, compare_sides, margin, tell_apart
from doxa.records.base import Record, group_by
from doxa.records.transcripts import SIDES, Side, other
from doxa.scoring.ranking import ranks

Dimension = Literal["argument", "rebuttal", "evidence", "rhetoric", "persona"]

DIMENSIONS: dict[Dimension, str] = {
    "argument": "argument strength",
    "rebuttal": "rebuttal quality",
    "evidence": "evidence grounding",
    "rhetoric": "rhetorical effectiveness",
    "persona": "persona fidelity",
}

Score = Annotated[float, Field(ge=1.0, le=10.0, allow_inf_nan=False)]
"""A score on the anchored scale from 1 to 10."""

LEAST_SPREAD = 2.0
"""Points between the best and the worst speech that a side-by-side comparison must show."""


class SpeechScores(Record):
    """One speech on the rubric."""

    speech: str
    speaker: str
    side: Side
    scores: dict[Dimension, Score]
    """Scores by dimension, without dimensions that cannot be judged, such as the persona of an undescribed speaker."""
    recalibrated: Score | None = None
    """The overall score after the comparison side by side; None where the comparison failed."""
    reason: str | None = Field(default=None, exclude_if=lambda reason: reason is None)
    """The judge's reason; None in a judgement from before replies were compared."""

    @property
    def overall(self) -> float:
        """The recalibrated score, or the mean of the dimensions where there is none."""
        if self.recalibrated is not None:
            return self.recalibrated
        return math.fsum(self.scores.values()) / len(self.scores)


def score_spread(scores: Sequence[float]) -> float:
    """Return the difference between the highest and the lowest score."""
    return max(scores) - min(scores) if scores else 0.0


def wide_enough(scores: Sequence[float]) -> bool:
    """Return whether the scores of a comparison differ enough; always so for a single speech."""
    return len(scores) < 2 or score_spread(scores) >= LEAST_SPREAD


ALIKE = 3
"""Unlike speeches from which on one whole reply to all is flagged."""


def find_repeated(scored: Sequence[SpeechScores], texts: Mapping[str, str] = MappingProxyType({})) -> dict[str, int]:
    """Return each speech that got the same whole reply as two unlike speeches or more → unlike speeches with it.

    Args:
        texts: speech → what was said; speeches without a text count as unlike.
    """
    replies = group_by(scored, lambda speech: (speech.reason, tuple(speech.scores.items())))
    counts = {
        speech.speech: len({texts.get(alike.speech, alike.speech) for alike in group})
        for (reason, _), group in replies.items()
        if reason is not None
        for speech in group
    }
    return {speech: count for speech, count in counts.items() if count >= ALIKE}


def rubric_verdict(scored: Sequence[SpeechScores]) -> LayerVerdict | None:
    """Return the side with the higher mean; no winner where the means are equal, None where a side has no scores."""
    means = side_means(scored)
    if len(means) < 2:
        return None
    return compare_sides(
        "rubric",
        means["pro"],
        means["con"],
        because="the sides' means are equal" if means["pro"] == means["con"] else "",
    )


def side_means(scored: Sequence[SpeechScores]) -> Mapping[Side, float]:
    """Return the mean overall score of each side that has one."""
    by_side = group_by(scored, lambda speech_scores: speech_scores.side)
    return {side: _mean([speech_scores.overall for speech_scores in own]) for side, own in by_side.items()}


Label = Literal["A", "B"]

Assignment = Literal["pro is A", "pro is B"]

ASSIGNMENTS: tuple[Assignment, Assignment] = ("pro is A", "pro is B")

WEIGHTS = {"engagement": 0.4, "argument": 0.3, "rebuttal": 0.2, "narrative": 0.1}

OFFLINE = "offline"
"""The first part of the names of all seats that plain code fills."""

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
    """The result of a panel's votes and scores."""

    passes: dict[Assignment, Side | None]
    """Label assignment → the side with the most votes under it; None where the vote is even."""
    contested: bool
    """Whether two passes name different sides."""
    verdict: LayerVerdict
    scores: dict[Side, float] = Field(default_factory=dict, exclude_if=lambda scores: not scores)
    """Side → its mean score over all ballots."""
    independent: bool = Field(default=True, exclude_if=lambda independent: independent)
    """Whether there are two seats or more, of which no two share a model."""


def side_of(label: Label, assignment: Assignment) -> Side:
    """Return the side behind a label."""
    return "pro" if (label == "A") == (assignment == "pro is A") else "con"


def label_of(side: Side, assignment: Assignment) -> Label:
    """Return the label that a side has."""
    return "A" if (side == "pro") == (assignment == "pro is A") else "B"


def find_followers(ballots: Sequence[JudgeBallot], mirrored: Sequence[JudgeBallot] = ()) -> dict[str, str]:
    """Return each judge whose votes follow the label or the order → what its votes do.

    Args:
        mirrored: the ballots on the debate in mirrored order, where it was judged, too.
    """
    mirror = group_by(mirrored, lambda ballot: ballot.judge)
    followers: dict[str, str] = {}
    for judge, own in group_by(ballots, lambda ballot: ballot.judge).items():
        labels = {ballot.label for ballot in own}
        sides = {majority(ballot.side for ballot in votes) for votes in (own, mirror.get(judge, own))}
        if len(own) > 1 and len(labels) == 1 and None not in labels:
            followers[judge] = f"names Team {own[0].label} under both labels"
        elif len(sides) > 1 and None not in sides:
            followers[judge] = "names another side in mirrored order"
    return followers


def count_panel_votes(ballots: Sequence[JudgeBallot], followers: Collection[str] = ()) -> PanelVerdict | None:
    """Return the result of a panel's votes; None where there are no votes.

    Args:
        followers: judges whose votes do not count, since they follow the label or the order.
    """
    if not ballots:
        return None
    passes = {
        assignment: majority(ballot.side for ballot in ballots if ballot.assignment == assignment)
        for assignment in ASSIGNMENTS
        if any(ballot.assignment == assignment for ballot in ballots)
    }
    counted = [ballot for ballot in ballots if ballot.judge not in followers]
    scores, independent = mean_scores(ballots), are_independent(counted)
    return PanelVerdict(
        passes=passes,
        contested=set(SIDES) <= set(passes.values()),
        verdict=_decide(ballots, followers, scores, independent),
        scores=scores,
        independent=independent,
    )


def mean_scores(ballots: Sequence[JudgeBallot]) -> dict[Side, float]:
    """Return each side's mean score over all ballots."""
    return {
        side: _mean([(ballot.a if label_of(side, ballot.assignment) == "A" else ballot.b).score for ballot in ballots])
        for side in SIDES
    }


def are_independent(ballots: Sequence[JudgeBallot]) -> bool:
    """Return whether two judges or more voted, none with the model of another; all seats offline share one."""
    models = {ballot.judge: _family(ballot.model) for ballot in ballots}
    return len(models) > 1 and len(set(models.values())) == len(models)


def is_simulated(ballots: Sequence[JudgeBallot]) -> bool:
    """Return whether plain code fills every seat."""
    return all(_family(ballot.model) == OFFLINE for ballot in ballots)


def _family(model: str) -> str:
    return OFFLINE if model.partition(":")[0] == OFFLINE else model


def _decide(
    ballots: Sequence[JudgeBallot], followers: Collection[str], scores: dict[Side, float], independent: bool
) -> LayerVerdict:
    """Return the verdict by votes, or by mean scores where plain code fills every seat."""
    pro, con = scores["pro"], scores["con"]
    counted = [ballot for ballot in ballots if ballot.judge not in followers]
    votes = [sum(ballot.side == side for ballot in counted) for side in SIDES]
    are_even = abs(pro - con) < EVEN
    texts = " to ".join(tell_apart(pro, con, 2))
    if is_simulated(ballots):
        how = ", which are equal" if are_even else f", {texts}" if round(pro, 2) == round(con, 2) else ""
        return compare_sides(
            "engagement",
            *((0.0, 0.0) if are_even else (pro, con)),
            pro=round(pro, 2),
            con=round(con, 2),
            independent=independent,
            because=f"by mean scores{how}; votes {votes[0]} to {votes[1]}",
        )
    size = "equal" if are_even else margin(pro, con, independent=independent)
    even = f"{votes[0]} votes to {votes[1]}, so that this layer names no side; " if votes[0] == votes[1] else ""
    left_out = f"{len(followers)} judge{'s' * (len(followers) > 1)} undetermined; " if followers else ""
    because = f"{left_out}{even}mean scores {texts} ({size})"
    verdict = compare_sides("engagement", *votes, independent=independent, because=because)
    return verdict.model_copy(update={"undetermined": not counted})


def majority(sides: Iterable[Side | None]) -> Side | None:
    """Return the side named more often; None where neither is."""
    named = [side for side in sides if side]
    return next((side for side in SIDES if named.count(side) > named.count(other(side))), None)


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


def find_label_rankers(teams: Sequence[str], ballots: Sequence[TeamBallot]) -> list[str]:
    """Return the judges that put the same label alone on the first place in every rotation."""
    firsts: dict[str, list[str]] = {}
    for ballot in ballots:
        labels = rotation(teams, ballot.rotation)
        best = [labels[name] for name, rank in ballot.ranks.items() if rank == 1.0]
        firsts.setdefault(ballot.judge, []).append("".join(best))
    return [judge for judge, labels in firsts.items() if len(labels) > 1 and len(set(labels)) == 1 and labels[0]]


def rank_teams(teams: Sequence[str], ballots: Sequence[TeamBallot]) -> TeamRanking | None:
    """Return the ranking of teams; None where there are no ballots."""
    if not ballots:
        return None
    means = {name: _mean([ballot.ranks[name] for ballot in ballots]) for name in teams}
    labelled = [
        (label, ballot.ranks[name]) for ballot in ballots for name, label in rotation(teams, ballot.rotation).items()
    ]
    return TeamRanking(
        teams=tuple(
            TeamPlace(
                team=name,
                place=1 + sum(means[other] < means[name] for other in teams),
                mean_rank=means[name],
                ballots=len(ballots),
            )
            for name in sorted(teams, key=lambda name: means[name])
        ),
        by_label={
            label: _mean([rank for _, rank in label_ranks])
            for label, label_ranks in sorted(group_by(labelled, lambda pair: pair[0]).items())
        },
    )


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), 12)
