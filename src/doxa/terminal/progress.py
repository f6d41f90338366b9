"""Progress of a run: one line a round with every believer's stance, and the time left where it matters.

Where nobody exposes a stance, a line has the first words of one of those who spoke, another one each round.
"""

import re
import sys
import time
from collections import Counter, deque
from textwrap import shorten

from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.terminal.console import COLOURS, bar, console, plain, signed

WORTH_SAYING = 5.0
"""Seconds left from which a line says so."""

SHOWN = 4
"""How many believers a line has room for."""

WORDS = 78
"""Characters that are shown of what somebody says."""

_ROUND = re.compile(r"round \d+\b")
"""A batch such as ``round 3, judged`` stands in the line of its round."""


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
        self._label = ""
        self._begun = 0
        """Rounds so far, this one with them."""
        self._line = ""
        self._asked = 0
        self._stances: dict[str, float | None] = {}
        self._said: list[tuple[str, str]] = []
        """Who spoke in this round, and the words."""
        self._silent: Counter[str] = Counter()

    def __call__(self, now: Progress) -> None:
        found = _ROUND.match(now.batch.note)
        label = found[0] if found else now.batch.note
        if not found and self._is_aside(now):
            return
        if label != self._label:
            self._begin(label, bool(found), now)
        self._asked += now.asked
        self._gather(now)
        self._silent.update(one.reason or one.status for one in now.outcomes if not one.ok)
        self._stances = {who: shown.stance for who, shown in now.readouts.items()}
        self._said += [(one.actor, one.text) for one in now.outcomes if one.text and one.actor in self._names]
        told, aside = self._told(), self._aside(now)
        self._line = f"{label:>9}  {told}{aside}" if told or aside else ""
        if console.is_terminal:
            console.file.write("\r\x1b[K")
            console.print(self._line or f"{label:>9}", end="", no_wrap=True, overflow="ellipsis", crop=True)
            console.file.flush()

    def _is_aside(self, now: Progress) -> bool:
        """Say whether this only prepares or measures a discussion that goes by rounds."""
        return isinstance(self._rounds, int) and not any(one.actor in self._names for one in now.batch.steps)

    def _begin(self, label: str, is_round: bool, now: Progress) -> None:
        self._finish_line()
        self._label, self._asked, self._said = label, 0, []
        self._clear()
        self._begun += is_round
        if is_round and now.asked:
            self._ends.append(time.monotonic())

    def close(self) -> None:
        """End the last line."""
        self._finish_line()

    def _finish_line(self) -> None:
        if console.is_terminal:
            console.file.write("\n" if self._line else "\r\x1b[K")
        elif self._line:
            console.print(self._line, soft_wrap=True)
            sys.stdout.flush()
        self._line = ""

    def _gather(self, now: Progress) -> None:
        """Take what a line of this system shows from what was done; for systems to fill."""

    def _clear(self) -> None:
        """Begin a round; for systems to fill."""

    def _told(self) -> str:
        """Return what a line says of its round."""
        if all(one is None for one in self._stances.values()):
            return self._heard()
        told = []
        for place, (who, stance) in enumerate(list(self._stances.items())[:SHOWN]):
            colour = COLOURS[place % len(COLOURS)]
            name = plain(self._names[who].rjust(self._width))
            told.append(f"[{colour}]{name}[/] {signed(stance)} [{colour}]{bar(stance)}[/]")
        return "   ".join(told)

    def _heard(self) -> str:
        """Return the first words of one of those who spoke in this round."""
        if not self._said:
            return ""
        who, text = self._said[(self._begun - 1) % len(self._said)]
        colour = COLOURS[list(self._names).index(who) % len(COLOURS)]
        return f"[{colour}]{plain(self._names[who])}[/]: {plain(shorten(text, WORDS, placeholder=' …'))}"

    def _aside(self, now: Progress) -> str:
        notes = []
        if not self._asked:
            notes.append("as recorded")
        if any(step.key in self._forks for step in now.batch.steps):
            self._fork_note = self._label
        if self._label == self._fork_note:
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
        return (self._ends[-1] - self._ends[0]) / own * (self._rounds - self._begun + 1)


def clock(seconds: float) -> str:
    """Write a duration in minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d} min" if minutes else f"{rest} s"
