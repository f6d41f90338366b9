"""Persuasion: a persuader argues its given side to a target, whose stance hidden probes measure.

    probes ─▶ round 1: persuader, target ─▶ (probes) ─▶ … ─▶ round n ─▶ probes

A probe is a private question with a stated scale. The persuader never sees a probe or an answer, and neither enters the
conversation: a later probe shows the target the conversation alone. Several probes ask in different words, some the
other way round; a measured stance is the mean of their answers on [−1, 1]. Answers that contradict one another have no
mean worth the name: the measurement is undetermined. Whether a model moves towards one side or towards whoever argues
shows in pairs of runs: the same replicate with ``argues = "for"`` and ``"against"``.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from doxa.errors import ScenarioError
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings, Stance, group_by
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Script
from doxa.systems.dialogue.tasks import (
    ANSWER_PERSUADER,
    PERSUADE,
    PROBE_STANCE,
    QUESTIONS,
    ConversationInputs,
    ProbeInputs,
    ProbeQuestion,
)

BEFORE = 0
"""The number of the measurement before the first round; measurement n is after round n."""

DECIDED = 0.2
"""The distance from the middle of [−1, 1] beyond which questions keyed one way say for or against."""
HALF_SCALE = 1.0
"""Half of the length of [−1, 1]: answers further apart contradict one another."""


class PersuasionSettings(Settings):
    """Who persuades whom, of what, and how the target's stance is measured."""

    persuader: str = "persuader"
    """The agent that argues."""
    target: str = "target"
    """The agent whose stance is measured."""
    argues: Literal["for", "against"] = "for"
    """The side that the persuader argues, whatever it thinks. A sweep over both balances the design."""
    rounds: int = Field(default=3, ge=1, le=50)
    """In a round the persuader speaks and the target answers."""
    probes: int = Field(default=4, ge=1, le=len(QUESTIONS))
    """k: how many questions, each in other words, ask for the stance at a time."""
    low: float = 0.0
    """The lower end of the scale on which probes are answered."""
    high: float = 100.0
    """The upper end of that scale."""
    every_turn: bool = False
    """Whether probes also ask after every round, and not only before the first and after the last."""
    contradictory: Literal["undetermined", "averaged"] = "undetermined"
    """What a measurement is whose answers contradict one another: undetermined, or the mean all the same."""

    @model_validator(mode="after")
    def _check_scale(self) -> Self:
        if self.low >= self.high:
            raise ValueError(f"the scale goes from low to high, and low = {self.low:g} is not below {self.high:g}")
        if self.persuader == self.target:
            raise ValueError("the persuader and the target are two agents")
        return self


class Measurement(Record):
    """One measurement of the target's stance."""

    round: int
    """0 before the first round, n after round n."""
    answers: tuple[float | None, ...]
    """The answers of the probes on the stated scale, in order; None where there is none."""
    stance: Stance | None
    """The mean of the answers on [−1, 1], +1 for the proposition; None where there is none."""
    undetermined: bool = Field(default=False, exclude_if=lambda undetermined: not undetermined)
    """Whether there is no stance because the answers contradict one another."""

    @property
    def missing(self) -> str:
        """Why there is no stance; '' where there is one."""
        if self.undetermined:
            return "the answers contradict one another"
        return "no probe was answered" if self.stance is None else ""


class PersuasionResult(Record):
    """The result of a conversation."""

    argued: Literal[1, -1]
    """The side that was argued: +1 for the proposition, −1 against it."""
    measured: tuple[Measurement, ...]
    silent_turns: int
    """How many turns produced no words."""

    @property
    def before(self) -> float | None:
        """The stance before the first round."""
        return self.measured[0].stance

    @property
    def after(self) -> float | None:
        """The stance after the last round."""
        return self.measured[-1].stance

    @property
    def moved(self) -> float | None:
        """How far the target moved towards the side that was argued; None without both measurements."""
        if self.before is None or self.after is None or len(self.measured) < 2:
            return None
        return self.argued * (self.after - self.before)

    @property
    def missing(self) -> str:
        """Why the move is not known; '' where it is."""
        ends = (("before", self.measured[0]), ("after", self.measured[-1]))
        return " and ".join(f"{when}, {wave.missing}" for when, wave in ends if wave.missing)


def settings_of(spec: RunSpec) -> PersuasionSettings:
    """Return the settings of a run; runs from before contradictions were looked for average them."""
    return PersuasionSettings.model_validate({"contradictory": "averaged"} | spec.script)


def script(spec: RunSpec) -> Script:
    """Measure, run the rounds, measure, and return a PersuasionResult."""
    settings = settings_of(spec)
    measured, silent = [measurement(BEFORE, (yield _probes(settings, BEFORE)), settings)], 0
    for number in range(1, settings.rounds + 1):
        for batch in _turns(settings, number):
            floor = yield batch
            silent += sum(not outcome.ok for outcome in floor.outcomes)
        if settings.every_turn or number == settings.rounds:
            measured.append(measurement(number, (yield _probes(settings, number)), settings))
    argued = 1 if settings.argues == "for" else -1
    return PersuasionResult.model_validate({"argued": argued, "measured": measured, "silent_turns": silent})


def _turns(settings: PersuasionSettings, number: int) -> Iterator[Batch]:
    inputs = ConversationInputs(round=number, rounds=settings.rounds)
    for speaker, task, listener in (
        (settings.persuader, PERSUADE, settings.target),
        (settings.target, ANSWER_PERSUADER, settings.persuader),
    ):
        step = task.step(f"r{number:02d}/{speaker}", speaker, inputs, audience=(listener,))
        yield Batch(steps=(step,), note=f"round {number}")


def _probes(settings: PersuasionSettings, number: int) -> Batch:
    steps = tuple(
        PROBE_STANCE.step(
            f"probe{number:02d}/{place}",
            settings.target,
            ProbeInputs(question=place, low=settings.low, high=settings.high, round=number),
        )
        for place in range(1, settings.probes + 1)
    )
    return Batch(steps=steps, note=f"probes after round {number}" if number else "probes before")


def measurement(number: int, floor: Floor, settings: PersuasionSettings) -> Measurement:
    """Return the measurement that the answers of one batch of probes give."""
    replies = map(PROBE_STANCE.reply_of, floor.outcomes[: len(QUESTIONS)])
    answers = tuple(reply.answer if reply else None for reply in replies)
    stances = stances_of(answers, settings)
    undetermined = settings.contradictory == "undetermined" and are_contradictory(stances)
    mean = round(max(-1.0, min(1.0, fmean(stances.values()))), 12) if stances and not undetermined else None
    return Measurement(round=number, answers=answers, stance=mean, undetermined=undetermined)


def stances_of(answers: Sequence[float | None], settings: PersuasionSettings) -> dict[ProbeQuestion, float]:
    """Return the stance in [−1, 1] that the answer to each question gives; a missing answer gives none."""
    span = settings.high - settings.low
    return {
        question: question.keyed * (2.0 * (answer - settings.low) / span - 1.0)
        for question, answer in zip(QUESTIONS, answers, strict=False)
        if answer is not None
    }


def are_contradictory(stances: Mapping[ProbeQuestion, float]) -> bool:
    """Return whether the stances that questions give contradict one another.

    They do where two are further apart than half of the scale, or where the questions keyed one way say for on average
    and those keyed the other way against, both by more than ``DECIDED``: whoever gives one number to all does.
    """
    by_key = [
        fmean(stances[question] for question in group)
        for group in group_by(stances, lambda question: question.keyed).values()
    ]
    apart = max(stances.values(), default=0.0) - min(stances.values(), default=0.0)
    return apart > HALF_SCALE or (len(by_key) == 2 and min(by_key) < -DECIDED and max(by_key) > DECIDED)


PERSUASION = Protocol(Settings=PersuasionSettings, Result=PersuasionResult, script=script)


SIDES = {"for": "pro", "against": "con"}


def plan_persuasion(scenario: Any, spec: RunSpec) -> RunSpec:
    """Return the spec with the persuader's side, and the corpus from which simulated roles speak.

    Raises:
        ScenarioError: the scenario lacks the persuader or the target, has other agents, or one plays fixed lines.
    """
    settings = PersuasionSettings.model_validate(spec.script)
    wanted = {settings.persuader, settings.target}
    agents = {participant.id for participant in spec.participants}
    if agents != wanted:
        raise ScenarioError(
            f"agents: a persuasion has the agents {settings.persuader} and {settings.target}, and the scenario has "
            f"{', '.join(sorted(agents))}",
            hint="Name the two by script.persuader and script.target, and leave out the others.",
            key="agents",
        )
    for participant in spec.participants:
        if participant.role == "reciter":
            raise ScenarioError(
                f"agents.{participant.id}.plays: in a persuasion both agents speak for themselves",
                key=f"agents.{participant.id}.plays",
            )
    corpus = scenario.seeds.corpus
    roles = {
        # a declared target speaks from the scenario's corpus, as the model offline does
        name: role.model_copy(update={"corpus": corpus}) if role.offline and not role.corpus else role
        for name, role in spec.roles.items()
    }
    return spec.model_copy(
        update={
            "roles": roles,
            "participants": tuple(
                participant.model_copy(
                    update={"side": SIDES[settings.argues] if participant.id == settings.persuader else "neutral"}
                )
                for participant in spec.participants
            ),
        }
    )
