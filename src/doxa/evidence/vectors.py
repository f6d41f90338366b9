"""Vectors as the log stores them: int16 rows, and cosines computed from their integers.

Float rows of one text differ between batch sizes and machines; stored integers do not. Integer dot products of int16
rows stay below 2^53, so float64 sums of them are exact in any order.
"""

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError

Rows = NDArray[np.float64]
"""Integer-valued float64 rows, shape (n, dimensions)."""

PEAK = 32767
DECIMALS = 6


def quantise(row: NDArray[np.floating]) -> bytes:
    """Return a float vector as little-endian int16 bytes, scaled so that its largest entry is ±32767.

    Raises:
        BeliefError: an entry is not finite, or all are zero.
    """
    largest = float(np.max(np.abs(row))) if row.size else 0.0
    if not np.isfinite(row).all() or largest == 0.0:
        raise BeliefError("an embedding must be finite and not all zero")
    return np.rint(row.astype(np.float64) * (PEAK / largest)).astype("<i2").tobytes()


def integers(blob: bytes) -> NDArray[np.float64]:
    """Return the row that a blob contains, as integer-valued float64."""
    return np.frombuffer(blob, dtype="<i2").astype(np.float64)


def cosines(row: NDArray[np.float64], rows: Rows) -> NDArray[np.float64]:
    """Return the cosine of one row with each of several, rounded to 6 decimals; shape (n,)."""
    dots = rows @ row
    norms = np.sqrt((rows * rows).sum(axis=1) * float(row @ row))
    return np.asarray(np.round(dots / norms, DECIMALS))
