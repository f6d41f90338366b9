"""What comes into the products of the layers of direction, so that the run-time can compute them in eight bits."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from doxa.models.embedded.eight_bits import ranges_name
from doxa.training.examples import Example
from doxa.training.stack import PolarityStack
from doxa.training.trunk import Trunk

ROWS = 1000
"""Rows that are looked at, at most."""


def ranges(stack: PolarityStack, rows: Sequence[Example], trunk: Trunk, seed: int) -> dict[str, NDArray[np.float32]]:
    """Return by name the least and the most that came in by every channel of every product; shape (2, inner).

    Args:
        rows: whose texts the trunk has read; some are drawn.
    """
    seen: dict[str, list[torch.Tensor]] = {}
    watched = [part.register_forward_pre_hook(partial(_note_range, seen, name)) for name, part in _entry_parts(stack)]
    drawn = Random(f"ranges/{seed}").sample(rows, min(ROWS, len(rows)))
    with torch.no_grad():
        for row in drawn:
            # alone: a text that is filled up to another's length would bring values that no run meets
            stack([trunk.reading(row.proposition)], [trunk.reading(row.claim)])
    for hook in watched:
        hook.remove()
    return {name: torch.stack(pair).cpu().numpy() for name, pair in seen.items()}


def _entry_parts(stack: PolarityStack) -> list[tuple[str, nn.Module]]:
    """Return each product's name with the part that meets what comes in; keys meet every token, queries may not."""
    parts_by_name = []
    for number, layer in stack.encoder.layer.items():
        parts = {
            "mix": layer.attention["self"]["key"],
            "out": layer.attention["output"]["dense"],
            "wide": layer.intermediate["dense"],
            "narrow": layer.output["dense"],
        }
        parts_by_name += [(ranges_name(int(number), name), part) for name, part in parts.items()]
    return parts_by_name


def _note_range(seen: dict[str, list[torch.Tensor]], name: str, part: nn.Module, inputs: tuple[Any, ...]) -> None:
    rows = inputs[0].float().flatten(0, -2)
    least, most = rows.amin(0), rows.amax(0)
    if name in seen:
        least, most = torch.minimum(least, seen[name][0]), torch.maximum(most, seen[name][1])
    seen[name] = [least, most]
