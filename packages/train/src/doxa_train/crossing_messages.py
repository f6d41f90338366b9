"""Training of an encoder of the user's choice on windows of messages: a larger judge of whole messages.

    loss = BCE(σ(score), label)   windows and sentences in context, turned by chance as for doxa's own reader, and as
                                  many labelled claims of the stance sets, so that it reads single claims too

Where the encoder is the result of ``doxa train polarity --backbone``, the training goes on from its head as well.
"""

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from doxa.errors import ModelSetupError
from doxa.models.encoder.folder import MESSAGES, TOLD, Calibration, EncoderManifest, open_folder
from doxa.models.encoder.network import Encoder, begin_encoder, restored
from doxa_train.computing import machine_for, seeded
from doxa_train.crossing import learn_pairs, predict_logits
from doxa_train.examples import Example
from doxa_train.message_figures import message_tests
from doxa_train.messages import MessagePlan, conclude_messages
from doxa_train.orders import CrossMessageOrder, Watch

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
    model = learn_pairs(order, _begin(order), partial(_row_batches, plan), machine, watch)
    tests = message_tests()
    rows = {name: list(chain.from_iterable(message.rows for message in messages)) for name, messages in tests.items()}
    logits = {name: predict_logits(model, part, machine, watch, name) for name, part in rows.items()}
    figures = conclude_messages(order, machine, plan.every(), tests, logits)
    fitted = Calibration(**{name: figures["calibration"][name] for name in ("temperature", "threshold")})
    model.save(out, EncoderManifest(task=MESSAGES, pair=True, max_tokens=order.max_tokens, calibration=fitted))
    return figures


def _row_batches(plan: MessagePlan, epoch: int) -> list[list[Example]]:
    return [[lesson.example for lesson in batch] for batch in plan.batches(epoch)]


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
