"""What debate adds beyond voting: debates and votes on the same puzzles, compared puzzle by puzzle.

A baseline is a vote on proposals: those of the debate itself, or as many of its team or of its strongest model as cost
what the debate cost, in calls or in tokens; counted by one of the rules of ``measures.votes``; with a supervisor or
without. The difference is a mean over puzzles, with a percentile bootstrap interval over puzzles: an interval above 0
means that the debate added something, one below 0 that the vote did better.

Best of n by checking is no vote: it takes the proposal that fits all statements and hints. Whoever can check solves the
puzzle as soon as one proposal is right.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.errors import BeliefError
from doxa.records.base import Record
from doxa.scoring.bootstrap import Interval, paired_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.sittings import (
    Answer,
    By,
    Sitting,
    majority_answer,
    most_common_answer,
    smooth,
    strict,
)


class CountedProposal(Record):
    """One proposal made without a debate, and its cost."""

    answer: Answer
    confidence: float | None = None
    calls: int = 1
    tokens: float = 0.0


class VotedAnswer(Record):
    """An answer to the puzzle of a sitting by votes, without a debate."""

    sitting: str
    answer: Answer
    calls: int
    """Model calls that it took."""
    tokens: float | None = None
    """Input and output tokens; None where they are not known."""


class Gain(Record):
    """How debates compare with a baseline on the same puzzles."""

    debate: float
    voted: float
    difference: Interval | None
    """debate − voted; None with fewer than two puzzles."""
    n: int
    debate_calls: float
    """Mean calls for each puzzle."""
    voted_calls: float
    voted_tokens: float | None = None

    @property
    def estimate(self) -> float:
        """Return debate − voted."""
        return self.debate - self.voted


def majority_vote(sitting: Sitting) -> VotedAnswer:
    """Return the strict majority of a team's proposals, one call an agent."""
    return VotedAnswer(sitting=sitting.id, answer=majority_answer(sitting.initial), calls=len(sitting.agents))


def own_vote(sitting: Sitting, by: By) -> VotedAnswer:
    """Return the vote on the debate's own proposals by a rule, one call an agent."""
    confidences = sitting.confidence or (None,) * len(sitting.agents)
    answer = most_common_answer(sitting.initial, by, confidences)
    return VotedAnswer(sitting=sitting.id, answer=answer, calls=len(sitting.agents))


def vote_within(
    sitting: Sitting, proposals: Sequence[CountedProposal], by: By, limit: float | None, *, by_tokens: bool = False
) -> VotedAnswer | None:
    """Return the vote on as many proposals as cost no more than a limit; None where there are too few of them.

    Args:
        proposals: in the order in which they are taken.
        limit: what the debate took, in calls or in tokens; None where it is not known.
    """
    spent = [] if limit is None else _take_within(proposals, limit, by_tokens=by_tokens)
    if not spent:
        return None
    answer = most_common_answer([taken.answer for taken in spent], by, [taken.confidence for taken in spent])
    return VotedAnswer(
        sitting=sitting.id,
        answer=answer,
        calls=sum(taken.calls for taken in spent),
        tokens=sum(taken.tokens for taken in spent),
    )


def best_by_checking(sitting: Sitting, proposals: Sequence[CountedProposal]) -> VotedAnswer | None:
    """Return the proposal that fits the puzzle, of as many as the debate took calls; None where there are too few.

    The puzzle has one solution, so that the proposal that fits every statement and hint is the right one.
    """
    spent = _take_within(proposals, sitting.calls, by_tokens=False)
    if not spent:
        return None
    right = next((taken.answer for taken in spent if strict(taken.answer, sitting.solution)), spent[0].answer)
    return VotedAnswer(sitting=sitting.id, answer=right, calls=sum(taken.calls for taken in spent))


def _take_within(proposals: Sequence[CountedProposal], limit: float, *, by_tokens: bool) -> list[CountedProposal]:
    """Return the first proposals that cost no more than a limit; none where they would all cost less."""
    taken: list[CountedProposal] = []
    cost = 0.0
    for proposal in proposals:
        cost += proposal.tokens if by_tokens else proposal.calls
        if cost > limit:
            return taken
        taken.append(proposal)
    return taken if cost == limit else []


def gain(
    sittings: Sequence[Sitting],
    voted: Sequence[VotedAnswer],
    measure: Literal["strict", "smooth"] = "strict",
    *,
    supervised: bool = True,
) -> Gain:
    """Return how much more accurate debates are than votes on the same puzzles.

    Args:
        supervised: whether the supervisor's roles count; if not, players without a majority stay without an answer.

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
    debated = [score(decide(sitting, supervised=supervised), sitting.solution) for sitting in sittings]
    others = [score(votes[sitting.id].answer, sitting.solution) for sitting in sittings]
    tokens = [vote.tokens for vote in voted if vote.tokens is not None]
    return Gain(
        debate=mean(debated),
        voted=mean(others),
        difference=paired_interval(debated, others) if len(ids) > 1 else None,
        n=len(ids),
        debate_calls=mean([sitting.calls for sitting in sittings]),
        voted_calls=mean([vote.calls for vote in voted]),
        voted_tokens=mean(tokens) if len(tokens) == len(voted) else None,
    )


def decide(sitting: Sitting, *, supervised: bool = True) -> Answer:
    """Return the answer of a team; without a supervisor, that of the strict majority of its final answers alone."""
    return sitting.decided if supervised else majority_answer(sitting.final)
