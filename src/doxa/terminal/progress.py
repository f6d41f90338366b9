"""Progress of a run: a line a round with every believer's stance, what was said, and the time left of long runs.

Below the stances stand the first words of a speaker and the claim that moved somebody the most (``round_story``). Where
nobody shows a stance, a line quotes the first words of one speaker, a different one each round. A teller returns the
lines; ``doxa.terminal.outcome`` prints them, and may rewrite a line in place.
"""

import re
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import shorten, wrap

from doxa.analysis.bars import bars_of
from doxa.analysis.hooks import ProgressLine
from doxa.analysis.story import net_parts
from doxa.beliefs.base import ItemUnit
from doxa.engine.drive import Progress
from doxa.experiments.runner import Cell
from doxa.records.cells import signed
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.terminal.console import COLOURS, bar, clock, console, cost_so_far, plain

WORTH_SAYING = 5.0
"""Least seconds left that a line shows."""

LABEL = 9
"""The columns of a round's label."""

SHOWN = 4
"""Most believers in a line."""

WORDS = 78
"""Most characters of a quotation."""

WIDEST, NARROWEST = 21, 7
"""Cells of a bar: as many as there is room for; without bars where there is room for fewer than the second."""

_ROUND = re.compile(r"round \d+\b")
"""The round at the start of a batch's note: a batch such as ``round 3, judged`` belongs to the line of its round."""


class RoundLines:
    """A teller with one line a round, rewritten in place during the round.

    A system with a line of its own inherits from it: ``gather`` collects values from a batch, ``begin_round`` resets
    them, ``describe`` returns the line.
    """

    def __init__(self, spec: RunSpec) -> None:
        self.names = {participant.id: participant.name for participant in spec.participants}
        """Agent → display name."""
        self.stances: dict[str, float | None] = {}
        """Believer → its stance now."""
        self._width = max(len(name) for name in self.names.values())
        self._rounds = spec.script.get("rounds")
        self._forks = {amendment.at for amendment in spec.amendments}
        self._fork_note: str | None = None
        self._ends: deque[float] = deque(maxlen=6)
        """Start times of the last rounds that this sitting itself performed."""
        self._label = ""
        self._begun = 0
        """Number of rounds so far, this one included."""
        self._line = ""
        self._asked = 0
        self._story = RoundStory(self.names)
        self._is_stance_line = False
        """Whether the line of this round shows stances, so that its story stands below."""
        self._silent: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._contradicted = 0
        """Number of messages so far that contradict their side."""

    def gather(self, now: Progress) -> None:
        """Collect from a batch the values that the line of this system shows."""

    def begin_round(self) -> None:
        """Reset the values of the round before."""

    def describe(self) -> str:
        """Return the description of a round for its line."""
        if all(stance is None for stance in self.stances.values()):
            return self.quote()
        self._is_stance_line = True
        columns = []
        cells = self._bar_width(min(SHOWN, len(self.stances)))
        for place, (who, stance) in enumerate(list(self.stances.items())[:SHOWN]):
            colour = COLOURS[place % len(COLOURS)]
            name = plain(self.names[who].rjust(self._width))
            drawn = f" [{colour}]{bar(stance, cells)}[/]" if cells else ""
            columns.append(f"[{colour}]{name}[/] {signed(stance)}{drawn}")
        return "   ".join(columns)

    def _bar_width(self, shown: int) -> int:
        """Return the cells of each believer's bar, an odd number; 0 where there is no room, or no terminal."""
        if not console.is_terminal:
            return 0
        cells = (console.width - LABEL - 2 - 3 * (shown - 1)) // shown - self._width - len(" +0.00 ")
        return min(WIDEST, cells - 1 + cells % 2) if cells >= NARROWEST else 0

    def quote(self) -> str:
        """Return the first words of one speaker of this round."""
        said = self._story.said
        if not said:
            return ""
        who, text = said[(self._begun - 1) % len(said)]
        colour = COLOURS[list(self.names).index(who) % len(COLOURS)]
        return f"[{colour}]{plain(self.names[who])}[/]: {plain(shorten(text, WORDS, placeholder=' …'))}"

    def tell(self, now: Progress) -> Iterator[ProgressLine]:
        """Yield the final line of the round before, where a new round begins, and the line of this round so far."""
        match = _ROUND.match(now.batch.note)
        label = match[0] if match else now.batch.note
        if not match and self._is_aside(now):
            return
        if label != self._label:
            yield from self.close()
            self._begin(label, bool(match), now)
        self._asked += now.asked
        self.gather(now)
        for body in now.heard.values():
            self._refused.update(body.refused)
            self._contradicted += body.contradicted
        self._silent.update(map(_why_silent, (outcome for outcome in now.outcomes if not outcome.ok)))
        self.stances = {who: readout.stance for who, readout in now.readouts.items()}
        self._story.gather(now)
        description, aside = self.describe(), self._aside(now)
        self._line = f"{label:>{LABEL}}  {description}{aside}" if description or aside else ""
        yield ProgressLine(self._line or f"{label:>{LABEL}}", stays=False, is_cut=True)

    def close(self) -> Iterator[ProgressLine]:
        """Yield the line of the last round and, where it shows stances, what was said and what moved whom."""
        if self._line:
            yield ProgressLine(self._line, is_cut=True)
            if self._is_stance_line:
                believers = dict.fromkeys([*self.stances, *self.names])
                colours = {who: COLOURS[place % len(COLOURS)] for place, who in enumerate(believers)}
                for line in self._story.lines(console.width, colours):
                    yield ProgressLine(line, is_cut=True)
        self._line = ""

    def _is_aside(self, now: Progress) -> bool:
        """Return whether a batch outside the rounds only prepares or measures the discussion."""
        return isinstance(self._rounds, int) and not any(step.actor in self.names for step in now.batch.steps)

    def _begin(self, label: str, is_round: bool, now: Progress) -> None:
        self._label, self._asked, self._is_stance_line = label, 0, False
        self._story.begin_round()
        self.begin_round()
        self._begun += is_round
        if is_round and now.asked:
            self._ends.append(time.monotonic())

    def _aside(self, now: Progress) -> str:
        if any(step.key in self._forks for step in now.batch.steps):
            self._fork_note = self._label
        why, refused = (
            ", ".join(f"{count} {reason}" for reason, count in counts.most_common(3))
            for counts in (self._silent, self._refused)
        )
        left = self._seconds_left()
        notes = (
            "" if self._asked else "as recorded",
            "the fork begins" if self._label == self._fork_note else "",
            f"turns without words: {why}" if why else "",
            f"claims refused: {refused}" if refused else "",
            f"turns that contradict their side: {self._contradicted}" if self._contradicted else "",
            cost_so_far(now.cost),
            f"about {clock(left)} left" if left >= WORTH_SAYING else "",
        )
        aside = ", ".join(filter(None, notes))
        return f"   [dim]{aside}[/]" if aside else ""

    def _seconds_left(self) -> float:
        """Return the estimated seconds left, by the last rounds that this sitting itself performed; 0 without any."""
        full_rounds = len(self._ends) - 1
        if not isinstance(self._rounds, int) or full_rounds < 2:
            return 0.0
        return (self._ends[-1] - self._ends[0]) / full_rounds * (self._rounds - self._begun + 1)


def _why_silent(outcome: Outcome) -> str:
    """Return in a word or two why a turn has no words."""
    return f"unfit ({outcome.reason})" if outcome.status == "unfit" else outcome.reason or outcome.status


class StageLine:
    """A line on how far a stage of work is, with its cost so far and the time left of all stages.

    On a terminal the line is rewritten in place; elsewhere its last state is printed where the stage ends.
    """

    def __init__(self) -> None:
        self._stage = ""
        self._line = ""
        self._began: tuple[float, int] | None = None
        """The time of this sitting's first request, and how much was done before."""

    def show(
        self,
        stage: str,
        work: tuple[int, int],
        *,
        every: tuple[int, int] | None = None,
        asked: bool = True,
        cost: float | None = 0.0,
        note: str = "",
    ) -> None:
        """Show that so much of a stage is done.

        Args:
            work: how much is done, of how much.
            every: the same of all stages, by which the time left is estimated; of this one when absent.
            asked: whether somebody was asked; work that is only read again says nothing of the time left.
        """
        if stage != self._stage:
            self.close()
        done, total = every or work
        if asked and self._began is None:
            self._began = (time.monotonic(), done)
        notes = [note, cost_so_far(cost) or ""]
        if self._began and self._began[1] < done < total:
            left = (time.monotonic() - self._began[0]) / (done - self._began[1]) * (total - done)
            notes.append(f"about {clock(left)} left" if left >= 1 else "")
        aside = ", ".join(filter(None, notes))
        self._stage, self._line = stage, f"  {stage}: {work[0]} of {work[1]}" + (f"   {aside}" if aside else "")
        if console.is_terminal:
            console.file.write("\r\x1b[K")
            console.print(plain(self._line), end="", no_wrap=True, overflow="ellipsis", crop=True)
            console.file.flush()

    def close(self) -> None:
        """End the line."""
        if self._line and console.is_terminal:
            console.file.write("\n")
        elif self._line:
            console.print(plain(self._line), soft_wrap=True)
        self._line = ""


INDENT = 11
"""The columns before a line, below the round's label."""

LEAST = 24
"""The fewest columns of a quotation."""

MOST_LINES, LONGEST = 2, 400
"""The most lines of a quotation, and the most of its characters that are looked at."""

SHOWN_EFFECT = 0.005
"""The least effect that a line shows: a smaller one would read as zero."""


@dataclass(frozen=True, kw_only=True)
class HeardClaim:
    """A claim of somebody else, with what it did to one listener's stance."""

    text: str
    is_said: bool
    """Whether the speaker's message contains the text, and not the extractor's paraphrase alone."""
    speaker: str
    listener: str
    effect: float


class RoundStory:
    """Collects what was said and what moved whom in a round."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.said: list[tuple[str, str]] = []
        """(speaker, text), in the order spoken."""
        self._best: HeardClaim | None = None

    def begin_round(self) -> None:
        """Forget the round before."""
        self.said, self._best = [], None

    def gather(self, now: Progress) -> None:
        """Collect a batch: its messages, and the claim with the largest effect."""
        self.said += [
            (outcome.actor, outcome.text) for outcome in now.outcomes if outcome.text and outcome.actor in self._names
        ]
        claims = filter(None, (self._best, *_heard_claims(now)))
        self._best = max(claims, key=lambda heard: abs(heard.effect), default=None)

    def lines(self, width: int, colours: Mapping[str, str]) -> Iterator[str]:
        """Yield the lines as rich markup; none where nobody said anything.

        Args:
            width: the columns of the terminal.
            colours: agent → colour.
        """
        room = max(LEAST, width - INDENT)
        said, moved = self._speech(), self._best_claim()
        speech = list(_quotation(self._names[said[0]], said[1], room)) if said else []
        claim = []
        if moved:
            lead = f"{self._names[moved.speaker]} moves {self._names[moved.listener]} by {signed(moved.effect)}"
            marks = (": “", "”") if moved.is_said else (", as the extractor put it: ", "")
            claim = list(_quotation(lead, moved.text, room, marks))
        for line in [*claim, *speech] if self._is_before(moved, said) else [*speech, *claim]:
            yield f"{' ' * INDENT}{self._coloured(line, colours)}"

    def _best_claim(self) -> HeardClaim | None:
        """Return the claim that moved somebody the most; None where none did, or nobody can be named."""
        best = self._best
        if best is None or abs(best.effect) < SHOWN_EFFECT or not {best.speaker, best.listener} <= self._names.keys():
            return None
        return best

    def _speech(self) -> tuple[str, str] | None:
        """Return what somebody else said than the claim that moved most, so that a round shows two voices."""
        best = self._best_claim()
        others = [speech for speech in self.said if best is None or speech[0] != best.speaker]
        return next(iter(others or self.said), None)

    def _is_before(self, moved: HeardClaim | None, said: tuple[str, str] | None) -> bool:
        """Return whether a claim was said before a speech."""
        speakers = [speaker for speaker, _ in self.said]
        return bool(moved and said) and speakers.index(moved.speaker) < speakers.index(said[0])  # type: ignore[union-attr, index]

    def _coloured(self, line: str, colours: Mapping[str, str]) -> str:
        """Return a line as markup, with the name at its beginning in the agent's colour."""
        for who, name in self._names.items():
            if line.startswith((f"{name}: “", f"{name} moves ")):
                return f"[{colours[who]}]{plain(name)}[/]{plain(line[len(name) :])}"
        return plain(line)


def _quotation(lead: str, text: str, room: int, marks: tuple[str, str] = (": “", "”")) -> Iterator[str]:
    """Yield a text with its lead, between marks, in at most two lines."""
    opening, closing = marks
    cut = shorten(text, LONGEST, placeholder=" …")
    lines = wrap(f"{lead}{opening}{cut}{closing}", room, break_on_hyphens=False) or [""]
    if len(lines) > MOST_LINES:
        kept = " ".join(lines[:MOST_LINES])
        cut = shorten(kept, max(LEAST, len(kept) - 3), placeholder=" …")
        lines = wrap(f"{cut}{closing}", room, break_on_hyphens=False)
    yield from lines[:MOST_LINES]


def _heard_claims(now: Progress) -> Iterator[HeardClaim]:
    """Yield every claim of a batch that somebody else heard and that has an effect."""
    claims = {claim.id: (claim, body) for body in now.heard.values() for claim in body.claims}
    for listener, body in now.moves.items():
        unit: ItemUnit = "S" if body.trace.after.log_odds is None else "L"
        for source, effect in net_parts(bars_of(body.trace, unit, (*body.archived, *body.admitted))).items():
            claim, message = claims.get(source, (None, None))
            if claim and message and message.speaker != listener and effect:
                words = message.words_of(claim)
                yield HeardClaim(
                    text=words or claim.text,
                    is_said=bool(words),
                    speaker=message.speaker,
                    listener=listener,
                    effect=effect,
                )


class CellLine:
    """A progress line of many runs: runs done in a stage, the cost of all stages so far, and the time left."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}
        self._cost: float | None = 0.0

    def __call__(self, what: str, number: int, total: int, cell: Cell) -> None:
        self._cost = None if self._cost is None or cell.cost is None else self._cost + cell.cost
        if cell.status == "failed":
            console.print(f"  failed: {plain(cell.path)}: {plain(cell.reason)}", soft_wrap=True)
        notes = [spent] if (spent := cost_so_far(self._cost)) else []
        if (left := self.seconds_left(what, number, total)) is not None:
            notes.append(f"about {clock(left)} left")
        line = f"  {what} {number}/{total}" + (f"   {', '.join(notes)}" if notes else "")
        if console.is_terminal:
            console.file.write(f"\r\x1b[K{line}")
            console.file.flush()
        if number == total:
            console.print("" if console.is_terminal else line)

    def seconds_left(self, what: str, number: int, total: int) -> float | None:
        """Return the seconds left of a stage; None where none is over, or all are. Called once for each run."""
        began = self._began.setdefault(what, time.monotonic())
        return (time.monotonic() - began) / (number - 1) * (total - number) if 1 < number < total else None
