"""Training of strength on the anchored scale: from ratings, and from which of two arguments people preferred.

    ratings of claims ─┐                                  ┌─▶ kept: without the held-out motions
    pairs of UKPConvArg1 ─▶ features of passages ─▶ fits ─┴─▶ left out: every motion once, for the figures

The ratings give the unit, the pairs keep people's order (``training.jointly``). A motion is left out whole, in whatever
words: its ratings, its debate's arguments and their pairs. Landmarks are training rows at equal distances, so that no
random number is needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.argument_sets import RankedArgument
from doxa.corpora.motions import group_motions
from doxa.corpora.ratings import STRENGTH_RATINGS, StrengthRating, held_out_motions
from doxa.models.embedded.anchored import OTHERS, AnchoredWeights, passage_features
from doxa.models.embedded.passages import passages
from doxa.models.embedded.phrasing import canonical
from doxa.models.embedded.trunk import trunk
from doxa_train.comparing import Balance, Floats, LessonSet, Places, fit_jointly
from doxa_train.orders import AnchoringRecipe, Watch, portions

AT_ONCE = 64
LEAST_SPREAD = 1e-6
LEAST_SHARE = 1e-6
"""The least eigenvalue of the landmarks' kernel that is used."""

Mask = NDArray[np.bool_]


def rated_claims() -> tuple[StrengthRating, ...]:
    """Return the ratings that the training knows; the held-out ones serve its figures only."""
    return STRENGTH_RATINGS.read()


@dataclass(frozen=True)
class Passages:
    """The features of the passages of texts; a text has one row or more, and a strength of its strongest."""

    features: Floats
    owners: NDArray[np.intp]
    """The text of each row; rising."""

    @property
    def first(self) -> NDArray[np.intp]:
        """The first row of every text."""
        return np.searchsorted(self.owners, np.arange(self.owners[-1] + 1))

    def scores(self, weights: AnchoredWeights) -> Floats:
        """Return the strength of every text, not clipped."""
        highest = np.full(self.owners[-1] + 1, -np.inf)
        np.maximum.at(highest, self.owners, [weights.score(row) for row in self.features])
        return highest


def read_passages(texts: Sequence[tuple[str, str]], watch: Watch) -> Passages:
    """Return the features of texts as (proposition, text), each with a word at least."""
    named = [(canonical(proposition), text) for proposition, text in texts]
    abouts = sorted({about for about, _ in named})
    about_readings = dict(zip(abouts, trunk(None).read_texts(abouts), strict=True))
    cut = [(owner, about, passage) for owner, (about, text) in enumerate(named) for passage in passages(text)]
    rows: list[Floats] = []
    for part in portions(cut, AT_ONCE, "reading passages", watch):
        readings = trunk(None).read_texts([passage for _, _, passage in part])
        rows += [
            passage_features(passage, reading, about, about_readings[about])
            for (_, about, passage), reading in zip(part, readings, strict=True)
        ]
    return Passages(np.stack(rows), np.array([owner for owner, _, _ in cut], dtype=np.intp))


class AnchoredLearner:
    """Weights learned from all motions but those left out."""

    def __init__(
        self,
        recipe: AnchoringRecipe,
        ratings: Sequence[StrengthRating],
        arguments: Sequence[RankedArgument],
        pairs: Places,
        watch: Watch,
    ) -> None:
        self._recipe = recipe
        self._targets = np.array([rating.rating for rating in ratings])
        self._pairs = pairs
        rated = [(rating.proposition, rating.text) for rating in ratings]
        compared = [(argument.proposition, argument.text) for argument in arguments]
        groups = group_motions(proposition for proposition, _ in [*rated, *compared])
        self.rated_motions = [groups[proposition] for proposition, _ in rated]
        self.compared_motions = [groups[proposition] for proposition, _ in compared]
        self.held_out = frozenset(groups[one] for one in held_out_motions() if one in groups)
        self.rated = read_passages(rated, watch)
        self.compared = read_passages(compared, watch)

    def folds(self, count: int, seed: int) -> list[frozenset[str]]:
        """Return groups of motions, those of debates and those without spread evenly."""
        debated = sorted(set(self.compared_motions))
        others = sorted(set(self.rated_motions) - set(debated))
        Random(f"anchoring/{seed}").shuffle(others)
        return [frozenset(debated[start::count]) | frozenset(others[start::count]) for start in range(count)]

    def learned(self, without: frozenset[str]) -> AnchoredWeights:
        """Return the weights learned from the other motions."""
        rated = ~np.isin(self.rated_motions, list(without))
        compared = ~np.isin(self.compared_motions, list(without))
        rows = np.cumsum(compared) - 1
        seen = LessonSet(
            rated=self.rated.features[self.rated.first][rated],
            ratings=self._targets[rated],
            compared=self.compared.features[self.compared.first][compared],
            pairs=rows[self._pairs[compared[self._pairs].all(axis=1)]],
        )
        return fit_weights(seen, self._recipe)

    def left_out(self, folds: Sequence[frozenset[str]], watch: Watch) -> tuple[Floats, Floats]:
        """Return the strengths of rated and of compared texts by weights that have not seen their motion."""
        rated, compared = np.zeros(len(self.rated_motions)), np.zeros(len(self.compared_motions))
        for (motions,) in portions(folds, 1, "leaving motions out", watch):
            weights = self.learned(motions)
            for scores, texts, owners in (
                (rated, self.rated, self.rated_motions),
                (compared, self.compared, self.compared_motions),
            ):
                out = np.isin(owners, list(motions))
                scores[out] = texts.scores(weights)[out]
        return rated, compared


def fit_weights(seen: LessonSet, recipe: AnchoringRecipe) -> AnchoredWeights:
    """Return the weights learned from features; standardisation, axes and landmarks come from them alone."""
    every = np.vstack([seen.rated, seen.compared])
    scales = np.full(every.shape[1], recipe.scale)
    scales[-OTHERS:] = 1.0
    centre, unit = every.mean(axis=0), scales / np.maximum(every.std(axis=0), LEAST_SPREAD)
    scaled = (every - centre) * unit
    axes = _main_axes(scaled[:, :-OTHERS], recipe.axes)
    places = np.hstack([scaled[:, :-OTHERS] @ axes.T, scaled[:, -OTHERS:]])
    landmarks = places[np.linspace(0, len(places) - 1, min(recipe.landmarks, len(places))).astype(np.intp)]
    whitening = _whitening(landmarks, recipe.width)
    items = np.hstack([_nearness(places, landmarks, recipe.width) @ whitening, recipe.line * scaled])
    balance = Balance(comparisons=recipe.comparisons, margin=recipe.margin, penalty=recipe.penalty)
    rated, compared = items[: len(seen.rated)], items[len(seen.rated) :]
    fitted, bias = fit_jointly(replace(seen, rated=rated, compared=compared), balance)
    return AnchoredWeights(
        centre=centre,
        unit=unit,
        axes=axes,
        landmarks=landmarks,
        corrections=whitening @ fitted[: whitening.shape[1]],
        line=recipe.line * fitted[whitening.shape[1] :],
        bias=bias,
        width=recipe.width,
    )


def tensors(weights: AnchoredWeights) -> dict[str, NDArray[Any]]:
    """Return the tensors of weights, as the run-time reads them."""
    named = {name: getattr(weights, name) for name in ("centre", "unit", "axes", "landmarks", "corrections", "line")}
    return {**named, "constants": np.array([weights.bias, weights.width])}


def _main_axes(states: Floats, count: int) -> Floats:
    """Return the axes of greatest spread; each points to where its largest entry is positive. Shape (axes, states)."""
    _, vectors = np.linalg.eigh(states.T @ states)
    axes = vectors[:, -count:].T
    largest = axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)]
    return np.asarray(axes * np.sign(largest)[:, None])


def _whitening(landmarks: Floats, width: float) -> Floats:
    """Return W with W Wᵀ the inverse of the landmarks' kernel, so that the penalty is that of a kernel method."""
    values, vectors = np.linalg.eigh(_nearness(landmarks, landmarks, width))
    used = values > LEAST_SHARE
    return np.asarray(vectors[:, used] / np.sqrt(values[used]))


def _nearness(places: Floats, landmarks: Floats, width: float) -> Floats:
    squares = (places**2).sum(axis=1)[:, None] + (landmarks**2).sum(axis=1) - 2 * places @ landmarks.T
    return np.asarray(np.exp(-width * np.maximum(squares, 0.0)))
