"""Continuing an earlier training: its weights, and the rows of the epochs after its own."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file
from torch import nn

from doxa.corpora.packed import models_folder
from doxa.errors import ModelSetupError
from doxa.models.embedded.eight_bits import is_range
from doxa.models.embedded.weights import TensorFile
from doxa_train.orders import PolarityOrder


def with_earlier_epochs(order: PolarityOrder) -> PolarityOrder:
    """Return the order with the number of epochs of the earlier trainings; 0 where it starts anew.

    Raises:
        ModelSetupError: the folder to start from is not that of a polarity training.
    """
    if order.start is None:
        return order
    try:
        order_settings = json.loads((order.start / "settings.json").read_text(encoding="utf-8"))["order"]
        behind = order_settings["recipe"]["epochs"] + order_settings.get("behind", 0)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _no_training(order.start) from error
    return replace(order, behind=behind)


def load_earlier_weights(stack: nn.Module, folder: Path) -> None:
    """Load the weights of an earlier training into a stack.

    Raises:
        ModelSetupError: the folder contains no weights, or those of another network.
    """
    try:
        tensors = load_file(folder / "weights.safetensors")
        stack.load_state_dict(
            {name: torch.from_numpy(tensor) for name, tensor in tensors.items() if not is_range(name)}
        )
    except (OSError, RuntimeError) as error:
        raise _no_training(folder) from error


def load_shipped_weights(stack: nn.Module) -> None:
    """Load the polarity weights that doxa ships into a stack."""
    weights = TensorFile.load(models_folder("polarity_weights") / "weights.safetensors")
    with torch.no_grad():
        for name, parameter in stack.named_parameters():
            shipped = weights.matrix(name) if parameter.ndim > 1 else weights.vector(name)
            parameter.copy_(torch.from_numpy(np.array(shipped)))


def _no_training(folder: Path) -> ModelSetupError:
    return ModelSetupError(
        f"{folder} contains no polarity training to continue",
        hint="Give the --out of a `doxa train polarity` without --backbone.",
    )
