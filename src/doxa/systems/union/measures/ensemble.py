"""An ensemble of one debate: how often a side wins, what the order of speakers does, and whether coaching helps.

Shares are of all debates of a group and have Wilson intervals; a debate that nobody won counts half for each side.
Differences of two groups have bootstrap intervals, paired where replicates share their random choices.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.errors import BeliefError
from doxa.judging.measures.shares import Share, wilson
from doxa.records.base import Record
from doxa.records.transcripts import Side
from doxa.scoring.bootstrap import Interval, difference_interval, paired_interval

HALF = 0.5


class Debated(Record):
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
    """Whether learners had a memo before it; an uncoached control has none in any epoch."""


class Swing(Record):
    """What the position of one speaker does to the share of debates that the speaker's side wins."""

    speaker: str
    position: int
    share: Share
    """Won by the speaker's side with the speaker in this position."""
    elsewhere: Share | None
    """Won with the speaker elsewhere; None where that never was so."""
    difference: Interval | None
    """Here less elsewhere; None where either has fewer than two debates."""


class CoachingEffect(Record):
    """What coaching does in one epoch, against the same epoch uncoached."""

    epoch: int
    measure: Literal["wins", "score"]
    """Wins of the learners' side, or the score of ``learner``."""
    learner: str | None = None
    coached: float
    control: float
    debates: int
    """Replicates that both have."""
    difference: Interval | None
    """Coached less control, paired by replicate; None where fewer than two replicates are in both."""


def won_by(debate: Debated, side: Side) -> float:
    """Return 1 where a side won, 0 where the other did, ½ where nobody did."""
    return HALF if debate.winner is None else float(debate.winner == side)


def win_share(debates: Sequence[Debated], side: Side = "pro") -> Share:
    """Return the share of debates that a side won.

    Raises:
        BeliefError: there are none.
    """
    return wilson(sum(won_by(one, side) for one in debates), len(debates))


def swings(debates: Sequence[Debated]) -> list[Swing]:
    """Return what each speaker's position does, for those who spoke in more than one."""
    found = []
    for speaker in dict.fromkeys(name for one in debates for name in one.speakers):
        held = [one for one in debates if speaker in one.speakers]
        positions = sorted({one.speakers[speaker] for one in held})
        if len(positions) > 1:
            found += [_swing(speaker, position, held) for position in positions]
    return found


def coaching_effects(
    coached: Sequence[Debated], control: Sequence[Debated], learners: Sequence[str]
) -> list[CoachingEffect]:
    """Return by epoch what coaching does to the learners' scores and to the wins of their side.

    Raises:
        BeliefError: the learners are on both sides, so that a win of one is a loss of the other; or there are none.
    """
    sides = {one.sides[name] for one in (*coached, *control) for name in learners if name in one.sides}
    if len(sides) != 1:
        raise BeliefError(
            f"the learners {', '.join(learners) or '(none)'} are on {len(sides)} sides",
            hint="Name learners of one side; coach both sides in ensembles of their own.",
        )
    side = next(iter(sides))
    found = []
    for epoch in sorted({one.epoch for one in coached}):
        pairs = _pairs(coached, control, epoch)
        found += _effect(epoch, "wins", [(won_by(one, side), won_by(other, side)) for one, other in pairs])
        for name in learners:
            scored = [(one.scores[name], other.scores[name]) for one, other in pairs if _scored(name, one, other)]
            found += _effect(epoch, "score", scored, name)
    return found


def _swing(speaker: str, position: int, held: Sequence[Debated]) -> Swing:
    here = [won_by(one, one.sides[speaker]) for one in held if one.speakers[speaker] == position]
    there = [won_by(one, one.sides[speaker]) for one in held if one.speakers[speaker] != position]
    known = len(here) > 1 and len(there) > 1
    return Swing(
        speaker=speaker,
        position=position,
        share=wilson(sum(here), len(here)),
        elsewhere=wilson(sum(there), len(there)) if there else None,
        difference=difference_interval(here, there) if known else None,
    )


def _pairs(coached: Sequence[Debated], control: Sequence[Debated], epoch: int) -> list[tuple[Debated, Debated]]:
    """Pair the debates of an epoch by replicate."""
    others = {one.replicate: one for one in control if one.epoch == epoch}
    return [(one, others[one.replicate]) for one in coached if one.epoch == epoch and one.replicate in others]


def _scored(name: str, one: Debated, other: Debated) -> bool:
    return name in one.scores and name in other.scores


def _effect(
    epoch: int, measure: Literal["wins", "score"], pairs: Sequence[tuple[float, float]], learner: str | None = None
) -> list[CoachingEffect]:
    if not pairs:
        return []
    mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    return [
        CoachingEffect(
            epoch=epoch,
            measure=measure,
            learner=learner,
            coached=sum(mine) / len(mine),
            control=sum(theirs) / len(theirs),
            debates=len(pairs),
            difference=paired_interval(mine, theirs) if len(pairs) > 1 else None,
        )
    ]
