"""Folds: which people are fitted on and which are predicted, so that nobody is both.

By ``person``, a fold keeps a group (who was in contact with whom) and every person whole. By ``topic``, a fold keeps a
proposition whole, a dominant one too; people of a fold who also have rounds on other propositions leave the training
part of that fold. Units are shuffled with the seed, then taken largest first, each to the fold that has fewest rounds.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.humans.people import Round
from doxa.records.streams import stream

SEED = 42
FOLDS = 5
"""Both of the paper (appendix E)."""

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
    """(F, N) rounds outside a fold whose person is in it: neither predicted nor fitted on there."""

    def test(self, fold: int) -> NDArray[np.bool_]:
        """Return which rounds a fold predicts, shape (N,)."""
        return np.asarray(self.of == fold)

    def train(self, fold: int) -> NDArray[np.bool_]:
        """Return which rounds a fold is fitted on, shape (N,)."""
        return np.asarray((self.of != fold) & ~self.aside[fold])

    @property
    def sizes(self) -> list[int]:
        """Rounds in each fold."""
        return [int(size) for size in np.bincount(self.of, minlength=self.count)]


def split_folds(rounds: Sequence[Round], split: Split = "person", seed: int = SEED, count: int = FOLDS) -> Folds:
    """Split rounds into folds.

    Raises:
        BeliefError: there are fewer than two units (groups or propositions), or a fold leaves nobody to fit on.
    """
    units = _groups(rounds) if split == "person" else [round.proposition for round in rounds]
    sizes: dict[str, int] = defaultdict(int)
    for unit in units:
        sizes[unit] += 1
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
    folds = Folds(split=split, of=of, count=count, aside=_aside(rounds, of, count))
    for fold in range(count):
        if not folds.train(fold).any():
            raise BeliefError(
                f"held out by {split}, fold {fold + 1} leaves nobody to fit on: all others are of people in it",
                hint="Hold out by person: --folds person.",
            )
    return folds


def _groups(rounds: Sequence[Round]) -> list[str]:
    """Return a name for each round's unit: groups that share a person are one."""
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


def _aside(rounds: Sequence[Round], of: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    folds_of: dict[str, set[int]] = defaultdict(set)
    for round, fold in zip(rounds, of.tolist(), strict=True):
        folds_of[round.person].add(fold)
    aside = np.zeros((count, len(rounds)), dtype=np.bool_)
    for place, round in enumerate(rounds):
        for fold in folds_of[round.person] - {int(of[place])}:
            aside[fold, place] = True
    return aside
