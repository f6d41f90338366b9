"""Sensitivity of the result: to the clamp at ±1, θ, the strength scorer, the extractor, and the groups' thresholds.

Each row is the whole calibration with one option changed. Extractors: ``claims`` as the judge extracts them,
``strongest`` of each message only, ``whole``, where every message is one claim (if it was judged so), and the same with
the known side as direction (if the data set has it).
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.replay.calibration import GLOBAL, NO_CHANGE, PRIOR_ONLY, PROFILE
from doxa.humans.replay.grouping import KINDS, LABEL, Steady
from doxa.humans.replay.judged import with_extractor
from doxa.humans.replay.study import Options, Study, make_study
from doxa.humans.replay.writing import plain, profile, signed

CLAMPS = (0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
THETAS = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
STRENGTHS = ("scorer", "extractor", "equal")
TOLERANCES: tuple[Steady, ...] = (0.0, 0.05, 0.1, 0.2, "six-point")
PRESSURES = (0.1, 0.25, 0.5, 1.0, 2.0)


def sensitivity_tables(study: Study) -> list[Table]:
    """Return the sensitivity tables of the fit and of the groups."""
    return [_of_fit(study), _of_groups(study)]


def _of_fit(study: Study) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for option, setting, chosen, variant in _variants(study):
        rmse = variant.fit.rmse()[0, 0]
        accepted = np.asarray([len(replay.active) for replay in variant.replays])
        rows.append(
            (
                option, setting, "chosen" if chosen else None, plain(accepted.mean()), plain(rmse[NO_CHANGE]),
                plain(rmse[PRIOR_ONLY]), plain(rmse[GLOBAL]), plain(rmse[NO_CHANGE] - rmse[GLOBAL]),
                profile(int(variant.fit.whole[0]), variant.sums), sum(replay.lost for replay in variant.replays),
            )
        )  # fmt: skip
    return Table(
        name="sensitivity",
        title="Sensitivity of the fit",
        caption="The whole calibration with one option changed at a time; RMSE of everybody, held out by "
        f"{study.options.split}. No change and the net evidence use stances as stated; the clamp acts on the prior. "
        "A message is lost where the judge gave no answer; it then has no evidence for anybody.",
        columns=(
            "option", "value", "", "accepted records", "no change", "prior only", "Belief Engine", *signed("gain"),
            "describes best", "messages lost",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _variants(study: Study) -> Iterator[tuple[str, str, bool, Study]]:
    """Yield (option, value, whether it is the study's own value, the study with this value)."""
    options, people, judged = study.options, study.people, study.judged
    for clamp in CLAMPS:
        changed = replace(options, clamp=clamp)
        yield "clamp |S₀|", f"{clamp:g}", clamp == options.clamp, make_study(people, judged, changed, study.replays)
    for theta in THETAS:
        same = theta == options.acceptance.theta
        changed = replace(options, acceptance=replace(options.acceptance, theta=theta))
        yield "θ", f"{theta:g}", same, study if same else make_study(people, judged, changed)
    for strength in STRENGTHS:
        same = strength == options.acceptance.strength
        changed = replace(options, acceptance=replace(options.acceptance, strength=strength))
        yield "strength", strength, same, study if same else make_study(people, judged, changed)
    yield "extractor", "claims", True, study
    if judged.has_whole and study.argued:
        yield "extractor", "whole, side as known", False, study.argued
    for extractor in ("strongest", "whole") if judged.has_whole else ("strongest",):
        yield "extractor", extractor, False, make_study(people, with_extractor(judged, extractor), options)


def _of_groups(study: Study) -> Table:
    rows: list[tuple[Cell, ...]] = []
    thresholds = study.options.thresholds
    for tolerance in TOLERANCES:
        changed = replace(study.options, thresholds=replace(thresholds, tolerance=tolerance))
        rows.append(_group_row("stable within", str(tolerance), tolerance == thresholds.tolerance, study, changed))
    for pressure in PRESSURES:
        changed = replace(study.options, thresholds=replace(thresholds, pressure=pressure))
        rows.append(_group_row("|E| threshold", f"{pressure:g}", pressure == thresholds.pressure, study, changed))
    return Table(
        name="sensitivity_groups",
        title=f"Sensitivity of the evidence-alignment groups ({LABEL}s)",
        caption="How many people are of each kind under other thresholds, and held-out RMSE with a profile for each "
        "group. The RMSE falls as the groups contain more of the outcome, not as the rule explains more.",
        columns=("threshold", "value", "", *KINDS, "RMSE with profiles"),
        rows=tuple(rows),
    )


def _group_row(threshold: str, setting: str, same: bool, study: Study, changed: Options) -> tuple[Cell, ...]:
    regrouped = make_study(study.people, study.judged, changed, study.replays)
    counts = np.bincount(regrouped.kinds, minlength=len(KINDS))
    return (
        threshold, setting, "chosen" if same else None, *(int(count) for count in counts),
        plain(regrouped.fit.rmse()[0, 0, PROFILE]),
    )  # fmt: skip
