"""Folds: a split of people into training and predicted ones, so that nobody is both.

By ``person``, all rounds of a group (people in contact) and of a person are in one fold. By ``topic``, all rounds on a
proposition are in one fold, also on a dominant one; people of a fold who have rounds on other propositions are removed
from its training part. Units are shuffled with the seed, then assigned, largest first, to the fold with fewest rounds.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.humans.data.people import PersonRound
from doxa.records.base import stream

SEED = 42
FOLDS = 5
"""Seed and number of folds of the paper (appendix E)."""

Split = Literal["person", "topic"]
SPLITS: tuple[Split, ...] = ("person", "topic")


@dataclass(frozen=True, kw_only=True)
class Folds:
    """A split of N rounds into F folds."""

    split: Split
    of: NDArray[np.intp]
    """(N,) the fold that each round is predicted in."""
    count: int
    aside: NDArray[np.bool_]
    """(F, N) rounds outside a fold whose person is in it: the fold neither predicts nor fits them."""

    def test(self, fold: int) -> NDArray[np.bool_]:
        """Return the rounds that a fold predicts, as a mask of shape (N,)."""
        return np.asarray(self.of == fold)

    def train(self, fold: int) -> NDArray[np.bool_]:
        """Return the rounds that a fold is fitted on, as a mask of shape (N,)."""
        return np.asarray((self.of != fold) & ~self.aside[fold])

    @property
    def sizes(self) -> list[int]:
        """The number of rounds in each fold."""
        return [int(size) for size in np.bincount(self.of, minlength=self.count)]


def split_folds(rounds: Sequence[PersonRound], split: Split = "person", seed: int = SEED, count: int = FOLDS) -> Folds:
    """Return a split of rounds into folds.

    Raises:
        BeliefError: there are fewer than two units (groups or propositions), or a fold has no training rounds.
    """
    units = _groups(rounds) if split == "person" else [round.proposition for round in rounds]
    sizes = Counter(units)
    count = min(count, len(sizes))
    if count < 2:
        unit_name = "group" if split == "person" else "proposition"
        raise BeliefError(
            f"{len(rounds)} rounds of {len(sizes)} {unit_name} cannot be split into folds",
            hint="Calibration needs two groups or more; by topic, two propositions or more.",
        )
    order = sorted(sizes)
    stream(seed, split, "folds").shuffle(order)
    order.sort(key=lambda unit: -sizes[unit])
    filled, chosen = [0] * count, {}
    for unit in order:
        fold = filled.index(min(filled))
        chosen[unit] = fold
        filled[fold] += sizes[unit]
    of = np.asarray([chosen[unit] for unit in units], dtype=np.intp)
    persons = np.asarray([round.person for round in rounds])
    aside = [(of != fold) & np.isin(persons, persons[of == fold]) for fold in range(count)]
    folds = Folds(split=split, of=of, count=count, aside=np.asarray(aside))
    for fold in range(count):
        if not folds.train(fold).any():
            raise BeliefError(
                f"held out by {split}, fold {fold + 1} has no training rounds: all others are of people in it",
                hint="Hold out by person: --folds person.",
            )
    return folds


def _groups(rounds: Sequence[PersonRound]) -> list[str]:
    """Return the name of each round's unit: groups that share a person are one unit."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        parent.setdefault(name, name)
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for round in rounds:
        parent[root(f"group {round.group}")] = root(f"person {round.person}")
    return [root(f"group {round.group}") for round in rounds]
