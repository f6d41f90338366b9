"""How union debates are shown and read: their progress and story, their exhibits, and their ballot."""

import shlex
from collections.abc import Iterator
from textwrap import shorten

from doxa.analysis.building import describe_offline
from doxa.analysis.hooks import Hooks, ProgressLine, Shown
from doxa.engine.drive import Progress
from doxa.judging.debates import judgement_of
from doxa.judging.exhibits.ballots import cite_note
from doxa.judging.graph import find_clashes
from doxa.log.rundir import RunLog
from doxa.records.cells import join_names
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.records.transcripts import SIDE_NAMES, Debate, Side
from doxa.systems.union.exhibits.debates import show_adjudication, show_debate, show_document, show_points
from doxa.systems.union.exhibits.held import ballot_form, read_debate
from doxa.systems.union.protocol.settings import Turn, UnionSettings, lens_of, running_order
from doxa.systems.union.protocol.state import UnionResult
from doxa.systems.union.tasks.reading import ANNOTATE_SPEECH
from doxa.systems.union.tasks.speaking import OFFER_POINT
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
            if key.startswith(f"{turn.key}/offer/") and (offer := OFFER_POINT.reply_of(outcome)) and offer.rises
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
        outcome = self._outcomes.get(f"{turn.key}/notes")
        notes = ANNOTATE_SPEECH.reply_of(outcome) if outcome else None
        return notes.arguments[0].text if notes and notes.arguments else ""


def tell_union(log: RunLog) -> str:
    """Return the story of a finished debate; '' where it has not ended or listeners' stances tell the story."""
    if not log.finished or any(
        participant.kernel for participant in log.spec.participants if participant.side == "neutral"
    ):
        return ""
    debate = read_debate(log).debate
    speakers = join_names(list(dict.fromkeys(turn.name for turn in debate.turns)), 3)
    judgement = judgement_of(log.path)
    if judgement is None:
        count = len(debate.speeches)
        return (
            f"{speakers} debated in {count} speech{'es' * (count != 1)}, with no listener whose stance was followed; "
            "who won is not known until the debate is judged."
        )
    winner = judgement.final.winner
    decided = f" (decided by {judgement.final.decided_by})" if judgement.final.decided_by else ""
    followed = any(verdict.undetermined for verdict in judgement.verdicts.values())
    none = f"The judges named no winner{', since votes follow the label or the order' * followed}"
    statement = f"{SIDE_NAMES[winner]} won the judges' verdict{decided}" if winner else none
    if judgement.tally is None:
        return f"{statement}; no claims were noted, so that no clash is known."
    clashes = find_clashes(judgement.brought.annotation)
    if not clashes:
        return f"{statement}; no claim met an answer, so there was no turning point."
    first = clashes[0]
    name = debate.turn(first.claim.speech).name
    won = f"which {SIDE_NAMES[first.winner]} won" if first.winner else "which stayed open"
    return f"{statement}; the weightiest clash was over {name}'s claim {cite_note(debate, first.claim)}, {won}."


DEBATED = (
    "The words of this run were put together offline, by plain code, from the speakers' writing and {arguments}. This "
    "is a simulation: it says nothing about how a language model or a person would have argued."
)


def simulated(log: RunLog) -> str:
    """Return the sentence that says what was simulated; empty where nothing was."""
    return describe_offline(log, log.calls(), DEBATED)


def _debate(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run only drew up styles."""
    union_result = log.result(UnionResult)
    return union_result.debate if union_result else None


def _commands(log: RunLog) -> Iterator[str]:
    directory = plain(shlex.quote(str(log.path)))
    yield f"doxa transcript {directory}"
    yield f"doxa judge {directory}"


HOOKS = {
    "union": Hooks(
        exhibits=(
            Shown(show_debate, on=("terminal", "json", "page")),
            Shown(show_points, on=("terminal",)),
            Shown(show_adjudication, on=("page",)),
            Shown(show_document, on=("files",)),
        ),
        commands=_commands,
        teller=DebateLines,
        debate=_debate,
        ballot=ballot_form,
        simulated=simulated,
        story=tell_union,
    )
}
