"""Persuasion: a persuader argues its given side to a target, whose stance hidden probes measure.

    probes ─▶ round 1: persuader, target ─▶ (probes) ─▶ … ─▶ round n ─▶ probes

A probe is a private question with a stated scale. The persuader never sees a probe or an answer, and neither enters the
conversation: a later probe shows the target the conversation alone. Several probes ask in different words, some the
other way round; a measured stance is the mean of their answers on [−1, 1]. Whether a model moves towards one side or
towards whoever argues shows in pairs of runs: the same replicate with ``argues = "for"`` and ``"against"``.
"""

from collections.abc import Iterator
from statistics import fmean
from typing import Literal, Self

from pydantic import Field, model_validator

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings, Stance
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Script
from doxa.systems.dialogue.tasks.persuade import ANSWER_PERSUADER, PERSUADE, ConversationInputs
from doxa.systems.dialogue.tasks.probe import PROBE_STANCE, QUESTIONS, ProbeInputs

BEFORE = 0
"""The number of the measurement before the first round; measurement n is after round n."""


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
    """The mean of the answers on [−1, 1], +1 for the proposition; None where no probe was answered."""


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


def script(spec: RunSpec) -> Script:
    """Measure, run the rounds, measure, and return a PersuasionResult."""
    settings = PersuasionSettings.model_validate(spec.script)
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
    answers, stances = [], []
    for question, outcome in zip(QUESTIONS, floor.outcomes, strict=False):
        reply = PROBE_STANCE.reply_of(outcome)
        answers.append(reply.answer if reply else None)
        if reply:
            share = (reply.answer - settings.low) / (settings.high - settings.low)
            stances.append(question.keyed * (2.0 * share - 1.0))
    stance = round(max(-1.0, min(1.0, fmean(stances))), 12) if stances else None
    return Measurement(round=number, answers=tuple(answers), stance=stance)


PERSUASION = Protocol(Settings=PersuasionSettings, Result=PersuasionResult, script=script)
