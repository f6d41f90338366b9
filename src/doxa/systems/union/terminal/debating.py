"""A union debate in the terminal: a line a speech while it runs, then definitions, points taken and the verdict."""

import shlex
import sys
from collections.abc import Iterator
from textwrap import shorten

from doxa.analysis.building import view_of
from doxa.engine.drive import Progress
from doxa.judging.measures.judged import Judgement
from doxa.judging.readings import judgement_of
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.records.transcripts import SIDE_NAMES, Side
from doxa.systems.union.exhibits.held import Held, held
from doxa.systems.union.protocol.settings import Turn, UnionSettings, lens_of, running_order
from doxa.terminal.console import console, plain, signed
from doxa.terminal.results import print_json

COLOURS: dict[Side, str] = {"pro": "green", "con": "magenta"}

WORDS = 70
"""Characters that are shown of what somebody argues."""


class DebateLines:
    """A watcher that prints a line a speech."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self._settings = UnionSettings.model_validate(spec.script)
        self._order = {one.note: one for one in running_order(spec, self._settings)}
        self._names = {one.id: one.name for one in spec.participants}
        self._width = max((len(self._names[one.speaker]) for one in self._order.values()), default=0)
        self._found: dict[str, Outcome] = {}
        self._asked = 0
        self._note = ""

    def __call__(self, now: Progress) -> None:
        self._asked += now.asked
        self._found |= {one.key: one for one in now.outcomes}
        note = now.batch.note
        if note == "preparation" and any(one.task == "prepare_case" for one in now.outcomes):
            self._prepared()
        turn = self._order.get(note)
        if turn and any(key == turn.key for key in (one.key for one in now.outcomes)):
            self._spoken(turn, now.cost)
        elif console.is_terminal and note != self._note:
            console.file.write(f"\r\x1b[K  … {self._label(note)}")
            console.file.flush()
        self._note = note

    def close(self) -> None:
        """End the last line."""
        if console.is_terminal:
            console.file.write("\r\x1b[K")

    def _label(self, note: str) -> str:
        turn = self._order.get(note)
        return f"{self._names[turn.speaker]} speaks" if turn else note

    def _prepared(self) -> None:
        drawn = {one.speaker: lens_of(self._spec, self._settings, one.speaker) for one in self._order.values()}
        told = ", ".join(f"{self._names[one].split()[0]} {lens or 'freely'}" for one, lens in drawn.items())
        self._line(f"[dim]prepared: {plain(told)}[/]")

    def _spoken(self, turn: Turn, cost: float) -> None:
        speech = self._found[turn.key]
        name = f"[{COLOURS[turn.place.side]}]{plain(self._names[turn.speaker].ljust(self._width))}[/]"
        offers = [one for key, one in self._found.items() if key.startswith(f"{turn.key}/offer/") and _rises(one)]
        taken = sum(f"{turn.key}/i{number}" in self._found for number in range(1, len(offers) + 1))
        offered = min(len(offers), self._settings.most_points)
        points = f"{offered} point{'s' * (offered != 1)}, {taken} taken" if offers else "no points"
        words = len((speech.text or "").split())
        spent = f"   ${cost:.4f} so far" if cost else ""
        note = "" if self._asked else "   as recorded"
        self._asked = 0
        side = SIDE_NAMES[turn.place.side]
        self._line(f"{turn.number:>2}  {name}  [dim]{side:<11}  {words:>4} words   {points}{spent}{note}[/]")
        if argued := self._argued(turn):
            self._line(f"      [dim]{plain(shorten(argued, WORDS, placeholder=' …'))}[/]")

    def _argued(self, turn: Turn) -> str:
        """Return the first argument of a speech, as its notes have it."""
        notes = self._found.get(f"{turn.key}/notes")
        found = notes.reply.get("arguments") if notes and notes.ok and isinstance(notes.reply, dict) else None
        first = found[0] if isinstance(found, list) and found else None
        return str(first["text"]) if isinstance(first, dict) else ""

    def _line(self, text: str) -> None:
        if console.is_terminal:
            console.file.write("\r\x1b[K")
        console.print(text, soft_wrap=True)
        sys.stdout.flush()


def conclude_union(log: RunLog, *, json: bool) -> None:
    """Show what a debate came to."""
    found, judgement = held(log), judgement_of(log.path)
    if json:
        print_json(_summary(log, found, judgement))
        return
    console.print()
    for line in (*_definitions(found), *_points(found), *_measured(found)):
        console.print(line, soft_wrap=True)
    for line in _audience(log):
        console.print(line, soft_wrap=True)
    if judgement:
        console.print(f"\n[bold]{plain(judgement.final.statement)}[/]", soft_wrap=True)
    where = plain(shlex.quote(str(log.path)))
    told = [f"doxa transcript {where}", f"doxa judge {where}", f"doxa report {where}"]
    calls = log.calls()
    unpriced = any(one.cost is None and one.status == "ok" for one in calls)
    spent = "cost unknown" if unpriced else f"${sum(one.cost or 0.0 for one in calls):.4f}"
    simulated = " Words simulated offline (docs/union.md)." if found.simulated else ""
    console.print(f"\n[dim]{len(calls)} calls, {'nothing spent' if spent == '$0.0000' else spent}.{simulated}[/]")
    console.print("[dim]next:[/] " + "   [dim]·[/]   ".join(told), soft_wrap=True)


def _rises(outcome: Outcome) -> bool:
    return outcome.ok and isinstance(outcome.reply, dict) and bool(outcome.reply["rises"])


def _definitions(found: Held) -> Iterator[str]:
    given = found.debate.definitions
    if given is None:
        return
    yield "[bold]definitions[/]"
    told = [(term.term, term.meaning) for term in given.terms]
    told += [("accepted", one) for one in given.accepted] + [("contested", one) for one in given.contested]
    for lead, words in told:
        yield f"  {plain(lead)}: [dim]{plain(shorten(words, 2 * WORDS, placeholder=' …'))}[/]"


def _points(found: Held) -> Iterator[str]:
    yield f"[bold]points of information[/]: {found.offered} offered, {found.accepted} taken"
    for speech in found.speeches:
        for one in found.within(speech.key):
            mark = "  [dim]?[/]" if one.kind == "point" else "    [dim]→[/]"
            words = shorten(one.text, 2 * WORDS, placeholder=" …")
            yield f"{mark} [{COLOURS[one.side]}]{plain(one.name)}[/]: {plain(words)}"


def _measured(found: Held) -> Iterator[str]:
    off = [one for one in found.speeches if one.words and not one.within]
    again = sum(one.asked_again for one in found.speeches)
    told = f"all {len(found.speeches)} within" if not off else f"{len(off)} of {len(found.speeches)} outside"
    yield f"[bold]lengths[/]: {told} the tolerance" + (f", {again} asked for twice" if again else "")
    made = sum(len(one.arguments) for one in found.speeches)
    repeated = sum(len(one.repeated or ()) for one in found.speeches)
    yield f"[bold]arguments[/]: {made} made, {repeated} of them made before by the same side"
    for one in found.speeches:
        if one.silent:
            yield f"  {plain(found.named(one.speaker))} said nothing: {plain(one.silent)}"


def _audience(log: RunLog) -> Iterator[str]:
    """Yield where each listener with a belief stood before and stands after."""
    if not any(one.side == "neutral" for one in log.spec.participants):
        return
    view = view_of(log)
    names = {one.id: one.name for one in view.agents if one.side == "neutral"}
    for who, points in view.curves.items():
        if who in names:
            yield f"[bold]{plain(names[who])}[/] {signed(points[0].stance)} → {signed(points[-1].stance)}"


def _summary(log: RunLog, found: Held, judgement: Judgement | None) -> dict[str, object]:
    return {
        "path": str(log.path),
        "status": "finished",
        "simulated": found.simulated,
        "speeches": [one.model_dump(mode="json", exclude={"arguments"}) for one in found.speeches],
        "offered": found.offered,
        "accepted": found.accepted,
        "winner": judgement.final.winner if judgement else None,
        "decided_by": judgement.final.decided_by if judgement else None,
    }
