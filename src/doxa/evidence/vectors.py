"""Vectors as the log stores them: int8 rows, and cosines computed from their integers.

Float rows of one text differ between batch sizes and machines; stored integers do not. Sums of products of int8 rows
stay below 2^24 up to 1,040 dimensions, so that float32 sums of them are exact in any order, and float64 sums always.
"""

import hashlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError

Rows = NDArray[np.float64]
"""Integer-valued float64 rows, shape (n, dimensions)."""

PEAK = 127
DECIMALS = 6

PART = 64
"""Scattered rows that are multiplied at a time."""

MOST_KNOWN = 1 << 18
"""Cosines that a table keeps: those of the claims of a batch, which many listeners ask for."""


def quantise(row: NDArray[np.floating]) -> bytes:
    """Return a float vector as int8 bytes, scaled so that its largest entry is ±127.

    Raises:
        BeliefError: an entry is not finite, or all are zero.
    """
    largest = float(np.max(np.abs(row))) if row.size else 0.0
    if not np.isfinite(row).all() or largest == 0.0:
        raise BeliefError("an embedding must be finite and not all zero")
    return np.rint(row.astype(np.float64) * (PEAK / largest)).astype(np.int8).tobytes()


def integers(blob: bytes) -> NDArray[np.float64]:
    """Return the row that a blob contains, as integer-valued float64."""
    return np.frombuffer(blob, dtype=np.int8).astype(np.float64)


def cosines(row: NDArray[np.float64], rows: Rows) -> NDArray[np.float64]:
    """Return the cosine of one row with each of several, rounded to 6 decimals; shape (n,)."""
    dots = rows @ row
    norms = np.sqrt((rows * rows).sum(axis=1) * float(row @ row))
    return np.asarray(np.round(dots / norms, DECIMALS))


class VectorTable:
    """The vectors of all claims of one polarity that are or were active for some listener of a run, one row each.

    A claim's cosines with the whole table are computed once and serve all listeners, unless a listener's own active
    rows are fewer than half of them: then only these are multiplied.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._rows: NDArray[np.floating] = np.empty((0, 0), np.float32)
        self._squares: NDArray[np.float64] = np.empty(0)
        self._known: dict[str, NDArray[np.float64]] = {}
        self.multiplied = 0
        """Rows that were multiplied so far."""

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, name: str, row: NDArray[np.float64]) -> int:
        """Return the number of a vector's row, added where it is new.

        Args:
            name: the vector's blob hash; '' for a vector without one, which its numbers name.
        """
        self.check(row)
        name = name or _named(row)
        if name not in self._numbers:
            number = len(self)
            if number == len(self._rows):
                self._widen(len(row))
            self._rows[number], self._squares[number] = row, float(row @ row)
            self._numbers[name] = number
        return self._numbers[name]

    def cosines(self, name: str, row: NDArray[np.float64], numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the cosines of a vector with the rows of some numbers, rounded to 6 decimals; shape (n,)."""
        self.check(row)
        if 2 * len(numbers) < len(self):
            return self._multiply(row, numbers)
        name = name or _named(row)
        known = self._known.pop(name, np.empty(0))
        if len(known) < len(self):
            known = np.concatenate([known, self._multiply(row, slice(len(known), len(self)))])
        self._known[name] = known
        while len(self._known) * len(known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return known[numbers]

    def check(self, row: NDArray[np.float64]) -> None:
        """Raise where a vector cannot be compared with those in the table.

        Raises:
            BeliefError: it has another number of dimensions.
        """
        width = self._rows.shape[1]
        if len(self) and len(row) != width:
            raise BeliefError(
                f"a vector of {len(row)} numbers cannot be compared with those in memory, which have {width}",
                hint="One embedding model serves a whole run; to use another, start a new run.",
            )

    def _multiply(self, row: NDArray[np.float64], chosen: slice | NDArray[np.intp]) -> NDArray[np.float64]:
        squares = self._squares[chosen]
        self.multiplied += len(squares)
        narrow = row.astype(self._rows.dtype)
        if isinstance(chosen, slice):
            dots = self._rows[chosen] @ narrow
        else:  # in parts that need no new pages of memory
            parts = (chosen[at : at + PART] for at in range(0, len(chosen), PART))
            dots = np.concatenate([self._rows[part] @ narrow for part in parts] or [np.empty(0)])
        return np.asarray(np.round(dots.astype(np.float64) / np.sqrt(squares * float(row @ row)), DECIMALS))

    def _widen(self, width: int) -> None:
        size, kept = max(64, 2 * len(self._rows)), len(self._rows)
        exact = np.float32 if width * PEAK**2 < 1 << 24 else np.float64
        rows, squares = np.empty((size, width), exact), np.empty(size)
        rows[:kept], squares[:kept] = self._rows.reshape(kept, width), self._squares
        self._rows, self._squares = rows, squares


Tables = Mapping[int, VectorTable]
"""Polarity, 1 or −1 → its claims' vectors: only claims of the same polarity compete."""


def new_tables() -> Tables:
    """Return empty tables, which the listeners of one run share."""
    return {1: VectorTable(), -1: VectorTable()}


def _named(row: NDArray[np.float64]) -> str:
    return hashlib.sha256(row.tobytes()).hexdigest()
