"""Captions of the Belief Engine's exhibits: what is shown, how many trials, and where each effect comes from.

An effect is *emergent* where the update rule under test makes it, *assumed by the performer* where plain code was
told to do it, and *needs models* where the factor is the model itself. The last two are said of simulated words only.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.analysis.comparison import INTERVALS, counted, kinds_of, simulated
from doxa.analysis.trial import Trial
from doxa.records.base import Record

Nature = Literal["emergent", "assumed", "needs models"]


class Effect(Record):
    """An effect that an exhibit may show, and where it comes from."""

    what: str
    nature: Nature


_LEADS: dict[Nature, str] = {
    "emergent": "Emergent (follows from the mechanism under test)",
    "assumed": "Assumed by the performer",
    "needs models": "Needs models",
}

CITES = Effect(what="speakers argue from the arguments that they retrieve, on their own side", nature="assumed")
RULE = Effect(what="how far a maintained stance moves on what it met, by uptake u and anchoring a", nature="emergent")
REVISES = Effect(what="how far a prompted agent revises the stance that it reports", nature="assumed")
READS = Effect(what="how the outside judge reads a stance from a text", nature="assumed")
BACKBONE = Effect(what="differences between base models", nature="needs models")


def caption(shows: str, trials: Sequence[Trial], effects: Sequence[Effect]) -> str:
    """Return a whole caption."""
    told = simulated(trials)
    words = [shows, counted(trials), missing(trials), INTERVALS, told, *natures(effects, bool(told))]
    return " ".join(one for one in words if one)


def natures(effects: Sequence[Effect], offline: bool) -> list[str]:
    """Return one sentence for each nature that some effect has."""
    told = [one for one in effects if offline or one.nature == "emergent"]
    grouped = {lead: [one.what for one in told if one.nature == nature] for nature, lead in _LEADS.items()}
    return [f"{lead}: {'; '.join(found)}." for lead, found in grouped.items() if found]


def missing(trials: Sequence[Trial]) -> str:
    """Return the sentence that counts rounds without a value, the prior of a judged stance apart; empty for none."""
    lost = sum(
        one is None
        for trial in trials
        if trial.status == "finished"
        for curve in trial.curves
        for one in (curve.stances[1:] if curve.kind == "judged" else curve.stances)
    )
    return f"{lost} values by round are missing and left out of means." if lost else ""


def drawn_kind(trials: Sequence[Trial]) -> str | None:
    """Return the kind to draw of a condition: maintained, else judged, else self-reported; None for none."""
    have = kinds_of(trials)
    return next((kind for kind in ("maintained", "judged", "self_report") if kind in have), None)
