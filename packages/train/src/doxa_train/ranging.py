"""The input ranges of the products in the polarity layers, with which the run-time computes them in eight bits."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from doxa.models.embedded.eight_bits import ranges_name
from doxa_train.examples import Example
from doxa_train.trunk import TrunkReader

ROWS = 1000
"""The most rows that are measured."""


def ranges(stack: nn.Module, rows: Sequence[Example], trunk: TrunkReader, seed: int) -> dict[str, NDArray[np.float32]]:
    """Return, by name, the least and greatest input of every channel of every product; shape (2, inner).

    Args:
        rows: rows whose texts the trunk has read; up to ``ROWS`` are drawn.
    """
    seen: dict[str, list[torch.Tensor]] = {}
    watched = [part.register_forward_pre_hook(partial(_note_range, seen, name)) for name, part in _entry_parts(stack)]
    drawn = Random(f"ranges/{seed}").sample(rows, min(ROWS, len(rows)))
    with torch.no_grad():
        for row in drawn:
            # one row at a time: padding to another text's length would give values that occur in no run
            stack([trunk.reading(row.proposition)], [trunk.reading(row.claim)])
    for hook in watched:
        hook.remove()
    return {name: torch.stack(pair).cpu().numpy() for name, pair in seen.items()}


def _entry_parts(stack: nn.Module) -> list[tuple[str, nn.Module]]:
    """Return each product's name with the part that gets its input: of keys, as queries may not get every token."""
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
