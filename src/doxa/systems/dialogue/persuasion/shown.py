"""How a persuasion is shown and counted: progress, the result, measures for sweeps, and parts of the report."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from doxa.analysis.drawings import Series, SeriesLine, SeriesPanel
from doxa.analysis.exhibit import Column, Part, Table
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.systems.dialogue.persuasion.encounters import model_of
from doxa.systems.dialogue.persuasion.protocol import PersuasionResult, PersuasionSettings
from doxa.systems.dialogue.tasks.probe import PROBE_STANCE, QUESTIONS
from doxa.terminal.console import plain, signed
from doxa.terminal.pieces import Conclusion, Piece
from doxa.terminal.progress import RoundLines

if TYPE_CHECKING:
    from doxa.analysis.history import Chapter
    from doxa.analysis.view import RunView
    from doxa.engine.drive import Progress

SIDES = {1: "for", -1: "against"}


class PersuasionLines(RoundLines):
    """Progress lines: what was said, or how many probes were answered."""

    spoke: tuple[str, ...] = ()
    answered: str = ""

    def begin_round(self) -> None:
        self.spoke, self.answered = (), ""

    def gather(self, now: "Progress") -> None:
        probed = [outcome for outcome in now.outcomes if outcome.task == PROBE_STANCE.name]
        if probed:
            self.answered = f"{sum(outcome.ok for outcome in probed)} of {len(probed)} answered"
        self.spoke += tuple(self.names[outcome.actor] for outcome in now.outcomes if outcome.text)

    def describe(self) -> str:
        return self.answered or (f"{' and '.join(map(plain, self.spoke))} spoke" if self.spoke else "nobody spoke")


def introduce(spec: RunSpec) -> Iterator[str]:
    """Yield how the target is measured, and where it is simulated."""
    settings = PersuasionSettings.model_validate(spec.script)
    names = {agent: plain(spec.participant(agent).name) for agent in (settings.persuader, settings.target)}
    yield (
        f"{names[settings.persuader]} argues [bold]{settings.argues}[/]; {settings.probes} hidden probes on a scale "
        f"from {settings.low:g} to {settings.high:g} ask {names[settings.target]}"
        f"{' after every round' if settings.every_turn else ' before and after'}"
    )
    if spec.roles[spec.participant(settings.target).role].simulated:
        yield "[dim]The target is simulated: it moves by a declared rule (docs/persuasion.md).[/]"
    yield ""


def measures(log: RunLog) -> dict[str, float]:
    """Return the target's move towards the side that was argued; empty where a measurement has no answer."""
    result = log.result(PersuasionResult)
    return {"move": result.moved} if result and result.moved is not None else {}


def conclude(log: RunLog, view: "Callable[[], RunView]") -> Conclusion:
    """Return the result: the target's stance before and after, and how far it moved."""
    result, settings = log.result(PersuasionResult), PersuasionSettings.model_validate(log.spec.script)
    assert result is not None
    names = {agent: plain(log.spec.participant(agent).name) for agent in (settings.persuader, settings.target)}
    pieces: list[Piece] = [
        f"  {'before' if not measured.round else f'round {measured.round}':<10}{signed(measured.stance)}   "
        f"[dim]{_answers(measured.answers)}[/]"
        for measured in result.measured
    ]
    moved = "is not known: a measurement has no answer" if result.moved is None else f"[bold]{signed(result.moved)}[/]"
    pieces.append(
        f"\n{names[settings.persuader]} ({plain(model_of(log, settings.persuader))}) argued {SIDES[result.argued]}. "
        f"Move of {names[settings.target]} ({plain(model_of(log, settings.target))}) towards that side: {moved}\n"
    )
    return Conclusion(
        pieces=pieces,
        facts={"argued": SIDES[result.argued], "measured": [one.model_dump(mode="json") for one in result.measured]},
        commands=("doxa docs persuasion",),
        replaces_curves=True,
    )


def _answers(answers: Sequence[float | None]) -> str:
    return "probes " + ", ".join("–" if answer is None else f"{answer:g}" for answer in answers)


def parts(log: RunLog, chapters: "Sequence[Chapter]") -> dict[str, Part]:
    """Return the measured stances as lines, and every probe with its answers."""
    result = log.result(PersuasionResult)
    if result is None:
        return {}
    settings = PersuasionSettings.model_validate(log.spec.script)
    rounds = tuple(measured.round for measured in result.measured)
    line = SeriesLine(agent=settings.target, values=tuple(measured.stance for measured in result.measured))
    curve = Series(
        title=f"The target's stance by hidden probes; the persuader argues {settings.argues}",
        x=rounds,
        x_name="after round",
        panels=(SeriesPanel(lines=(line,), low=-1.0, high=1.0, levels=(0.0,)),),
    )
    columns = (
        "probe",
        Column(name="upper end", about=f"what {settings.high:g} means"),
        *(Column(name="before" if not number else f"round {number}", show="number", decimals=1) for number in rounds),
    )
    rows = tuple(
        (question.words, question.high, *(measured.answers[place] for measured in result.measured))
        for place, question in enumerate(QUESTIONS[: settings.probes])
    )
    return {"measured": curve, "probes": Table(title="Hidden probes and their answers", columns=columns, rows=rows)}
