"""The tables of the paper's replay for any people: Tables 1 and A6, A4, A7, the β, and the fitted values.

On DEBATE the tables contain the published figures too. For other people these are a separate table with its own title,
and no difference is computed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.replay.calibration import (
    GLOBAL,
    LINEAR,
    METHODS,
    NO_CHANGE,
    OWN_LINEAR,
    PRIOR_ONLY,
    PROFILE,
    BootstrapResult,
)
from doxa.humans.replay.grid import Floats
from doxa.humans.replay.grouping import KINDS, LABEL, POPULATIONS, PROFILES
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import number, plain, profile, with_bounds
from doxa.humans.shown.published import BETAS, OTHER_PEOPLE, TABLE_1, TABLE_A7, WEAK_SIGNAL
from doxa.humans.shown.sides import list_parts
from doxa.scoring.bootstrap import bounds
from doxa.scoring.significance import paired_p
from doxa.scoring.student import t_interval

BY_ARGUED_SIDE = "– by the argued side"
"""The row below all participants whose evidence has the argued side in place of the judge's direction."""


@dataclass(frozen=True, kw_only=True)
class ArguedFit:
    """The study with evidence by the argued side, and its bootstrap."""

    study: Study
    drawn: BootstrapResult


CONDITIONED = (
    "Rows of movers and of stable people are outcome-conditioned diagnostics: the outcome decides who belongs to them, "
    "so that their errors show fit and are not predictions."
)


def belief_engine(place: int) -> int:
    """Return the Belief Engine's method for a population: global for everybody, else the profile."""
    return PROFILE if place else GLOBAL


def table_1(study: Study, drawn: BootstrapResult, argued: ArguedFit | None = None) -> Table:
    """Return held-out RMSE by population: Tables 1 and A6.

    Args:
        argued: the study with evidence by the argued side and its bootstrap, where sides are known.
    """
    rmse = study.fit.rmse()[0]
    rows: list[tuple[Cell, ...]] = []
    for place, (name, members) in enumerate(POPULATIONS.items()):
        mine = np.isin(study.kinds, members)
        method = belief_engine(place)
        moved = np.abs(study.met.after - study.met.before)[mine]
        row: list[Cell] = [name, "everybody" if not place else LABEL, int(mine.sum())]
        row.append(plain(moved.mean()) if mine.any() else None)
        for column in (NO_CHANGE, LINEAR):
            row.append(plain(rmse[place, column]))
        row.append(plain(rmse[place, OWN_LINEAR]) if place else None)
        row.append(with_bounds(rmse[place, method], bounds(drawn.rmse[:, place, method])))
        for column in (NO_CHANGE, LINEAR):
            row.append(_gain(rmse[place], drawn.rmse[:, place], column, method))
        row.append(_gain(rmse[place], drawn.rmse[:, place], OWN_LINEAR, method) if place else None)
        row += _published_1(name) if study.people.published else []
        rows.append(tuple(row))
        if argued and not place:
            by_side = table_1(argued.study, argued.drawn).rows[0]
            rows.append((BY_ARGUED_SIDE, *by_side[1:]))
    columns = (
        "population", "kind", "N", "mean |Δ|", "no change", "linear", "linear, own β", "Belief Engine",
        "gain on no change", "gain on linear", "gain on linear, own β",
    )  # fmt: skip
    more = ("published N", "published no-ch.", "published linear", "published BE", "published gain")
    return Table(
        name="table1",
        title="Tables 1 and A6: held-out RMSE on final stance",
        caption=f"{_how(study)} Gain is reference less Belief Engine, with a 95 % bootstrap interval over people "
        f"({study.options.replicates:,} replicates, fitted anew). “Linear” has one β for everybody, as in the paper; a "
        "diagnostic row thus compares a profile fitted to the group with a slope that is not, while “own β” is fitted "
        f"to the group too. {CONDITIONED}",
        columns=(*columns, *more) if study.people.published else columns,
        rows=tuple(rows),
    )


def published_table(study: Study) -> list[Table]:
    """Return the published Table 1 where the people are not DEBATE's; empty where they are."""
    if study.people.published:
        return []
    rows = tuple((name, *figures) for name, figures in TABLE_1.items())
    return [
        Table(
            name="published",
            title=f"Table 1: {OTHER_PEOPLE}",
            caption="The Belief Engine paper's figures on DEBATE: other people under other conditions, judged by other "
            "models. No difference is computed.",
            columns=("population", "N", "mean |Δ|", "no-ch.", "linear", "BE", "gain"),
            rows=rows,
        )
    ]


def difference_table(study: Study, drawn: BootstrapResult) -> Table:
    """Return every difference from a reference with its interval and its paired test."""
    errors, options = study.errors, study.options
    rows: list[tuple[Cell, ...]] = []
    for place, (name, members) in enumerate(POPULATIONS.items()):
        mine, method = np.isin(study.kinds, members), belief_engine(place)
        if not mine.any():
            continue
        rmse = np.sqrt(errors[mine].mean(axis=0))
        for reference in (NO_CHANGE, LINEAR, OWN_LINEAR, PRIOR_ONLY, GLOBAL):
            if reference == method or (not place and reference == OWN_LINEAR):
                continue
            _, persons = np.unique(study.persons[mine], return_inverse=True)
            p = paired_p(errors[mine, reference], errors[mine, method], persons, options.replicates, options.seed)
            gained = bounds(drawn.rmse[:, place, reference] - drawn.rmse[:, place, method])
            gain = with_bounds(float(rmse[reference] - rmse[method]), gained, signed=True)
            rows.append((name, "everybody" if not place else LABEL, METHODS[reference], gain, plain(p)))
    return Table(
        name="differences",
        title="The Belief Engine compared with the references",
        caption="Held-out RMSE of the reference less that of the Belief Engine: above 0 the Belief Engine is better. "
        "95 % bootstrap intervals over people, fitted anew; p of the paired randomisation test over people of "
        f"squared errors. {CONDITIONED}",
        columns=("population", "kind", "reference", "gain", "paired p"),
        rows=tuple(rows),
    )


def table_a4(study: Study, argued: Study | None = None) -> Table:
    """Return the number of people of each kind, and the kind's definition.

    Args:
        argued: the study with evidence by the argued side, where sides are known.
    """
    tolerance, pressure = study.options.thresholds.tolerance, study.options.thresholds.pressure
    steady = "both stances on the same of six points" if tolerance == "six-point" else f"|ΔS| ≤ {tolerance:g}"
    meaning = (
        f"not stable, |E| ≥ {pressure:g}, moved the way that E points",
        f"not stable, |E| ≥ {pressure:g}, moved the other way",
        f"not stable, |E| < {pressure:g}: no profile of their own",
        f"stable ({steady}), |E| < {pressure:g}",
        f"stable ({steady}), |E| ≥ {pressure:g}",
    )
    counts = np.bincount(study.kinds, minlength=len(KINDS))
    rows: list[tuple[Cell, ...]] = [("all participants", len(study.kinds), 1.0, "everybody who is fitted")]
    rows += [
        (kind, int(count), plain(count / len(study.kinds)), definition)
        for kind, count, definition in zip(KINDS, counts, meaning, strict=True)
    ]
    parts = list_parts(study)[1:]
    added = [[None, *np.bincount(study.kinds[part], minlength=len(KINDS)).tolist()] for _, part in parts]
    added += [[None, *np.bincount(argued.kinds, minlength=len(KINDS)).tolist()]] if argued else []
    rows = [(*row, *(counts[place] for counts in added)) for place, row in enumerate(rows)]
    published = {"all participants": 2495, "aligned": 542, "opposed": 400, "weak-signal": WEAK_SIGNAL}
    if study.people.published:
        rows = [(*row, published.get(str(row[0]))) for row in rows]
    columns = ("group", "N", "share", "definition", *(f"N, {name}" for name, _ in parts))
    columns = (*columns, "N, by the argued side") if argued else columns
    return Table(
        name="tableA4",
        title=f"Table A4: evidence-alignment groups ({LABEL}s)",
        caption="E = Σ p·s over the accepted records, with the judge's directions but for the last column. Groups are "
        "formed from the outcome."
        + (" The paper prints 1,379 stable participants of both sorts together." if study.people.published else ""),
        columns=(*columns, "published N") if study.people.published else columns,
        rows=tuple(rows),
    )  # fmt: skip


def table_a7(study: Study) -> Table:
    """Return the errors over folds under every possible split: Table A7."""
    rows = []
    for split, fit in study.fits.items():
        errors = fit.fold_rmse()[0][:, 0]
        row: list[Cell] = [f"held out by {split}", study.folds[split].count]
        row += [_over_folds(errors[:, PROFILE])]
        row += [
            _over_folds(errors[:, PROFILE] - errors[:, reference], signed=True) for reference in (PRIOR_ONLY, GLOBAL)
        ]
        row += [_over_folds(errors[:, GLOBAL])]
        row += [
            _over_folds(errors[:, GLOBAL] - errors[:, reference], signed=True)
            for reference in (NO_CHANGE, LINEAR, PRIOR_ONLY)
        ]
        row += list(TABLE_A7[split]) if study.people.published else []
        rows.append(tuple(row))
    columns = (
        "split", "folds", "profiles: RMSE", "profiles − prior only", "profiles − global", "global: RMSE",
        "global − no change", "global − linear", "global − prior only",
    )  # fmt: skip
    more = ("published RMSE", "published − prior only", "published − global")
    beside = (
        ""
        if study.people.published
        else f" {OTHER_PEOPLE[0].upper()}{OTHER_PEOPLE[1:]}: profiles {TABLE_A7['person'][0]} by group and "
        f"{TABLE_A7['topic'][0]} by topic."
    )
    return Table(
        name="tableA7",
        title="Table A7: robustness over folds",
        caption="Mean over folds with a 95 % t-interval, which shows how much folds differ and is no statement about "
        "people. “Profiles” gives each evidence-alignment group its own (u, a): an outcome-conditioned diagnostic. "
        f"“Global” uses no outcome of the people that it predicts.{beside}",
        columns=(*columns, *more) if study.people.published else columns,
        rows=tuple(rows),
    )


def fold_table(study: Study) -> Table:
    """Return the fitted values of every fold: β, the global (u, a), the anchor alone, and each profile."""
    rows: list[tuple[Cell, ...]] = []
    for split, fit in study.fits.items():
        folds = study.folds[split]
        for fold in range(folds.count):
            row: list[Cell] = [split, fold + 1, folds.sizes[fold], int(folds.aside[fold].sum())]
            row += [plain(fit.slope[0, fold]), profile(int(fit.cell[0, fold]), study.sums)]
            row += [f"a {study.sums.anchors[int(fit.anchor[0, fold])]:g}"]
            row += [profile(int(cell), study.sums) for cell in fit.profiles[0, fold]]
            row += [plain(fit.fold_rmse()[0, fold, 0, GLOBAL])]
            rows.append(tuple(row))
    slopes = ", ".join(f"{beta:.4f}" for beta in BETAS)
    beside = "Published" if study.people.published else OTHER_PEOPLE[0].upper() + OTHER_PEOPLE[1:]
    return Table(
        name="folds",
        title="Fitted values of every fold",
        caption=f"Fitted on the other folds (seed {study.options.seed}). By topic, people of a fold who have rounds on "
        "other propositions too are excluded from its training part; a proposition is never divided, so that folds "
        f"differ in size. {beside}: β {slopes}. The profiles are {LABEL}s.",
        columns=(
            "split", "fold", "N", "set aside", "β", "global", "prior only", "aligned", "opposed", "stable", "RMSE",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def whole_table(study: Study, drawn: BootstrapResult, argued: ArguedFit | None = None) -> Table:
    """Return the uptake and anchoring that describe these people best, with their uncertainty.

    Args:
        argued: the study with evidence by the argued side and its bootstrap, where sides are known.
    """
    rows: list[tuple[Cell, ...]] = []
    named = ["All participants", *list(POPULATIONS)[1:4]]
    cells = np.concatenate([drawn.whole[:, None], drawn.whole_profiles], axis=1)
    best = [int(study.fit.whole[0]), *(int(cell) for cell in study.fit.whole_profiles[0])]
    for place, name in enumerate(named):
        members = POPULATIONS[name]
        if not np.isin(study.kinds, members).any():
            rows.append((name, LABEL, 0, None, None, None))
            continue
        u, a = (_axis(cells[:, place], study, axis) for axis in (0, 1))
        anchors = len(study.sums.anchors)
        rows.append(
            (
                name,
                "everybody" if not place else LABEL,
                int(np.isin(study.kinds, members).sum()),
                _write_range(study.sums.uptakes[best[place] // anchors], u),
                _write_range(study.sums.anchors[best[place] % anchors], a),
                plain(float((cells[:, place] == best[place]).mean())),
            )
        )
        if argued and not place:
            rows.append((BY_ARGUED_SIDE, *whole_table(argued.study, argued.drawn).rows[0][1:]))
    return Table(
        name="uptake_anchoring",
        title="The uptake and anchoring that describe these people best",
        caption="The cell of least error over everybody (a description: nobody is held out), with the range of "
        "95 % of the bootstrap replicates over people, and the share of replicates that choose this cell. An "
        f"interval that spans most of the grid ({study.sums.uptakes[0]:g} to {study.sums.uptakes[-1]:g}, "
        f"{study.sums.anchors[0]:g} to {study.sums.anchors[-1]:g}) shows that these people do not determine it. The "
        f"grid has no u below {study.sums.uptakes[0]:g}: a best cell there says that no uptake of the grid helps. The "
        "table “identified” has continuous values.",
        columns=("population", "kind", "N", "uptake u", "anchoring a", "share of replicates"),
        rows=tuple(rows),
    )


def _axis(cells: Floats, study: Study, axis: int) -> Floats:
    anchors = len(study.sums.anchors)
    values = np.asarray(study.sums.anchors if axis else study.sums.uptakes)
    return np.asarray(values[cells.astype(int) % anchors if axis else cells.astype(int) // anchors])


def _write_range(best: float, drawn: Floats) -> str:
    low, high = np.percentile(drawn, [2.5, 97.5], method="nearest")
    return f"{best:g} [{low:g}, {high:g}]"


def _gain(rmse: Floats, drawn: Floats, reference: int, method: int) -> Cell:
    return with_bounds(rmse[reference] - rmse[method], bounds(drawn[:, reference] - drawn[:, method]), signed=True)


def _published_1(name: str) -> list[Cell]:
    if name not in TABLE_1:
        return [WEAK_SIGNAL if name == "Weak-signal movers" else None, None, None, None, None]
    n, _, still, linear, engine, gain = TABLE_1[name]
    return [n, still, linear, engine, gain]


def _over_folds(values: Sequence[float] | Floats, *, signed: bool = False) -> Cell:
    finite = [float(error) for error in values if np.isfinite(error)]
    if len(finite) < 2:
        return number(finite[0], signed=signed) if finite else None
    interval = t_interval(finite)
    return with_bounds(interval.estimate, (interval.low, interval.high), signed=signed)


def _how(study: Study) -> str:
    options = study.options
    n, people = len(study.kinds), int(study.persons.max()) + 1
    judges = study.judged.judges
    return (
        f"{study.people.about} {n:,} rounds of {people:,} people are fitted, held out by {options.split} in "
        f"{study.fold.count} folds (seed {options.seed}); θ {options.acceptance.theta:g}, |S₀| limited to "
        f"{options.clamp:g}, strength by "
        f"{options.acceptance.strength}; judged by {judges.get('extractor', '?')}, "
        f"scored by {judges.get('scorer', '?')}."
    )


assert len(PROFILES) == 3, "whole_table names three profiles"
