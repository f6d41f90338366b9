"""Which way votes lean: a share that is one half for a fair judge, with its interval, a test and what it would take.

Votes are averaged within a unit first (a pair in all its arrangements, or a debate under both assignments), so that the
content cancels out, and then within a debate; debates are the clusters of the interval and of the test
(``clusters.py``). Fewer than six debates say nothing of other debates, and units stand in for them in the interval. Of
their own passages they say something: where a feature does not matter to a judge, the votes of two arrangements that
differ in that feature alone could as well change places, so that signs are flipped over such matched arrangements.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from doxa.judging.bias.clusters import (
    FEWEST,
    LEVEL,
    SAME,
    clusters_needed,
    is_partial,
    lean_p,
    mean_interval,
)
from doxa.judging.bias.shares import Share, wilson
from doxa.records.base import Record

FAIR = 0.5

LARGE = 0.1
"""The difference from one half that a test should find, and that the interval of a fair judge does not reach."""

Finding = Literal["yes", "in these passages", "no", "cannot tell", "names nobody"]
"""Whether votes lean: in general; in the passages shown; by less than .1; not to be told; or no vote names anybody."""


class ReadVote(NamedTuple):
    """One vote, read in one direction."""

    debate: str
    unit: str
    value: float
    """1 in that direction, 0 against it, ½ for a vote for nobody."""
    matched: object = None
    """The arrangement without the feature; None where content and preference cannot be told apart within a debate."""
    is_tie: bool = False


class Lean(Record):
    """How far votes lean in one direction."""

    votes: int
    ties: float
    """The share of votes that name nobody."""
    debates: int
    units: int
    """Pairs of passages, or debates."""
    share: Share
    """Over debates; over units where debates are fewer than six."""
    p: float | None
    """Of the test by flipped signs; None where nothing can be flipped."""
    needed: int
    """About how many debates such as these show a share of .6 nine times of ten."""
    finding: Finding

    @property
    def partial(self) -> bool:
        """Whether the votes lean, be it in the passages that were shown alone."""
        return self.finding in ("yes", "in these passages")


def estimate_lean(votes: Sequence[ReadVote]) -> Lean:
    """Return how far votes lean; there is at least one."""
    means = _means(votes)
    share = estimate_share(votes)
    p = _test(means, votes)
    ties = sum(vote.is_tie for vote in votes) / len(votes)
    return Lean(
        votes=len(votes),
        ties=ties,
        debates=len(means),
        units=sum(map(len, means.values())),
        share=share,
        p=p,
        needed=clusters_needed(_deviation(means, within=votes[0].matched is not None), LARGE),
        finding="names nobody" if ties == 1.0 else _find(share, p, len(means)),
    )


def estimate_share(votes: Sequence[ReadVote]) -> Share:
    """Return the mean over debates with its interval; over units where debates are fewer than six.

    Where all means are equal nothing can be seen of their spread, and every unit counts once (Wilson 1927). Units never
    stand in for debates where content and preference cannot be told apart within a debate.
    """
    means = _means(votes)
    units = [mean for debate_means in means.values() for mean in debate_means]
    debates = [_mean(debate) for debate in means.values()]
    if votes[0].matched is None and len(means) < FEWEST:
        return wilson(math.fsum(debates), len(debates))
    clusters = debates if len(means) >= FEWEST else units
    if max(clusters) - min(clusters) < SAME:
        return wilson(clusters[0] * len(units), len(units))
    low, high = mean_interval(np.array(clusters))
    return Share(k=math.fsum(clusters), n=len(clusters), share=_mean(clusters), low=float(low), high=float(high))


Means = dict[str, list[float]]
"""Debate → the means of its units."""


def _means(votes: Sequence[ReadVote]) -> Means:
    by_unit: dict[tuple[str, str], list[float]] = {}
    for vote in votes:
        by_unit.setdefault((vote.debate, vote.unit), []).append(vote.value)
    means: Means = {}
    for (debate, _), values in by_unit.items():
        means.setdefault(debate, []).append(_mean(values))
    return means


def _test(means: Means, votes: Sequence[ReadVote]) -> float | None:
    """Return p by the flipped signs of debates; of matched arrangements where debates are fewer than six."""
    if len(means) >= FEWEST:
        return lean_p(np.array([_mean(debate) - FAIR for debate in means.values()]))
    matched: dict[object, list[float]] = {}
    for vote in votes:
        if vote.matched is not None:
            matched.setdefault(vote.matched, []).append(vote.value - FAIR)
    differences = [_mean(values) for values in matched.values() if len(values) > 1]
    return lean_p(np.array(differences)) if differences else None


def _find(share: Share, p: float | None, debates: int) -> Finding:
    if debates < FEWEST:
        return "in these passages" if p is not None and p <= LEVEL else "cannot tell"
    if p is not None and is_partial(np.array(share.low), np.array(share.high), np.array(p), FAIR):
        return "yes"
    return "no" if share.low > FAIR - LARGE and share.high < FAIR + LARGE else "cannot tell"


def _deviation(means: Means, *, within: bool) -> float:
    """Return the standard deviation of debates' means: as it is seen, else as if the votes of a unit were one.

    Args:
        within: whether units of a debate show something of how debates differ; else as if all its votes were one.
    """
    units = [mean for debate in means.values() for mean in debate]
    per_debate = len(units) / len(means) if within or len(means) >= FEWEST else 1.0
    deviation = 0.0
    if len(means) >= FEWEST:
        deviation = float(np.std([_mean(debate) for debate in means.values()], ddof=1))
    elif within and len(units) > 1:
        deviation = float(np.std(units, ddof=1)) / math.sqrt(per_debate)
    return deviation if deviation > SAME else math.sqrt((FAIR + LARGE) * (FAIR - LARGE) / per_debate)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
