"""The findings of a replay as plain values, for programs: lists and objects of numbers and words."""

from collections.abc import Mapping

from doxa.humans.identified.classes import ClassFits
from doxa.humans.identified.estimates import UptakeEstimate
from doxa.humans.identified.held_out import HeldOutScores
from doxa.humans.identified.sample import Evidence
from doxa.humans.replay.design import Design
from doxa.humans.replay.writing import plain
from doxa.records.base import JsonValue


def summarise_design(design: Design) -> dict[str, JsonValue]:
    """Return the check of the design."""
    names = ("treated", "controls", "difference")
    values = (design.treated, design.control, design.difference)
    return {
        "side": "as the judge reads it" if design.by_judge else "argued",
        "rounds": len(design.begun),
        "against_own_side": design.against,
        "with_both_sides": design.counted,
        "correlation": None if design.correlation is None else plain(design.correlation),
        "collinear": design.collinear,
        "controls": len(design.control_moves),
        "move_along_own_sign": {
            name: None if value is None else _around(value, interval)
            for name, value, interval in zip(names, values, design.intervals, strict=True)
        },
    }


def summarise_estimate(estimate: UptakeEstimate) -> dict[str, JsonValue]:
    """Return one estimate of the identified model."""
    head: dict[str, JsonValue] = {
        "propositions": estimate.part,
        "evidence": estimate.evidence,
        "n": estimate.treated,
        "controls": estimate.controls,
    }
    fit = estimate.fit
    if fit is None:
        return {**head, "why_not": estimate.why_not}
    return {
        **head,
        "u": _around(fit.u, fit.interval("u")),
        "u_sd": plain(fit.u_spread),
        "a": _around(fit.a, fit.interval("a")),
        "a_sd": plain(fit.a_spread),
        "sigma": plain(fit.sigma),
        "p": None if estimate.p is None else plain(estimate.p),
    }


def summarise_scores(scores: HeldOutScores) -> dict[str, JsonValue]:
    """Return the held-out scores of every method."""
    return {
        method: {"rmse": plain(scores.rmse(method)), "log_score": plain(scores.log_score(method))}
        for method in scores.errors
    }


def summarise_classes(classes: Mapping[Evidence, ClassFits]) -> list[JsonValue]:
    """Return the profile of every class."""
    return [
        {
            "column": fit.column,
            "class": profile.name,
            "evidence": evidence,
            "n": profile.treated,
            "controls": profile.controls,
            "u": plain(profile.u),
            "a": plain(profile.a),
            "se_u": plain(profile.errors[0]),
            "se_a": plain(profile.errors[1]),
        }
        for evidence, fit in classes.items()
        for profile in fit.profiles
    ]


def _around(value: float, interval: tuple[float, float] | None) -> dict[str, JsonValue]:
    low, high = (None, None) if interval is None else (plain(interval[0]), plain(interval[1]))
    return {"value": plain(value), "low": low, "high": high}
