"""One run of an experiment as its tables and figures use it: each agent's stance after every round, by kind of stance.

Maintained stance, self-report and judged stance are never mixed, and a missing value is None.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import fmean

from doxa.analysis.history import Chapter, chapters
from doxa.analysis.who_does import speakers_of
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue, Record, group_by
from doxa.tasks.registry import task_named


class Curve(Record):
    """One agent's stances of one kind, by round, or the mean of several; index 0 is before the first round."""

    agent: str
    side: str
    kind: str
    """maintained, self_report or judged."""
    stances: tuple[float | None, ...]
    agents: int = 1
    """Number of agents of which the curve is the mean."""


class Trial(Record):
    """One run of one condition."""

    condition: str
    """Readable name of the condition, such as ``BE``, ``prompt self-update``, ``open/stubborn``."""
    model: str
    """The models that speak, by commas: the agents' own where they have their own."""
    motion: str
    replicate: int
    settings: dict[str, JsonValue]
    """The settings that the experiment varied, by dotted path."""
    path: str
    status: str
    """finished, or failed with its reason in ``reason``."""
    reason: str = ""
    simulated: bool = True
    curves: tuple[Curve, ...] = ()

    def curve(self, side: str, kind: str) -> tuple[float | None, ...] | None:
        """Return the stances of the agent of a side, of one kind; None where the run has none."""
        return next((curve.stances for curve in self.curves if curve.side == side and curve.kind == kind), None)


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
        judged: step key → the stance that an outside judge read, None where it read none; None for the whole mapping
            where no judge read the run.
    """
    rounds = rounds_of(chapters(log))
    curves = [_own_curve(log, rounds, agent) for agent in (rounds[0].minds if rounds else {})]
    if judged is not None:
        curves += _judged_curves(log, rounds, judged)
    roles = [participant.role for participant in log.spec.participants if participant.role.startswith("speaker")]
    return Trial(
        condition=condition,
        model=", ".join(dict.fromkeys(log.spec.roles[role].model for role in roles or ["speaker"])),
        motion=log.spec.proposition.text,
        replicate=log.spec.replicate,
        settings=settings,
        path=str(log.path),
        status="finished",
        simulated=bool(speakers_of(log, log.calls()).simulated),
        curves=tuple(curves),
    )


def by_side(trial: Trial) -> Trial:
    """Return a trial with one curve for each side and kind of stance: the mean of the side's agents.

    Agents who never show a stance are left out; a round in which one of the others shows none has no mean.
    """
    groups = group_by(trial.curves, lambda curve: (curve.side, curve.kind))
    return trial.model_copy(update={"curves": tuple(map(_mean, groups.values()))})


def _mean(curves: list[Curve]) -> Curve:
    shown_curves = [curve for curve in curves if any(stance is not None for stance in curve.stances)]
    if len(shown_curves) < 2:
        return (shown_curves or curves)[0]
    rounds = zip(*(curve.stances for curve in shown_curves), strict=True)
    stances_by_round = [[stance for stance in round_stances if stance is not None] for round_stances in rounds]
    means = tuple(fmean(stances) if len(stances) == len(shown_curves) else None for stances in stances_by_round)
    side = shown_curves[0].side
    return Curve(agent=side, side=side, kind=shown_curves[0].kind, stances=means, agents=len(shown_curves))


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
    """Return the trial of a run that failed, so that tables can count it."""
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


def rounds_of(all_chapters: Iterable[Chapter]) -> list[Chapter]:
    """Return the last chapter of every round, the prior first, with the minds at the end of the round."""
    return list({chapter.note: chapter for chapter in all_chapters}.values())


def _own_curve(log: RunLog, rounds: list[Chapter], agent: str) -> Curve:
    readouts = [chapter.minds[agent].readout for chapter in rounds]
    return Curve(
        agent=agent,
        side=log.spec.participant(agent).side,
        kind=readouts[0].kind,
        stances=tuple(readout.stance for readout in readouts),
    )


def _judged_curves(log: RunLog, rounds: list[Chapter], judged: Mapping[str, float | None]) -> list[Curve]:
    """Return the judged curves, which have no value before the first round, when nothing has been said."""
    by_agent: dict[str, dict[str, float | None]] = {}
    for chapter in chapters(log):
        for outcome in chapter.outcomes:
            if task_named(outcome.task).speaks:
                by_agent.setdefault(outcome.actor, {})[chapter.note] = judged.get(outcome.key)
    return [
        Curve(
            agent=agent,
            side=log.spec.participant(agent).side,
            kind="judged",
            stances=tuple(stances.get(chapter.note) for chapter in rounds),
        )
        for agent, stances in by_agent.items()
        if log.spec.participant(agent).kernel is not None
    ]
