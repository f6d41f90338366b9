"""The device, threads and seed of torch, and half precision where the processor has instructions for it."""

import random
from contextlib import AbstractContextManager
from dataclasses import dataclass

import numpy as np
import torch

from doxa.errors import ModelSetupError
from doxa_train.orders import TrainingPlace


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
    """Return the machine of a place, after setting torch's threads.

    Raises:
        ModelSetupError: CUDA is requested and not available.
    """
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
