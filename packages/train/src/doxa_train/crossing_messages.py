"""Training of an encoder of the user's choice on windows of messages: a larger judge of whole messages.

    loss = BCE(σ(score), label)   windows and sentences in context, turned by chance as for doxa's own reader, and as
                                  many labelled claims of the stance sets, so that it reads single claims too

Where the encoder is the result of ``doxa train polarity --backbone``, the training goes on from its head as well.
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from doxa.errors import ModelSetupError
from doxa.models.encoder.folder import MESSAGES, TOLD, Calibration, EncoderManifest, open_folder
from doxa.models.encoder.network import Encoder, begin_encoder, restored
from doxa_train.computing import machine_for, seeded
from doxa_train.crossing import predict_logits
from doxa_train.learning import train_model
from doxa_train.message_figures import message_tests
from doxa_train.messages import Lesson, MessagePlan, conclude_messages
from doxa_train.orders import CrossMessageOrder, Watch, identity
from doxa_train.polarity import smooth_label

GOES_ON_FROM = ("polarity", MESSAGES)
"""The tasks of encoders whose heads say which way a text speaks."""


def train_cross_messages(order: CrossMessageOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder.

    Raises:
        ModelSetupError: the encoder, device or number of layers is not available, the encoder is one of strength, or
            the checkpoint has other settings.
    """
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    plan = MessagePlan(order, lambda row: sum(map(len, row.pair)))
    seeded(order.place.seed)
    encoder = _begin(order)
    encoder.freeze(order.frozen_layers, words=order.train_words)
    encoder.to(machine.device)

    def loss(lessons: Sequence[Lesson]) -> torch.Tensor:
        rows = [lesson.example for lesson in lessons]
        labels = [smooth_label(row.polarity or 0, order.smoothing) for row in rows]
        with machine.autocast():
            logits = encoder([row.pair for row in rows])
        return functional.binary_cross_entropy_with_logits(logits, torch.tensor(labels, device=machine.device))

    checkpoint = out / "checkpoint.pt"
    model = train_model(
        encoder, order.recipe, plan.batches, loss, checkpoint=checkpoint, training=identity(order), watch=watch
    )
    tests = message_tests()
    rows = {name: list(chain.from_iterable(message.rows for message in messages)) for name, messages in tests.items()}
    logits = {name: predict_logits(model, part, machine, watch, name) for name, part in rows.items()}
    figures = conclude_messages(order, machine, plan.every(), tests, logits)
    fitted = Calibration(**{name: figures["calibration"][name] for name in ("temperature", "threshold")})
    model.save(out, EncoderManifest(task=MESSAGES, pair=True, max_tokens=order.max_tokens, calibration=fitted))
    return figures


def _begin(order: CrossMessageOrder) -> Encoder:
    """Return the encoder as it begins."""
    if not (Path(order.backbone) / TOLD).is_file():
        return begin_encoder(order.backbone, max_tokens=order.max_tokens, dropout=order.recipe.dropout)
    folder = open_folder(order.backbone)
    if folder.told.task not in GOES_ON_FROM:
        raise ModelSetupError(
            f"{order.backbone} contains an encoder of {folder.told.task}, which says nothing on directions",
            hint="Give one that `doxa train polarity --backbone` made, or a name of the Hugging Face hub.",
        )
    encoder = restored(folder)
    encoder.max_tokens, encoder.dropout = order.max_tokens, order.recipe.dropout
    return encoder
