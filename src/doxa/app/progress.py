"""Progress of a run: one line a round with every believer's stance, and the time left where it matters."""

import sys
import time
from collections import deque
from collections.abc import Sequence

from doxa.app.terminal import COLOURS, bar, console, signed
from doxa.records.readout import Readout
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Outcome

WORTH_SAYING = 5.0
"""Seconds left from which a line says so."""


class RoundLines:
    """A watcher that prints a line a round, rewritten in place on a terminal while the round goes on."""

    def __init__(self, spec: RunSpec) -> None:
        self._names = {one.id: one.name for one in spec.participants}
        self._width = max(len(name) for name in self._names.values())
        self._rounds = spec.script.get("rounds")
        self._ends: deque[float] = deque(maxlen=6)
        """When the last rounds that this sitting carried out itself began."""
        self._done: list[str] = []
        self._line = ""
        self._last: dict[str, float | None] = {}
        self._trouble = 0

    def __call__(self, batch: Batch, outcomes: Sequence[Outcome], readouts: dict[str, Readout], replayed: bool) -> None:
        if not self._done or self._done[-1] != batch.note:
            self._finish_line()
            self._done.append(batch.note)
            if not replayed:
                self._ends.append(time.monotonic())
        self._trouble += sum(not one.ok for one in outcomes)
        self._last = {who: shown.stance for who, shown in readouts.items()}
        self._line = f"{batch.note:>9}  {self._stances()}{self._aside(replayed)}"
        if console.is_terminal:
            console.file.write("\r")
            console.print(self._line, end="", soft_wrap=True)
            console.file.flush()

    def close(self) -> None:
        """End the last line."""
        self._finish_line()

    def _finish_line(self) -> None:
        if not self._line:
            return
        if console.is_terminal:
            console.file.write("\n")
        else:
            console.print(self._line, soft_wrap=True)
            sys.stdout.flush()
        self._line = ""

    def _stances(self) -> str:
        told = []
        for place, (who, stance) in enumerate(self._last.items()):
            colour = COLOURS[place % len(COLOURS)]
            told.append(f"[{colour}]{self._names[who]:>{self._width}}[/] {signed(stance)} [{colour}]{bar(stance)}[/]")
        return "   ".join(told[:4])

    def _aside(self, replayed: bool) -> str:
        notes = []
        if replayed:
            notes.append("from the log")
        if self._trouble:
            notes.append(f"{self._trouble} turn{'s' * (self._trouble > 1)} without words")
        left = self._left()
        if left is not None and left >= WORTH_SAYING:
            notes.append(f"about {_clock(left)} left")
        return f"   [dim]{', '.join(notes)}[/]" if notes else ""

    def _left(self) -> float | None:
        """Seconds left, from the last rounds that this sitting carried out itself."""
        if not isinstance(self._rounds, int):
            return None
        own = len(self._ends) - 1
        if own < 2:
            return None
        return (self._ends[-1] - self._ends[0]) / own * (self._rounds - len(self._done) + 1)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d} min" if minutes else f"{rest} s"
