"""All exhibits of a replay, in order: the summary first, then the paper's tables, then further ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from doxa.analysis.exhibit import Exhibit, Prose
from doxa.humans.identified.classes import class_gain_table, class_table
from doxa.humans.identified.estimates import estimate_table
from doxa.humans.identified.held_out import held_out_tables
from doxa.humans.replay.calibration import METHODS, NO_CHANGE, PRIOR_ONLY
from doxa.humans.replay.design import design_table
from doxa.humans.replay.grid import Floats
from doxa.humans.replay.grouping import POPULATIONS
from doxa.humans.replay.kernels import kernel_table
from doxa.humans.replay.known_side import agreement_table
from doxa.humans.replay.one_step import one_step_table
from doxa.humans.replay.placebo import placebo_table
from doxa.humans.replay.posterior import posterior, posterior_figure, posterior_tables
from doxa.humans.replay.recovery import recovery_table, shuffled_table
from doxa.humans.replay.sensitivity import sensitivity_tables
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import cell_of, plain
from doxa.humans.shown.checking import remarks
from doxa.humans.shown.figures import figure_4, figure_5
from doxa.humans.shown.findings import Findings, find_all
from doxa.humans.shown.holm import correct_tables
from doxa.humans.shown.on_the_way import on_the_way_table
from doxa.humans.shown.reading import beats, reading
from doxa.humans.shown.sides import part_table, side_table
from doxa.humans.shown.summaries import summarise_classes, summarise_design, summarise_estimate, summarise_scores
from doxa.humans.shown.tables import (
    belief_engine,
    difference_table,
    fold_table,
    published_table,
    table_1,
    table_a4,
    table_a7,
    whole_table,
)
from doxa.humans.shown.who_moves_whom import who_moves_whom
from doxa.records.base import JsonValue
from doxa.scoring.bootstrap import bounds

LEVEL = 0.05

Makes = Callable[[Findings], Sequence[Exhibit]]
Watch = Callable[[int, int, str], None]
"""Called with (number of stages done, number of all, the next stage)."""


def _identified(findings: Findings) -> Sequence[Exhibit]:
    study, options = findings.study, findings.study.options
    exhibits: list[Exhibit] = [
        design_table(study.people.rounds, study.met.net, options.seed),
        estimate_table(findings.estimates),
        *held_out_tables(findings.scores, _how(study), options.replicates, options.seed),
        *part_table(study, findings.scores),
        *side_table(study, findings.argued.study if findings.argued else None),
    ]
    if findings.classes:
        column = str(options.profiles_by)
        exhibits += [
            class_table(findings.classes),
            class_gain_table(
                findings.scores, tuple(findings.classes), column, _how(study), options.replicates, options.seed
            ),
        ]
    return exhibits


def _how(study: Study) -> str:
    return f"Held out by {study.options.split} in {study.fold.count} folds (seed {study.options.seed})"


def _protocol(findings: Findings) -> Sequence[Exhibit]:
    study, drawn, argued = findings.study, findings.drawn, findings.argued
    return [
        table_1(study, drawn, argued),
        *published_table(study),
        difference_table(study, drawn),
        whole_table(study, drawn, argued),
        table_a4(study, argued.study if argued else None),
        table_a7(study),
        fold_table(study),
        *agreement_table(study),
        *placebo_table(study),
    ]


def _posterior(findings: Findings) -> Sequence[Exhibit]:
    inferred = posterior(findings.study)
    by_side = posterior(findings.argued.study) if findings.argued else None
    return [*posterior_tables(findings.study, inferred, by_side), posterior_figure(findings.study, inferred)]


def _one_step(study: Study) -> list[Exhibit]:
    on_the_way = on_the_way_table(study.people.rounds)
    return [*one_step_table(study), *([on_the_way] if on_the_way else [])]


STAGES: dict[str, Makes] = {
    "reading": lambda findings: [reading(findings)],
    "models": lambda findings: who_moves_whom(findings.study),
    "identified tables": _identified,
    "tables": _protocol,
    "rules": lambda findings: [kernel_table(findings.study)],
    "posterior": _posterior,
    "one step ahead": lambda findings: _one_step(findings.study),
    "recovery": lambda findings: [recovery_table(findings.study), shuffled_table(findings.study)],
    "sensitivity": lambda findings: sensitivity_tables(findings.study),
    "figures": lambda findings: [
        figure_4(findings.study),
        figure_5(findings.study),
        remarks(findings.study.people),
    ],
}


@dataclass(frozen=True, kw_only=True)
class Report:
    """The exhibits of a replay for people, and its figures for programs."""

    exhibits: list[Exhibit]
    summary: dict[str, JsonValue]
    findings: Findings


def report_of(study: Study, watch: Watch | None = None) -> Report:
    """Return every exhibit of a study, with its figures for programs."""
    exhibits: list[Exhibit] = []
    before = 4 if study.options.profiles_by else 3
    total, done = len(STAGES) + before, 0

    def stage(name: str) -> None:
        nonlocal done
        if watch:
            watch(done, total, name)
        done += 1

    findings = find_all(study, stage)
    for name, makes in STAGES.items():
        stage(name)
        exhibits += makes(findings)
    if watch:
        watch(total, total, "")
    exhibits, corrected = correct_tables(exhibits)
    exhibits[0] = _count_tests(exhibits[0], corrected)
    return Report(exhibits=exhibits, summary=summary(findings, corrected), findings=findings)


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
    study, drawn = findings.study, findings.drawn
    rmse, options, populations = study.fit.rmse()[0], study.options, dict[str, JsonValue]()
    for place, (name, members) in enumerate(POPULATIONS.items()):
        engine = belief_engine(place)
        populations[name] = {
            "n": int(np.isin(study.kinds, members).sum()),
            "belief_engine": METHODS[engine],
            "rmse": {method: _figure(rmse[place, m], drawn.rmse[:, place, m]) for m, method in enumerate(METHODS)},
            "gain": {
                method: _figure(
                    rmse[place, m] - rmse[place, engine], drawn.rmse[:, place, m] - drawn.rmse[:, place, engine]
                )
                for m, method in enumerate(METHODS)
                if m != engine
            },
        }
    u, a = cell_of(int(study.fit.whole[0]), study.sums)
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
        "beats_no_change": beats(study, drawn, NO_CHANGE),
        "beats_prior_only": beats(study, drawn, PRIOR_ONLY),
        "populations": populations,
        "people_fitted": int(study.persons.max()) + 1,
        "design": summarise_design(findings.design),
        "identified": [summarise_estimate(estimate) for estimate in findings.estimates],
        "held_out": summarise_scores(findings.scores),
        "profiles": summarise_classes(findings.classes),
        "p_values": {"count": len(corrected), "below_level_after_holm": sum(p < LEVEL for p in corrected)},
    }


def _figure(value: float, drawn: Floats) -> JsonValue:
    """Return a value with its interval; None where it is not defined."""
    interval = bounds(drawn)
    low, high = (None, None) if interval is None else (plain(interval[0]), plain(interval[1]))
    return {"value": plain(float(value)), "low": low, "high": high}
