"""An immutable sequence that grows at its end without copying what it has: every value of a long run's past stays true.

As plain tuples, the records of a debate of a thousand rounds would take memory with its square.
"""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, overload

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shared) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

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
