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

ROWS = 1 << 13
"""Listeners computed at a time, so that their arrays stay in a core's cache."""


def advance(crowd: Crowd, feed: Feed, rule: Any) -> None:
    """Update a crowd in place by one batch, under the rule whose settings these are.

    Raises:
        BeliefError: ``weights`` names an author that is not a number, or gives a weight below 0.
    """
    move = RULES[type(rule)]
    for low in range(0, crowd.size, ROWS):
        high = min(low + ROWS, crowd.size)
        stretch = _Stretch(crowd, feed, low, high)
        sees = stretch.counts > 0
        crowd.position[low:high] = np.where(sees, np.clip(move(stretch, rule), -1.0, 1.0), crowd.position[low:high])
        crowd.batches[low:high] += sees


class _Stretch:
    """A range of listeners with the posts that they see."""

    def __init__(self, crowd: Crowd, feed: Feed, low: int, high: int) -> None:
        self.posts_shown = feed.shown[feed.starts[low] : feed.starts[high]]
        self.counts: Places = np.diff(feed.starts[low : high + 1])
        self.rows: Places = np.repeat(np.arange(high - low), self.counts)
        self.position: Doubles = crowd.position[low:high].astype(np.float64)
        self.initial: Doubles = crowd.initial[low:high].astype(np.float64)
        self.batches = crowd.batches[low:high]
        numbers = np.arange(low, high) if crowd.number is None else crowd.number[low:high]
        self.listener = numbers.astype(np.uint64)
        self.stance: Doubles = feed.stance[self.posts_shown].astype(np.float64, copy=False)
        self.authors = feed.author
        self.weight: Doubles = np.ones(len(self.posts_shown))
        if feed.weight is not None:
            self.weight = feed.weight[self.posts_shown].astype(np.float64)

    def sum_values(self, values: Floats) -> Doubles:
        """Return the sum of each listener's values, (rows,)."""
        return np.asarray(np.bincount(self.rows, weights=values, minlength=len(self.counts)), np.float64)


def _degroot(stretch: _Stretch, rule: DeGrootSettings) -> Doubles:
    weights = _weights(stretch, rule)
    total = rule.own_weight + stretch.sum_values(weights)
    mean = (rule.own_weight * stretch.position + stretch.sum_values(weights * stretch.stance)) / np.where(
        total > 0.0, total, 1.0
    )
    return np.where(total > 0.0, mean, stretch.position)


def _weights(stretch: _Stretch, rule: DeGrootSettings) -> Doubles:
    if not rule.weights:
        return stretch.weight
    author = stretch.authors[stretch.posts_shown]
    weights = np.ones(int(author.max(initial=0)) + 1)
    for name, weight in rule.weights.items():
        if not (name.isdecimal() and weight >= 0.0):
            raise BeliefError(
                f"belief.weights.{name} = {weight:g}: a population's authors are numbers, their weights 0 or more"
            )
        if int(name) < len(weights):
            weights[int(name)] = weight
    return np.asarray(weights[author]) * stretch.weight


def _friedkin_johnsen(stretch: _Stretch, rule: FriedkinJohnsenSettings) -> Doubles:
    return rule.susceptibility * _degroot(stretch, rule) + (1.0 - rule.susceptibility) * stretch.initial


def _hegselmann_krause(stretch: _Stretch, rule: HegselmannKrauseSettings) -> Doubles:
    near = (np.abs(stretch.stance - stretch.position[stretch.rows]) <= rule.bound) * stretch.weight
    return np.asarray((stretch.position + stretch.sum_values(near * stretch.stance)) / (1.0 + stretch.sum_values(near)))


def _deffuant_weisbuch(stretch: _Stretch, rule: DeffuantWeisbuchSettings) -> Doubles:
    """Return new positions, computed for the k-th post of all listeners at once."""
    position = stretch.position.copy()
    begins = np.cumsum(stretch.counts) - stretch.counts
    for rank in range(int(stretch.counts.max(initial=0))):
        who = np.flatnonzero(stretch.counts > rank)
        gap = stretch.stance[begins[who] + rank] - position[who]
        pull = rule.convergence * stretch.weight[begins[who] + rank] * gap
        position[who] += np.where(np.abs(gap) < rule.threshold, pull, 0.0)
    return position


def _voter(stretch: _Stretch, rule: VoterSettings) -> Doubles:
    meets = stretch.counts > 0
    seeds = stretch.listener + np.uint64(rule.seed) + GOLDEN
    mixed = mix_numbers(mix_numbers(seeds) + stretch.batches.astype(np.uint64) * GOLDEN)
    place = (mixed % np.maximum(stretch.counts, 1).astype(np.uint64)).astype(np.int64)
    begins = np.cumsum(stretch.counts) - stretch.counts
    position = stretch.position.copy()
    position[meets] = stretch.stance[(begins + place)[meets]]
    return position


def mix_numbers(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
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
