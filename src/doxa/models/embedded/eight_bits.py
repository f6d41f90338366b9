"""Layers whose products are of whole numbers, eight bits for what comes in: three times as fast as in float32.

    x ≈ f · s · (q − z),   q = round(x / (f · s)) + z,   0 ≤ q ≤ 255
    diag(f · s) W ≈ C · diag(c),   −63 ≤ C ≤ 63,   x W ≈ (q − z) C · diag(c)

Per product: z and s so that the range seen in training fits, per column of W its c, and per channel that comes in a
factor f = |x|ᵃ / |W|¹⁻ᵃ, largest values meant, which takes from wide channels what their weights have room for (Xiao
2023). Every row has the same z, f and s, so none depends on its company. Codes of weights have seven bits, not eight:
processors that add products in pairs of sixteen bits do not overflow then, 255 · 63 · 2 being below 2¹⁵.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.network import Layer, arrange_weights
from doxa.models.embedded.rows import rows
from doxa.models.embedded.weights import Floats, Weights

MIXED = ("mix",)
REST = ("out", "wide", "narrow")
PRODUCTS = MIXED + REST

RANGES = "ranges."

TAKEN = 0.75
"""How much of a channel's width its weights take over: the exponent a."""

STEPS = 255
PEAK = 63
TINY = 1e-6

Numbers = NDArray[Any]


def layer(weights: Weights, number: int) -> Layer:
    """Return one layer whose products are of whole numbers; its gelu is the hyperbolic approximation.

    The file holds, beside the checkpoint's tensors, for every product what ``ranges_name`` says.
    """
    mixed_weights, rest_weights = arrange_weights(weights, number)
    ranges = {name: weights.vector(ranges_name(number, name)) for name in PRODUCTS}
    return Layer(
        mixed=rows("mixed_int8", _with(mixed_weights, {name: ranges[name] for name in MIXED})),
        rest=rows("rest_int8", _with(rest_weights, {name: ranges[name] for name in REST})),
    )


def ranges_name(number: int, product: str) -> str:
    """Return the name of a tensor that says what comes into a product: least and most by channel, shape (2, inner)."""
    return f"{RANGES}{number}.{product}"


def is_range(name: str) -> bool:
    """Say whether a tensor of that name is such a one, and none of the network's own."""
    return name.startswith(RANGES)


def coded(name: str, matrix: Floats, least: Floats, most: Floats) -> dict[str, Numbers]:
    """Return a matrix, shape (inner, outer), in the parts that a graph takes, by name.

    Args:
        least: the smallest value that came in by each channel; shape (inner,).
        most: the largest.
    """
    factors = _widths(np.maximum(-least, most)) ** TAKEN / _widths(np.abs(matrix).max(axis=1)) ** (1 - TAKEN)
    lowest, highest = min(0.0, float((least / factors).min())), max(0.0, float((most / factors).max()))
    step = max(TINY, highest - lowest) / STEPS
    scaled = matrix * (factors * step)[:, None]
    columns = np.maximum(np.abs(scaled).max(axis=0), TINY * step) / PEAK
    return {
        name: np.rint(scaled / columns).astype(np.int8),
        f"{name}_columns": columns.astype(np.float32),
        f"{name}_channels": (1 / (factors * step)).astype(np.float32),
        f"{name}_zero": np.array([round(-lowest / step)], dtype=np.uint8),
    }


def _with(weights: Mapping[str, Floats], ranges: Mapping[str, Floats]) -> dict[str, Numbers]:
    """Return a graph's weights, those matrices coded for which there are ranges."""
    coded_weights: dict[str, Numbers] = dict(weights)
    for name, (least, most) in ranges.items():
        coded_weights |= coded(name, weights[name], least, most)
    return coded_weights


def _widths(values: Floats) -> NDArray[np.float64]:
    return np.maximum(values.astype(np.float64), TINY)
