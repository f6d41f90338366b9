"""Arithmetic whose results have the same bits on every processor, in whatever order a library takes its sums.

    x W ≈ (q C) · x₁ · c,   q = round(x / x₁),   C = round(W / c),   |q| ≤ 4000 and |C| ≤ 4000 in every part of a column

q and C are whole numbers in float32. By Cauchy and Schwarz no sum of any of their products exceeds
(4000 + √384 / 2)² < 2²⁴, up to which float32 holds every whole number: no order of sums rounds anything. All else is
additions, multiplications, divisions and square roots of single numbers, which IEEE 754 rounds in one way; exponentials
and the error function are made of these.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.weights import Floats, PackedMatrix

Numbers = NDArray[Any]

REACH = np.float32(4000)
"""The greatest length of a row, and of a column of weights, as whole numbers, within ``DEPTH`` inputs."""

DEPTH = 384
"""The most inputs whose products are summed as whole numbers; such sums are then added one after another."""

TINY = np.float32(1e-12)

HALVINGS = 7
LEAST = -64.0
"""Where the exponential is cut off: e⁻⁶⁴ is 1.6e-28."""

GELU = (5.62129966e-06, 5.1055209e-05, 3.9686137e-05, 0.00342273924, 0.0220769985, 0.052075163, 1.04427378)
"""2^(1/16) p(x / √2), the highest power first, where 1 − erf(x) = 1 / p(x)¹⁶ for x ≥ 0, to 3e-7 (Abramowitz and Stegun
1964, 7.1.28)."""

AT_ONCE = 1 << 16
"""Numbers on which steps follow one another, so that they stay in the cache of a core."""

DIGITS = Context(prec=20)
"""``decimal`` computes in whole numbers, and rounds its functions in one way."""


@dataclass(frozen=True)
class ExactProduct:
    """A matrix of weights with its bias: rows in, rows out."""

    codes: Floats
    """Whole numbers; shape (parts, outer, inputs of a part)."""
    columns: Floats
    """What one is worth in each column; shape (outer,)."""
    bias: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Return the rows' products with the weights; shape (rows, outer)."""
        parts, _, depth = self.codes.shape
        coded, worth = code(rows.reshape(len(rows), parts, depth))
        product: Floats = coded[:, 0] @ self.codes[0].T
        for place, part in enumerate(self.codes[1:], start=1):
            product += coded[:, place] @ part.T
        product *= worth[:, 0]
        product *= self.columns
        product += self.bias
        return product


def exact_product(matrix: PackedMatrix, bias: Floats) -> ExactProduct:
    """Return the product with a matrix, shape (outer, inner); inner is at most ``DEPTH``, or a multiple of it."""
    weights = matrix.codes()
    outer, inner = weights.shape
    coded, worth = code(weights.reshape(outer, -1, min(inner, DEPTH)))
    return ExactProduct(np.ascontiguousarray(coded.transpose(1, 0, 2)), matrix.scale * worth[:, 0, 0], bias)


def code(vectors: Floats) -> tuple[Floats, Floats]:
    """Return vectors as whole numbers, and what one is worth; those of a group have one worth.

    Args:
        vectors: shape (…, groups, vectors of a group, size); the longest of a group gets the length ``REACH``.
    """
    lengths = np.sqrt(dot(vectors, vectors))
    worth = (lengths.max(axis=-1) + TINY)[..., None, None] / REACH
    coded = vectors / worth
    return np.rint(coded, out=coded), worth


def dot(rows: Numbers, weights: Numbers) -> Any:
    """Return the sums of products over the last axis."""
    return sum_halves(rows * weights)


def sum_halves(values: Numbers) -> Any:
    """Return the sums over the last axis: one half is added to the other until one number is left."""
    while (count := values.shape[-1]) > 1:
        half = count // 2
        folded = values[..., :half] + values[..., half : 2 * half]
        if count % 2:
            folded[..., 0] += values[..., -1]
        values = folded
    return values[..., 0]


def exponential(values: Numbers) -> Numbers:
    """Return e to the power of values ≤ 0, in their place: (1 + y + y²/2 + y³/6)¹²⁸, y = max(value, −64) / 128.

    The error is at most 1e-7 in float64.
    """
    for part in _parts_in_cache(values):
        np.clip(part, LEAST, 0, out=part)
        part *= 0.5**HALVINGS
        power = _polynomial((1 / 6, 0.5, 1.0, 1.0), part)
        for _ in range(HALVINGS - 1):
            power *= power
        np.multiply(power, power, out=part)
    return values


def gelu(values: Floats) -> Floats:
    """Return x (1 + erf(x / √2)) / 2 = (x + |x|) / 2 − |x| (1 − erf(|x| / √2)) / 2, in place of the values."""
    for part in _parts_in_cache(values):
        size = np.abs(part)
        with np.errstate(over="ignore"):  # divided by infinity, nothing is left, which is right
            power = _polynomial(GELU, size)
            for _ in range(4):
                power *= power
        part += size
        part *= 0.5
        size /= power
        part -= size
    return values


def _parts_in_cache(values: Numbers) -> Iterator[Numbers]:
    """Yield a contiguous array in parts that stay in a core's cache."""
    flat = values.reshape(-1)
    return (flat[start : start + AT_ONCE] for start in range(0, flat.size, AT_ONCE))


def _polynomial(coefficients: tuple[float, ...], values: Numbers) -> Numbers:
    """Return a polynomial of values, the coefficient of the highest power first (Horner)."""
    highest, second, *lower = coefficients
    total = values * highest
    total += second
    for coefficient in lower:
        total *= values
        total += coefficient
    return total


@cache
def logarithm(number: int) -> float:
    """Return ln of a whole number from 1 on."""
    return float(DIGITS.ln(number))


def sigmoid(log_odds: float) -> float:
    """Return σ of log-odds."""
    return 1.0 / (1.0 + float(DIGITS.exp(Decimal(-log_odds))))
