"""Weights on disk and in memory: twelve bits a number and one scale a row, widened to float32 when used.

A matrix W is stored as ``W.high`` (int8, the shape of W), ``W.low`` (uint8, half the columns: the low four bits of
the left half together with those of the right half) and ``W.scale`` (float32, one a row), so that
W ≈ scale · (16 · high + low). Vectors (biases, norms) are stored unpacked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

Given = ParamSpec("Given")
Loaded = TypeVar("Loaded")

PEAK = 2047
"""The largest code; the smallest is its negative."""


@dataclass(frozen=True)
class PackedMatrix:
    """A matrix in twelve bits a number; ``rows`` widens only the requested rows."""

    high: NDArray[np.int8]
    low: NDArray[np.uint8]
    scale: Floats

    def rows(self, numbers: NDArray[np.intp] | slice) -> Floats:
        """Return some rows as float32; shape (n, columns)."""
        return self.codes(numbers) * self.scale[numbers][:, None]

    def codes(self, numbers: NDArray[np.intp] | slice = slice(None)) -> Floats:
        """Return the codes of some rows, or of all: whole numbers as float32; shape (n, columns)."""
        low = self.low[numbers]
        half = low.shape[1]
        wide = self.high[numbers].astype(np.float32)
        wide *= np.float32(16)
        wide[:, :half] += low & 15
        wide[:, half:] += low >> 4
        return wide

    def full(self) -> Floats:
        """Return the whole matrix as float32."""
        return self.rows(slice(None))


def packed(matrix: Floats) -> PackedMatrix:
    """Return a matrix in twelve bits a number; it must have an even number of columns."""
    scale = (np.maximum(np.abs(matrix).max(axis=1), 1e-12) / PEAK).astype(np.float32)
    codes = np.clip(np.rint(matrix / scale[:, None]), -PEAK, PEAK).astype(np.int16)
    low = (codes & 15).astype(np.uint8)
    half = matrix.shape[1] // 2
    return PackedMatrix(
        high=(codes >> 4).astype(np.int8),
        low=low[:, :half] | (low[:, half:] << np.uint8(4)),
        scale=scale,
    )


class TensorFile:
    """The tensors of a file by name: ``matrix`` and ``vector`` are float32, ``table`` is widened row by row."""

    def __init__(self, stored: Mapping[str, NDArray[Any]]) -> None:
        self._stored = stored

    @classmethod
    def load(cls, path: Path) -> "TensorFile":
        return cls(load_file(path))

    def table(self, name: str) -> PackedMatrix:
        """Return a matrix in packed form, for access to a few rows at a time."""
        if name in self._stored:
            return packed(self.vector(name))
        return PackedMatrix(*(self._stored[f"{name}.{part}"] for part in ("high", "low", "scale")))

    def matrix(self, name: str) -> Floats:
        """Return a matrix, packed or not in the file."""
        return self.vector(name) if name in self._stored else self.table(name).full()

    def vector(self, name: str) -> Floats:
        """Return a tensor that is stored unpacked."""
        return self._stored[name].astype(np.float32)


def one_at_a_time(load: Callable[Given, Loaded]) -> Callable[Given, Loaded]:
    """Return a function that threads enter one after another.

    Twenty threads that need the same weights at once would load them twenty times, which takes 2 GB.
    """
    turn = RLock()

    @wraps(load)
    def load_alone(*given: Given.args, **named: Given.kwargs) -> Loaded:
        with turn:
            return load(*given, **named)

    return load_alone
