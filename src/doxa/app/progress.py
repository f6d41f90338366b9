"""Progress of a run: one line a round with every believer's stance, and the time left where it matters."""

import sys
import time
from collections import Counter, deque

from doxa.app.terminal import COLOURS, bar, console, plain, signed
from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec

WORTH_SAYING = 5.0
"""Seconds left from which a line says so."""

SHOWN = 4
"""How many believers a line has room for."""


class RoundLines:
    """A watcher that prints a line a round, rewritten in place on a terminal while the round goes on."""

    def __init__(self, spec: RunSpec) -> None:
        self._names = {one.id: one.name for one in spec.participants}
        self._width = max(len(name) for name in self._names.values())
        self._rounds = spec.script.get("rounds")
        self._forks = {one.at for one in spec.amendments}
        self._fork_note: str | None = None
        self._ends: deque[float] = deque(maxlen=6)
        """When the last rounds that this sitting carried out itself began."""
        self._notes: list[str] = []
        self._line = ""
        self._stances: dict[str, float | None] = {}
        self._silent: Counter[str] = Counter()

    def __call__(self, now: Progress) -> None:
        if not self._notes or self._notes[-1] != now.batch.note:
            self._finish_line()
            self._notes.append(now.batch.note)
            if now.asked:
                self._ends.append(time.monotonic())
        self._silent.update(one.reason or one.status for one in now.outcomes if not one.ok)
        self._stances = {who: shown.stance for who, shown in now.readouts.items()}
        self._line = f"{now.batch.note:>9}  {self._told()}{self._aside(now)}"
        if console.is_terminal:
            console.file.write("\r\x1b[K")
            console.print(self._line, end="", no_wrap=True, overflow="ellipsis", crop=True)
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

    def _told(self) -> str:
        told = []
        for place, (who, stance) in enumerate(list(self._stances.items())[:SHOWN]):
            colour = COLOURS[place % len(COLOURS)]
            name = plain(self._names[who].rjust(self._width))
            told.append(f"[{colour}]{name}[/] {signed(stance)} [{colour}]{bar(stance)}[/]")
        return "   ".join(told)

    def _aside(self, now: Progress) -> str:
        notes = []
        if not now.asked:
            notes.append("as recorded")
        if any(step.key in self._forks for step in now.batch.steps):
            self._fork_note = now.batch.note
        if now.batch.note == self._fork_note:
            notes.append("the fork begins")
        if self._silent:
            why = ", ".join(f"{count} {reason}" for reason, count in self._silent.most_common(3))
            notes.append(f"turns without words: {why}")
        if now.cost:
            notes.append(f"${now.cost:.4f} so far")
        left = self._left()
        if left is not None and left >= WORTH_SAYING:
            notes.append(f"about {clock(left)} left")
        return f"   [dim]{', '.join(notes)}[/]" if notes else ""

    def _left(self) -> float | None:
        """Seconds left, from the last rounds that this sitting carried out itself."""
        if not isinstance(self._rounds, int):
            return None
        own = len(self._ends) - 1
        if own < 2:
            return None
        return (self._ends[-1] - self._ends[0]) / own * (self._rounds - len(self._notes) + 1)


def clock(seconds: float) -> str:
    """Write a duration in minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d} min" if minutes else f"{rest} s"
