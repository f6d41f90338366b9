"""Captions of the Belief Engine's exhibits: what is shown, how many trials, and where each effect comes from."""

from collections.abc import Sequence

from doxa.analysis.comparison import INTERVALS, describe_counts, describe_simulation, kinds_of
from doxa.analysis.natures import Effect, natures
from doxa.analysis.trial import Trial

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
        missing(trials),
        INTERVALS,
        simulation_note,
        *natures(effects, bool(simulation_note)),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def missing(trials: Sequence[Trial]) -> str:
    """Return a sentence that counts missing stances, '' for none; a judged stance has none before round 1."""
    lost = sum(
        stance is None
        for trial in trials
        if trial.status == "finished"
        for curve in trial.curves
        for stance in (curve.stances[1:] if curve.kind == "judged" else curve.stances)
    )
    judged = any(curve.kind == "judged" for trial in trials for curve in trial.curves)
    why = " A text in which the judge could read no stance has no value." if lost and judged else ""
    return f"{lost} values by round are missing and left out of means.{why}" if lost else ""


def drawn_kind(trials: Sequence[Trial]) -> str | None:
    """Return the kind of stance to draw: maintained, else judged, else self-reported; None where trials have none."""
    kinds = kinds_of(trials)
    return next((kind for kind in ("maintained", "judged", "self_report") if kind in kinds), None)
