"""The training loop of all models: batches of an epoch in, weights out, resumable at the end of every epoch.

The machine is a device with its threads; half precision is used where the processor has instructions for it.
"""

import copy
import os
import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np
import torch
from torch import nn

from doxa.errors import ModelSetupError
from doxa_train.orders import Advance, Recipe, TrainingPlace, Watch


@dataclass(frozen=True)
class Machine:
    """A device and the precision of its matrix products."""

    device: torch.device
    half: bool

    def autocast(self) -> AbstractContextManager[None]:
        """Return the context in which a forward pass runs."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.half)

    def describe(self) -> dict[str, object]:
        """Return the entries of ``settings.json`` about the machine."""
        precision = "bfloat16" if self.half else "float32"
        return {"device": str(self.device), "precision": precision, "threads": torch.get_num_threads()}


def machine_for(place: TrainingPlace) -> Machine:
    """Return the machine of a place, after making its folder and setting torch's threads.

    Raises:
        ModelSetupError: CUDA is requested and not available.
    """
    place.out.mkdir(parents=True, exist_ok=True)
    if place.threads:
        torch.set_num_threads(place.threads)
    has_cuda = torch.cuda.is_available()
    if place.device == "cuda" and not has_cuda:
        raise ModelSetupError("torch sees no CUDA device", hint="Leave --device out, or install torch with CUDA.")
    device = torch.device("cuda" if has_cuda and place.device != "cpu" else "cpu")
    half = place.precision == "bfloat16" or (place.precision == "auto" and _half_is_quick(device))
    return Machine(device, half)


def seeded(seed: int) -> None:
    """Seed every random generator that a training uses."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def _half_is_quick(device: torch.device) -> bool:
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


Batch = TypeVar("Batch")
Row = TypeVar("Row")

RECENT = 100
"""The number of losses that the progress line averages."""


class ModelTraining:
    """A model in training: optimiser, rate, running mean of weights, and the state that resuming needs."""

    def __init__(self, model: nn.Module, recipe: Recipe, steps: int) -> None:
        """Begin a training of ``steps`` steps in all."""
        self.model = model
        self.mean = copy.deepcopy(model).eval() if recipe.keep is not None else model
        self.step = 0
        self._recipe = recipe
        self._learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self._optimiser = torch.optim.AdamW(self._groups(), lr=recipe.rate, fused=True)
        self._rate = torch.optim.lr_scheduler.LambdaLR(self._optimiser, lambda step: _share(step, steps, recipe))

    def learn(self, loss: torch.Tensor, from_step: int) -> None:
        """Make one optimiser step on a loss; the running mean of weights begins at ``from_step``."""
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._learning, self._recipe.clip)
        self._optimiser.step()
        self._rate.step()
        self.step += 1
        if self._recipe.keep is None or self.step < from_step:
            return
        share = 1.0 if self.step == from_step else 1.0 - self._recipe.keep
        with torch.no_grad():
            for kept, new in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                kept.lerp_(new, share)

    def state(self) -> dict[str, Any]:
        """Return the state that resuming needs."""
        return {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "rate": self._rate.state_dict(),
            "step": self.step,
            "random": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a state."""
        self.model.load_state_dict(state["model"])
        self.mean.load_state_dict(state["mean"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._rate.load_state_dict(state["rate"])
        self.step = state["step"]
        torch.set_rng_state(state["random"])
        if state["cuda"]:
            torch.cuda.set_rng_state_all(state["cuda"])

    def _groups(self) -> list[dict[str, Any]]:
        """Return the parameters in two groups: matrices with weight decay, vectors without."""
        return [
            {
                "params": [parameter for parameter in self._learning if parameter.ndim > 1],
                "weight_decay": self._recipe.decay,
            },
            {"params": [parameter for parameter in self._learning if parameter.ndim <= 1], "weight_decay": 0.0},
        ]


def train_model(
    model: nn.Module,
    recipe: Recipe,
    plan: Callable[[int], Sequence[Batch]],
    loss_of: Callable[[Batch], torch.Tensor],
    *,
    checkpoint: Path,
    training: str,
    watch: Watch,
    stage: str = "training",
) -> nn.Module:
    """Return the trained model, or its running mean, in evaluation mode.

    Args:
        plan: epoch → its batches, the same at every call.
        checkpoint: the file of the state at the end of each epoch; training continues from it where it exists.
        training: the training's identity, which a checkpoint must match.

    Raises:
        ModelSetupError: the checkpoint is of a training with other settings.
    """
    sizes = [len(plan(epoch)) for epoch in range(recipe.epochs)]
    learner = ModelTraining(model, recipe, sum(sizes))
    done = _resume(learner, training, checkpoint)
    from_step = max(1, round(recipe.keep_from * sizes[0]))
    recent: list[float] = []
    model.train()
    for epoch in range(done, recipe.epochs):
        for batch in plan(epoch):
            loss = loss_of(batch)
            learner.learn(loss, from_step)
            recent = [*recent[1 - RECENT :], loss.item()]
            note = f"epoch {epoch + 1} of {recipe.epochs}, loss {sum(recent) / len(recent):.3f}"
            watch(Advance(stage=stage, done=learner.step, total=sum(sizes), note=note))
        # written beside and renamed, so that an interrupt leaves a whole checkpoint
        torch.save({"training": training, "epochs": epoch + 1, **learner.state()}, checkpoint.with_suffix(".part"))
        os.replace(checkpoint.with_suffix(".part"), checkpoint)
    return learner.mean.eval()


def batches(
    rows: Sequence[Row], size: int, length: Callable[[Row], int], random: Random | None = None
) -> list[list[Row]]:
    """Return rows in batches of similar length, in random order, or in the rows' order without a generator."""
    order = list(rows)
    if random:
        random.shuffle(order)
    chunks = [sorted(order[start : start + 20 * size], key=length) for start in range(0, len(order), 20 * size)]
    row_batches = [chunk[start : start + size] for chunk in chunks for start in range(0, len(chunk), size)]
    if random:
        random.shuffle(row_batches)
    return row_batches


def _share(step: int, steps: int, recipe: Recipe) -> float:
    """Return the share of the highest rate at a step: it rises and falls linearly, and stays above the floor."""
    risen = min(1.0, (step + 1) / max(1.0, recipe.warm_up * steps))
    return risen * max(recipe.floor, (steps - step) / steps)


def _resume(learner: ModelTraining, training: str, checkpoint: Path) -> int:
    """Return how many epochs are done, after restoring the checkpoint where it exists."""
    if not checkpoint.is_file():
        return 0
    state = torch.load(checkpoint, weights_only=True)
    if state.get("training") != training:
        raise ModelSetupError(
            f"{checkpoint} is of a training with other settings",
            hint="Give the settings that it began with, or another --out.",
        )
    learner.restore(state)
    return int(state["epochs"])
