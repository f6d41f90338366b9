"""Training of an encoder of the user's choice on a proposition and a claim together: a judge, or a teacher."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from doxa.models.encoder.folder import Calibration, EncoderManifest
from doxa.models.encoder.network import begin_encoder
from doxa_train.calibration import Floats
from doxa_train.computing import Machine, machine_for, seeded
from doxa_train.concluding import conclude
from doxa_train.examples import Example, held_out_rows
from doxa_train.learning import train_model
from doxa_train.orders import Advance, CrossMessageOrder, CrossOrder, Watch, identity
from doxa_train.polarity import EpochPlan, smooth_label

AT_ONCE = 64
PORTION = 512


def train_cross(order: CrossOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        ModelSetupError: the encoder, device or number of layers is not available, or the checkpoint has other settings.
    """
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    plan = EpochPlan(order, lambda row: sum(map(len, row.pair)))
    seeded(order.place.seed)
    encoder = begin_encoder(order.backbone, max_tokens=order.max_tokens, dropout=order.recipe.dropout)
    model = learn_pairs(order, encoder, plan.batches, machine, watch)
    tests = held_out_rows()
    logits = {name: predict_logits(model, rows, machine, watch, name) for name, rows in tests.items()}
    figures = conclude(order, machine, plan.every(), tests, logits)
    fitted = Calibration(**{name: figures["calibration"][name] for name in ("temperature", "threshold")})
    model.save(out, EncoderManifest(task="polarity", pair=True, max_tokens=order.max_tokens, calibration=fitted))
    return figures


def learn_pairs(
    order: CrossOrder | CrossMessageOrder,
    encoder: Any,
    batches: Callable[[int], Sequence[Sequence[Example]]],
    machine: Machine,
    watch: Watch,
) -> Any:
    """Return an encoder that has learned the labels of pairs of proposition and text.

    Args:
        batches: epoch → its batches of labelled rows, the same at every call.

    Raises:
        ModelSetupError: the number of layers is not available, or the checkpoint has other settings.
    """
    encoder.freeze(order.frozen_layers, words=order.train_words)
    encoder.to(machine.device)

    def loss(rows: Sequence[Example]) -> torch.Tensor:
        labels = [smooth_label(row.polarity, order.smoothing) for row in rows if row.polarity is not None]
        with machine.autocast():
            logits = encoder([row.pair for row in rows])
        return functional.binary_cross_entropy_with_logits(logits, torch.tensor(labels, device=machine.device))

    checkpoint = order.place.out / "checkpoint.pt"
    return train_model(
        encoder, order.recipe, batches, loss, checkpoint=checkpoint, training=identity(order), watch=watch
    )


def predict_logits(encoder: Any, rows: Sequence[Example], machine: Machine, watch: Watch, name: str) -> Floats:
    """Return the logits of rows; shape (rows,)."""
    logits: list[float] = []
    for start in range(0, len(rows), PORTION):
        pairs = [row.pair for row in rows[start : start + PORTION]]
        logits += encoder.answers(pairs, at_once=AT_ONCE, within=machine.autocast())
        watch(Advance(stage=f"testing on {name}", done=len(logits), total=len(rows)))
    return np.array(logits)
