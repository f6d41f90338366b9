"""The story of a persuasion in one sentence: whether the target gave way, between which measurements, after what."""

from itertools import pairwise

from doxa.analysis.causes import quote
from doxa.analysis.headline import MOVED
from doxa.analysis.story import describe_move
from doxa.log.rundir import RunLog
from doxa.models.embedded.extraction import claims_of
from doxa.records.events import OutcomeReached
from doxa.systems.dialogue.persuasion.protocol import Measurement, PersuasionResult, PersuasionSettings

SIDES = {1: "for", -1: "against"}


def tell_persuasion(log: RunLog) -> str:
    """Return the story of a finished persuasion; '' before its end."""
    result, settings = log.result(PersuasionResult), PersuasionSettings.model_validate(log.spec.script)
    if result is None:
        return ""
    persuader, target = (log.spec.participant(agent).name for agent in (settings.persuader, settings.target))
    argued = f"{persuader}, who argued {SIDES[result.argued]} the motion"
    measured = [one for one in result.measured if one.stance is not None]
    if result.moved is None or len(measured) < 2:
        return f"Whether {target} gave way to {argued}, is not known: a measurement has no answer."
    first, last = measured[0].stance or 0.0, measured[-1].stance or 0.0
    ends = describe_move(first, last)
    if abs(result.moved) <= MOVED:
        return f"{target} did not give way to {argued}: its answers moved by no more than {MOVED:g}, {ends}."
    did = "gave way to" if result.moved > 0 else "moved away from"
    if result.moved > 0 and first * last < 0:
        did = "changed sides and gave way to"
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
    """Return the first claim that the persuader made in a round, in quotation marks."""
    outcomes = [event.body for event in log.events if isinstance(event, OutcomeReached)]
    spoken = [outcome for outcome in outcomes if outcome.actor == persuader and outcome.ok and outcome.text]
    if not spoken:
        return ""
    text = spoken[min(last_round, len(spoken)) - 1].text or ""
    claims = claims_of(text, log.spec.proposition.text)
    return quote(claims[0].claim if claims else text)
