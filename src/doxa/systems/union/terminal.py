"""A union debate in the terminal: a line per speech while it runs, then definitions, points taken and the verdict."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten

from doxa.analysis.hooks import ProgressLine
from doxa.analysis.view import RunView
from doxa.engine.drive import Progress
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.debates import judgement_of
from doxa.log.journal import total_cost
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.records.transcripts import SIDE_NAMES, Side, Utterance
from doxa.systems.union.exhibits.held import FinishedDebate, is_question, read_debate
from doxa.systems.union.protocol.settings import Turn, UnionSettings, lens_of, running_order
from doxa.terminal.console import plain, signed
from doxa.terminal.money import cost_so_far, describe_cost
from doxa.terminal.pieces import Conclusion, Long, Piece

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


def conclude_union(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return what the terminal shows of a finished debate."""
    debate, judgement = read_debate(log), judgement_of(log.path)
    where = plain(shlex.quote(str(log.path)))
    return Conclusion(
        pieces=_pieces(log, debate, judgement, view),
        facts=_facts(log, debate, judgement),
        commands=(f"doxa transcript {where}", f"doxa judge {where}", f"doxa report {where}"),
        is_whole=True,
    )


def _pieces(
    log: RunLog, debate: FinishedDebate, judgement: DebateJudgement | None, view: Callable[[], RunView]
) -> Iterator[Piece]:
    yield ""
    lines = (*_definitions(debate), *_points(debate), *_show_measures(debate), *_audience(log, view))
    yield from map(Long, lines)
    if judgement:
        yield Long(f"\n[bold]{plain(judgement.final.statement)}[/]")
    calls = log.calls()
    simulated = " Words simulated offline (docs/union.md)." if debate.simulated else ""
    yield f"\n[dim]{len(calls)} calls, {describe_cost(total_cost(calls))}.{simulated}[/]"


def _rises(outcome: Outcome) -> bool:
    return outcome.ok and isinstance(outcome.reply, dict) and bool(outcome.reply["rises"])


def _definitions(debate: FinishedDebate) -> Iterator[str]:
    definitions = debate.debate.definitions
    if definitions is None:
        return
    yield "[bold]definitions[/]"
    lines = [(term.term, term.meaning) for term in definitions.terms]
    lines += [("accepted", term) for term in definitions.accepted] + [
        ("contested", term) for term in definitions.contested
    ]
    for lead, words in lines:
        yield f"  {plain(lead)}: [dim]{plain(shorten(words, 2 * WORDS, placeholder=' …'))}[/]"


def _points(debate: FinishedDebate) -> Iterator[str]:
    """Yield the points of information that were taken, and the questions of periods of questions."""
    spoken = [utterance for speech in debate.speeches for utterance in debate.within(speech.key)]
    questions = [utterance for utterance in spoken if is_question(utterance)]
    if debate.offered or not questions:
        yield f"[bold]points of information[/]: {debate.offered} offered, {debate.accepted} taken"
        yield from _quote_points([utterance for utterance in spoken if not is_question(utterance)])
    if questions:
        yield f"[bold]questions[/]: {sum(utterance.kind == 'point' for utterance in questions)} asked"
        yield from _quote_points(questions)


def _quote_points(utterances: Sequence[Utterance]) -> Iterator[str]:
    for utterance in utterances:
        mark = "  [dim]?[/]" if utterance.kind == "point" else "    [dim]→[/]"
        words = shorten(utterance.text, 2 * WORDS, placeholder=" …")
        yield f"{mark} [{COLOURS[utterance.side]}]{plain(utterance.name)}[/]: {plain(words)}"


def _show_measures(debate: FinishedDebate) -> Iterator[str]:
    off_length = [speech for speech in debate.speeches if speech.words and not speech.within]
    asked_again = sum(speech.asked_again for speech in debate.speeches)
    lengths = (
        f"all {len(debate.speeches)} within"
        if not off_length
        else f"{len(off_length)} of {len(debate.speeches)} outside"
    )
    yield f"[bold]lengths[/]: {lengths} the tolerance" + (f", {asked_again} asked for twice" if asked_again else "")
    argument_count = sum(len(speech.arguments) for speech in debate.speeches)
    repeated = sum(len(speech.repeated or ()) for speech in debate.speeches)
    yield f"[bold]arguments[/]: {argument_count} made, {repeated} of them made before by the same side"
    for speech in debate.speeches:
        if speech.silent:
            yield f"  {plain(debate.display_name(speech.speaker))} said nothing: {plain(speech.silent)}"


def _audience(log: RunLog, view: Callable[[], RunView]) -> Iterator[str]:
    """Yield the stance of each listener with a belief, before and after the debate."""
    names = {participant.id: participant.name for participant in log.spec.participants if participant.side == "neutral"}
    for listener, points in view().curves.items() if names else ():
        if listener in names:
            yield f"[bold]{plain(names[listener])}[/] {signed(points[0].stance)} → {signed(points[-1].stance)}"


def _facts(log: RunLog, debate: FinishedDebate, judgement: DebateJudgement | None) -> dict[str, object]:
    return {
        "path": str(log.path),
        "status": "finished",
        "simulated": debate.simulated,
        "speeches": [speech.model_dump(mode="json", exclude={"arguments"}) for speech in debate.speeches],
        "offered": debate.offered,
        "accepted": debate.accepted,
        "winner": judgement.final.winner if judgement else None,
        "decided_by": judgement.final.decided_by if judgement else None,
    }
