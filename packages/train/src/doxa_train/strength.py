"""Training of the shipped strength models over the trunk, without torch: the line, and the anchored scale beside it.

Features (mean states, surface, similarity to the proposition) are standardised over the training arguments. States are
then scaled down, so that the penalty limits their weights more than those of the few other features. ``StrengthOrder``
fixes layers, scale and penalty; the results of left-out debates choose none of them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.argument_sets import CONVINCING_PAIRS, RANKED_ARGUMENTS, RankedArgument
from doxa.corpora.ratings import StrengthRating
from doxa.models.embedded.anchored import FILE
from doxa.models.embedded.embedder import MODEL_ID
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.strength import FEW, score_features, share_beaten
from doxa.models.embedded.trunk import trunk
from doxa.scoring.ranking import pearson
from doxa_train.anchoring import AnchoredLearner, rated_claims, tensors
from doxa_train.cards import strength_card
from doxa_train.comparing import Floats, Places, fit_weights
from doxa_train.figures import Pair, quantile_knots, rating_report, strength_report
from doxa_train.heldout import folds_of
from doxa_train.orders import QualityOrder, StrengthOrder, Watch, portions
from doxa_train.saving import conclude, content_hash, save_tensors

AT_ONCE = 64
LEAST_SPREAD = 1e-6


def train_strength(order: StrengthOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        CorpusError: there are more folds than debates.
    """
    arguments, pairs = gold()
    debates = (argument.debate for argument in arguments)
    folds = () if order.only_final else folds_of(debates, order.folds, order.place.seed)
    learner = LineLearner(order, arguments, pairs, read_features(arguments, watch))
    left_out = learner.left_out(folds, watch)
    final = learner.learned(tested_debates(arguments))
    scores = learner.scores(final)
    knots = quantile_knots(list(left_out.values()) or list(scores.values()))
    save_tensors(
        {"weights": final.weights, "bias": np.array([final.bias]), "knots": knots},
        order.place.out / "weights.safetensors",
    )
    computed = {"trunk": MODEL_ID, "device": "cpu", "precision": "float32"}
    stored_knots = knots.astype(np.float32)

    def percentile(items: Floats) -> Floats:
        return share_beaten(final.scores(items).tolist(), stored_knots)

    anchored = train_anchored(order, arguments, pairs, percentile, watch)
    return finish(order, computed, arguments, pairs, left_out, scores, anchored)


Percentile = Callable[[Floats], Floats]
"""(features of whole texts) → their strengths by the percentile scale."""


def train_anchored(
    order: StrengthOrder,
    arguments: Sequence[RankedArgument],
    pairs: Sequence[Pair],
    percentile: Percentile,
    watch: Watch,
) -> dict[str, Any]:
    """Return the figures of the anchored scale, after writing its weights."""
    ratings = rated_claims()
    learner = AnchoredLearner(order.anchoring, ratings, arguments, places(arguments, pairs), watch)
    final = learner.learned(learner.held_out)
    save_tensors(tensors(final), order.place.out / FILE)
    folds = () if order.only_final else learner.folds(order.folds, order.place.seed)
    left_out = learner.left_out(folds, watch) if folds else None
    whole = percentile(read_features(ratings, watch))
    return {
        **_rating_figures(learner, ratings, learner.rated.scores(final), left_out[0] if left_out else None, whole),
        **_order_figures(arguments, pairs, learner.compared.scores(final), left_out[1] if left_out else None),
    }


def _rating_figures(
    learner: AnchoredLearner, ratings: Sequence[StrengthRating], kept: Floats, left_out: Floats | None, whole: Floats
) -> dict[str, Any]:
    """Return how strengths agree with the ratings: of motions left out, of the kept weights, of the percentile scale.

    Args:
        kept: strengths by the kept weights.
        left_out: strengths by weights that have not seen the claim's motion; None where none was left out.
        whole: strengths by the percentile scale.
    """
    motions, targets = np.array(learner.rated_motions), np.array([rating.rating for rating in ratings])
    every = np.ones(len(ratings), dtype=bool)
    unseen = np.isin(motions, list(learner.held_out))
    lengths = np.array([float(len(rating.text)) for rating in ratings])

    def report(scores: Floats, of: NDArray[np.bool_]) -> dict[str, Any]:
        return rating_report(targets[of].tolist(), np.clip(scores[of], 0.0, 1.0).tolist(), motions[of].tolist())

    return {
        "left_out": None if left_out is None else report(left_out, every),
        "kept": report(kept, unseen),
        "percentile": report(whole, every),
        "percentile_kept": report(whole, unseen),
        "length": {
            "all": pearson(lengths.tolist(), targets.tolist()),
            "kept": pearson(lengths[unseen].tolist(), targets[unseen].tolist()),
        },
    }


def _order_figures(
    arguments: Sequence[RankedArgument], pairs: Sequence[Pair], kept: Floats, left_out: Floats | None
) -> dict[str, Any]:
    """Return how strengths order people's pairs: of motions left out, and of the test part by the kept weights."""
    tested = {
        argument.id: score for argument, score in zip(arguments, kept.tolist(), strict=True) if argument.part == "test"
    }
    ids = [argument.id for argument in arguments]
    return {
        "order_left_out": None
        if left_out is None
        else strength_report(arguments, pairs, dict(zip(ids, left_out.tolist(), strict=True))),
        "order_test": strength_report(arguments, pairs, tested),
    }


def tested_debates(arguments: Sequence[RankedArgument]) -> frozenset[str]:
    """Return the debates of the test part, which the final model has not seen.

    So the figures of ``doxa evaluate judgement`` hold for new debates.
    """
    return frozenset(argument.debate for argument in arguments if argument.part == "test")


def finish(
    order: StrengthOrder | QualityOrder,
    computed: Mapping[str, object],
    arguments: Sequence[RankedArgument],
    pairs: Sequence[Pair],
    held_out: Mapping[str, float],
    scores: Mapping[str, float],
    anchored: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write everything but weights to the order's folder, and return the figures.

    Args:
        computed: the machine that computed it, for ``settings.json``.
        held_out: score of every argument by a model that has not seen its debate; empty where none was left out.
        scores: the scores of the final model.
        anchored: the figures of the anchored scale, where it was trained too.
    """
    content = {
        "arguments": content_hash((argument.id, argument.text) for argument in arguments),
        "pairs": content_hash(pairs),
        **({"ratings": content_hash((one.set, one.id, one.rating) for one in rated_claims())} if anchored else {}),
    }
    figures: dict[str, Any] = {
        "arguments": len(arguments),
        "held_out": strength_report(arguments, pairs, held_out) if held_out else None,
        "test": strength_report(
            arguments, pairs, {argument.id: scores[argument.id] for argument in arguments if argument.part == "test"}
        ),
        "knots_from": "debates left out of training" if held_out else "all debates, most of which it learned from",
        **({"anchored": anchored} if anchored else {}),
    }
    conclude(order, figures, strength_card(figures, order), task="strength", computed=computed, content=content)
    return figures


def gold() -> tuple[tuple[RankedArgument, ...], list[Pair]]:
    """Return all arguments of UKPConvArg1, and its pairs: the better and the worse, by id."""
    return RANKED_ARGUMENTS.read(), [(pair.better, pair.worse) for pair in CONVINCING_PAIRS.read()]


def read_features(arguments: Sequence[RankedArgument | StrengthRating], watch: Watch) -> Floats:
    """Return the run-time's features of every argument and its proposition; shape (arguments, 782)."""
    pairs = [(canonical(argument.proposition), sentence(argument.text)) for argument in arguments]
    abouts = sorted({about for about, _ in pairs})
    vectors = {about: reading.vector for about, reading in zip(abouts, trunk(None).read_texts(abouts), strict=True)}
    rows: list[Floats] = []
    for part in portions(pairs, AT_ONCE, "reading texts", watch):
        read = zip(part, trunk(None).read_texts([text for _, text in part]), strict=True)
        rows += [score_features(text, reading, vectors[about]) for (about, text), reading in read]
    return np.stack(rows)


@dataclass(frozen=True)
class LinearScore:
    """A score that is linear in the features; its mean over the training arguments is 0.

    So scores of lines that left out different debates fit into one table of quantiles.
    """

    weights: Floats
    bias: float

    def scores(self, items: Floats) -> Floats:
        """Return one score an item."""
        return np.asarray(items @ self.weights + self.bias)


def line(items: Floats, pairs: Places, seen: NDArray[np.bool_], order: StrengthOrder) -> LinearScore:
    """Return the line learned from seen items and the pairs among them; standardisation uses seen items only too.

    Args:
        items: the features of ``read_features``; shape (arguments, 782).
        pairs: the better and the worse item, by row; shape (pairs, 2).
        seen: whether an item is used; shape (arguments,).
    """
    scales = np.full(items.shape[1], order.scale)
    scales[-FEW:] = 1.0
    mean = items[seen].mean(axis=0)
    unit = scales / np.maximum(items[seen].std(axis=0), LEAST_SPREAD)
    weights = fit_weights((items - mean) * unit, pairs[seen[pairs].all(axis=1)], order.penalty) * unit
    return LinearScore(weights=weights, bias=-float(mean @ weights))


class LineLearner:
    """Lines learned from all debates but those left out, and the lines' scores."""

    def __init__(
        self, order: StrengthOrder, arguments: Sequence[RankedArgument], pairs: Sequence[Pair], items: Floats
    ) -> None:
        self._order = order
        self._ids = [argument.id for argument in arguments]
        self._debates = [argument.debate for argument in arguments]
        self._pairs = places(arguments, pairs)
        self._items = items

    def left_out(self, folds: Sequence[Collection[str]], watch: Watch) -> dict[str, float]:
        """Return the score of every argument by a line that has not seen its debate; none without folds."""
        left_out: dict[str, float] = {}
        for (debates,) in portions(folds, 1, "leaving debates out", watch):
            scores = self.scores(self.learned(debates))
            left_out |= {
                id: scores[id] for id, debate in zip(self._ids, self._debates, strict=True) if debate in debates
            }
        return left_out

    def learned(self, without: Collection[str]) -> LinearScore:
        """Return the line learned from the other debates."""
        seen = np.array([debate not in without for debate in self._debates])
        return line(self._items, self._pairs, seen, self._order)

    def scores(self, line: LinearScore) -> dict[str, float]:
        """Return a line's scores of all arguments, by id."""
        return dict(zip(self._ids, line.scores(self._items).tolist(), strict=True))


def places(arguments: Sequence[RankedArgument], pairs: Sequence[Pair]) -> Places:
    """Return pairs by the rows of their arguments; shape (pairs, 2)."""
    row = {argument.id: number for number, argument in enumerate(arguments)}
    return np.array([(row[better], row[worse]) for better, worse in pairs], dtype=np.intp)
