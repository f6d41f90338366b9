"""Training of readers of messages: the polarity network, or an encoder of the user's choice, goes on with windows.

    loss = BCE(σ(logit), label)             windows and sentences in context; a quarter of the motions negated, and the
                                            label turned
         + BCE(σ(logit), σ(earlier logit))  claims of the stance sets, by the answers of the network as it began

The second kind keeps the network a reader of single claims too. The weights begin as those of the polarity model. An
encoder learns claims from their labels instead; where it is the result of ``doxa train polarity --backbone``, the
training goes on from its head as well.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import torch

from doxa.corpora.message_sets import WRITTEN_DEBATES, DebateMessage
from doxa.errors import ModelSetupError
from doxa.models.embedded.passages import contexts_of, windows_of
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.encoder.folder import MESSAGES, TOLD, open_folder
from doxa.models.encoder.network import Encoder, begin_encoder, restored
from doxa.records.base import digest
from doxa_train.cards import message_card
from doxa_train.examples import Example, hash_rows, labelled_rows
from doxa_train.figures import Floats
from doxa_train.learning import Machine, machine_for, seeded, train_model
from doxa_train.message_figures import MessageTests, message_report, message_tests
from doxa_train.opposites import draw_negation
from doxa_train.orders import CrossMessageOrder, MessageOrder, Watch, identity
from doxa_train.polarity import EpochPlan, learn_pairs, pair_loss, predict_logits, save_encoder, smooth_label
from doxa_train.saving import conclude, save_tensors
from doxa_train.stack import PolarityStack, TrunkReader, load_earlier_weights, load_shipped_weights, tensors_of


@dataclass(frozen=True)
class Lesson:
    """A row of an epoch: a labelled text, or a claim that is to be read as before where ``earlier`` is true."""

    example: Example
    earlier: bool = False


def train_messages(
    order: MessageOrder,
    watch: Watch,
    trunk: TrunkReader | None = None,
    begin: Callable[[MessageOrder], torch.nn.Module] | None = None,
) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder.

    Args:
        trunk: one that has read texts already, for several trainings of one process.
        begin: the network as it begins, where that is another than ``begin_stack`` returns.

    Raises:
        ModelSetupError: the device is not available, or the folder to start from contains no polarity training.
    """
    machine = machine_for(order.place)
    trunk, begin = trunk or TrunkReader(machine), begin or begin_stack
    plan = plan_lessons(order, lambda row: sum(len(trunk.reading(text).states) for text in row.pair))
    tests = message_tests()
    every = every_row(order, plan)
    examined = {name: [row for message in messages for row in message.rows] for name, messages in tests.items()}
    trunk.read_texts([text for row in [*every, *chain(*examined.values())] for text in row.pair], watch)
    seeded(order.place.seed)
    stack = begin(order).to(machine.device)
    claims = [lesson.example for epoch in range(order.recipe.epochs) for lesson in plan.rows(epoch) if lesson.earlier]
    answers = predict_logits(begin(order).to(machine.device).eval(), claims, trunk, machine, watch, "claims as before")
    earlier = {row.pair: 1.0 / (1.0 + exp(-logit)) for row, logit in zip(claims, answers, strict=True)}

    def loss(lessons: list[Lesson]) -> torch.Tensor:
        smoothed = [smooth_label(lesson.example.polarity or 0, order.smoothing) for lesson in lessons]
        targets = [
            earlier[lesson.example.pair] if lesson.earlier else label
            for lesson, label in zip(lessons, smoothed, strict=True)
        ]
        return pair_loss(stack, [lesson.example for lesson in lessons], targets, trunk, machine)

    model = train_model(
        stack,
        order.recipe,
        plan.batches,
        loss,
        checkpoint=order.place.out / "checkpoint.pt",
        training=identity(order),
        watch=watch,
    )
    blend_weights(model, begin(order).to(machine.device), order.kept)
    logits = {name: predict_logits(model, rows, trunk, machine, watch, name) for name, rows in examined.items()}
    save_tensors(tensors_of(model), order.place.out / "weights.safetensors")
    return conclude_messages(order, machine, every, tests, logits)


def motions_part(messages: Sequence[DebateMessage], share: float) -> list[DebateMessage]:
    """Return the messages on a share of their motions, drawn by the hash of a motion's words.

    The motions of a smaller share are among those of every larger one.
    """
    motions = sorted({message.motion for message in messages}, key=digest)
    chosen = frozenset(motions[: round(share * len(motions))])
    return [message for message in messages if message.motion in chosen]


def plan_lessons(order: MessageOrder | CrossMessageOrder, length: Callable[[Example], int]) -> EpochPlan[Lesson]:
    """Return the plan of a training on messages; ``length`` says how long a row is to the network."""
    seed = order.place.seed
    messages = motions_part(WRITTEN_DEBATES.read("train"), order.share)
    texts = [row for message in messages for row in message_rows(message)]

    def rows(epoch: int) -> tuple[Lesson, ...]:
        random = Random(f"messages/rows/{seed}/{epoch}")
        drawn = [Lesson(turn_motion(row, order, random)) for row in texts]
        claims = list(chain(*labelled_rows().values()))
        count = min(len(claims), round(order.claims * len(drawn)))
        return (*drawn, *(Lesson(row, earlier=True) for row in random.sample(claims, count)))

    return EpochPlan(
        rows,
        order.recipe,
        lambda lesson: length(lesson.example),
        lambda epoch: f"messages/batches/{seed}/{epoch}",
    )


def every_row(order: MessageOrder | CrossMessageOrder, plan: EpochPlan[Lesson]) -> list[Example]:
    """Return the rows of all epochs, one epoch after the other."""
    return [lesson.example for epoch in range(order.recipe.epochs) for lesson in plan.rows(epoch)]


@torch.no_grad()
def blend_weights(model: torch.nn.Module, earlier: torch.nn.Module, share: float) -> None:
    """Move a model's weights toward earlier ones, by a share in [0, 1]."""
    for learned, before in zip(model.parameters(), earlier.parameters(), strict=True):
        learned.lerp_(before, share)


def message_rows(message: DebateMessage) -> Iterator[Example]:
    """Return the rows of a message: its windows, and every other sentence with the two before it."""
    return (
        Example(
            proposition=canonical(message.motion), claim=sentence(text), polarity=message.side, origin="written debates"
        )
        for text in dict.fromkeys([*windows_of(message.text), *contexts_of(message.text)[1::2]])
    )


def turn_motion(row: Example, order: MessageOrder | CrossMessageOrder, random: Random) -> Example:
    """Return a row, or by chance the row under the negated motion with the label turned."""
    if random.random() >= order.flipped:
        return row
    opposite = draw_negation(row.proposition, random)
    return replace(row, proposition=opposite, polarity=-1 if row.polarity == 1 else 1, turned=True)


def begin_stack(order: MessageOrder) -> PolarityStack:
    """Return the network as it begins."""
    stack = PolarityStack(order.recipe.dropout)
    if order.start:
        load_earlier_weights(stack, order.start)
    else:
        load_shipped_weights(stack)
    return stack


def conclude_messages(
    order: MessageOrder | CrossMessageOrder,
    machine: Machine,
    seen: Sequence[Example],
    tests: MessageTests,
    logits: Mapping[str, Floats],
) -> dict[str, Any]:
    """Write everything but weights to the order's folder, and return the figures.

    Args:
        seen: the rows of all epochs.
        logits: part → the logits of "for" of the windows of its messages, one message after the other.
    """
    parts = {name: [row for message in messages for row in message.rows] for name, messages in tests.items()}
    figures = message_report(tests, logits)
    content = hash_rows({"training": seen, **parts})
    card = message_card(figures, order)
    conclude(order, figures, card, task="messages", computed=machine.describe(), content=content)
    return figures


GOES_ON_FROM = ("polarity", MESSAGES)
"""The tasks of encoders whose heads say which way a text speaks."""


def train_cross_messages(order: CrossMessageOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings, figures and card to the order's folder.

    Raises:
        ModelSetupError: the encoder, device or number of layers is not available, the encoder is one of strength, or
            the checkpoint has other settings.
    """
    machine = machine_for(order.place)
    plan = plan_lessons(order, lambda row: sum(map(len, row.pair)))
    tests = message_tests()
    rows = {name: list(chain.from_iterable(message.rows for message in messages)) for name, messages in tests.items()}

    def row_batches(epoch: int) -> list[list[Example]]:
        return [[lesson.example for lesson in batch] for batch in plan.batches(epoch)]

    model, logits = learn_pairs(order, partial(_begin, order), row_batches, rows, machine, watch)
    figures = conclude_messages(order, machine, every_row(order, plan), tests, logits)
    save_encoder(model, order, MESSAGES, figures)
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
