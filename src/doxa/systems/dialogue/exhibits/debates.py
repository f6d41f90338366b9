"""Two-agent debates as panels, endings and captions: what the Belief Engine's figures and tables share."""

from collections.abc import Sequence
from typing import TypeVar

from doxa.analysis.comparison import (
    INTERVALS,
    KINDS,
    SIDES,
    band_line,
    curves,
    describe_counts,
    describe_simulation,
    final,
    finished_trials,
    kinds_of,
)
from doxa.analysis.exhibit import Effect, Panel, natures
from doxa.analysis.trial import Trial
from doxa.scoring.convergence import START, Ending
from doxa.systems.dialogue.exhibits.published import TEN, plain

CITES = Effect(what="speakers argue from the arguments that they retrieve, on their own side", nature="assumed")
RULE = Effect(what="how far a maintained stance moves on what it met, by uptake u and anchoring a", nature="emergent")
REVISES = Effect(what="how far a prompted agent revises the stance that it reports", nature="assumed")
READS = Effect(what="how the outside judge reads a stance from a text", nature="assumed")
BACKBONE = Effect(what="differences between base models", nature="needs models")


def caption(shows: str, trials: Sequence[Trial], effects: Sequence[Effect]) -> str:
    """Return a caption: what is shown, how many trials, how intervals are made, and where each effect comes from."""
    simulation_note = describe_simulation(trials)
    sentences = [
        shows,
        describe_counts(trials),
        count_missing(trials),
        INTERVALS,
        simulation_note,
        *natures(effects, bool(simulation_note)),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def count_missing(trials: Sequence[Trial]) -> str:
    """Return a sentence that counts count_missing stances, '' for none; a judged stance has none before round 1."""
    lost = sum(
        stance is None
        for trial in trials
        if trial.status == "finished"
        for curve in trial.curves
        for stance in (curve.stances[1:] if curve.kind == "judged" else curve.stances)
    )
    judged = any(curve.kind == "judged" for trial in trials for curve in trial.curves)
    why = " A text in which the judge could read no stance has no value." if lost and judged else ""
    return f"{lost} values by round are count_missing and left out of means.{why}" if lost else ""


def drawn_kind(trials: Sequence[Trial]) -> str | None:
    """Return the kind of stance to draw: maintained, else judged, else self-reported; None where trials have none."""
    kinds = kinds_of(trials)
    return next((kind for kind in ("maintained", "judged", "self_report") if kind in kinds), None)


T = TypeVar("T")


def panel(title: str, trials: Sequence[Trial], kind: str | None) -> Panel:
    """Return a panel with the curves of both sides in one kind of stance; without lines where trials lack that kind."""
    lines = [band_line(side, curves(trials, side, kind)) for side in SIDES] if kind else []
    return Panel(
        title=title,
        x_label="round",
        y_label=KINDS.get(kind, kind) if kind else "no stance",
        lines=tuple(line for line in lines if line.trials),
        y_range=(-1.0, 1.0),
    )


def ending(trial: Trial, kind: str) -> Ending | None:
    """Return both agents' start and final stances; None where one has no final stance. A missing start is ±0.75."""
    pro, con = final(trial, "pro", kind), final(trial, "con", kind)
    if trial.status != "finished" or pro is None or con is None:
        return None
    return Ending(
        pro=pro, con=con, start_pro=_start(trial, "pro", kind, START), start_con=_start(trial, "con", kind, -START)
    )


def endings(trials: Sequence[Trial], kind: str) -> list[Ending]:
    """Return the endings of the finished trials that have one."""
    return [trial_ending for trial in finished_trials(trials) if (trial_ending := ending(trial, kind)) is not None]


def convergence(trial: Trial, kind: str = "maintained") -> float | None:
    """Return the reduction of the pro–con distance from start to end (Table A8)."""
    trial_ending = ending(trial, kind)
    return trial_ending.convergence if trial_ending else None


def distinct(values: Sequence[T]) -> list[T]:
    """Return values without repeats, in the order of their first appearance."""
    return list(dict.fromkeys(values))


def of_motion(trials: Sequence[Trial], motion: str) -> list[Trial]:
    """Return the trials of a motion, whatever its case and punctuation."""
    return [trial for trial in trials if plain(trial.motion) == plain(motion)]


def motions_of(trials: Sequence[Trial]) -> list[str]:
    """Return the motions of trials: the paper's first, in its order, then the others."""
    order = [plain(motion) for motion in TEN]
    motions = distinct([trial.motion for trial in trials])
    return sorted(motions, key=lambda motion: order.index(plain(motion)) if plain(motion) in order else len(order))


def describe_stand_ins(trials: Sequence[Trial], printed: Sequence[str]) -> str:
    """Return sentences on the paper's motions that were not run and on their stand-ins; '' where all were run.

    A trial on a stand-in has the paper's own motion among its settings, as ``motion``.
    """
    motions_run = {plain(trial.motion) for trial in trials}
    stand_ins = {str(trial.settings.get("motion")): trial.motion for trial in trials}
    lacking = [motion for motion in printed if plain(motion) not in motions_run]
    substitutions = [f"“{stand_ins[motion]}” stands in for “{motion}”" for motion in lacking if motion in stand_ins]
    absent = [motion for motion in lacking if motion not in stand_ins]
    sentences = [f"{'; '.join(substitutions)}; stand-ins have no published values." if substitutions else ""]
    sentences.append(f"Not run here: {'; '.join(absent)}." if absent and trials else "")
    return " ".join(sentence for sentence in sentences if sentence)


def _start(trial: Trial, side: str, kind: str, assigned: float) -> float:
    stances = trial.curve(side, kind)
    first = stances[0] if stances else None
    return assigned if first is None else first
