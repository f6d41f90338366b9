"""Which way votes lean: a share that is one half for a fair judge, with its interval, a test and what it would take.

Votes are averaged within a unit first (a pair in all its arrangements, or a debate under both assignments), so that the
content cancels out, and then within a debate. Votes on passages of one debate are not independent: pairs share
speeches, and a judge may answer alike in all of them. The debate is therefore the cluster, and its mean counts once:

    m ± t(.975, G − 1) · s/√G        over the means m₁ … m_G of G debates, s their standard deviation

which is the cluster-robust interval with the correction for few clusters where clusters weigh the same (Cameron and
Miller 2015). The test flips the sign of each cluster's difference from one half: without a preference a difference is
as likely as its opposite, whatever the votes within a cluster have in common. Fewer than six debates say nothing of
other debates, and units stand in for them in the interval. Of their own passages they say something: where a feature
does not matter to a judge, the votes of two arrangements that differ in that feature alone could as well change places,
so that signs are flipped over such matched arrangements.

A share of independent cases has a Wilson score interval:

    centre = (k + z²/2) / (n + z²),   half = z/(n + z²) · √(k(n − k)/n + z²/4)      (Wilson 1927), z = 1.959964

Unlike k/n ± z·√…, the interval stays inside [0, 1] and has a width at 0 of n and n of n.
"""

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.records.base import Record, group_by
from doxa.scoring.significance import all_signs, flipped_p, random_signs
from doxa.scoring.student import t_quantile

NORMAL = 1.959964
"""The 97.5 % point of the normal distribution."""


class Share(Record):
    """k of n, with its 95 % interval."""

    k: float
    """Successes; half ones where a debate counts for both sides."""
    n: int
    share: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def wilson(k: float, n: int) -> Share:
    """Return the share k/n with its Wilson interval.

    Raises:
        BeliefError: n is not positive, or k is not between 0 and n.
    """
    if n < 1 or not 0 <= k <= n:
        raise BeliefError(
            f"{k} of {n} is not a share", hint="Count at least one case, and no more successes than cases."
        )
    centre = (k + NORMAL**2 / 2) / (n + NORMAL**2)
    half = NORMAL / (n + NORMAL**2) * math.sqrt(k * (n - k) / n + NORMAL**2 / 4)
    return Share(k=k, n=n, share=k / n, low=max(0.0, centre - half), high=min(1.0, centre + half))


def narrow_enough(k: float, n: int, width: float) -> bool:
    """Return whether the interval of a share has at most a given width: the stopping rule of an ensemble.

    Raises:
        BeliefError: the width is not in (0, 1], or as ``wilson``.
    """
    if not 0 < width <= 1:
        raise BeliefError(f"the width of an interval lies between 0 and 1, got {width!r}", hint="Such as 0.1.")
    return n > 0 and wilson(k, n).width <= width


Floats = NDArray[np.float64]

LEVEL = 0.05
"""The share of fair judges that may be called partial."""

FOUND = 1.45
"""A little above the 90 % point of the normal distribution (1.28), since discrete votes are found less often."""

FEWEST = 6
"""The fewest clusters of which flipped signs can show anything: 2/2⁶ < .05 < 2/2⁵."""

EXACT = 12
"""The most clusters of which all signs are tried; of more, 4,095 random ones."""

FLIPS = 4_095

SAME = 1e-9
"""Means closer than this are equal."""


def mean_interval(means: Floats) -> tuple[Floats, Floats]:
    """Return both ends of the 95 % interval of the mean of clusters, within [0, 1].

    Args:
        means: shape (…, clusters), at least two clusters.
    """
    count = means.shape[-1]
    half = t_quantile(count - 1) * means.std(axis=-1, ddof=1) / math.sqrt(count)
    middle = means.mean(axis=-1)
    return np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0)


def lean_p(differences: Floats) -> float:
    """Return the two-sided p of the hypothesis that every cluster's difference is as likely as its opposite."""
    count = len(differences)
    return flipped_p(differences, [all_signs(count)] if count <= EXACT else random_signs(count, FLIPS, seed=0))


def is_partial(low: Floats, high: Floats, p: Floats, fair: float = 0.5) -> NDArray[np.bool_]:
    """Return whether the interval does not contain a fair judge's share and the test agrees."""
    return np.asarray(((low > fair) | (high < fair)) & (p <= LEVEL), dtype=np.bool_)


def clusters_needed(deviation: float, difference: float = 0.1) -> int:
    """Return how many clusters show a difference from one half nine times of ten.

    The least n ≥ ((t(.975, n − 1) + 1.45) · s / d)², and at least six.
    """
    count = FEWEST
    while count < ((t_quantile(count - 1) + FOUND) * deviation / difference) ** 2 - SAME:
        # the point of Student's distribution only falls: no count below that of the normal one can be enough
        count = max(count + 1, math.ceil(((NORMAL + FOUND) * deviation / difference) ** 2 - SAME))
    return count


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
    means, share = _means(votes), estimate_share(votes)
    p = _test(means, votes)
    ties = fmean(vote.is_tie for vote in votes)
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
    debates = [fmean(debate) for debate in means.values()]
    if votes[0].matched is None and len(means) < FEWEST:
        return wilson(math.fsum(debates), len(debates))
    clusters = debates if len(means) >= FEWEST else units
    if max(clusters) - min(clusters) < SAME:
        return wilson(clusters[0] * len(units), len(units))
    low, high = mean_interval(np.array(clusters))
    return Share(k=math.fsum(clusters), n=len(clusters), share=fmean(clusters), low=float(low), high=float(high))


Means = dict[str, list[float]]
"""Debate → the means of its units."""


def _means(votes: Sequence[ReadVote]) -> Means:
    units = group_by(votes, lambda vote: (vote.debate, vote.unit))
    means = [(debate, fmean(vote.value for vote in unit_votes)) for (debate, _), unit_votes in units.items()]
    return {debate: [mean for _, mean in group] for debate, group in group_by(means, lambda mean: mean[0]).items()}


def _test(means: Means, votes: Sequence[ReadVote]) -> float | None:
    """Return p by the flipped signs of debates; of matched arrangements where debates are fewer than six."""
    if len(means) >= FEWEST:
        return lean_p(np.array([fmean(debate) - FAIR for debate in means.values()]))
    matched = group_by((vote for vote in votes if vote.matched is not None), lambda vote: vote.matched)
    differences = [fmean(vote.value - FAIR for vote in group) for group in matched.values() if len(group) > 1]
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
        deviation = float(np.std([fmean(debate) for debate in means.values()], ddof=1))
    elif within and len(units) > 1:
        deviation = float(np.std(units, ddof=1)) / math.sqrt(per_debate)
    return deviation if deviation > SAME else math.sqrt((FAIR + LARGE) * (FAIR - LARGE) / per_debate)
