"""How well a linear model over the shipped encoder can rank arguments, and why more debates would not improve it.

    python bench/strength.py

It prints the share of UKPConvArg1's pairs in the right order, as the mean of its sixteen debates, each left out of
training; the same on pairs of similar length; and how many errors fewer that is than ranking by length makes. The
shipped model is compared with models without some of its features, models trained on few other debates, and one trained
on nine tenths of the arguments of every debate, the tested one included, which is an upper bound. Random choices are
averaged over three draws. The last row is the scorer of the anchored scale, which learned from ratings too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.strength import FEW
from doxa_train.anchoring import AnchoredLearner, rated_claims
from doxa_train.comparing import Floats
from doxa_train.figures import strength_report
from doxa_train.orders import StrengthOrder, TrainingPlace, unwatched
from doxa_train.strength import gold, line, places, read_features

ORDER = StrengthOrder(place=TrainingPlace(out=Path()))
DRAWS = 3
OTHERS = (4, 8, 12)
TENTHS = 10

Seen = NDArray[np.bool_]
Drawn = Callable[[np.random.Generator], Iterator[tuple[Seen, Seen]]]
"""Yields masks of the arguments for training and for testing, until all were tested."""


@dataclass(frozen=True)
class Share:
    """Shares of pairs in the right order."""

    every: float
    near: float


class Debates:
    """The arguments with their features, and a measure of scores."""

    def __init__(self) -> None:
        self.arguments, self.pairs = gold()
        self.items = read_features(self.arguments, unwatched)
        self._places = places(self.arguments, self.pairs)
        self._debates = np.array([one.debate for one in self.arguments])

    def share(self, scores: Floats) -> Share:
        """Return the shares of scores."""
        told = dict(zip((one.id for one in self.arguments), scores.tolist(), strict=True))
        report = strength_report(self.arguments, self.pairs, told)
        return Share(report["mean_of_debates"], report["near_in_order"])

    def lines(self, drawn: Drawn, items: Floats) -> Share:
        """Return the mean shares of models over some features, each tested on arguments outside its training."""
        found = []
        for draw in range(DRAWS):
            scores = np.zeros(len(items))
            for seen, tested in drawn(np.random.default_rng(draw)):
                scores[tested] = line(items, self._places, seen, ORDER).scores(items)[tested]
            found.append(self.share(scores))
        return Share(float(np.mean([one.every for one in found])), float(np.mean([one.near for one in found])))

    def anchored(self) -> Share:
        """Return the shares of the anchored scale, with every motion left out in whatever words, its ratings too."""
        learner = AnchoredLearner(ORDER.anchoring, rated_claims(), self.arguments, self._places, unwatched)
        _, scores = learner.left_out(learner.folds(ORDER.folds, ORDER.place.seed), unwatched)
        return self.share(scores)

    def debates(self, others: int) -> Drawn:
        """Train on some other debates."""

        def drawn(random: np.random.Generator) -> Iterator[tuple[Seen, Seen]]:
            names = sorted(set(self._debates))
            for one in names:
                known = random.permutation([name for name in names if name != one])[:others]
                yield np.isin(self._debates, known), self._debates == one

        return drawn

    def tenths(self, random: np.random.Generator) -> Iterator[tuple[Seen, Seen]]:
        """Train on nine tenths of all arguments."""
        tenth = random.permutation(len(self.arguments)) % TENTHS
        for one in range(TENTHS):
            yield tenth != one, tenth == one


def without(items: Floats, *columns: slice) -> Floats:
    """Return items with some feature columns set to 0."""
    left = items.copy()
    for one in columns:
        left[:, one] = 0.0
    return left


def main() -> None:
    known = Debates()
    items, every = known.items, known.debates(15)
    longer = known.share(np.array([float(len(one.text)) for one in known.arguments]))
    found = {
        "the longer first": longer,
        "surface and nearness alone": known.lines(every, without(items, slice(0, -FEW))),
        "states alone": known.lines(every, without(items, slice(-FEW, None))),
        "all but nearness": known.lines(every, without(items, slice(-1, None))),
        "the line": known.lines(every, items),
        **{f"from {count} other debates": known.lines(known.debates(count), items) for count in OTHERS},
        "from nine tenths of every debate": known.lines(known.tenths, items),
        "the anchored scale": known.anchored(),
    }
    print(f"{'':34}in order   like length   fewer errors")
    for name, share in found.items():
        fewer = (share.every - longer.every) / (1 - longer.every)
        print(f"{name:34}{share.every:8.3f}{share.near:14.3f}{fewer:15.0%}")


if __name__ == "__main__":
    main()
