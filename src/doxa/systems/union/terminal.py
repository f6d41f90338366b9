"""Progress of a union debate: a line for each speech."""

from collections.abc import Iterator
from textwrap import shorten

from doxa.analysis.hooks import ProgressLine
from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.records.transcripts import SIDE_NAMES, Side
from doxa.systems.union.protocol.settings import Turn, UnionSettings, lens_of, running_order
from doxa.terminal.console import cost_so_far, plain

COLOURS: dict[Side, str] = {"pro": "green", "con": "magenta"}

WORDS = 70
"""The most characters that are shown of an argument."""


class DebateLines:
    """A teller that prints a line per speech."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self._settings = UnionSettings.model_validate(spec.script)
        self._order = {turn.note: turn for turn in running_order(spec, self._settings)}
        self._names = {participant.id: participant.name for participant in spec.participants}
        self._width = max((len(self._names[turn.speaker]) for turn in self._order.values()), default=0)
        self._outcomes: dict[str, Outcome] = {}
        self._asked = 0
        self._note = ""

    def tell(self, now: Progress) -> Iterator[ProgressLine]:
        """Yield a line after the preparation, a line after each speech, and lines that say what is under way."""
        self._asked += now.asked
        self._outcomes |= {outcome.key: outcome for outcome in now.outcomes}
        note = now.batch.note
        if note == "preparation" and any(outcome.task == "prepare_case" for outcome in now.outcomes):
            yield self._show_preparation()
        turn = self._order.get(note)
        if turn and any(outcome.key == turn.key for outcome in now.outcomes):
            yield from self._show_speech(turn, now.cost)
        elif note != self._note:
            yield ProgressLine(f"  … {plain(self._label(note))}", stays=False, is_cut=True)
        self._note = note

    def close(self) -> Iterator[ProgressLine]:
        """Yield nothing: every speech has its line already."""
        return iter(())

    def _label(self, note: str) -> str:
        turn = self._order.get(note)
        return f"{self._names[turn.speaker]} speaks" if turn else note

    def _show_preparation(self) -> ProgressLine:
        lenses = {turn.speaker: lens_of(self._spec, self._settings, turn.speaker) for turn in self._order.values()}
        words = ", ".join(f"{self._names[speaker].split()[0]} {lens or 'freely'}" for speaker, lens in lenses.items())
        return ProgressLine(f"[dim]prepared: {plain(words)}[/]")

    def _show_speech(self, turn: Turn, cost: float | None) -> Iterator[ProgressLine]:
        speech = self._outcomes[turn.key]
        name = f"[{COLOURS[turn.place.side]}]{plain(self._names[turn.speaker].ljust(self._width))}[/]"
        offers = [
            outcome
            for key, outcome in self._outcomes.items()
            if key.startswith(f"{turn.key}/offer/") and _rises(outcome)
        ]
        taken = sum(f"{turn.key}/i{number}" in self._outcomes for number in range(1, len(offers) + 1))
        offered = min(len(offers), self._settings.most_points)
        points = f"{offered} point{'s' * (offered != 1)}, {taken} taken" if offers else "no points"
        words = len((speech.text or "").split())
        spent = f"   {cost_so_far(cost)}".rstrip()
        note = "" if self._asked else "   as recorded"
        self._asked = 0
        side = SIDE_NAMES[turn.place.side]
        yield ProgressLine(f"{turn.number:>2}  {name}  [dim]{side:<11}  {words:>4} words   {points}{spent}{note}[/]")
        if argued := self._first_argument(turn):
            yield ProgressLine(f"      [dim]{plain(shorten(argued, WORDS, placeholder=' …'))}[/]")

    def _first_argument(self, turn: Turn) -> str:
        """Return the first argument in the notes of a speech; empty where there is none."""
        notes = self._outcomes.get(f"{turn.key}/notes")
        arguments = notes.reply.get("arguments") if notes and notes.ok and isinstance(notes.reply, dict) else None
        first_argument = arguments[0] if isinstance(arguments, list) and arguments else None
        return str(first_argument["text"]) if isinstance(first_argument, dict) else ""


def _rises(outcome: Outcome) -> bool:
    return outcome.ok and isinstance(outcome.reply, dict) and bool(outcome.reply["rises"])
