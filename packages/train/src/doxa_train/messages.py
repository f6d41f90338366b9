"""Training of the reader of messages: the polarity network goes on with windows of whole messages.

    loss = BCE(σ(logit), label)             windows and sentences in context; half of the comparisons with their things
                                            swapped, a quarter of the other motions negated, and the label turned
         + BCE(σ(logit), σ(earlier logit))  claims of the stance sets, by the answers of the network as it began

The second kind keeps the network a reader of single claims too. The weights begin as those of the polarity model.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from math import exp
from random import Random
from typing import Any

import torch
from torch.nn import functional

from doxa.corpora.message_sets import WRITTEN_DEBATES, DebateMessage
from doxa.models.embedded.guards.comparisons import swap_comparison
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.windows import contexts_of, windows_of
from doxa.records.canonical import digest
from doxa_train.calibration import Floats
from doxa_train.cards import message_card
from doxa_train.computing import Machine, machine_for, seeded
from doxa_train.examples import Example, labelled_rows
from doxa_train.learning import batches, train_model
from doxa_train.message_figures import MessageTests, message_report, message_tests
from doxa_train.opposites import draw_negation
from doxa_train.orders import CrossMessageOrder, MessageOrder, Watch, identity
from doxa_train.polarity import predict_logits, smooth_label
from doxa_train.ranging import ranges
from doxa_train.resuming import load_earlier_weights, load_shipped_weights
from doxa_train.saving import content_hash, save_json, save_settings, save_tensors
from doxa_train.stack import PolarityStack, tensors_of
from doxa_train.trunk import TrunkReader


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
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    trunk, begin = trunk or TrunkReader(machine), begin or begin_stack
    plan = MessagePlan(order, lambda row: sum(len(trunk.reading(text).states) for text in row.pair))
    tests = message_tests()
    every = plan.every()
    examined = {name: [row for message in messages for row in message.rows] for name, messages in tests.items()}
    trunk.read_texts([text for row in [*every, *chain(*examined.values())] for text in row.pair], watch)
    seeded(order.place.seed)
    stack = begin(order).to(machine.device)
    claims = [lesson.example for epoch in range(order.recipe.epochs) for lesson in plan.rows(epoch) if lesson.earlier]
    answers = predict_logits(begin(order).to(machine.device).eval(), claims, trunk, machine, watch, "claims as before")
    earlier = {row.pair: 1.0 / (1.0 + exp(-logit)) for row, logit in zip(claims, answers, strict=True)}
    loss = MessageLoss(order, stack, trunk, earlier, machine)
    model = train_model(
        stack,
        order.recipe,
        plan.batches,
        loss.mean_loss,
        checkpoint=out / "checkpoint.pt",
        training=identity(order),
        watch=watch,
    )
    blend_weights(model, begin(order).to(machine.device), order.kept)
    logits = {name: predict_logits(model, rows, trunk, machine, watch, name) for name, rows in examined.items()}
    entering = ranges(model, [lesson.example for lesson in plan.rows(0)], trunk, order.place.seed)
    save_tensors({**tensors_of(model), **entering}, out / "weights.safetensors")
    return conclude_messages(order, machine, every, tests, logits)


def motions_part(messages: Sequence[DebateMessage], share: float) -> list[DebateMessage]:
    """Return the messages on a share of their motions, drawn by the hash of a motion's words.

    The motions of a smaller share are among those of every larger one.
    """
    motions = sorted({message.motion for message in messages}, key=digest)
    chosen = frozenset(motions[: round(share * len(motions))])
    return [message for message in messages if message.motion in chosen]


class MessagePlan:
    """The lessons of every epoch, and their batches of similar length."""

    def __init__(self, order: MessageOrder | CrossMessageOrder, length: Callable[[Example], int]) -> None:
        """``length`` says how long a row is to the network."""
        self._order = order
        self._length = length
        messages = motions_part(WRITTEN_DEBATES.read("train"), order.share)
        self._texts = [row for message in messages for row in message_rows(message)]
        self.rows = cache(self._rows)

    def batches(self, epoch: int) -> list[list[Lesson]]:
        """Return an epoch's batches, the same at every call; nothing is batched before its length can be told."""
        random = self._random("batches", epoch)
        return batches(self.rows(epoch), self._order.recipe.batch, lambda lesson: self._length(lesson.example), random)

    def every(self) -> list[Example]:
        """Return the rows of all epochs, one epoch after the other."""
        return [lesson.example for epoch in range(self._order.recipe.epochs) for lesson in self.rows(epoch)]

    def _rows(self, epoch: int) -> tuple[Lesson, ...]:
        random = self._random("rows", epoch)
        drawn = [Lesson(turn_motion(row, self._order, random)) for row in self._texts]
        claims = _stance_claims()
        count = min(len(claims), round(self._order.claims * len(drawn)))
        return (*drawn, *(Lesson(row, earlier=True) for row in random.sample(claims, count)))

    def _random(self, what: str, epoch: int) -> Random:
        return Random(f"messages/{what}/{self._order.place.seed}/{epoch}")


class MessageLoss:
    """The loss function of a training, with the answers of the network as it began."""

    def __init__(
        self,
        order: MessageOrder,
        stack: torch.nn.Module,
        trunk: TrunkReader,
        earlier: dict[tuple[str, str], float],
        machine: Machine,
    ) -> None:
        """``earlier``: (proposition, claim) → the probability of "for" that the network gave before the training."""
        self._order = order
        self._stack = stack
        self._trunk = trunk
        self._earlier = earlier
        self._machine = machine

    def mean_loss(self, lessons: list[Lesson]) -> torch.Tensor:
        """Return the mean loss of lessons."""
        rows = [lesson.example for lesson in lessons]
        targets = torch.tensor([self._target(lesson) for lesson in lessons], device=self._machine.device)
        with self._machine.autocast():
            logits = self._stack(
                [self._trunk.reading(row.proposition) for row in rows], [self._trunk.reading(row.claim) for row in rows]
            )
        return functional.binary_cross_entropy_with_logits(logits.float(), targets)

    def _target(self, lesson: Lesson) -> float:
        if lesson.earlier:
            return self._earlier[lesson.example.pair]
        return smooth_label(lesson.example.polarity or 0, self._order.smoothing)


@torch.no_grad()
def blend_weights(model: torch.nn.Module, earlier: torch.nn.Module, share: float) -> None:
    """Move a model's weights toward earlier ones, by a share in [0, 1]."""
    for learned, before in zip(model.parameters(), earlier.parameters(), strict=True):
        learned.lerp_(before, share)


def message_rows(message: DebateMessage) -> Iterator[Example]:
    """Yield the rows of a message: its windows, and every other sentence with the two before it."""
    for text in dict.fromkeys([*windows_of(message.text), *contexts_of(message.text)[1::2]]):
        yield Example(
            proposition=canonical(message.motion), claim=sentence(text), polarity=message.side, origin="written debates"
        )


def turn_motion(row: Example, order: MessageOrder | CrossMessageOrder, random: Random) -> Example:
    """Return a row, or by chance the row under the opposite motion with the label turned."""
    swapped = swap_comparison(row.proposition)
    share = order.flipped if swapped is None else order.swapped
    if random.random() >= share:
        return row
    opposite = draw_negation(row.proposition, random) if swapped is None else swapped
    return replace(row, proposition=opposite, polarity=-1 if row.polarity == 1 else 1, turned=True)


@cache
def _stance_claims() -> tuple[Example, ...]:
    return tuple(row for rows in labelled_rows().values() for row in rows)


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
    out = order.place.out
    rows_by_part = {name: [row for message in messages for row in message.rows] for name, messages in tests.items()}
    content = {name: content_hash((*row.pair, row.polarity) for row in rows) for name, rows in rows_by_part.items()}
    training = content_hash((*row.pair, row.polarity) for row in seen)
    save_settings(out, order, machine.describe(), {"training": training, **content}, task="messages")
    figures = message_report(tests, logits)
    save_json(out / "figures.json", figures)
    save_json(out / "calibration.json", figures["calibration"])
    (out / "MODEL_CARD.md").write_text(message_card(figures, order), encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)
    return figures
