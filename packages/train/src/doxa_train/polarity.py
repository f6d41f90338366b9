"""Training of polarity: layers over the shipped trunk, with labels alone or a teacher too, or a whole encoder.

    loss = BCE(σ(logit), (1 − w)·label + w·σ(teacher / T)),   with a smoothed label, and w = 1 without a label

A teacher is asked about pairs as people wrote them, once each (``teacher.npz``); a negated pair has the opposite
answer. Claims of other debates have the label 1/2 and no teacher. A small model learns more from the soft answers of a
larger model than from labels (Hinton, Vinyals and Dean 2015). An encoder of the user's choice reads a proposition and a
claim together: a judge, or a teacher.
"""

import os
import struct
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from doxa.errors import ModelSetupError
from doxa.models.encoder.folder import Calibration, EncoderManifest, open_folder, revision
from doxa.models.encoder.network import Encoder, begin_encoder, restored
from doxa.records.base import digest
from doxa_train.cards import polarity_card
from doxa_train.examples import Example, epoch_rows, hash_rows, held_out_rows
from doxa_train.figures import Floats, polarity_report
from doxa_train.learning import Machine, batches, machine_for, seeded, train_model
from doxa_train.orders import Advance, CrossMessageOrder, CrossOrder, PolarityOrder, Recipe, Watch, identity, portions
from doxa_train.saving import conclude, save_tensors
from doxa_train.stack import (
    PolarityStack,
    TrunkReader,
    load_checkpoint_weights,
    load_earlier_weights,
    tensors_of,
    with_earlier_epochs,
)
from doxa_train.unlabelled import Pool

AT_ONCE = 64

ANSWERS = "teacher.npz"


Pair = tuple[str, str]

PORTION = 2048
"""The number of pairs after which answers are written to the file."""


class Teacher:
    """A teacher and its answers by pair; earlier answers of the same teacher are read from the file."""

    def __init__(self, folder: Path, answers_file: Path) -> None:
        """Open the teacher's folder and read the file of its answers.

        Raises:
            ModelSetupError: the folder contains no encoder of polarity, or the file contains another teacher's answers.
        """
        self._folder = open_folder(folder)
        self._kept = answers_file
        self._revision = revision(folder)
        if self._folder.told.task != "polarity":
            raise ModelSetupError(
                f"{folder} contains an encoder of {self._folder.told.task}, not of polarity: it cannot be the teacher",
                hint="Give the --out of a `doxa train polarity --backbone …`.",
            )
        self._answers: dict[bytes, float] = self._read_answers()

    def ask(self, pairs: Iterable[Pair], machine: Machine, watch: Watch) -> None:
        """Compute and store the answers to pairs that have none yet."""
        new = sorted(
            (pair for pair in set(pairs) if _key(pair) not in self._answers), key=lambda pair: sum(map(len, pair))
        )
        if not new:
            return
        encoder = restored(self._folder).to(machine.device)
        for start in range(0, len(new), PORTION):
            part = new[start : start + PORTION]
            for at in range(0, len(part), AT_ONCE):
                batch = part[at : at + AT_ONCE]
                logits = encoder.answers(batch, at_once=AT_ONCE, within=machine.autocast())
                self._answers.update(zip(map(_key, batch), logits, strict=True))
                watch(Advance(stage="asking the teacher", done=start + at + len(batch), total=len(new)))
            self._write_answers()

    def logit(self, pair: Pair) -> float:
        """Return the teacher's logit of "for".

        Raises:
            KeyError: the pair was not asked.
        """
        return self._answers[_key(pair)]

    def _read_answers(self) -> dict[bytes, float]:
        if not self._kept.is_file():
            return {}
        with np.load(self._kept) as stored:
            if str(stored["teacher"]) != self._revision:
                raise ModelSetupError(
                    f"{self._kept} contains the answers of another teacher",
                    hint="Give another --out, or remove the file.",
                )
            keys = stored["pairs"].tobytes()
            return {keys[at * 16 : at * 16 + 16]: float(logit) for at, logit in enumerate(stored["logits"])}

    def _write_answers(self) -> None:
        beside = self._kept.with_suffix(".part.npz")
        keys = np.frombuffer(b"".join(self._answers), dtype=np.uint8)
        np.savez(beside, teacher=self._revision, pairs=keys, logits=np.array(list(self._answers.values()), np.float32))
        os.replace(beside, self._kept)


def _key(pair: Pair) -> bytes:
    proposition, claim = (text.encode() for text in pair)
    return bytes.fromhex(digest(struct.pack("<I", len(proposition)) + proposition + claim))[:16]


def train_polarity(order: PolarityOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        ModelSetupError: the device is not available, the checkpoint has other settings, or the folder of the teacher or
            of the earlier training contains none.
    """
    order = with_earlier_epochs(order)
    machine = machine_for(order.place)
    trunk = TrunkReader(machine)
    pool = Pool(partial(_vectors, trunk, watch)) if order.mix.unlabelled_share else None
    plan = plan_pairs(order, lambda row: sum(len(trunk.reading(text).states) for text in row.pair), pool)
    teacher = _ask_teacher(order, plan, machine, watch)
    tests = held_out_rows()
    trunk.read_texts([text for row in [*plan.every(), *chain(*tests.values())] for text in row.pair], watch)
    seeded(order.place.seed)
    stack = PolarityStack(order.recipe.dropout).to(machine.device)
    load_earlier_weights(stack, order.start) if order.start else load_checkpoint_weights(stack)

    def loss(rows: list[Example]) -> torch.Tensor:
        return pair_loss(stack, rows, [_target(row, order, teacher) for row in rows], trunk, machine)

    model = train_model(
        stack,
        order.recipe,
        plan.batches,
        loss,
        checkpoint=order.place.out / "checkpoint.pt",
        training=identity(order),
        watch=watch,
    )
    logits = {name: predict_logits(model, rows, trunk, machine, watch, name) for name, rows in tests.items()}
    save_tensors(tensors_of(model), order.place.out / "weights.safetensors")
    return conclude_polarity(order, machine, plan.every(), tests, logits)


@torch.no_grad()
def predict_logits(
    model: torch.nn.Module, rows: Sequence[Example], trunk: TrunkReader, machine: Machine, watch: Watch, name: str
) -> Floats:
    """Return the logits of rows whose texts the trunk has read; shape (rows,)."""
    order = sorted(range(len(rows)), key=lambda place: sum(map(len, rows[place].pair)))
    row_logits = np.zeros(len(rows))
    for places in portions(order, AT_ONCE, f"testing on {name}", watch):
        with machine.autocast():
            logits = model(
                [trunk.reading(rows[place].proposition) for place in places],
                [trunk.reading(rows[place].claim) for place in places],
            )
        row_logits[places] = logits.float().cpu().numpy()
    return row_logits


Row = TypeVar("Row", bound=Hashable)


class EpochPlan(Generic[Row]):
    """The rows of every epoch, and their batches of similar length, the same at every call."""

    def __init__(
        self,
        rows: Callable[[int], Sequence[Row]],
        recipe: Recipe,
        length: Callable[[Row], int],
        name: Callable[[int], str],
    ) -> None:
        """``rows`` are those of an epoch, ``name`` that of its random order; ``length`` is a row's to the network."""
        self.rows = cache(rows)
        self._recipe, self._length, self._name = recipe, length, name

    def every(self) -> list[Row]:
        """Return the rows of all epochs, each once."""
        return list(dict.fromkeys(row for epoch in range(self._recipe.epochs) for row in self.rows(epoch)))

    def batches(self, epoch: int) -> list[list[Row]]:
        """Return an epoch's batches; nothing is batched before its length can be told."""
        return batches(self.rows(epoch), self._recipe.batch, self._length, Random(self._name(epoch)))


def plan_pairs(
    order: PolarityOrder | CrossOrder, length: Callable[[Example], int], pool: Pool | None = None
) -> EpochPlan[Example]:
    """Return the plan of a training on pairs; one that goes on from another has the epochs after those."""
    seed, behind = order.place.seed, order.behind if isinstance(order, PolarityOrder) else 0
    return EpochPlan(
        lambda epoch: epoch_rows(order.mix, seed, behind + epoch, pool),
        order.recipe,
        length,
        lambda epoch: f"batches/{seed}/{behind + epoch}",
    )


def smooth_label(label: int, smoothing: float) -> float:
    """Return 0, 1/2 or 1 for a label −1, 0 or +1, moved toward 1/2 by a smoothing."""
    return (label + 1) / 2 * (1 - 2 * smoothing) + smoothing


def pair_loss(
    stack: torch.nn.Module, rows: Sequence[Example], targets: Sequence[float], trunk: TrunkReader, machine: Machine
) -> torch.Tensor:
    """Return the mean loss of rows whose texts the trunk has read."""
    with machine.autocast():
        logits = stack([trunk.reading(row.proposition) for row in rows], [trunk.reading(row.claim) for row in rows])
    return functional.binary_cross_entropy_with_logits(logits.float(), torch.tensor(targets, device=machine.device))


def _target(row: Example, order: PolarityOrder, teacher: Teacher | None) -> float:
    label = None if row.polarity is None else smooth_label(row.polarity, order.smoothing)
    if teacher is None or row.asked is None:
        if label is None:
            raise ValueError("a row without a label needs a teacher")
        return label
    logit = teacher.logit(row.asked) * (-1 if row.turned else 1)
    answer = float(torch.sigmoid(torch.tensor(logit / order.softness)))
    return answer if label is None else (1 - order.taught) * label + order.taught * answer


def _ask_teacher(order: PolarityOrder, plan: EpochPlan[Example], machine: Machine, watch: Watch) -> Teacher | None:
    if order.teacher is None:
        return None
    answers = order.place.out / ANSWERS
    if order.start and (order.start / ANSWERS).is_file() and not answers.exists():
        copyfile(order.start / ANSWERS, answers)
    teacher = Teacher(order.teacher, answers)
    teacher.ask([row.asked for row in plan.every() if row.asked], machine, watch)
    return teacher


def _vectors(trunk: TrunkReader, watch: Watch, texts: Sequence[str]) -> NDArray[np.float32]:
    """Return unit vectors of texts; shape (texts, 384)."""
    trunk.read_texts(texts, watch)
    return np.stack([trunk.reading(text).vector.numpy() for text in texts])


Tests = Mapping[str, Sequence[Example]]


def conclude_polarity(
    order: PolarityOrder | CrossOrder,
    machine: Machine,
    seen: Sequence[Example],
    tests: Tests,
    logits: Mapping[str, Floats],
) -> dict[str, Any]:
    """Write everything but weights to the order's folder, and return the figures.

    Args:
        seen: the rows of all epochs, each once.
        logits: part → the logits of "for" of its rows.
    """
    content = hash_rows({"training": seen, **tests})
    if isinstance(order, PolarityOrder) and order.teacher:
        content["teacher"] = revision(order.teacher)
    gold = {name: [row.polarity for row in rows if row.polarity is not None] for name, rows in tests.items()}
    figures = polarity_report({name: (labels, logits[name]) for name, labels in gold.items()})
    card = polarity_card(figures, order)
    conclude(order, figures, card, task="polarity", computed=machine.describe(), content=content)
    return figures


ANSWERED = 512
"""Rows that an encoder answers between two reports of progress."""


def train_cross(order: CrossOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        ModelSetupError: the encoder, device or number of layers is not available, or the checkpoint has other settings.
    """
    machine = machine_for(order.place)
    plan = plan_pairs(order, lambda row: sum(map(len, row.pair)))
    begin = partial(begin_encoder, order.backbone, max_tokens=order.max_tokens, dropout=order.recipe.dropout)
    tests = held_out_rows()
    model, logits = learn_pairs(order, begin, plan.batches, tests, machine, watch)
    figures = conclude_polarity(order, machine, plan.every(), tests, logits)
    save_encoder(model, order, "polarity", figures)
    return figures


def learn_pairs(
    order: CrossOrder | CrossMessageOrder,
    begin: Callable[[], Encoder],
    batches: Callable[[int], Sequence[Sequence[Example]]],
    tests: Tests,
    machine: Machine,
    watch: Watch,
) -> tuple[Any, dict[str, Floats]]:
    """Return an encoder that has learned the labels of pairs of proposition and text, and its logits of the tests.

    Args:
        begin: returns the encoder as it begins.
        batches: epoch → its batches of labelled rows, the same at every call.

    Raises:
        ModelSetupError: the number of layers is not available, or the checkpoint has other settings.
    """
    seeded(order.place.seed)
    encoder: Any = begin()
    encoder.freeze(order.frozen_layers, words=order.train_words)
    encoder.to(machine.device)

    def loss(rows: Sequence[Example]) -> torch.Tensor:
        labels = [smooth_label(row.polarity, order.smoothing) for row in rows if row.polarity is not None]
        with machine.autocast():
            logits = encoder([row.pair for row in rows])
        return functional.binary_cross_entropy_with_logits(logits, torch.tensor(labels, device=machine.device))

    model = train_model(
        encoder,
        order.recipe,
        batches,
        loss,
        checkpoint=order.place.out / "checkpoint.pt",
        training=identity(order),
        watch=watch,
    )
    return model, {
        name: answer_pairs(model, [row.pair for row in rows], machine, watch, name) for name, rows in tests.items()
    }


def save_encoder(
    encoder: Any,
    order: CrossOrder | CrossMessageOrder,
    task: str,
    figures: Mapping[str, Any],
) -> None:
    """Write an encoder that says which way a text speaks, with the calibration of its figures."""
    fitted = Calibration(**{name: figures["calibration"][name] for name in ("temperature", "threshold")})
    encoder.save(
        order.place.out, EncoderManifest(task=task, pair=True, max_tokens=order.max_tokens, calibration=fitted)
    )


def answer_pairs(encoder: Any, pairs: Sequence[Pair], machine: Machine, watch: Watch, name: str) -> Floats:
    """Return an encoder's raw answers to pairs of proposition and text; shape (pairs,)."""
    answers: list[float] = []
    for part in portions(pairs, ANSWERED, f"testing on {name}", watch):
        answers += encoder.answers(part, at_once=AT_ONCE, within=machine.autocast())
    return np.array(answers)
