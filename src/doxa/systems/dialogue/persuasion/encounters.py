"""A persuasion as a replay of people reads it: the target, its probed stances, and what it heard."""

from collections.abc import Iterator
from math import sqrt
from statistics import fmean, variance

from doxa.log.rundir import RunLog
from doxa.records.encounters import Encounter, MetWords, StanceAfter
from doxa.systems.dialogue.persuasion.protocol import Measurement, PersuasionResult, PersuasionSettings
from doxa.systems.dialogue.tasks.probe import QUESTIONS


def encounters_of(log: RunLog) -> tuple[Encounter, ...]:
    """Return the target's encounter; empty where a stance before or after is missing."""
    result = log.result(PersuasionResult)
    if result is None or result.before is None or result.after is None or result.moved is None:
        return ()
    settings = PersuasionSettings.model_validate(log.spec.script)
    messages = tuple(_messages(log, settings.target))
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


def _messages(log: RunLog, target: str) -> Iterator[MetWords]:
    for event in log.events:
        if event.kind == "outcome" and event.body.ok and event.body.text and event.body.audience:
            said = event.body
            yield MetWords(key=said.key, speaker=said.actor, text=said.text or "", own=said.actor == target)


def _spread(measured: tuple[Measurement, ...], settings: PersuasionSettings) -> float | None:
    """Return the standard error of a measured stance: the mean over measurements; None with fewer than two answers."""
    span = settings.high - settings.low
    errors = []
    for measurement in measured:
        stances = [
            question.keyed * (2.0 * (answer - settings.low) / span - 1.0)
            for question, answer in zip(QUESTIONS, measurement.answers, strict=False)
            if answer is not None
        ]
        if len(stances) > 1:
            errors.append(variance(stances) / len(stances))
    return sqrt(fmean(errors)) if errors else None
