"""One step ahead: every stance stated on the way, predicted from the stance before it.

    L = a·logit((1 + S_before)/2) + Σ p·ln(1 + s·u) over the records between the two stances

The contribution of a record that was displaced in between is subtracted, as in eq. 1. The data set says which message
a stated stance follows (``belief_follows``); the last step ends at the final stance. Steps are in their round's fold.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.replay.calibration import (
    GLOBAL,
    LINEAR,
    NO_CHANGE,
    PRIOR_ONLY,
    error_bounds,
    fit_folds,
    row_errors,
    sums_of,
)
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.grid import lay_exposures
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import estimate, plain, profile, signed
from doxa.scoring.significance import paired_p

METHODS = (NO_CHANGE, LINEAR, PRIOR_ONLY, GLOBAL)


@dataclass(frozen=True, kw_only=True)
class StanceStep:
    """A step from one stated stance to the next."""

    row: int
    """The round, as a row of the study."""
    before: float
    after: float
    records: tuple[tuple[int, float], ...]
    last: bool
    """Whether the step ends at the final stance."""


def steps_of(row: int, replay: ReplayedRound) -> list[StanceStep]:
    """Return the steps of a round; none where no stance was stated on the way."""
    if not replay.round.stated:
        return []
    return [
        StanceStep(
            row=row, before=before, after=after, records=tuple(replay.between(start, end)),
            last=number == len(replay.round.stated),
        )
        for number, ((start, before), (end, after)) in enumerate(pairwise(replay.round.stances))
    ]  # fmt: skip


def one_step_table(study: Study) -> list[Table]:
    """Return the table of step predictions under the study's folds; empty where no stance was stated on the way."""
    steps = [step for row, replay in enumerate(study.replays) for step in steps_of(row, replay)]
    if not steps:
        return []
    rows_of = np.asarray([step.row for step in steps])
    met = lay_exposures([s.before for s in steps], [s.after for s in steps], [s.records for s in steps])
    folds = replace(study.fold, of=study.fold.of[rows_of], aside=study.fold.aside[:, rows_of])
    sums, alike = sums_of(met, clamp=study.options.clamp), np.zeros(len(steps), dtype=np.intp)
    fit = fit_folds(sums, alike, folds)
    errors = row_errors(sums, alike, folds, fit)[:, METHODS]
    last = np.asarray([step.last for step in steps])
    persons, options = study.persons[rows_of], study.options
    rows: list[tuple[Cell, ...]] = []
    for name, mine in (("every step", last | True), ("to a stance on the way", ~last), ("to the final stance", last)):
        rmse = np.sqrt(errors[mine].mean(axis=0))
        _, numbers = np.unique(persons[mine], return_inverse=True)
        gain = error_bounds(errors[mine][:, [3, 0]], numbers, options.replicates, options.seed)[1]
        predicted = bool(np.isfinite(rmse[3]))
        p = paired_p(errors[mine, 0], errors[mine, 3], numbers, options.replicates, options.seed) if predicted else None
        met_any = float(np.mean([bool(step.records) for step, counted in zip(steps, mine, strict=True) if counted]))
        rows.append(
            (
                name, int(mine.sum()), plain(met_any), *(plain(error) for error in rmse),
                estimate(rmse[0] - rmse[3], gain), plain(p),
            )
        )  # fmt: skip
    best = ", ".join(
        profile(int(cell), sums) if trained else "no training rounds"
        for cell, trained in zip(fit.cell[0], fit.trained[0], strict=True)
    )
    follows = study.people.belief_follows
    skipped = sum(not replay.round.stated for replay in study.replays)
    return [
        Table(
            name="one_step",
            title="One step ahead: every stated stance from the one before it",
            caption=f"RMSE held out by {options.split}; the gain on no change has a 95 % bootstrap interval over "
            f"people, for fixed fits, and a paired p. {follows[:1].upper()}{follows[1:]}. "
            f"Chosen in each fold: {best}. {skipped} rounds without a stance on the way are not included.",
            columns=(
                "step", "N", "with new evidence", "no change", "linear", "prior only", "Belief Engine", *signed("gain"),
                "p",
            ),
            rows=tuple(rows),
        )
    ]  # fmt: skip
