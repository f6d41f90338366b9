"""Layers that multiply whole numbers, with inputs of eight bits: three times as fast as in float32.

    x ≈ f · s · (q − z),   q = round(x / (f · s)) + z,   0 ≤ q ≤ 255
    diag(f · s) W ≈ C · diag(c),   −63 ≤ C ≤ 63,   x W ≈ (q − z) C · diag(c)

Each product has a z and an s, so that the range seen in training fits; each column of W has a c; each input channel has
a factor f = max|x|ᵃ / max|W|¹⁻ᵃ, which moves width from the channel to its weights (Xiao 2023). All rows have the same
z, f and s, so that no row depends on the others. Codes of weights have seven bits, not eight: processors that add
products in pairs of sixteen bits then do not overflow, as 255 · 63 · 2 < 2¹⁵.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.network import AttentionLayer, arrange_weights, rows
from doxa.models.embedded.weights import Floats, TensorFile

PRODUCTS = ("mix", "out", "wide", "narrow")

RANGES = "ranges."

TAKEN = 0.75
"""The exponent a: the share of a channel's width that is moved to its weights."""

STEPS = 255
PEAK = 63
TINY = 1e-6

Numbers = NDArray[Any]


def layer(weights: TensorFile, number: int) -> AttentionLayer:
    """Return one layer that multiplies whole numbers; its gelu is the hyperbolic approximation.

    Beside the checkpoint's tensors the file contains a tensor named by ``ranges_name`` for every product.
    """
    mixed, rest = (dict[str, Numbers](part) for part in arrange_weights(weights, number))
    for name in PRODUCTS:
        part = mixed if name in mixed else rest
        part |= coded(name, part[name], *weights.vector(ranges_name(number, name)))
    return AttentionLayer(mixed=rows("mixed_int8", mixed), rest=rows("rest_int8", rest))


def ranges_name(number: int, product: str) -> str:
    """Return the name of the tensor with a product's input range: least and most by channel, shape (2, inner)."""
    return f"{RANGES}{number}.{product}"


def is_range(name: str) -> bool:
    """Return whether a name is that of an input range, and not of a tensor of the network."""
    return name.startswith(RANGES)


def coded(name: str, matrix: Floats, least: Floats, most: Floats) -> dict[str, Numbers]:
    """Return a matrix, shape (inner, outer), in the parts that a graph needs, by name.

    Args:
        least: the smallest input of each channel; shape (inner,).
        most: the largest input of each channel; shape (inner,).
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


def _widths(values: Floats) -> NDArray[np.float64]:
    return np.maximum(values.astype(np.float64), TINY)
