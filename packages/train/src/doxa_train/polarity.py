"""Training of the polarity layers over the shipped trunk, with labels alone or with a teacher too.

    loss = BCE(σ(logit), (1 − w)·label + w·σ(teacher / T)),   with a smoothed label, and w = 1 without a label

A teacher is asked about pairs as people wrote them; a negated pair has the opposite answer. Claims of other debates
have the label 1/2 and no teacher. A small model learns more from the soft answers of a larger model than from labels
(Hinton, Vinyals and Dean 2015).
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from shutil import copyfile
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from doxa_train.calibration import Floats
from doxa_train.computing import Machine, machine_for, seeded
from doxa_train.concluding import conclude
from doxa_train.examples import Example, epoch_rows, held_out_rows
from doxa_train.learning import batches, train_model
from doxa_train.orders import Advance, CrossOrder, PolarityOrder, Watch, identity
from doxa_train.ranging import ranges
from doxa_train.resuming import load_earlier_weights, with_earlier_epochs
from doxa_train.saving import save_tensors
from doxa_train.stack import PolarityStack, load_checkpoint_weights, tensors_of
from doxa_train.teaching import Teacher
from doxa_train.trunk import TrunkReader
from doxa_train.unlabelled import Pool

AT_ONCE = 64

ANSWERS = "teacher.npz"


def train_polarity(order: PolarityOrder, watch: Watch) -> dict[str, Any]:
    """Return the figures of a training, after writing model, settings and card to the order's folder.

    Raises:
        ModelSetupError: the device is not available, the checkpoint has other settings, or the folder of the teacher or
            of the earlier training contains none.
    """
    order = with_earlier_epochs(order)
    out = order.place.out
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_for(order.place)
    trunk = TrunkReader(machine)
    pool = Pool(partial(_vectors, trunk, watch)) if order.mix.unlabelled_share else None
    plan = EpochPlan(order, lambda row: sum(len(trunk.reading(text).states) for text in row.pair), pool)
    teacher = _ask_teacher(order, plan, machine, watch)
    tests = held_out_rows()
    trunk.read_texts([text for row in [*plan.every(), *_all(tests)] for text in row.pair], watch)
    seeded(order.place.seed)
    stack = PolarityStack(order.recipe.dropout).to(machine.device)
    load_earlier_weights(stack, order.start) if order.start else load_checkpoint_weights(stack)
    lesson = _Lesson(order, stack, trunk, teacher, machine)
    checkpoint = out / "checkpoint.pt"
    model = train_model(
        stack, order.recipe, plan.batches, lesson.loss, checkpoint=checkpoint, training=identity(order), watch=watch
    )
    logits = {name: predict_logits(model, rows, trunk, machine, watch, name) for name, rows in tests.items()}
    entering = ranges(model, plan.rows(0), trunk, order.place.seed)
    save_tensors({**tensors_of(model), **entering}, out / "weights.safetensors")
    return conclude(order, machine, plan.every(), tests, logits)


@torch.no_grad()
def predict_logits(
    model: torch.nn.Module, rows: Sequence[Example], trunk: TrunkReader, machine: Machine, watch: Watch, name: str
) -> Floats:
    """Return the logits of rows whose texts the trunk has read; shape (rows,)."""
    order = sorted(range(len(rows)), key=lambda place: sum(map(len, rows[place].pair)))
    row_logits = np.zeros(len(rows))
    for start in range(0, len(order), AT_ONCE):
        places = order[start : start + AT_ONCE]
        with machine.autocast():
            logits = model(
                [trunk.reading(rows[place].proposition) for place in places],
                [trunk.reading(rows[place].claim) for place in places],
            )
        row_logits[places] = logits.float().cpu().numpy()
        watch(Advance(stage=f"testing on {name}", done=min(start + AT_ONCE, len(order)), total=len(order)))
    return row_logits


class EpochPlan:
    """The rows of every epoch, and their batches of similar length."""

    def __init__(
        self, order: PolarityOrder | CrossOrder, length: Callable[[Example], int], pool: Pool | None = None
    ) -> None:
        self._order = order
        self._length = length
        self._behind = order.behind if isinstance(order, PolarityOrder) else 0
        self.rows = cache(lambda epoch: epoch_rows(order.mix, order.place.seed, self._behind + epoch, pool))

    def every(self) -> list[Example]:
        """Return the rows of all epochs, each once."""
        return list(dict.fromkeys(row for epoch in range(self._order.recipe.epochs) for row in self.rows(epoch)))

    def batches(self, epoch: int) -> list[list[Example]]:
        """Return an epoch's batches, the same at every call."""
        random = Random(f"batches/{self._order.place.seed}/{self._behind + epoch}")
        return batches(self.rows(epoch), self._order.recipe.batch, self._length, random)


def smooth_label(label: int, smoothing: float) -> float:
    """Return 0, 1/2 or 1 for a label −1, 0 or +1, moved toward 1/2 by a smoothing."""
    return (label + 1) / 2 * (1 - 2 * smoothing) + smoothing


class _Lesson:
    """The loss function of a training, with its teacher."""

    def __init__(
        self, order: PolarityOrder, stack: PolarityStack, trunk: TrunkReader, teacher: Teacher | None, machine: Machine
    ) -> None:
        self._order = order
        self._stack = stack
        self._trunk = trunk
        self._teacher = teacher
        self._machine = machine

    def loss(self, rows: list[Example]) -> torch.Tensor:
        """Return the mean loss of rows."""
        targets = torch.tensor([self._target(row) for row in rows], device=self._machine.device)
        with self._machine.autocast():
            logits = self._stack(
                [self._trunk.reading(row.proposition) for row in rows], [self._trunk.reading(row.claim) for row in rows]
            )
        return functional.binary_cross_entropy_with_logits(logits.float(), targets)

    def _target(self, row: Example) -> float:
        label = None if row.polarity is None else smooth_label(row.polarity, self._order.smoothing)
        if self._teacher is None or row.asked is None:
            if label is None:
                raise ValueError("a row without a label needs a teacher")
            return label
        logit = self._teacher.logit(row.asked) * (-1 if row.turned else 1)
        answer = float(torch.sigmoid(torch.tensor(logit / self._order.softness)))
        return answer if label is None else (1 - self._order.taught) * label + self._order.taught * answer


def _ask_teacher(order: PolarityOrder, plan: EpochPlan, machine: Machine, watch: Watch) -> Teacher | None:
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


def _all(tests: dict[str, tuple[Example, ...]]) -> list[Example]:
    return [row for rows in tests.values() for row in rows]
