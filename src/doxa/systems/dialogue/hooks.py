"""How judges read a dialogue, and how a persuasion is shown, counted and replayed; defaults show a dialogue."""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from statistics import fmean, variance

from doxa.analysis.causes import quote
from doxa.analysis.drawings import Series, SeriesLine, SeriesPanel
from doxa.analysis.exhibit import Column, Measured, Measures, Table
from doxa.analysis.hooks import Hooks, Shown
from doxa.analysis.story import MOVED, describe_move
from doxa.engine.drive import Progress
from doxa.judging.debates import thread_between_sides
from doxa.log.rundir import RunLog
from doxa.models.hearing.claims import claims_of
from doxa.records.base import group_by
from doxa.records.cells import signed
from doxa.records.encounters import Encounter, MetWords, StanceAfter
from doxa.records.spec import RunSpec
from doxa.records.steps import Floor
from doxa.records.transcripts import Debate
from doxa.systems.dialogue.persuasion import (
    BEFORE,
    DECIDED,
    Measurement,
    PersuasionResult,
    PersuasionSettings,
    measurement,
    settings_of,
    stances_of,
)
from doxa.systems.dialogue.tasks import PROBE_STANCE, QUESTIONS
from doxa.terminal.console import plain
from doxa.terminal.progress import RoundLines

SIDES = {1: "for", -1: "against"}


class PersuasionLines(RoundLines):
    """Progress lines: what was said, or how many probes were answered."""

    spoke: tuple[str, ...] = ()
    answered: str = ""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        self._settings = settings_of(spec)

    def begin_round(self) -> None:
        self.spoke, self.answered = (), ""

    def gather(self, now: Progress) -> None:
        probed = [outcome for outcome in now.outcomes if outcome.task == PROBE_STANCE.name]
        if probed:
            wave = measurement(BEFORE, Floor(outcomes=tuple(probed)), self._settings)
            self.answered = f"{sum(outcome.ok for outcome in probed)} of {len(probed)} answered"
            self.answered += f"; undetermined: {wave.missing}" * wave.undetermined
        self.spoke += tuple(self.names[outcome.actor] for outcome in now.outcomes if outcome.text)

    def describe(self) -> str:
        return self.answered or (f"{' and '.join(map(plain, self.spoke))} spoke" if self.spoke else "nobody spoke")


def _introduce(spec: RunSpec) -> Iterator[str]:
    """Yield how the target is measured, and where it is simulated."""
    settings = settings_of(spec)
    names = {agent: plain(spec.participant(agent).name) for agent in (settings.persuader, settings.target)}
    yield (
        f"{names[settings.persuader]} argues [bold]{settings.argues}[/]; {settings.probes} hidden probes on a scale "
        f"from {settings.low:g} to {settings.high:g} ask {names[settings.target]}"
        f"{' after every round' if settings.every_turn else ' before and after'}"
    )
    if spec.roles[spec.participant(settings.target).role].simulated:
        yield "[dim]The target is simulated: it moves by a declared rule (docs/persuasion.md).[/]"
    yield ""


def _measure_move(log: RunLog) -> dict[str, float]:
    """Return the target's move towards the argued side, where it is known, and how many measurements contradict."""
    result = log.result(PersuasionResult)
    undetermined = sum(wave.undetermined for wave in result.measured) if result else 0
    return ({"move": result.moved} if result and result.moved is not None else {}) | (
        {"undetermined measurements": undetermined} if undetermined else {}
    )


def _draw_stances(log: RunLog) -> Iterator[Series]:
    """Yield the measured stances of a finished persuasion as a line."""
    if result := log.result(PersuasionResult):
        settings = settings_of(log.spec)
        line = SeriesLine(agent=settings.target, values=tuple(measured.stance for measured in result.measured))
        yield Series(
            name="measured",
            title=f"The target's stance by hidden probes; the persuader argues {settings.argues}",
            x=tuple(measured.round for measured in result.measured),
            x_name="after round",
            panels=(SeriesPanel(lines=(line,), low=-1.0, high=1.0, levels=(0.0,)),),
        )


def _tabulate_probes(log: RunLog) -> Iterator[Table]:
    """Yield every probe of a finished persuasion with its answers; then, where a stance is missing, why."""
    result, settings = log.result(PersuasionResult), settings_of(log.spec)
    if result is None:
        return
    persuader, target = (
        f"{log.spec.participant(agent).name} ({model_of(log, agent)})"
        for agent in (settings.persuader, settings.target)
    )
    moved = f"not known ({result.missing})" if result.moved is None else signed(result.moved)
    yield Table(
        name="probes",
        title="Hidden probes and their answers",
        caption=f"{persuader} argued {SIDES[result.argued]}. Move of {target} towards that side: {moved}.",
        columns=(
            "probe",
            Column(name="upper end", about=f"what {settings.high:g} means"),
            *(
                Column(name=f"round {wave.round}" if wave.round else "before", show="number", decimals=1)
                for wave in result.measured
            ),
        ),
        rows=tuple(
            (question.words, question.high, *(measured.answers[place] for measured in result.measured))
            for place, question in enumerate(QUESTIONS[: settings.probes])
        ),
    )
    if not any(wave.missing for wave in result.measured):
        return
    yield Table(
        name="measured_stances",
        title="Stances that the probes give",
        caption="The mean of the answers, turned one way, on [−1, 1]. undetermined: two are more than 1 apart, or the "
        f"questions keyed one way say for and the others against, each by more than {DECIDED:g}.",
        columns=("measured", Column(name="stance", show="number", decimals=2, signed=True), "status"),
        rows=tuple((_name_wave(wave.round), wave.stance, _status_of(wave)) for wave in result.measured),
    )


def _name_wave(number: int) -> str:
    return "before" if number == BEFORE else f"after round {number}"


def _status_of(wave: Measurement) -> str:
    return f"undetermined: {wave.missing}" if wave.undetermined else wave.missing or "ok"


def _tell_persuasion(log: RunLog) -> str:
    """Return the story of a finished persuasion; '' before its end."""
    result, settings = log.result(PersuasionResult), settings_of(log.spec)
    if result is None:
        return ""
    persuader, target = (log.spec.participant(agent).name for agent in (settings.persuader, settings.target))
    argued = f"{persuader}, who argued {SIDES[result.argued]} the motion"
    measured = [measurement for measurement in result.measured if measurement.stance is not None]
    if result.moved is None or len(measured) < 2:
        return f"Whether {target} gave way to {argued}, is not known: {result.missing}."
    first, last = measured[0].stance or 0.0, measured[-1].stance or 0.0
    ends = describe_move(first, last)
    if abs(result.moved) <= MOVED:
        return f"{target} did not give way to {argued}: its answers moved by no more than {MOVED:g}, {ends}."
    gave_way = f"{'changed sides and ' * (first * last < 0)}gave way to"
    did = gave_way if result.moved > 0 else "moved away from"
    return f"{target} {did} {argued}: its answers went {ends}{_turning(log, settings, measured, result.moved)}."


def _turning(log: RunLog, settings: PersuasionSettings, measured: list[Measurement], moved: float) -> str:
    """Return a clause on the two measurements between which the target moved most, and on what was said there."""
    steps = list(pairwise(measured))
    direction = (1 if moved > 0 else -1) * (1 if settings.argues == "for" else -1)
    before, after = max(steps, key=lambda step: ((step[1].stance or 0.0) - (step[0].stance or 0.0)) * direction)
    rounds = (
        f"in round {after.round}"
        if before.round + 1 == after.round
        else f"in rounds {before.round + 1} to {after.round}"
    )
    where = "" if len(steps) == 1 else f", most of it {rounds}"
    words = _said(log, settings.persuader, after.round)
    said = f", after {log.spec.participant(settings.persuader).name} said {words}" if words else ""
    return f"{where}{said}; hidden questions measured it, so no single argument can be named as the cause"


def _said(log: RunLog, persuader: str, last_round: int) -> str:
    """Return the words of the first claim that the persuader made in a round, in quotation marks."""
    outcomes = log.outcomes
    spoken = [outcome for outcome in outcomes if outcome.actor == persuader and outcome.ok and outcome.text]
    if not spoken:
        return ""
    text = spoken[min(last_round, len(spoken)) - 1].text or ""
    claims = claims_of(text, log.spec.proposition.text)
    return quote(claims[0].snippet if claims else text)


def _measure_probes(log: RunLog) -> Iterator[Measures]:
    """Yield every probe of a run, finished or not, and after each set of probes the stance that they measured."""
    if rows := tuple(_list_probes(log)):
        yield Measures(name="measures", title="Measures", rows=rows)


def _list_probes(log: RunLog) -> Iterator[Measured]:
    settings = settings_of(log.spec)
    probed = [event.body for event in log.events if event.kind == "outcome" and event.body.task == PROBE_STANCE.name]
    sets = group_by(probed, lambda outcome: int(outcome.key.partition("/")[0].removeprefix("probe")))
    for number, outcomes in sets.items():
        wave = _name_wave(number)
        for place, (outcome, question) in enumerate(zip(outcomes, QUESTIONS, strict=False), 1):
            reply = PROBE_STANCE.reply_of(outcome)
            yield Measured(
                who=settings.target,
                instrument="probe",
                item=f"{place}: {question.words}",
                wave=wave,
                role="debater",
                step=outcome.key,
                value=reply.answer if reply else None,
                low=settings.low,
                high=settings.high,
                missing="" if reply else outcome.reason or outcome.status,
            )
        measured = measurement(number, Floor(outcomes=tuple(outcomes)), settings)
        yield Measured(
            who=settings.target,
            instrument="probe",
            item="stance",  # the mean over the questions
            wave=wave,
            role="debater",
            step=outcomes[0].key,
            value=measured.stance,
            low=-1.0,
            high=1.0,
            missing="undetermined" if measured.undetermined else measured.missing,
        )


def encounters_of(log: RunLog) -> tuple[Encounter, ...]:
    """Return the target's encounter; empty where a stance before or after is missing."""
    result = log.result(PersuasionResult)
    if result is None or result.before is None or result.after is None or result.moved is None:
        return ()
    settings = settings_of(log.spec)
    outcomes = log.outcomes
    messages = tuple(
        MetWords(key=said.key, speaker=said.actor, text=said.text, own=said.actor == settings.target)
        for said in outcomes
        if said.ok and said.text and said.audience
    )
    spoken = [message.key for message in messages]
    stated = [
        StanceAfter(after=sum(key <= f"r{measured.round:02d}~" for key in spoken), stance=measured.stance)
        for measured in result.measured[1:-1]
        if measured.stance is not None
    ]
    return (
        Encounter(
            agent=settings.target,
            model=model_of(log, settings.target),
            declared=log.spec.roles[log.spec.participant(settings.target).role].declared,
            source="probed",
            initial=result.before,
            final=result.after,
            messages=messages,
            stated=tuple(stated),
            argued=result.argued,
            persuader=model_of(log, settings.persuader),
            spread=_spread(result.measured, settings),
        ),
    )


def model_of(log: RunLog, agent: str) -> str:
    """Return the model that speaks for an agent."""
    return log.spec.roles[log.spec.participant(agent).role].model


def _spread(measured: tuple[Measurement, ...], settings: PersuasionSettings) -> float | None:
    """Return the standard error of a measured stance: the mean over measurements; None with fewer than two answers."""
    stances_by_wave = [[*stances_of(wave.answers, settings).values()] for wave in measured if not wave.missing]
    errors = [variance(stances) / len(stances) for stances in stances_by_wave if len(stances) > 1]
    return sqrt(fmean(errors)) if errors else None


def _debate(log: RunLog) -> Debate | None:
    """Return a dialogue between two sides as a debate; None where a speaker has no side."""
    if any(participant.side == "neutral" for participant in log.spec.participants):
        return None
    return thread_between_sides(log)


HOOKS = {
    "dialogue": Hooks(debate=_debate),
    "persuasion": Hooks(
        exhibits=(
            Shown(_draw_stances, on=("terminal", "json", "page")),
            Shown(_tabulate_probes, on=("terminal", "json", "page")),
            Shown(_measure_probes, on=("frames",)),
        ),
        shows_stances=True,
        commands=lambda log: ("doxa docs persuasion",),
        introduce=_introduce,
        teller=PersuasionLines,
        measures=_measure_move,
        story=_tell_persuasion,
        encounters=encounters_of,
    ),
}
