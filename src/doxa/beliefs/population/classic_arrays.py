"""The classic rules over arrays, in numpy; see ``doxa.beliefs.classic`` for the rules and their sources.

Sums run over a listener's row, so numbers agree with the kernels within 1e-12. In a voter population listener i draws
with the seed ``seed + i``; ``weights`` name authors by number.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.classic import (
    DeffuantWeisbuchSettings,
    DeGrootSettings,
    FriedkinJohnsenSettings,
    HegselmannKrauseSettings,
    VoterSettings,
)
from doxa.beliefs.population.crowd import Crowd, Feed, Floats
from doxa.errors import BeliefError

Places = NDArray[np.int64]
Doubles = NDArray[np.float64]
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

ROWS = 1 << 15
"""Listeners computed at a time, to bound memory."""


def advance(crowd: Crowd, feed: Feed, rule: Any) -> None:
    """Update a crowd in place by one batch, under the rule whose settings these are.

    Raises:
        BeliefError: ``weights`` names an author that is not a number, or gives a weight below 0.
    """
    move = RULES[type(rule)]
    for low in range(0, crowd.size, ROWS):
        high = min(low + ROWS, crowd.size)
        counts = np.diff(feed.starts[low : high + 1])
        contents = feed.shown[feed.starts[low] : feed.starts[high]]
        rows = np.repeat(np.arange(high - low), counts)
        now = move(_Stretch(crowd, feed, low, high, contents, rows, counts), rule)
        crowd.position[low:high] = np.where(counts > 0, np.clip(now, -1.0, 1.0), crowd.position[low:high])
        crowd.batches[low:high] += counts > 0


class _Stretch:
    """A range of listeners with the posts that they see."""

    def __init__(
        self, crowd: Crowd, feed: Feed, low: int, high: int, shown: NDArray[np.int32], rows: Places, counts: Places
    ) -> None:
        self.position: Doubles = crowd.position[low:high].astype(np.float64)
        self.initial: Doubles = crowd.initial[low:high].astype(np.float64)
        self.batches = crowd.batches[low:high]
        self.listener = np.arange(low, high, dtype=np.uint64)
        self.stance: Doubles = feed.stance[shown].astype(np.float64)
        self.author = feed.author[shown]
        self.rows, self.counts = rows, counts

    def sum_values(self, values: Floats) -> Doubles:
        """Return the sum of each listener's values, (rows,)."""
        return np.asarray(np.bincount(self.rows, weights=values, minlength=len(self.counts)), np.float64)


def _degroot(some: _Stretch, rule: DeGrootSettings) -> Doubles:
    weights = _weights(some, rule)
    total = rule.own_weight + some.sum_values(weights)
    mean = (rule.own_weight * some.position + some.sum_values(weights * some.stance)) / np.where(
        total > 0.0, total, 1.0
    )
    return np.where(total > 0.0, mean, some.position)


def _weights(some: _Stretch, rule: DeGrootSettings) -> Doubles:
    if not rule.weights:
        return np.ones(len(some.stance))
    weights = np.ones(int(some.author.max(initial=0)) + 1)
    for name, weight in rule.weights.items():
        if not (name.isdecimal() and weight >= 0.0):
            raise BeliefError(
                f"belief.weights.{name} = {weight:g}: a population's authors are numbers, their weights 0 or more"
            )
        if int(name) < len(weights):
            weights[int(name)] = weight
    return np.asarray(weights[some.author])


def _friedkin_johnsen(some: _Stretch, rule: FriedkinJohnsenSettings) -> Doubles:
    return rule.susceptibility * _degroot(some, rule) + (1.0 - rule.susceptibility) * some.initial


def _hegselmann_krause(some: _Stretch, rule: HegselmannKrauseSettings) -> Doubles:
    near = (np.abs(some.stance - some.position[some.rows]) <= rule.bound).astype(np.float64)
    return np.asarray((some.position + some.sum_values(near * some.stance)) / (1.0 + some.sum_values(near)))


def _deffuant_weisbuch(some: _Stretch, rule: DeffuantWeisbuchSettings) -> Doubles:
    """Return new positions, computed for the k-th post of all listeners at once."""
    position = some.position.copy()
    begins = np.cumsum(some.counts) - some.counts
    for rank in range(int(some.counts.max(initial=0))):
        who = np.flatnonzero(some.counts > rank)
        gap = some.stance[begins[who] + rank] - position[who]
        position[who] += np.where(np.abs(gap) < rule.threshold, rule.convergence * gap, 0.0)
    return position


def _voter(some: _Stretch, rule: VoterSettings) -> Doubles:
    meets = some.counts > 0
    seeds = some.listener + np.uint64(rule.seed) + GOLDEN
    mixed = _mix(_mix(seeds) + some.batches.astype(np.uint64) * GOLDEN)
    place = (mixed % np.maximum(some.counts, 1).astype(np.uint64)).astype(np.int64)
    begins = np.cumsum(some.counts) - some.counts
    position = some.position.copy()
    position[meets] = some.stance[(begins + place)[meets]]
    return position


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's finaliser, as ``classic.mix``; arrays of 64 bits wrap."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


RULES: dict[type[Any], Callable[[_Stretch, Any], Doubles]] = {
    DeGrootSettings: _degroot,
    FriedkinJohnsenSettings: _friedkin_johnsen,
    HegselmannKrauseSettings: _hegselmann_krause,
    DeffuantWeisbuchSettings: _deffuant_weisbuch,
    VoterSettings: _voter,
}
