"""Training of an encoder of the user's choice to rate arguments, on pairs (ukp) or on quality ratings (aqr).

aqr:  loss = mean (score − WA)²,  with the score of the motion and the argument together   (Gretz et al. 2020)
"""

from collections.abc import Callable, Sequence
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
from doxa.models.encoder.network import Encoder, Text, begin_encoder
from doxa_train.aqr import read_aqr
from doxa_train.calibration import quantile_knots
from doxa_train.cards import quality_card
from doxa_train.computing import Machine, machine_for, seeded
from doxa_train.figures import quality_report
from doxa_train.learning import batches, train_model
from doxa_train.ordering import Ordering
from doxa_train.orders import Advance, QualityOrder, Watch, identity
from doxa_train.saving import content_hash, save_json, save_settings
from doxa_train.strength import finish, gold, tested_debates

FINAL = "all debates but the test part"

AT_ONCE = 64
PORTION = 512

AS_RATED = (0.0, 1.0)
"""The knots of scores that are ratings already: they are limited to [0, 1]."""


def train_quality(order: QualityOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        ModelSetupError: the encoder, device or number of layers is not available, or the checkpoint has other settings.
        CorpusError: there are more folds than debates, or the file is not the data set.
        ScenarioError: ``aqr`` without a path.
    """
    order.place.out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    if order.dataset == "ukp":
        return _on_pairs(order, machine, watch)
    if order.path is None:
        raise ScenarioError("doxa does not ship IBM-ArgQ-Rank-30kArgs", hint="Give its CSV file with --path FILE.")
    return _on_ratings(order, read_aqr(order.path), machine, watch)


def _on_pairs(order: QualityOrder, machine: Machine, watch: Watch) -> dict[str, Any]:
    arguments, pairs = gold()
    ordering = Ordering(order, EncoderScorer(order, arguments), arguments, pairs, machine, watch)
    left_out = {} if order.only_final else ordering.left_out()
    model = ordering.trained(tested_debates(arguments), order.place.out / "checkpoint.pt", FINAL)
    scores = ordering.scores(model, arguments)
    knots = quantile_knots(list(left_out.values()) or list(scores.values()))
    _save(model, order, knots.tolist(), pair=False)
    return finish(order, machine.describe(), arguments, pairs, left_out, scores)


def _on_ratings(order: QualityOrder, rated: Sequence[RatedArgument], machine: Machine, watch: Watch) -> dict[str, Any]:
    out = order.place.out
    seeded(order.place.seed)
    encoder = _new_encoder(order).to(machine.device)
    train = [argument for argument in rated if argument.part == "train"]

    def plan(epoch: int) -> list[list[RatedArgument]]:
        random = Random(f"quality/{order.place.seed}/{epoch}")
        return batches(train, order.recipe.batch, lambda argument: len(argument.text), random)

    model = train_model(
        encoder,
        order.recipe,
        plan,
        _squares(encoder, machine),
        checkpoint=out / "checkpoint.pt",
        training=identity(order),
        watch=watch,
    )
    figures = {part: _test_part(model, part, rated, machine, watch) for part in ("dev", "test")}
    _save(model, order, AS_RATED, pair=True)
    content = {
        "aqr": content_hash((argument.topic, argument.text, argument.part, argument.quality) for argument in rated)
    }
    save_settings(out, order, machine.describe(), content, task="strength")
    save_json(out / "figures.json", {"parts": figures})
    (out / "MODEL_CARD.md").write_text(quality_card(figures, order), encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)
    return {"parts": figures}


class EncoderScorer:
    """A scorer with an encoder that reads the argument alone."""

    def __init__(self, order: QualityOrder, arguments: Sequence[RankedArgument]) -> None:
        self._order = order
        self._texts = {argument.id: sentence(argument.text) for argument in arguments}

    def new_model(self) -> nn.Module:
        """Return the encoder with a new head."""
        return _new_encoder(self._order)

    def score_arguments(self, model: nn.Module, ids: Sequence[str]) -> torch.Tensor:
        """Return one score an argument."""
        return cast(torch.Tensor, model([(self._texts[id],) for id in ids]))


def _new_encoder(order: QualityOrder) -> Encoder:
    encoder = begin_encoder(order.backbone, max_tokens=order.max_tokens, dropout=order.recipe.dropout)
    encoder.freeze(order.frozen_layers, words=True)
    return encoder


def _squares(encoder: Encoder, machine: Machine) -> Callable[[list[RatedArgument]], torch.Tensor]:
    def loss(rows: list[RatedArgument]) -> torch.Tensor:
        with machine.autocast():
            scores = encoder([_encoder_input(row) for row in rows])
        return functional.mse_loss(scores, torch.tensor([row.quality for row in rows], device=machine.device))

    return loss


def _test_part(
    encoder: Any, part: str, rated: Sequence[RatedArgument], machine: Machine, watch: Watch
) -> dict[str, Any]:
    rows = [argument for argument in rated if argument.part == part]
    ratings: list[float] = []
    for start in range(0, len(rows), PORTION):
        texts = [_encoder_input(row) for row in rows[start : start + PORTION]]
        ratings += encoder.answers(texts, at_once=AT_ONCE, within=machine.autocast())
        watch(Advance(stage=f"testing on {part}", done=len(ratings), total=len(rows)))
    return quality_report(
        [row.quality for row in rows], np.clip(ratings, 0, 1).tolist(), [len(row.text) for row in rows]
    )


def _encoder_input(argument: RatedArgument) -> Text:
    return argument.topic, argument.text


def _save(encoder: Any, order: QualityOrder, knots: Sequence[float], *, pair: bool) -> None:
    settings = EncoderManifest(
        task="strength", pair=pair, max_tokens=order.max_tokens, calibration=Calibration(knots=tuple(knots))
    )
    encoder.save(order.place.out, settings)
