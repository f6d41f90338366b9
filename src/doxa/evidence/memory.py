"""The memory of one listener: records with their claims, and the vectors that newcomers are compared with.

Values are immutable. Rows of the active records lie in a shared growing buffer, so that a debate of a thousand
rounds does not copy all earlier rows at every admission.
So do the records themselves: as plain tuples, those of so long a debate would take memory with its
square.

Retrieval is in proportion to the active memory's composition (Belief Engine section 3.1): k₊ = round(k·n₊ / (n₊ + n₋)),
half up, and k₋ = k − k₊. Each side gives its strongest active records. Where a side has fewer than its share, the other
side does not fill the gap.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.evidence.vectors import DECIMALS
from doxa.records.claims import Claim, Evidence

T = TypeVar("T")

PART = 64
"""The most items of one part."""


class Shared(Sequence[T], Generic[T]):
    """An immutable sequence; ``appended`` and ``replaced`` copy one part and the list of parts."""

    __slots__ = ("_length", "_parts")

    def __init__(self) -> None:
        self._parts: tuple[tuple[T, ...], ...] = ()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        for part in self._parts:
            yield from part

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if place.__class__ is int and 0 <= place < self._length:  # nearly always, and a debate asks a million times
            return self._parts[place // PART][place % PART]
        if isinstance(place, slice):
            return tuple(self._parts[at // PART][at % PART] for at in range(*place.indices(self._length)))
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self._parts[place // PART][place % PART]

    def appended(self, item: T) -> "Shared[T]":
        """Return the sequence with one more item at its end."""
        last = self._parts[-1] if self._length % PART else ()
        kept = self._parts[:-1] if last else self._parts
        return self._of((*kept, (*last, item)), self._length + 1)

    def replaced(self, place: int, item: T) -> "Shared[T]":
        """Return the sequence with another item at a place."""
        number, at = divmod(place, PART)
        part = self._parts[number]
        changed = (*part[:at], item, *part[at + 1 :])
        return self._of((*self._parts[:number], changed, *self._parts[number + 1 :]), self._length)

    @staticmethod
    def _of(parts: tuple[tuple[T, ...], ...], length: int) -> "Shared[T]":
        made: Shared[T] = Shared()
        made._parts, made._length = parts, length
        return made


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A record with its claim; ``row`` is its place among the vectors, None if the record was never active."""

    claim: Claim
    evidence: Evidence
    row: int | None = None


class Stack:
    """An immutable stack of rows; appending to the newest Stack shares its buffer."""

    __slots__ = ("_buffer", "_norms", "_used", "length")

    def __init__(self) -> None:
        self._buffer: NDArray[np.float64] = np.empty((0, 0))
        self._norms: NDArray[np.float64] = np.empty(0)
        self._used = [0]
        self.length = 0

    def append(self, row: NDArray[np.float64]) -> "Stack":
        self._check_row(row)
        grown = Stack()
        fresh = self.length == len(self._buffer) or self._used[0] != self.length
        grown._buffer = self._room(len(row)) if fresh else self._buffer
        grown._norms = _widened(self._norms, len(grown._buffer), self.length) if fresh else self._norms
        grown._used = [self.length] if fresh else self._used
        grown._buffer[self.length] = row
        grown._norms[self.length] = float(row @ row)
        grown.length = grown._used[0] = self.length + 1
        return grown

    def _room(self, width: int) -> NDArray[np.float64]:
        wider = np.empty((max(16, 2 * self.length), width))
        if self.length:
            wider[: self.length] = self._buffer[: self.length]
        return wider

    def cosines(self, row: NDArray[np.float64], places: list[int]) -> NDArray[np.float64]:
        """Return the cosine of a row with those at ``places``, rounded to 6 decimals."""
        self._check_row(row)
        chosen = np.asarray(places, dtype=np.intp)
        dots = (self._buffer[: self.length] @ row)[chosen]
        norms = np.sqrt(self._norms[chosen] * float(row @ row))
        return np.round(dots / norms, DECIMALS)

    def _check_row(self, row: NDArray[np.float64]) -> None:
        width = self._buffer.shape[1]
        if self.length and len(row) != width:
            raise BeliefError(
                f"a vector of {len(row)} numbers cannot be compared with those in memory, which have {width}",
                hint="One embedding model serves a whole run; to use another, start a new run.",
            )


def _widened(numbers: NDArray[np.float64], size: int, length: int) -> NDArray[np.float64]:
    wider = np.empty(size)
    wider[:length] = numbers[:length]
    return wider


@dataclass(frozen=True, kw_only=True)
class Memory:
    """All records of one listener in the order of admission, and the places of the active ones by polarity."""

    entries: Shared[Entry] = field(default_factory=Shared)
    stack: Stack = field(default_factory=Stack)
    pro: tuple[int, ...] = ()
    con: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.entries)

    def active(self, polarity: int) -> tuple[int, ...]:
        """Return the places of the active records of one polarity, in order of admission."""
        return {1: self.pro, -1: self.con}.get(polarity, ())

    @property
    def records(self) -> Iterator[Evidence]:
        return (entry.evidence for entry in self.entries)

    @property
    def active_records(self) -> Iterator[Evidence]:
        return (self.entries[place].evidence for place in sorted(self.pro + self.con))

    def stored(self, record: Entry, row: NDArray[np.float64] | None) -> "Memory":
        """Return the memory with one more record; later claims are compared with the row of an active record."""
        place = len(self.entries)
        if not record.evidence.active or row is None:
            return replace(self, entries=self.entries.appended(record))
        placed = replace(record, row=self.stack.length)
        grown = replace(self, entries=self.entries.appended(placed), stack=self.stack.append(row))
        if record.evidence.polarity > 0:
            return replace(grown, pro=(*self.pro, place))
        return replace(grown, con=(*self.con, place))

    def archived(self, place: int, by: str) -> "Memory":
        """Return the memory with one active record archived, superseded by another claim."""
        entry = self.entries[place]
        evidence = entry.evidence.model_copy(update={"active": False, "superseded_by": by, "reason": "replaced"})
        entries = self.entries.replaced(place, replace(entry, evidence=evidence))
        return replace(
            self,
            entries=entries,
            pro=tuple(other for other in self.pro if other != place),
            con=tuple(other for other in self.con if other != place),
        )


def shares(k: int, pro: int, con: int) -> tuple[int, int]:
    """Return (k₊, k₋) for k slots and n₊, n₋ active records; an even split when there are none."""
    if pro + con == 0:
        return k - k // 2, k // 2
    for_pro = math.floor(k * pro / (pro + con) + 0.5)
    return for_pro, k - for_pro


def retrieve(memory: Memory, k: int) -> tuple[Entry, ...]:
    """Return at most k active entries, those for the proposition first, each side strongest first."""
    for_pro, for_con = shares(k, len(memory.pro), len(memory.con))
    return (*_strongest(memory, memory.pro, for_pro), *_strongest(memory, memory.con, for_con))


def _strongest(memory: Memory, places: tuple[int, ...], count: int) -> tuple[Entry, ...]:
    ranked = sorted(places, key=lambda place: (-(memory.entries[place].evidence.strength or 0.0), place))
    return tuple(memory.entries[place] for place in ranked[:count])
