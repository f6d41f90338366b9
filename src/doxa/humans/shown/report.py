"""All exhibits of a replay, in order: the summary first, then the paper's tables, then further ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from doxa.analysis.exhibit import Exhibit, Prose
from doxa.humans.data.contents import on_the_way_table, remarks
from doxa.humans.identified.classes import check_column
from doxa.humans.identified.estimates import UptakeEstimate, estimate_all, estimate_table
from doxa.humans.identified.methods import FittedMethod, list_methods
from doxa.humans.identified.sample import make_samples
from doxa.humans.identified.scores import (
    HeldOutScores,
    class_gain_table,
    class_table,
    held_out_tables,
    score_held_out,
)
from doxa.humans.replay.calibration import METHODS, NO_CHANGE, POPULATIONS, PRIOR_ONLY
from doxa.humans.replay.controls import placebo_table, recovery_table, sensitivity_tables, shuffled_table
from doxa.humans.replay.design import Design, design_table
from doxa.humans.replay.one_step import one_step_table
from doxa.humans.replay.posterior import posterior_exhibits
from doxa.humans.replay.rules import kernel_table
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import cell_of, correct_tables, plain
from doxa.humans.shown.paper import (
    belief_engine,
    difference_table,
    figure_4,
    figure_5,
    fold_table,
    published_table,
    table_1,
    table_a4,
    table_a7,
    whole_table,
)
from doxa.humans.shown.reading import beats, describe_replay
from doxa.humans.shown.sides import agreement_table, part_table, side_table
from doxa.humans.shown.who_moves_whom import who_moves_whom
from doxa.records.base import JsonValue
from doxa.scoring.bootstrap import bounds

LEVEL = 0.05


@dataclass(frozen=True, kw_only=True)
class Findings:
    """A study with what the identified model finds of its people."""

    study: Study
    estimates: list[UptakeEstimate]
    scores: HeldOutScores
    classes: list[FittedMethod]
    """The profiles by a column, under each kind of evidence; empty where none is asked."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """The exhibits of a replay for people, and its figures for programs."""

    exhibits: list[Exhibit]
    summary: dict[str, JsonValue]
    findings: Findings


def report_of(study: Study, watch: Callable[[int, int, str], None] | None = None) -> Report:
    """Return every exhibit of a study, with its figures for programs.

    Args:
        watch: called with (number of stages done, number of all, the next stage).

    Raises:
        UsageError: the column of profiles does not divide these people.
    """
    column, rounds = study.options.profiles_by, study.people.rounds
    check_column(rounds, column)
    stages = ["identified model", "held-out scores", *([f"profiles by {column}"] if column else []), *STAGES]

    def begin(stage: str) -> None:
        if watch:
            watch(stages.index(stage) if stage else len(stages), len(stages), stage)

    begin("identified model")
    samples = make_samples(rounds, study.judged, study.options)
    estimates = estimate_all(samples)
    begin("held-out scores")
    scores = score_held_out(samples, study.people.fitted_rounds, study.fold, column)
    classes: list[FittedMethod] = []
    if column:
        begin(f"profiles by {column}")
        methods = [method for method in list_methods(samples, column) if method.kind == "classes"]
        classes = [method.fit(samples[method.evidence]) for method in methods]
    findings = Findings(study=study, estimates=estimates, scores=scores, classes=classes)
    exhibits: list[Exhibit] = []
    for name, make_exhibits in STAGES.items():
        begin(name)
        exhibits += make_exhibits(findings)
    begin("")
    exhibits, corrected = correct_tables(exhibits)
    exhibits[0] = _count_tests(exhibits[0], corrected)
    # where models are the people, who moves whom is what a reader asks first
    exhibits.sort(key=lambda exhibit: exhibit.name != "who_moves_whom")
    return Report(exhibits=exhibits, summary=summary(findings, corrected), findings=findings)


def _identified(findings: Findings) -> Sequence[Exhibit]:
    study, options, scores = findings.study, findings.study.options, findings.scores
    how = f"Held out by {options.split} in {study.fold.count} folds (seed {options.seed})"
    exhibits: list[Exhibit] = [
        design_table(study.people.rounds, study.met.net, options.seed),
        estimate_table(findings.estimates),
        *held_out_tables(scores, how, options.replicates, options.seed),
        *part_table(study, scores),
        *side_table(study),
    ]
    if findings.classes:
        evidences, column = tuple(fit.evidence for fit in findings.classes), str(options.profiles_by)
        gains = class_gain_table(scores, evidences, column, how, options.replicates, options.seed)
        exhibits += [class_table(findings.classes), gains]
    return exhibits


def _protocol(findings: Findings) -> Sequence[Exhibit]:
    study = findings.study
    return [
        table_1(study),
        *published_table(study),
        difference_table(study),
        whole_table(study),
        table_a4(study),
        table_a7(study),
        fold_table(study),
        *agreement_table(study),
        *placebo_table(study),
    ]


STAGES: dict[str, Callable[[Findings], Sequence[Exhibit]]] = {
    "reading": lambda findings: [
        describe_replay(findings.study, findings.estimates, findings.scores),
    ],
    "models": lambda findings: who_moves_whom(findings.study),
    "identified tables": _identified,
    "tables": _protocol,
    "rules": lambda findings: [kernel_table(findings.study)],
    "posterior": lambda findings: posterior_exhibits(findings.study),
    "one step ahead": lambda findings: [
        *one_step_table(findings.study),
        *on_the_way_table(findings.study.people.rounds),
    ],
    "recovery": lambda findings: [recovery_table(findings.study), shuffled_table(findings.study)],
    "sensitivity": lambda findings: sensitivity_tables(findings.study),
    "figures": lambda findings: [
        figure_4(findings.study),
        figure_5(findings.study),
        remarks(findings.study.people),
    ],
}


def _count_tests(first: Exhibit, corrected: Sequence[float]) -> Exhibit:
    """Return the reading with a sentence on how many tests the report has."""
    if not isinstance(first, Prose) or not corrected:
        return first
    below = sum(p < LEVEL for p in corrected)
    last = (
        f"This report has {len(corrected)} p values; corrected for their number by Holm's method, {below} of them "
        f"{'is' if below == 1 else 'are'} below {LEVEL:g}."
    )
    return first.model_copy(update={"paragraphs": (*first.paragraphs, last)})


def summary(findings: Findings, corrected: Sequence[float] = ()) -> dict[str, JsonValue]:
    """Return the figures of the tables as numbers: RMSE and gains with bootstrap intervals, and the fitted values."""
    study = findings.study
    rmse, drawn, options, populations = study.fit.rmse()[0], study.drawn.rmse, study.options, dict[str, JsonValue]()
    for place, (name, members) in enumerate(POPULATIONS.items()):
        engine = belief_engine(place)
        less, drawn_less = rmse[place] - rmse[place, [engine]], drawn[:, place] - drawn[:, place, [engine]]
        populations[name] = {
            "n": int(np.isin(study.kinds, members).sum()),
            "belief_engine": METHODS[engine],
            "rmse": {
                method: _around(float(rmse[place, m]), bounds(drawn[:, place, m])) for m, method in enumerate(METHODS)
            },
            "gain": {
                method: _around(float(less[m]), bounds(drawn_less[:, m]))
                for m, method in enumerate(METHODS)
                if m != engine
            },
        }
    u, a = cell_of(study.fit.best, study.sums)
    return {
        "people": study.people.name,
        "about": study.people.about,
        "judges": dict(study.judged.judges),
        "held_out_by": options.split,
        "folds": list(study.fold.sizes),
        "seed": options.seed,
        "replicates": options.replicates,
        "theta": options.acceptance.theta,
        "clamp": options.clamp,
        "tolerance": options.thresholds.tolerance,
        "pressure": options.thresholds.pressure,
        "strength": options.acceptance.strength,
        "beta": [plain(float(slope)) for slope in study.fit.slope[0]],
        "describes_best": {"u": u, "a": a},
        "beats_no_change": beats(study, NO_CHANGE),
        "beats_prior_only": beats(study, PRIOR_ONLY),
        "populations": populations,
        "people_fitted": int(study.persons.max()) + 1,
        "design": summarise_design(study.design),
        "identified": [summarise_estimate(estimate) for estimate in findings.estimates],
        "held_out": summarise_scores(findings.scores),
        "profiles": summarise_classes(findings.classes),
        "p_values": {"count": len(corrected), "below_level_after_holm": sum(p < LEVEL for p in corrected)},
    }


def summarise_design(design: Design) -> dict[str, JsonValue]:
    """Return the check of the design."""
    names = ("treated", "controls", "difference")
    values = (design.treated, design.control, design.difference)
    return {
        "side": "as the judge reads it" if design.by_judge else "argued",
        "rounds": len(design.begun),
        "against_own_side": design.against,
        "with_both_sides": design.counted,
        "correlation": plain(design.correlation),
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
        "p": plain(fit.p),
    }


def summarise_scores(scores: HeldOutScores) -> dict[str, JsonValue]:
    """Return the held-out scores of every method."""
    return {
        method: {"rmse": plain(scores.rmse(method)), "log_score": plain(scores.log_score(method))}
        for method in scores.errors
    }


def summarise_classes(classes: Sequence[FittedMethod]) -> list[JsonValue]:
    """Return the profile of every class."""
    return [
        {
            "column": fit.column,
            "class": profile.name,
            "evidence": fit.evidence,
            "n": profile.treated,
            "controls": profile.controls,
            "u": plain(profile.u),
            "a": plain(profile.a),
            "se_u": plain(profile.errors[0]),
            "se_a": plain(profile.errors[1]),
        }
        for fit in classes
        for profile in fit.classes
    ]


def _around(value: float, interval: tuple[float, float] | None) -> dict[str, JsonValue]:
    low, high = map(plain, interval or (None, None))
    return {"value": plain(value), "low": low, "high": high}
