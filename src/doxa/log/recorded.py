"""The events of a log that was opened for reading: in memory where the log is small, else read whenever they are used.

A parsed event takes about twenty times its bytes. A log of a long run, read whole, would not fit into a small machine.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import cast, overload

from doxa.errors import DamagedLogError
from doxa.log.lines import KEPT, Lines
from doxa.log.shortening import AnswerOf, BatchLines, damaged_event
from doxa.records.events import Event, OutcomeReached


class Events(Sequence[Event]):
    """The events of a log, each checked once; those of a log above ``KEPT`` are read from its file whenever used.

    Args:
        answers: of the calls that its outcomes rest on.
        known: the same log as it was read before.

    Raises:
        DamagedLogError: a line is not an event.
    """

    def __init__(self, lines: Lines, answers: AnswerOf, known: "Events | None" = None) -> None:
        self._lines, self.answers = lines, answers
        self._kept: tuple[Event, ...] | None = None
        self._begun: array[int] = array("Q", known._begun if known else [0])
        """The number of each line that begins a batch, and of the first."""
        self.last_line = lines[-1] if lines else b""
        """The last line as it was when it was read."""
        checked = len(known) if known else 0
        if lines.size <= KEPT:
            first = known._kept if known and known._kept is not None else ()
            self._kept = (*first, *self._parse(len(first)))
        else:
            for _ in self._parse(checked):
                pass

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Events) and self._lines == other._lines

    def __hash__(self) -> int:
        return hash(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._kept) if self._kept is not None else self._parse(0)

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        if self._kept is not None:
            return self._kept[place]
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        return next(self._parse(range(len(self))[place]))

    def _parse(self, first: int) -> Iterator[Event]:
        """Yield the events from one number on; the lines of its batch before it are read too, since it rests on them.

        Raises:
            DamagedLogError: a line is not an event.
        """
        begun, batch = self._begun[bisect_right(self._begun, first) - 1], BatchLines(self.answers)
        for number, line in enumerate(self._lines.between(begun), begun):
            try:
                event = batch.read(line)
            except DamagedLogError as error:
                raise damaged_event(self._lines.path, number, error) from None
            if number > self._begun[-1] and event.kind == "batch":
                self._begun.append(number)
            if number >= first:
                yield event


class Outcomes:
    """The outcomes of a log by step, each read from its line when it is asked for: an outcome rests on its calls alone.

    Raises:
        DamagedLogError: the line of an outcome is not an event.
    """

    def __init__(self, lines: Lines, answers: AnswerOf) -> None:
        self._lines, self._answers = lines, answers
        events = ((place, self._read(place, line)) for place, line in enumerate(lines) if b'"kind":"outcome"' in line)
        self._places = {event.body.key: place for place, event in events if isinstance(event, OutcomeReached)}

    def get(self, step: str) -> OutcomeReached | None:
        """Return the outcome of a step; None where the log has none."""
        place = self._places.get(step)
        return None if place is None else cast(OutcomeReached, self._read(place, self._lines[place]))

    def _read(self, place: int, line: bytes) -> Event:
        try:
            return BatchLines(self._answers).read(line)
        except DamagedLogError as error:
            raise damaged_event(self._lines.path, place, error) from None
