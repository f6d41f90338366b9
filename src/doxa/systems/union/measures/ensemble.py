"""An ensemble of one debate: how often a side wins, what the order of speakers does, and whether coaching helps.

Shares are of all debates of a group and have Wilson intervals; a debate that nobody won counts half for each side.
Differences of two groups have bootstrap intervals, paired where replicates share their random choices.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.errors import BeliefError
from doxa.judging.bias.leaning import Share, wilson
from doxa.records.base import Record
from doxa.records.transcripts import Side
from doxa.scoring.bootstrap import Interval, difference_interval, paired_interval

HALF = 0.5


class EnsembleDebate(Record):
    """One judged debate of an ensemble."""

    run: str
    epoch: int
    """Counted from 1."""
    replicate: int
    """Runs of one replicate share their random choices."""
    winner: Side | None
    speakers: dict[str, int]
    """Speaker → position among the speeches, from 1."""
    sides: dict[str, Side]
    """Speaker → side."""
    scores: dict[str, float]
    """Speaker → overall rubric score, of those that were scored."""
    coached: bool = False
    """Whether the run belongs to the coached arm; in the control arm nobody ever has a memo."""


class Swing(Record):
    """The effect of one speaker's position on the share of debates that the speaker's side wins."""

    speaker: str
    position: int
    share: Share
    """Won by the speaker's side with the speaker in this position."""
    elsewhere: Share | None
    """Won with the speaker in other positions; None where there is no such debate."""
    difference: Interval | None
    """``share`` minus ``elsewhere``; None where either has fewer than two debates."""


class CoachingEffect(Record):
    """The effect of coaching in one epoch, compared with the same epoch uncoached."""

    epoch: int
    measure: Literal["wins", "score"]
    """Wins of the learners' side, or the score of ``learner``."""
    learner: str | None = None
    coached: float
    control: float
    debates: int
    """Replicates that are in both arms."""
    difference: Interval | None
    """Coached minus control, paired by replicate; None where fewer than two replicates are in both arms."""


def won_by(debate: EnsembleDebate, side: Side) -> float:
    """Return 1 where a side won, 0 where the other did, ½ where nobody did."""
    return HALF if debate.winner is None else float(debate.winner == side)


def win_share(debates: Sequence[EnsembleDebate], side: Side = "pro") -> Share:
    """Return the share of debates that a side won.

    Raises:
        BeliefError: there are no debates.
    """
    return wilson(sum(won_by(debate, side) for debate in debates), len(debates))


def swings(debates: Sequence[EnsembleDebate]) -> list[Swing]:
    """Return the swing of each position of every speaker who spoke in more than one position."""
    speaker_swings = []
    for speaker in dict.fromkeys(name for debate in debates for name in debate.speakers):
        speaker_debates = [debate for debate in debates if speaker in debate.speakers]
        positions = sorted({debate.speakers[speaker] for debate in speaker_debates})
        if len(positions) > 1:
            speaker_swings += [_swing(speaker, position, speaker_debates) for position in positions]
    return speaker_swings


def coaching_effects(
    coached: Sequence[EnsembleDebate], control: Sequence[EnsembleDebate], learners: Sequence[str]
) -> list[CoachingEffect]:
    """Return the effects of coaching on the learners' scores and on the wins of their side, by epoch.

    Raises:
        BeliefError: the learners are on both sides, so that a win of one is a loss of the other; or none spoke.
    """
    sides = {debate.sides[name] for debate in (*coached, *control) for name in learners if name in debate.sides}
    if len(sides) != 1:
        raise BeliefError(
            f"the learners {', '.join(learners) or '(none)'} are on {len(sides)} sides",
            hint="Name learners of one side; coach both sides in ensembles of their own.",
        )
    side = next(iter(sides))
    effects = []
    for epoch in sorted({debate.epoch for debate in coached}):
        pairs = _pairs(coached, control, epoch)
        effects += _effect(epoch, "wins", [(won_by(debate, side), won_by(twin, side)) for debate, twin in pairs])
        for name in learners:
            scored = [
                (debate.scores[name], twin.scores[name])
                for debate, twin in pairs
                if _is_scored_in_both(name, debate, twin)
            ]
            effects += _effect(epoch, "score", scored, name)
    return effects


def _swing(speaker: str, position: int, debates: Sequence[EnsembleDebate]) -> Swing:
    wins_here = [won_by(debate, debate.sides[speaker]) for debate in debates if debate.speakers[speaker] == position]
    wins_elsewhere = [
        won_by(debate, debate.sides[speaker]) for debate in debates if debate.speakers[speaker] != position
    ]
    is_comparable = len(wins_here) > 1 and len(wins_elsewhere) > 1
    return Swing(
        speaker=speaker,
        position=position,
        share=wilson(sum(wins_here), len(wins_here)),
        elsewhere=wilson(sum(wins_elsewhere), len(wins_elsewhere)) if wins_elsewhere else None,
        difference=difference_interval(wins_here, wins_elsewhere) if is_comparable else None,
    )


def _pairs(
    coached: Sequence[EnsembleDebate], control: Sequence[EnsembleDebate], epoch: int
) -> list[tuple[EnsembleDebate, EnsembleDebate]]:
    """Return the pairs of coached and control debates of an epoch that have the same replicate."""
    twins = {debate.replicate: debate for debate in control if debate.epoch == epoch}
    return [
        (debate, twins[debate.replicate]) for debate in coached if debate.epoch == epoch and debate.replicate in twins
    ]


def _is_scored_in_both(name: str, debate: EnsembleDebate, twin: EnsembleDebate) -> bool:
    return name in debate.scores and name in twin.scores


def _effect(
    epoch: int, measure: Literal["wins", "score"], pairs: Sequence[tuple[float, float]], learner: str | None = None
) -> list[CoachingEffect]:
    if not pairs:
        return []
    coached, control = [score for score, _ in pairs], [twin_score for _, twin_score in pairs]
    return [
        CoachingEffect(
            epoch=epoch,
            measure=measure,
            learner=learner,
            coached=sum(coached) / len(coached),
            control=sum(control) / len(control),
            debates=len(pairs),
            difference=paired_interval(coached, control) if len(pairs) > 1 else None,
        )
    ]
