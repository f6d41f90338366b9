"""Training the shipped model of strength: a linear reading of the trunk, without torch.

What is read (mean states, surface) is standardised over the arguments that are learned from, states then scaled down
so that the penalty holds them shorter than the few numbers on the surface. One choice of layers, scale and penalty
stands in ``StrengthOrder``; none is chosen by how a left-out debate turns out.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from doxa.corpora.ukp import RankedArgument, read_ukp, read_ukp_pairs
from doxa.models.embedded.embedder import MODEL_ID
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.strength import shown
from doxa.models.embedded.surface import NAMES
from doxa.models.embedded.trunk import trunk
from doxa.training.calibration import quantile_knots
from doxa.training.cards import strength_card
from doxa.training.comparing import Floats, fitted
from doxa.training.figures import Pair, strength_report
from doxa.training.folding import folds_of
from doxa.training.orders import Advance, QualityOrder, StrengthOrder, Watch
from doxa.training.saving import content_hash, save_json, save_settings, save_tensors

AT_ONCE = 64
LEAST_SPREAD = 1e-6


def train_strength(order: StrengthOrder, watch: Watch) -> dict[str, Any]:
    """Train, test and write everything to the order's folder; return the figures.

    Raises:
        CorpusError: more folds than debates.
    """
    arguments, pairs = gold()
    debates = (one.debate for one in arguments)
    folds = () if order.only_final else folds_of(debates, order.folds, order.place.seed)
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    learner = Learner(order, arguments, pairs, read(arguments, watch))
    held = learner.left_out(folds, watch)
    kept = learner.learned(tested_debates(arguments))
    scores = learner.scores(kept)
    knots = quantile_knots(list(held.values()) or list(scores.values()))
    save_tensors({"weights": kept.weights, "bias": np.array([kept.bias]), "knots": knots}, out / "weights.safetensors")
    computed = {"trunk": MODEL_ID, "device": "cpu", "precision": "float32"}
    return finished(order, computed, arguments, pairs, held, scores)


def tested_debates(arguments: Sequence[RankedArgument]) -> frozenset[str]:
    """Return the debates of the test part, which the model that is kept has not seen.

    So what ``doxa evaluate judgement`` says of it is true of new debates.
    """
    return frozenset(one.debate for one in arguments if one.part == "test")


def finished(
    order: StrengthOrder | QualityOrder,
    computed: Mapping[str, object],
    arguments: Sequence[RankedArgument],
    pairs: Sequence[Pair],
    held: Mapping[str, float],
    scores: Mapping[str, float],
) -> dict[str, Any]:
    """Write everything but weights to the order's folder, and return the figures.

    Args:
        computed: on what it was computed, for ``settings.json``.
        held: score of every argument by a model that has not seen its debate; empty where none was left out.
        scores: those of the model that is kept.
    """
    out = order.place.out
    content = {"arguments": content_hash((one.id, one.text) for one in arguments), "pairs": content_hash(pairs)}
    save_settings(out, order, computed, content, task="strength")
    figures: dict[str, Any] = {
        "arguments": len(arguments),
        "held_out": strength_report(arguments, pairs, held) if held else None,
        "test": strength_report(arguments, pairs, {one.id: scores[one.id] for one in arguments if one.part == "test"}),
        "knots_from": "debates left out of training" if held else "all debates, most of which it learned from",
    }
    save_json(out / "figures.json", figures)
    (out / "MODEL_CARD.md").write_text(strength_card(figures, order), encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)
    return figures


def gold() -> tuple[tuple[RankedArgument, ...], list[Pair]]:
    """Return all arguments of UKPConvArg1, and its pairs: the better and the worse, by id."""
    return read_ukp(), [(one.better, one.worse) for one in read_ukp_pairs()]


def read(arguments: Sequence[RankedArgument], watch: Watch) -> Floats:
    """Return what the run-time reads off every argument; shape (arguments, 781)."""
    texts = [sentence(one.text) for one in arguments]
    rows: list[Floats] = []
    for start in range(0, len(texts), AT_ONCE):
        part = texts[start : start + AT_ONCE]
        rows += [shown(text, reading) for text, reading in zip(part, trunk(None).read(part), strict=True)]
        watch(Advance(stage="reading texts", done=len(rows), total=len(texts)))
    return np.stack(rows)


@dataclass(frozen=True)
class Line:
    """A score that is linear in what is read; its mean over the arguments that it was learned from is 0.

    So scores of lines that left out different debates can stand in one table of quantiles.
    """

    weights: Floats
    bias: float

    def scores(self, items: Floats) -> Floats:
        """Return one score an item."""
        return np.asarray(items @ self.weights + self.bias)


class Learner:
    """Lines learned from all debates but some, and the scores that they give."""

    def __init__(
        self, order: StrengthOrder, arguments: Sequence[RankedArgument], pairs: Sequence[Pair], items: Floats
    ) -> None:
        self._order = order
        self._ids = [one.id for one in arguments]
        self._debates = [one.debate for one in arguments]
        place = {id: number for number, id in enumerate(self._ids)}
        self._pairs = np.array([(place[better], place[worse]) for better, worse in pairs], dtype=np.intp)
        self._items = items
        self._scales = np.full(items.shape[1], order.scale)
        self._scales[-len(NAMES) :] = 1.0

    def left_out(self, folds: Sequence[Collection[str]], watch: Watch) -> dict[str, float]:
        """Return the score of every argument by a line that has not seen its debate; nothing where no fold is given."""
        found: dict[str, float] = {}
        for number, debates in enumerate(folds, start=1):
            scores = self.scores(self.learned(debates))
            found |= {id: scores[id] for id, debate in zip(self._ids, self._debates, strict=True) if debate in debates}
            watch(Advance(stage="leaving debates out", done=number, total=len(folds)))
        return found

    def learned(self, without: Collection[str]) -> Line:
        """Return the line of all debates but some: nothing of those is used, their spread neither."""
        seen = np.array([debate not in without for debate in self._debates])
        mean = self._items[seen].mean(axis=0)
        unit = self._scales / np.maximum(self._items[seen].std(axis=0), LEAST_SPREAD)
        pairs = self._pairs[seen[self._pairs[:, 0]]]
        weights = fitted((self._items - mean) * unit, pairs, self._order.penalty) * unit
        return Line(weights=weights, bias=-float(mean @ weights))

    def scores(self, line: Line) -> dict[str, float]:
        """Return a line's scores of all arguments, by id."""
        return dict(zip(self._ids, line.scores(self._items).tolist(), strict=True))
