"""Collecting trials: from run directories to the curves that an experiment's exhibits are made of."""

from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

from doxa.analysis.history import Chapter, chapters
from doxa.analysis.trial import Curve, Trial
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue
from doxa.tasks.registry import task_named

OFFLINE = "offline"


def trial_of(
    log: RunLog,
    *,
    condition: str,
    settings: dict[str, JsonValue],
    judged: Mapping[str, float | None] | None = None,
) -> Trial:
    """Return one finished run as a trial.

    Args:
        judged: step key → the stance that an outside judge read there, None where it read none; no mapping where no
            judge read the run's statements.
    """
    told = list(chapters(log))
    rounds = rounds_of(told)
    curves = [_own_curve(log, rounds, who) for who in (rounds[0].minds if rounds else {})]
    if judged is not None:
        curves += _judged_curves(log, rounds, judged)
    model = log.spec.roles["speaker"].model
    return Trial(
        condition=condition,
        model=model,
        motion=log.spec.proposition.text,
        replicate=log.spec.replicate,
        settings=settings,
        path=str(log.path),
        status="finished",
        simulated=model == OFFLINE,
        curves=tuple(curves),
    )


def by_side(trial: Trial) -> Trial:
    """Return a trial with one curve a side and kind of stance: of several agents their mean.

    Agents who never show a stance are left out; a round in which one of the others shows none has no mean.
    """
    groups: dict[tuple[str, str], list[Curve]] = {}
    for one in trial.curves:
        groups.setdefault((one.side, one.kind), []).append(one)
    return trial.model_copy(update={"curves": tuple(_mean(found) for found in groups.values())})


def _mean(curves: list[Curve]) -> Curve:
    shown = [one for one in curves if any(stance is not None for stance in one.stances)]
    if len(shown) < 2:
        return (shown or curves)[0]
    rounds = zip(*(one.stances for one in shown), strict=True)
    known = [[stance for stance in now if stance is not None] for now in rounds]
    means = tuple(fmean(now) if len(now) == len(shown) else None for now in known)
    side = shown[0].side
    return Curve(agent=side, side=side, kind=shown[0].kind, stances=means, agents=len(shown))


def failed_trial(
    path: Path | str,
    reason: str,
    *,
    condition: str,
    model: str,
    motion: str,
    replicate: int,
    settings: dict[str, JsonValue],
) -> Trial:
    """Return a run that failed, so that tables can count it."""
    return Trial(
        condition=condition,
        model=model,
        motion=motion,
        replicate=replicate,
        settings=settings,
        path=str(path),
        status="failed",
        reason=reason,
        simulated=model == OFFLINE,
    )


def rounds_of(told: list[Chapter]) -> list[Chapter]:
    """Return the last chapter of every round, the prior first: where everybody stands when a round is over."""
    last: dict[str, Chapter] = {one.note: one for one in told}
    return list(last.values())


def _own_curve(log: RunLog, rounds: list[Chapter], who: str) -> Curve:
    shown = [chapter.minds[who].readout for chapter in rounds]
    return Curve(
        agent=who,
        side=log.spec.participant(who).side,
        kind=shown[0].kind,
        stances=tuple(one.stance for one in shown),
    )


def _judged_curves(log: RunLog, rounds: list[Chapter], found: Mapping[str, float | None]) -> list[Curve]:
    """A judged curve has no value before the first round: nothing has been said yet."""
    by_agent: dict[str, dict[str, float | None]] = {}
    for chapter in chapters(log):
        for one in chapter.outcomes:
            if task_named(one.task).speaks:
                by_agent.setdefault(one.actor, {})[chapter.note] = found.get(one.key)
    return [
        Curve(
            agent=who,
            side=log.spec.participant(who).side,
            kind="judged",
            stances=tuple(said.get(chapter.note) for chapter in rounds),
        )
        for who, said in by_agent.items()
        if log.spec.participant(who).kernel is not None
    ]
