"""Training of an encoder of the user's choice to rate arguments, on pairs (ukp) or on quality ratings (aqr).

    ukp:  loss = mean over pairs of ln(1 + e^(score(worse) − score(better)))   (Bradley and Terry 1952)
    aqr:  loss = mean (score − WA)²,  with the score of the motion and the argument together   (Gretz et al. 2020)

A batch of pairs is some arguments of one side of a debate with all labelled pairs among them. Debates are left out as a
whole, with both sides. Every model's scores are shifted to a mean of 0 over all arguments, so that scores of models
that left out different debates fit into one table of quantiles.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from doxa.corpora.aqr import RatedArgument
from doxa.corpora.argument_sets import RankedArgument
from doxa.errors import ScenarioError
from doxa.models.embedded.phrasing import sentence
from doxa.models.encoder.folder import Calibration, EncoderManifest
from doxa.models.encoder.network import Encoder, begin_encoder
from doxa.records.base import group_by
from doxa_train.cards import quality_card
from doxa_train.examples import read_aqr
from doxa_train.figures import Pair, quality_report, quantile_knots
from doxa_train.heldout import folds_of
from doxa_train.learning import Machine, batches, machine_for, seeded, train_model
from doxa_train.orders import QualityOrder, Watch, identity
from doxa_train.polarity import answer_pairs
from doxa_train.saving import conclude, content_hash
from doxa_train.strength import finish, gold, tested_debates

COMPARED = 32


@dataclass(frozen=True)
class Group:
    """Some arguments of one side, and the pairs among them by place: better, worse."""

    members: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]


def groups(
    arguments: Sequence[RankedArgument], pairs: Sequence[Pair], without: Collection[str], size: int, random: Random
) -> list[Group]:
    """Return one epoch's groups of the debates that are not left out, in random order; each has a pair."""
    side_of = {argument.id: argument.side for argument in arguments if argument.debate not in without}
    pairs_by_side = group_by((pair for pair in pairs if pair[0] in side_of), lambda pair: side_of[pair[0]])
    epoch_groups = []
    for _, side_pairs in sorted(pairs_by_side.items()):
        members = sorted({id for pair in side_pairs for id in pair})
        random.shuffle(members)
        parts = [members[start : start + size] for start in range(0, len(members), size)]
        epoch_groups += [_group(part, side_pairs) for part in parts]
    random.shuffle(epoch_groups)
    return [group for group in epoch_groups if group.pairs]


class Ordering:
    """A training on pairs: models of all debates but those left out, and the models' scores."""

    def __init__(
        self,
        order: QualityOrder,
        arguments: Sequence[RankedArgument],
        pairs: Sequence[Pair],
        machine: Machine,
        watch: Watch,
    ) -> None:
        self._order = order
        self._arguments = arguments
        self._texts = {argument.id: sentence(argument.text) for argument in arguments}
        self._pairs = pairs
        self._machine = machine
        self._watch = watch

    def left_out(self) -> dict[str, float]:
        """Return the score of every argument by a model that has not seen its debate; finished folds are stored."""
        left_out: dict[str, float] = {}
        folds = folds_of([argument.debate for argument in self._arguments], self._order.folds, self._order.place.seed)
        for number, debates in enumerate(folds):
            path = self._order.place.out / "folds" / f"{number + 1:02d}-of-{len(folds)}.npz"
            training = self._identity(debates)
            scores = _read_scores(path, training)
            if scores is None:
                model = self.trained(debates, path.with_suffix(".pt"), f"fold {number + 1} of {len(folds)}")
                scores = self.scores(model, [argument for argument in self._arguments if argument.debate in debates])
                _write_scores(path, training, scores)
                path.with_suffix(".pt").unlink(missing_ok=True)
            left_out.update(scores)
        return left_out

    def trained(self, without: Collection[str], checkpoint: Path, stage: str) -> Any:
        """Return a model of the other debates, its scores shifted to a mean of 0 over all arguments."""
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        seeded(self._order.place.seed)
        begun = _new_encoder(self._order).to(self._machine.device)
        model: Any = train_model(
            begun,
            self._order.recipe,
            lambda epoch: self._plan(without, epoch),
            lambda group: self._loss(begun, group),
            checkpoint=checkpoint,
            training=self._identity(without),
            watch=self._watch,
            stage=stage,
        )
        mean = float(np.mean(list(self.scores(model, self._arguments).values())))
        with torch.no_grad():
            model.head.bias -= mean
        return model

    @torch.no_grad()
    def scores(self, model: nn.Module, arguments: Sequence[RankedArgument]) -> dict[str, float]:
        """Return a model's scores by id."""
        order = sorted(arguments, key=lambda argument: len(argument.text))
        scores: dict[str, float] = {}
        for start in range(0, len(order), COMPARED):
            ids = [argument.id for argument in order[start : start + COMPARED]]
            with self._machine.autocast():
                scores.update(zip(ids, self._score(model, ids).tolist(), strict=True))
        return scores

    def _score(self, model: nn.Module, ids: Sequence[str]) -> torch.Tensor:
        return cast(torch.Tensor, model([(self._texts[id],) for id in ids]))

    def _identity(self, without: Collection[str]) -> str:
        return identity(self._order, *sorted(without))

    def _plan(self, without: Collection[str], epoch: int) -> list[Group]:
        random = Random(f"strength/{self._order.place.seed}/{epoch}")
        return groups(self._arguments, self._pairs, without, self._order.recipe.batch, random)

    def _loss(self, model: nn.Module, group: Group) -> torch.Tensor:
        with self._machine.autocast():
            scores = self._score(model, group.members).float()
        better, worse = torch.tensor(group.pairs, device=scores.device).T
        return functional.softplus(scores[worse] - scores[better]).mean()


def _group(members: Sequence[str], pairs: Sequence[Pair]) -> Group:
    place = {id: number for number, id in enumerate(members)}
    among = tuple((place[better], place[worse]) for better, worse in pairs if better in place and worse in place)
    return Group(members=tuple(members), pairs=among)


def _read_scores(path: Path, training: str) -> dict[str, float] | None:
    """Return the scores of a finished fold; None where it is unfinished, or of another training."""
    if not path.is_file():
        return None
    with np.load(path) as stored:
        if str(stored.get("training")) != training:
            return None
        return dict(zip(stored["ids"].tolist(), stored["scores"].tolist(), strict=True))


def _write_scores(path: Path, training: str, scores: Mapping[str, float]) -> None:
    if not all(map(math.isfinite, scores.values())):
        raise ValueError("a training ended with scores that are not finite")
    np.savez(path, training=training, ids=list(scores), scores=list(scores.values()))


FINAL = "all debates but the test part"

AS_RATED = (0.0, 1.0)
"""The knots of scores that are ratings already: they are limited to [0, 1]."""


def train_quality(order: QualityOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        ModelSetupError: the encoder, device or number of layers is not available, or the checkpoint has other settings.
        CorpusError: there are more folds than debates, or the file is not the data set.
        ScenarioError: ``aqr`` without a path.
    """
    machine = machine_for(order.place)
    if order.dataset == "ukp":
        return _on_pairs(order, machine, watch)
    if order.path is None:
        raise ScenarioError("doxa does not ship IBM-ArgQ-Rank-30kArgs", hint="Give its CSV file with --path FILE.")
    return _on_ratings(order, read_aqr(order.path), machine, watch)


def _on_pairs(order: QualityOrder, machine: Machine, watch: Watch) -> dict[str, Any]:
    arguments, pairs = gold()
    ordering = Ordering(order, arguments, pairs, machine, watch)
    left_out = {} if order.only_final else ordering.left_out()
    model = ordering.trained(tested_debates(arguments), order.place.out / "checkpoint.pt", FINAL)
    scores = ordering.scores(model, arguments)
    knots = quantile_knots(list(left_out.values()) or list(scores.values()))
    _save(model, order, knots.tolist(), pair=False)
    return finish(order, machine.describe(), arguments, pairs, left_out, scores)


def _on_ratings(order: QualityOrder, rated: Sequence[RatedArgument], machine: Machine, watch: Watch) -> dict[str, Any]:
    seeded(order.place.seed)
    encoder = _new_encoder(order).to(machine.device)
    train = [argument for argument in rated if argument.part == "train"]

    def plan(epoch: int) -> list[list[RatedArgument]]:
        random = Random(f"quality/{order.place.seed}/{epoch}")
        return batches(train, order.recipe.batch, lambda argument: len(argument.text), random)

    def loss(rows: list[RatedArgument]) -> torch.Tensor:
        with machine.autocast():
            scores = encoder([(row.topic, row.text) for row in rows])
        return functional.mse_loss(scores, torch.tensor([row.quality for row in rows], device=machine.device))

    model = train_model(
        encoder,
        order.recipe,
        plan,
        loss,
        checkpoint=order.place.out / "checkpoint.pt",
        training=identity(order),
        watch=watch,
    )
    figures = {part: _test_part(model, part, rated, machine, watch) for part in ("dev", "test")}
    _save(model, order, AS_RATED, pair=True)
    content = {
        "aqr": content_hash((argument.topic, argument.text, argument.part, argument.quality) for argument in rated)
    }
    card = quality_card(figures, order)
    conclude(order, {"parts": figures}, card, task="strength", computed=machine.describe(), content=content)
    return {"parts": figures}


def _new_encoder(order: QualityOrder) -> Encoder:
    encoder = begin_encoder(order.backbone, max_tokens=order.max_tokens, dropout=order.recipe.dropout)
    encoder.freeze(order.frozen_layers, words=True)
    return encoder


def _test_part(
    encoder: Any, part: str, rated: Sequence[RatedArgument], machine: Machine, watch: Watch
) -> dict[str, Any]:
    rows = [argument for argument in rated if argument.part == part]
    ratings = answer_pairs(encoder, [(row.topic, row.text) for row in rows], machine, watch, part)
    return quality_report(
        [row.quality for row in rows], np.clip(ratings, 0, 1).tolist(), [len(row.text) for row in rows]
    )


def _save(encoder: Any, order: QualityOrder, knots: Sequence[float], *, pair: bool) -> None:
    settings = EncoderManifest(
        task="strength", pair=pair, max_tokens=order.max_tokens, calibration=Calibration(knots=tuple(knots))
    )
    encoder.save(order.place.out, settings)
