"""The events of a log that was opened for reading: in memory where the log is small, else read whenever they are used.

A parsed event takes about nine times its bytes. A log of a long run, read whole, would not fit into a small machine.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

from pydantic import ValidationError

from doxa.errors import DamagedLogError
from doxa.log.lines import Lines
from doxa.records.events import EVENTS, Event

KEPT = 4 << 20
"""Bytes of the largest log whose events stay in memory, where they take about nine times as much."""


class Events(Sequence[Event]):
    """The events of a log, each checked once; those of a log above ``KEPT`` are read from its file whenever used.

    Raises:
        DamagedLogError: a line is not an event.
    """

    def __init__(self, lines: Lines, known: "Events | None" = None) -> None:
        self._lines = lines
        self._kept: tuple[Event, ...] | None = None
        self.last_line = lines[-1] if lines else b""
        """The last line as it was when it was read."""
        checked = len(known) if known else 0
        if lines.size <= KEPT:
            first = known._kept if known and known._kept is not None else ()
            self._kept = (*first, *self._parse(islice(lines, len(first), None), len(first)))
        else:
            for _ in self._parse(islice(lines, checked, None), checked):
                pass

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Events) and self._lines == other._lines

    def __hash__(self) -> int:
        return hash(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._kept) if self._kept is not None else self._parse(self._lines, 0)

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        if self._kept is not None:
            return self._kept[place]
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        return next(self._parse([self._lines[place]], place % len(self)))

    def _parse(self, lines: Iterable[bytes], first: int) -> Iterator[Event]:
        for number, line in enumerate(lines, first):
            try:
                yield EVENTS.validate_json(line)
            except ValidationError:
                raise DamagedLogError(
                    f"{self._lines.path}: event {number} (line {number + 1}) is not an event: "
                    "it was changed after it was written"
                ) from None
