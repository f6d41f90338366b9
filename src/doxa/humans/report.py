"""All exhibits of a replay, in order: the summary first, then the paper's tables, then further ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from doxa.analysis.exhibit import Exhibit
from doxa.humans.bootstrap import BootstrapResult, bounds
from doxa.humans.calibration import METHODS, NO_CHANGE, PRIOR_ONLY
from doxa.humans.checking import remarks
from doxa.humans.figures import figure_4, figure_5
from doxa.humans.grid import Floats
from doxa.humans.grouping import POPULATIONS
from doxa.humans.kernels import kernel_table
from doxa.humans.known_side import agreement_table
from doxa.humans.one_step import one_step_table
from doxa.humans.placebo import placebo_table
from doxa.humans.posterior import posterior, posterior_figure, posterior_tables
from doxa.humans.reading import beats, reading
from doxa.humans.recovery import recovery_table, shuffled_table
from doxa.humans.sensitivity import sensitivity_tables
from doxa.humans.study import Study
from doxa.humans.tables import (
    belief_engine,
    difference_table,
    fold_table,
    published_table,
    table_1,
    table_a4,
    table_a7,
    whole_table,
)
from doxa.humans.writing import cell_of, plain
from doxa.records.base import JsonValue

Makes = Callable[[Study, BootstrapResult], Sequence[Exhibit]]
Watch = Callable[[int, int, str], None]
"""Called with (number of stages done, number of all, the next stage)."""


def _posterior(study: Study, drawn: BootstrapResult) -> Sequence[Exhibit]:
    inferred = posterior(study)
    return [*posterior_tables(study, inferred), posterior_figure(study, inferred)]


STAGES: dict[str, Makes] = {
    "reading": lambda study, drawn: [reading(study, drawn)],
    "tables": lambda study, drawn: [
        table_1(study, drawn),
        *published_table(study),
        difference_table(study, drawn),
        whole_table(study, drawn),
        table_a4(study),
        table_a7(study),
        fold_table(study),
        *agreement_table(study),
        *placebo_table(study),
    ],
    "rules": lambda study, drawn: [kernel_table(study)],
    "posterior": _posterior,
    "one step ahead": lambda study, drawn: one_step_table(study),
    "recovery": lambda study, drawn: [recovery_table(study), shuffled_table(study)],
    "sensitivity": lambda study, drawn: sensitivity_tables(study),
    "figures": lambda study, drawn: [figure_4(study), figure_5(study), remarks(study.people)],
}


@dataclass(frozen=True, kw_only=True)
class Report:
    """The exhibits of a replay for people, and its figures for programs."""

    exhibits: list[Exhibit]
    summary: dict[str, JsonValue]


def report_of(study: Study, watch: Watch | None = None) -> Report:
    """Return every exhibit of a study, with its figures for programs."""
    exhibits: list[Exhibit] = []
    total = len(STAGES) + 1
    if watch:
        watch(0, total, "bootstrap")
    drawn = study.resampled()
    for number, (name, makes) in enumerate(STAGES.items(), 1):
        if watch:
            watch(number, total, name)
        exhibits += makes(study, drawn)
    if watch:
        watch(total, total, "")
    return Report(exhibits=exhibits, summary=summary(study, drawn))


def summary(study: Study, drawn: BootstrapResult) -> dict[str, JsonValue]:
    """Return the figures of the tables as numbers: RMSE and gains with bootstrap intervals, and the fitted values."""
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
    }


def _figure(value: float, drawn: Floats) -> JsonValue:
    """Return a value with its interval; None where it is not defined."""
    interval = bounds(drawn)
    low, high = (None, None) if interval is None else (plain(interval[0]), plain(interval[1]))
    return {"value": plain(float(value)), "low": low, "high": high}
