"""The paper's tables and figures for any people: Tables 1, A4, A6 and A7, the β, fitted values, Figures 4 and 5.

On DEBATE the tables contain the Belief Engine paper's figures too. They are about the participants of DEBATE: for other
people they are a separate table with its own title, and no difference is computed.
"""

import math
from collections.abc import Sequence

import numpy as np

from doxa.analysis.exhibit import Cell, Figure, Line, Panel, Table
from doxa.humans.replay.calibration import (
    GLOBAL,
    KINDS,
    LABEL,
    LINEAR,
    METHODS,
    NO_CHANGE,
    OWN_LINEAR,
    POPULATIONS,
    PRIOR_ONLY,
    PROFILE,
)
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.grid import Floats, prior
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import cell_of, estimate, heat_of, plain, profile, signed
from doxa.records.base import stream
from doxa.records.cells import Estimate, write_cell
from doxa.scoring.bootstrap import bounds
from doxa.scoring.significance import paired_p
from doxa.scoring.student import t_interval

OTHER_PEOPLE = "published, DEBATE, other people"

TABLE_1: dict[str, tuple[int, float, float, float, float, float]] = {
    "All participants": (2495, 0.283, 0.489, 0.488, 0.465, 0.023),
    "Evidence-aligned movers": (542, 0.619, 0.718, 0.689, 0.393, 0.296),
    "Evidence-opposed movers": (400, 0.633, 0.737, 0.765, 0.658, 0.107),
    "Stable participants": (1379, 0.000, 0.000, 0.037, 0.006, 0.031),
}
"""Population → N, mean |Δ|, and RMSE of no change, linear and Belief Engine, and linear less Belief Engine."""

WEAK_SIGNAL = 174

PUBLISHED_KINDS = (2495, 542, 400, WEAK_SIGNAL, None, None)
"""Of all participants and of each of ``KINDS``."""

BETAS = (0.0083, 0.0105, 0.0080, 0.0089, 0.0082)

TABLE_A7: dict[str, tuple[Estimate, Estimate, Estimate]] = {
    "person": (
        Estimate(value=0.365, low=0.337, high=0.393),
        Estimate(value=-0.123, low=-0.145, high=-0.102),
        Estimate(value=-0.1, low=-0.112, high=-0.087),
    ),
    "topic": (
        Estimate(value=0.366, low=0.356, high=0.376),
        Estimate(value=-0.122, low=-0.152, high=-0.092),
        Estimate(value=-0.099, low=-0.118, high=-0.081),
    ),
}
"""Split → RMSE with evidence-alignment profiles, and its difference from prior-only and from global."""

BY_ARGUED_SIDE = "– by the argued side"
"""The row below all participants whose evidence has the argued side in place of the judge's direction."""

CONDITIONED = (
    "Rows of movers and of stable people are outcome-conditioned diagnostics: the outcome decides who belongs to them, "
    "so that their errors show fit and are not predictions."
)

ASIDE = 0.08
"""The distance of an item's mark from the curve, so that both are visible."""

PANELS = ("All participants", "Evidence-aligned movers", "Evidence-opposed movers", "Stable participants")
"""Everybody, and the people of each profile."""


def belief_engine(place: int) -> int:
    """Return the Belief Engine's method for a population: global for everybody, else the profile."""
    return PROFILE if place else GLOBAL


def table_1(study: Study) -> Table:
    """Return held-out RMSE by population: Tables 1 and A6."""
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(POPULATIONS):
        published = _published_1(name) if study.people.published else []
        rows.append((name, *_row_1(study, place), *published))
        if study.argued and not place:
            rows.append((BY_ARGUED_SIDE, *_row_1(study.argued, place), *published))
    columns = (
        "population", "kind", "N", "mean |Δ|", "no change", "linear", "linear, own β", "Belief Engine",
        *signed("gain on no change", "gain on linear", "gain on linear, own β"),
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


def _row_1(study: Study, place: int) -> list[Cell]:
    """Return the cells of a population, but for its name."""
    rmse, drawn, engine = study.fit.rmse()[0, place], study.drawn.rmse[:, place], belief_engine(place)
    mine = np.isin(study.kinds, list(POPULATIONS.values())[place])
    moved = np.abs(study.met.after - study.met.before)[mine]
    # everybody's own β is the one β of all
    references = (NO_CHANGE, LINEAR, OWN_LINEAR) if place else (NO_CHANGE, LINEAR)
    gains = [
        estimate(rmse[column] - rmse[engine], bounds(drawn[:, column] - drawn[:, engine])) for column in references
    ]
    return [
        LABEL if place else "everybody",
        int(mine.sum()),
        plain(moved.mean()) if mine.any() else None,
        *[*(plain(rmse[column]) for column in references), None][:3],
        estimate(rmse[engine], bounds(drawn[:, engine])),
        *[*gains, None][:3],
    ]


def _published_1(name: str) -> list[Cell]:
    if name not in TABLE_1:
        return [WEAK_SIGNAL if name == "Weak-signal movers" else None, None, None, None, None]
    n, _, still, linear, engine, gain = TABLE_1[name]
    return [n, still, linear, engine, gain]


def _how(study: Study) -> str:
    options = study.options
    judges = study.judged.judges
    return (
        f"{study.people.about} {len(study.kinds):,} rounds of {study.count:,} people are fitted, held out by "
        f"{options.split} in {study.fold.count} folds (seed {options.seed}); θ {options.acceptance.theta:g}, |S₀| "
        f"limited to {options.clamp:g}, strength by {options.acceptance.strength}; judged by "
        f"{judges.get('extractor', '?')}, scored by {judges.get('scorer', '?')}."
    )


def published_table(study: Study) -> list[Table]:
    """Return the published Table 1 where the people are not DEBATE's; empty where they are."""
    if study.people.published:
        return []
    return [
        Table(
            name="published",
            title=f"Table 1: {OTHER_PEOPLE}",
            caption="The Belief Engine paper's figures on DEBATE: other people under other conditions, judged by other "
            "models. No difference is computed.",
            columns=("population", "N", "mean |Δ|", "no-ch.", "linear", "BE", "gain"),
            rows=tuple((name, *figures) for name, figures in TABLE_1.items()),
        )
    ]


def difference_table(study: Study) -> Table:
    """Return every difference from a reference with its interval and its paired test."""
    errors, drawn, options = study.errors, study.drawn.rmse, study.options
    rows: list[tuple[Cell, ...]] = []
    for place, (name, members) in enumerate(POPULATIONS.items()):
        mine, method = np.isin(study.kinds, members), belief_engine(place)
        references = (NO_CHANGE, LINEAR, OWN_LINEAR, PRIOR_ONLY, GLOBAL) if place else (NO_CHANGE, LINEAR, PRIOR_ONLY)
        for reference in references if mine.any() else ():
            rmse = np.sqrt(errors[mine].mean(axis=0))
            _, persons = np.unique(study.persons[mine], return_inverse=True)
            p = paired_p(errors[mine, reference], errors[mine, method], persons, options.replicates, options.seed)
            gained = bounds(drawn[:, place, reference] - drawn[:, place, method])
            gain = estimate(rmse[reference] - rmse[method], gained)
            rows.append((name, LABEL if place else "everybody", METHODS[reference], gain, plain(p)))
    return Table(
        name="differences",
        title="The Belief Engine compared with the references",
        caption="Held-out RMSE of the reference less that of the Belief Engine: above 0 the Belief Engine is better. "
        "95 % bootstrap intervals over people, fitted anew; p of the paired randomisation test over people of "
        f"squared errors. {CONDITIONED}",
        columns=("population", "kind", "reference", *signed("gain"), "paired p"),
        rows=tuple(rows),
    )


def table_a4(study: Study) -> Table:
    """Return the number of people of each kind, and the kind's definition."""
    tolerance, pressure = study.options.thresholds.tolerance, study.options.thresholds.pressure
    steady = "both stances on the same of six points" if tolerance == "six-point" else f"|ΔS| ≤ {tolerance:g}"
    definitions = (
        "everybody who is fitted",
        f"not stable, |E| ≥ {pressure:g}, moved the way that E points",
        f"not stable, |E| ≥ {pressure:g}, moved the other way",
        f"not stable, |E| < {pressure:g}: no profile of their own",
        f"stable ({steady}), |E| < {pressure:g}",
        f"stable ({steady}), |E| ≥ {pressure:g}",
    )
    counts = np.bincount(study.kinds, minlength=len(KINDS)).tolist()
    further = {f"N, {name}": study.kinds[part] for name, part in study.parts[1:]}
    further |= {"N, by the argued side": study.argued.kinds} if study.argued else {}
    columns: dict[str, Sequence[Cell]] = {
        "group": ("all participants", *KINDS),
        "N": (len(study.kinds), *counts),
        "share": (1.0, *(plain(count / len(study.kinds)) for count in counts)),
        "definition": definitions,
        **{name: (None, *np.bincount(kinds, minlength=len(KINDS)).tolist()) for name, kinds in further.items()},
        **({"published N": PUBLISHED_KINDS} if study.people.published else {}),
    }
    return Table(
        name="tableA4",
        title=f"Table A4: evidence-alignment groups ({LABEL}s)",
        caption="E = Σ p·s over the accepted records, with the judge's directions but for the last column. Groups are "
        "formed from the outcome."
        + (" The paper prints 1,379 stable participants of both sorts together." if study.people.published else ""),
        columns=tuple(columns),
        rows=tuple(zip(*columns.values(), strict=True)),
    )


def table_a7(study: Study) -> Table:
    """Return the errors over folds under every possible split: Table A7."""
    rows: list[tuple[Cell, ...]] = []
    references = (NO_CHANGE, LINEAR, PRIOR_ONLY)
    for split, fit in study.fits.items():
        errors = fit.fold_rmse()[0][:, 0].T
        rows.append(
            (
                f"held out by {split}",
                study.folds[split].count,
                _over_folds(errors[PROFILE]),
                *(_over_folds(errors[PROFILE] - errors[other]) for other in (PRIOR_ONLY, GLOBAL)),
                _over_folds(errors[GLOBAL]),
                *(_over_folds(errors[GLOBAL] - errors[other]) for other in references),
                *(TABLE_A7[split] if study.people.published else ()),
            )
        )
    columns = (
        "split", "folds", "profiles: RMSE", *signed("profiles − prior only", "profiles − global"), "global: RMSE",
        *signed("global − no change", "global − linear", "global − prior only"),
    )  # fmt: skip
    more = ("published RMSE", "published − prior only", "published − global")
    beside = (
        ""
        if study.people.published
        else f" {OTHER_PEOPLE[0].upper()}{OTHER_PEOPLE[1:]}: profiles {write_cell(TABLE_A7['person'][0])} by group and "
        f"{write_cell(TABLE_A7['topic'][0])} by topic."
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


def _over_folds(values: Floats) -> Cell:
    finite = values[np.isfinite(values)].tolist()
    if len(finite) < 2:
        return estimate(finite[0]) if finite else None
    interval = t_interval(finite)
    return estimate(interval.estimate, (interval.low, interval.high))


def fold_table(study: Study) -> Table:
    """Return the fitted values of every fold: β, the global (u, a), the anchor alone, and each profile."""
    rows: list[tuple[Cell, ...]] = [
        (
            split,
            fold + 1,
            study.folds[split].sizes[fold],
            int(study.folds[split].aside[fold].sum()),
            plain(fit.slope[0, fold]),
            profile(int(fit.cell[0, fold]), study.sums),
            f"a {study.sums.anchors[int(fit.anchor[0, fold])]:g}",
            *(profile(int(cell), study.sums) for cell in fit.cells[0, fold, :-1]),
            plain(fit.fold_rmse()[0, fold, 0, GLOBAL]),
        )
        for split, fit in study.fits.items()
        for fold in range(study.folds[split].count)
    ]
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


def whole_table(study: Study) -> Table:
    """Return the uptake and anchoring that describe these people best, with their uncertainty."""
    rows: list[tuple[Cell, ...]] = [(name, *_whole_row(study, place)) for place, name in enumerate(PANELS)]
    if study.argued:
        rows.insert(1, (BY_ARGUED_SIDE, *_whole_row(study.argued, 0)))
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


def _whole_row(study: Study, place: int) -> list[Cell]:
    """Return the cells of a panel's people, but for their name."""
    count, anchors = int(np.isin(study.kinds, POPULATIONS[PANELS[place]]).sum()), len(study.sums.anchors)
    if not count:
        return [LABEL, 0, None, None, None]
    # everybody is the first panel, and the last of the fitted groups
    best, cells = study.fit.whole[0, place - 1], study.drawn.whole[:, place - 1]
    ranges = []
    axes = (study.sums.uptakes, study.sums.anchors)
    for axis, chosen, drawn in zip(axes, divmod(int(best), anchors), np.divmod(cells, anchors), strict=True):
        low, high = np.percentile(np.asarray(axis)[drawn], [2.5, 97.5], method="nearest")
        ranges.append(estimate(axis[chosen], (low, high)))
    return [LABEL if place else "everybody", count, *ranges, plain((cells == best).mean())]


def figure_4(study: Study) -> Figure:
    """Return Figure 4: RMSE above the best cell over the grid, for everybody and for each profile's people."""
    people = {name: np.isin(study.kinds, POPULATIONS[name]) for name in PANELS}
    return Figure(
        name="figure4",
        title="Figure 4: calibration surfaces",
        caption="RMSE above the panel's best cell (brighter is worse); the star marks the best cell, with its RMSE in "
        f"the title. All panels but the first are {LABEL}s. A cell has no fitted parameters: its error is over "
        "everybody in the panel.",
        panels=tuple(
            _surface(name, study, np.sqrt(study.sums.columns[mine, : study.sums.cells].mean(axis=0)))
            for name, mine in people.items()
            if mine.any()
        ),
    )


def _surface(name: str, study: Study, rmse: Floats) -> Panel:
    best = int(rmse.argmin())
    heat = heat_of(rmse - rmse[best], best, study.sums)
    title = f"{name}\n{profile(best, study.sums)}: {rmse[best]:.3f}"
    return Panel(title=title, x_label="anchoring a", y_label="uptake u", lines=(), heat=heat)


def figure_5(study: Study) -> Figure:
    """Return Figure 5: for one person of each kind, the replay after every accepted record and the stated stances."""
    panels = []
    for place, name in enumerate(PANELS[1:]):
        candidates = [
            replay
            for replay, kind in zip(study.replays, study.kinds, strict=True)
            if kind in POPULATIONS[name] and any(change.accepted for change in replay.changes)
        ]
        if candidates:
            drawn = stream(study.options.seed, name, "figure5").choice(candidates)
            panels.append(_trace(name, drawn, int(study.fit.whole[0, place]), study))
    return Figure(
        name="figure5",
        title="Figure 5: one person of each kind, replayed",
        caption=f"Drawn with seed {study.options.seed} among people with accepted evidence of each {LABEL}. The replay "
        "uses the profile in the title, from the stated initial stance (as the prior has it under a) over every "
        "accepted record; marks above it are items for, below it against. The other line joins the stances that the "
        "person stated, also on the way.",
        panels=tuple(panels),
    )


def _trace(name: str, person: ReplayedRound, place: int, study: Study) -> Panel:
    u, a = cell_of(place, study.sums)
    start = a * float(prior(np.asarray([person.round.initial]), study.options.clamp)[0])
    replay = [math.tanh(start / 2)]
    ups: list[int] = []
    downs: list[int] = []
    log_odds, counts = start, {0: 0}
    for change in person.changes:
        if change.accepted and change.strength is not None:
            log_odds += change.claim.polarity * math.log1p(change.strength * u)
            if change.archived:
                log_odds -= change.archived[0] * math.log1p(change.archived[1] * u)
            replay.append(math.tanh(log_odds / 2))
            (ups if change.claim.polarity > 0 else downs).append(len(replay) - 1)
        counts[change.message + 1] = len(replay) - 1
    stated = [(0, person.round.initial)]
    stated += [(max(n for end, n in counts.items() if end <= s.after), s.stance) for s in person.round.stated]
    stated.append((len(replay) - 1, person.round.final))
    lines = [
        Line(label="replay", x=tuple(float(n) for n in range(len(replay))), y=tuple(replay)),
        Line(label="stated", x=tuple(float(n) for n, _ in stated), y=tuple(s for _, s in stated)),
    ]
    for label, points, aside in (("item for", ups, ASIDE), ("item against", downs, -ASIDE)):
        y = tuple(max(-1.0, min(1.0, replay[n] + aside)) for n in points)
        lines.append(Line(label=label, x=tuple(float(n) for n in points), y=y, points=True))
    title = f"{name}\n{profile(place, study.sums)}"
    return Panel(title=title, x_label="accepted records", y_label="stance S", lines=tuple(lines), y_range=(-1.0, 1.0))
