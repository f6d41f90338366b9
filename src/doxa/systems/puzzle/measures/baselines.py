"""What debate adds beyond voting: debates and votes on the same puzzles, compared puzzle by puzzle.

Two baselines: the plain majority vote of the team's own proposals, and self-consistency, which takes the most common of
many answers of one model, with as many calls as the debate took. The difference is a mean over puzzles, with a
percentile bootstrap interval over puzzles: an interval above 0 means that the debate added something. A player without
a majority has no answer and counts as wrong, since votes have no supervisor.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.errors import BeliefError
from doxa.records.base import Record
from doxa.scoring.bootstrap import RESAMPLES, SEED, Interval, paired_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import Answer, Sitting
from doxa.systems.puzzle.measures.votes import By, majority_answer, most_common_answer


class VotedAnswer(Record):
    """An answer to the puzzle of a sitting by votes, without a debate."""

    sitting: str
    answer: Answer
    calls: int
    """Model calls that it took."""


class Gain(Record):
    """How debates compare with a baseline on the same puzzles."""

    baseline: str
    measure: Literal["strict", "smooth"]
    debate: float
    voted: float
    difference: Interval | None
    """debate − voted; None with fewer than two puzzles."""
    n: int
    debate_calls: float
    """Mean calls for each puzzle."""
    voted_calls: float


def majority_vote(sitting: Sitting) -> VotedAnswer:
    """Return the strict majority of a team's proposals, one call an agent."""
    return VotedAnswer(sitting=sitting.id, answer=majority_answer(sitting.initial), calls=len(sitting.agents))


def self_consistency(sitting: Sitting, samples: Sequence[Answer], by: By = "player") -> VotedAnswer:
    """Return the most common answer among one model's first ``sitting.calls`` answers, at the cost of the debate.

    Raises:
        BeliefError: there are fewer answers than the debate took calls.
    """
    if sitting.calls < 1 or len(samples) < sitting.calls:
        raise BeliefError(
            f"{sitting.id}: the debate took {sitting.calls} calls, and there are {len(samples)} answers to vote on",
            hint="Ask the model as often as the debate asked its agents; the cost is then equal.",
        )
    answer = most_common_answer(samples[: sitting.calls], by)
    return VotedAnswer(sitting=sitting.id, answer=answer, calls=sitting.calls)


def gain(
    sittings: Sequence[Sitting],
    voted: Sequence[VotedAnswer],
    baseline: str,
    measure: Literal["strict", "smooth"] = "strict",
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Gain:
    """Return how much more accurate debates are than votes on the same puzzles.

    Raises:
        BeliefError: there is no sitting, or not exactly one vote for each.
    """
    votes = {vote.sitting: vote for vote in voted}
    ids = [sitting.id for sitting in sittings]
    if not ids or len(votes) < len(voted) or len(set(ids)) < len(ids) or set(ids) != set(votes):
        raise BeliefError(
            f"{len(sittings)} sittings need a vote each on the same puzzles, got {len(voted)}",
            hint="Give every sitting an id of its own, and one vote with that id.",
        )
    score = strict if measure == "strict" else smooth
    debated = [score(sitting.decided, sitting.solution) for sitting in sittings]
    others = [score(votes[sitting.id].answer, sitting.solution) for sitting in sittings]
    return Gain(
        baseline=baseline,
        measure=measure,
        debate=mean(debated),
        voted=mean(others),
        difference=paired_interval(debated, others, level=level, resamples=resamples, seed=seed)
        if len(ids) > 1
        else None,
        n=len(ids),
        debate_calls=mean([sitting.calls for sitting in sittings]),
        voted_calls=mean([votes[sitting_id].calls for sitting_id in ids]),
    )
