"""Progress of a run: one line a round with every believer's stance, and the time left where it matters.

Where nobody exposes a stance, a line has the first words of one of those who spoke, another one each round.
A teller makes the lines and prints nothing: ``doxa.app.watching`` does, and may rewrite a line in place.
"""

import re
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten
from typing import Protocol

from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.terminal.console import COLOURS, bar, plain, signed

WORTH_SAYING = 5.0
"""Seconds left from which a line says so."""

SHOWN = 4
"""How many believers a line has room for."""

WORDS = 78
"""Characters that are shown of what somebody says."""

_ROUND = re.compile(r"round \d+\b")
"""A batch such as ``round 3, judged`` stands in the line of its round."""


@dataclass(frozen=True)
class ProgressLine:
    """One line of progress, as markup of rich."""

    text: str
    stays: bool = True
    """Whether the line stays; one that does not is rewritten in place, and left out where nothing can be rewritten."""
    is_cut: bool = False
    """Whether a terminal cuts it where it ends, in place of going on below."""


class Teller(Protocol):
    """Says how a run goes on, batch by batch."""

    def tell(self, now: Progress) -> Iterator[ProgressLine]:
        """Yield the lines that a batch gives rise to."""
        ...

    def close(self) -> Iterator[ProgressLine]:
        """Yield what is left to say when the run has ended or stopped."""
        ...


class RoundLines:
    """A teller of a line a round, rewritten in place while the round goes on.

    A system with a line of its own inherits: ``gather`` takes what the line shows from a batch, ``begin_round`` forgets
    it, ``describe`` returns the line.
    """

    def __init__(self, spec: RunSpec) -> None:
        self.names = {participant.id: participant.name for participant in spec.participants}
        """Agent → display name."""
        self.stances: dict[str, float | None] = {}
        """Where every believer stands now."""
        self._width = max(len(name) for name in self.names.values())
        self._rounds = spec.script.get("rounds")
        self._forks = {amendment.at for amendment in spec.amendments}
        self._fork_note: str | None = None
        self._ends: deque[float] = deque(maxlen=6)
        """When the last rounds that this sitting carried out itself began."""
        self._label = ""
        self._begun = 0
        """Rounds so far, this one with them."""
        self._line = ""
        self._asked = 0
        self._said: list[tuple[str, str]] = []
        """Who spoke in this round, and the words."""
        self._silent: Counter[str] = Counter()

    def gather(self, now: Progress) -> None:
        """Take from a batch what the line of this system shows."""

    def begin_round(self) -> None:
        """Forget what was gathered in the round before."""

    def describe(self) -> str:
        """Return what a line says of its round."""
        if all(stance is None for stance in self.stances.values()):
            return self.quote()
        columns = []
        for place, (who, stance) in enumerate(list(self.stances.items())[:SHOWN]):
            colour = COLOURS[place % len(COLOURS)]
            name = plain(self.names[who].rjust(self._width))
            columns.append(f"[{colour}]{name}[/] {signed(stance)} [{colour}]{bar(stance)}[/]")
        return "   ".join(columns)

    def quote(self) -> str:
        """Return the first words of one of those who spoke in this round."""
        if not self._said:
            return ""
        who, text = self._said[(self._begun - 1) % len(self._said)]
        colour = COLOURS[list(self.names).index(who) % len(COLOURS)]
        return f"[{colour}]{plain(self.names[who])}[/]: {plain(shorten(text, WORDS, placeholder=' …'))}"

    def tell(self, now: Progress) -> Iterator[ProgressLine]:
        """Yield the line of the round before where a new one begins, and the line so far of this one."""
        match = _ROUND.match(now.batch.note)
        label = match[0] if match else now.batch.note
        if not match and self._is_aside(now):
            return
        if label != self._label:
            yield from self.close()
            self._begin(label, bool(match), now)
        self._asked += now.asked
        self.gather(now)
        self._silent.update(outcome.reason or outcome.status for outcome in now.outcomes if not outcome.ok)
        self.stances = {who: readout.stance for who, readout in now.readouts.items()}
        self._said += [
            (outcome.actor, outcome.text) for outcome in now.outcomes if outcome.text and outcome.actor in self.names
        ]
        description, aside = self.describe(), self._aside(now)
        self._line = f"{label:>9}  {description}{aside}" if description or aside else ""
        yield ProgressLine(self._line or f"{label:>9}", stays=False, is_cut=True)

    def close(self) -> Iterator[ProgressLine]:
        """Yield the line of the last round."""
        if self._line:
            yield ProgressLine(self._line, is_cut=True)
        self._line = ""

    def _is_aside(self, now: Progress) -> bool:
        """Say whether this only prepares or measures a discussion that goes by rounds."""
        return isinstance(self._rounds, int) and not any(step.actor in self.names for step in now.batch.steps)

    def _begin(self, label: str, is_round: bool, now: Progress) -> None:
        self._label, self._asked, self._said = label, 0, []
        self.begin_round()
        self._begun += is_round
        if is_round and now.asked:
            self._ends.append(time.monotonic())

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
        full_rounds = len(self._ends) - 1
        if full_rounds < 2:
            return None
        return (self._ends[-1] - self._ends[0]) / full_rounds * (self._rounds - self._begun + 1)


def clock(seconds: float) -> str:
    """Write a duration in minutes and seconds."""
    minutes, remaining = divmod(int(seconds), 60)
    return f"{minutes}:{remaining:02d} min" if minutes else f"{remaining} s"
