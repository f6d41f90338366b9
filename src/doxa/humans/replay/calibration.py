"""Calibration under folds (Belief Engine appendices E, G and H): fit on training folds, predict the others.

The tables need only a few sums over the people of one kind in one fold (the squared error of each cell; for the linear
reference ΣE², ΣE·Δ, ΣΔ²). Fitting is an argmin over these sums. The same sums, with people weighted by how often they
were drawn, give every bootstrap replicate, which is fitted anew.

    no change      Ŝ = S₀                        linear       Ŝ = S₀ + β·E, β by least squares
    prior only     u = 0, a fitted               global       one (u, a) for everybody
    profile        (u, a) of one's own evidence-alignment kind

Kinds (Table A4) are formed from people's changes of stance, so that their figures show how well a profile fits and are
no predictions:

    stable     |ΔS| within the tolerance: low-pressure where |E| is below the threshold, else despite-pressure
    weak       moved, and |E| is below the threshold
    aligned    moved the way that E points          opposed    moved the other way
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from doxa.humans.replay.folds import SEED, Folds
from doxa.humans.replay.grid import ANCHORS, CLAMP, UPTAKES, Exposures, Floats, Ints, prior, stances
from doxa.scoring.bootstrap import LEVEL, bounds, draw_counts, on_grid, sum_clusters

LABEL = "outcome-conditioned diagnostic"

KINDS = ("aligned", "opposed", "weak-signal", "stable, low pressure", "stable despite pressure")
ALIGNED, OPPOSED, WEAK, LOW, DESPITE = range(5)

POPULATIONS: dict[str, tuple[int, ...]] = {
    "All participants": (ALIGNED, OPPOSED, WEAK, LOW, DESPITE),
    "Evidence-aligned movers": (ALIGNED,),
    "Evidence-opposed movers": (OPPOSED,),
    "Stable participants": (LOW, DESPITE),
    "– stable, low pressure": (LOW,),
    "– stable despite pressure": (DESPITE,),
    "Weak-signal movers": (WEAK,),
}
"""The rows of Tables 1 and A6, and the kinds of people in each."""

PROFILES: tuple[tuple[int, ...], ...] = ((ALIGNED,), (OPPOSED,), (LOW, DESPITE))
"""The kinds that share a calibrated profile; weak-signal movers have no profile and use the pooled one."""

GROUP_OF = (0, 1, 3, 2, 2)
"""Kind → the place of its profile among PROFILES; behind them stands everybody."""

Steady = float | Literal["six-point"]
Number = TypeVar("Number", np.intp, np.float64)


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """The thresholds of stable people and of evidence with a direction."""

    tolerance: Steady = 0.1
    """The largest |ΔS| of a stable person; ``six-point``: both stances round to the same of six points."""
    pressure: float = 0.5
    """The least |E| of evidence with a direction: half of one argument of full strength."""


def kinds_of(met: Exposures, thresholds: Thresholds) -> NDArray[np.intp]:
    """Return each person's kind, an index into KINDS, shape (N,)."""
    moved = met.after - met.before
    pressed = np.abs(met.net) >= thresholds.pressure
    steady = stable(met, thresholds)
    along = np.where(moved * met.net > 0, ALIGNED, OPPOSED)
    movers = np.where(pressed & (met.net != 0), along, WEAK)
    return np.where(steady, np.where(pressed, DESPITE, LOW), movers).astype(np.intp)


def stable(met: Exposures, thresholds: Thresholds) -> NDArray[np.bool_]:
    """Return the people who did not move, as a mask of shape (N,)."""
    if thresholds.tolerance == "six-point":
        return np.asarray(_points(met.before) == _points(met.after))
    # stances on a six-point scale are rounded: 0.2 − (−0.2) is slightly more than 0.4
    return np.asarray(np.abs(met.after - met.before) <= float(thresholds.tolerance) + 1e-9)


def _points(stances: Floats) -> Floats:
    return np.asarray(np.floor((stances + 1.0) * 2.5 + 0.5))


METHODS = ("no change", "linear", "linear, own β", "prior only", "global", "profile")
NO_CHANGE, LINEAR, OWN_LINEAR, PRIOR_ONLY, GLOBAL, PROFILE = range(6)

REPLICATES = 10_000


@dataclass(frozen=True, kw_only=True)
class Sums:
    """The sums of each round that fitting needs, as columns: cells, prior-only cells, E², E·Δ, Δ², 1."""

    columns: Floats
    """(N, cells + anchors + 4)."""
    uptakes: tuple[float, ...]
    anchors: tuple[float, ...]

    @property
    def cells(self) -> int:
        return len(self.uptakes) * len(self.anchors)


def sums_of(
    met: Exposures,
    uptakes: Sequence[float] = UPTAKES,
    anchors: Sequence[float] = ANCHORS,
    clamp: float = CLAMP,
) -> Sums:
    """Return the squared errors of every cell, and the other columns."""
    width = len(uptakes) * len(anchors)
    columns = np.empty((len(met), width + len(anchors) + 4))
    cells = stances(met, uptakes, anchors, clamp).reshape(len(met), width)
    cells -= met.after[:, None]
    np.multiply(cells, cells, out=columns[:, :width])
    alone = np.tanh(0.5 * prior(met.before, clamp)[:, None] * np.asarray(anchors, dtype=np.float64))
    columns[:, width:-4] = (alone - met.after[:, None]) ** 2
    moved = met.after - met.before
    columns[:, -4], columns[:, -3], columns[:, -2] = met.net**2, met.net * moved, moved**2
    columns[:, -1] = 1.0
    return Sums(columns=columns, uptakes=tuple(uptakes), anchors=tuple(anchors))


@dataclass(frozen=True, kw_only=True)
class FoldFits:
    """The parameters that each fold fitted under R weightings of the people, and the errors on the predicted people.

    P are the rows of POPULATIONS, M the METHODS, F the folds, G the PROFILES and last everybody, whose parameters a
    profile without people has. ``squares`` and ``counts`` are sums over predicted people; RMSE is the root of their
    quotient.
    """

    squares: Floats
    """(R, F, P, M)."""
    counts: Floats
    """(R, F, P)."""
    trained: Floats
    """(R, F) the number of rounds that each fold was fitted on; with 0 rounds its parameters have no meaning."""
    cells: NDArray[np.intp]
    """(R, F, G) the cell of each group's people, as an index into uptakes × anchors."""
    anchor: NDArray[np.intp]
    """(R, F) the prior-only anchor."""
    slopes: Floats
    """(R, F, G) β fitted to each group's people alone."""
    whole: NDArray[np.intp]
    """(R, G) the cell that fits each group best, without a held-out fold: a description, not a prediction."""

    @property
    def cell(self) -> NDArray[np.intp]:
        """(R, F) the global cell."""
        return self.cells[..., -1]

    @property
    def slope(self) -> Floats:
        """(R, F) the one β of everybody."""
        return self.slopes[..., -1]

    @property
    def best(self) -> int:
        """The cell that fits everybody best under the first weighting."""
        return int(self.whole[0, -1])

    def rmse(self) -> Floats:
        """Return held-out RMSE over all folds, shape (R, P, M); NaN where a population is empty or in
        a fold without training rounds."""
        return _root(self.squares.sum(axis=1), self.counts.sum(axis=1)[:, :, None])

    def fold_rmse(self) -> Floats:
        """Return held-out RMSE of each fold, shape (R, F, P, M); NaN where a fold has nobody of a population."""
        return _root(self.squares, self.counts[:, :, :, None])


def fit_folds(sums: Sums, kinds: NDArray[np.intp], folds: Folds, weights: Floats | None = None) -> FoldFits:
    """Return the fits of every fold under each weighting of the rounds.

    Args:
        kinds: (N,) indices into KINDS.
        weights: (R, N), how often each round counts; once each when absent.
    """
    weights = np.ones((1, len(kinds))) if weights is None else weights
    columns = on_grid(sums.columns, weights)
    tested = _blocks(columns, weights, kinds, [folds.test(fold) for fold in range(folds.count)])
    trained = tested.sum(axis=1, keepdims=True) - tested
    if folds.aside.any():
        trained -= _blocks(columns, weights, kinds, list(folds.aside))
    return _choose(sums, tested, trained)


@dataclass(frozen=True, kw_only=True)
class BootstrapResult:
    """The results of R replicates."""

    rmse: Floats
    """(R, POPULATIONS, METHODS); NaN where a replicate has nobody of a population, or nobody to fit a fold on."""
    whole: NDArray[np.intp]
    """(R, G) as in ``FoldFits``."""


def resample(
    sums: Sums, kinds: NDArray[np.intp], folds: Folds, persons: Ints, replicates: int = REPLICATES, seed: int = SEED
) -> BootstrapResult:
    """Return the errors and cells of every replicate, each fitted anew."""
    parts = [fit_folds(sums, kinds, folds, weights) for weights in draw_counts(persons, replicates, seed)]
    return BootstrapResult(
        rmse=np.concatenate([part.rmse() for part in parts]),
        whole=np.concatenate([part.whole for part in parts]),
    )


def error_bounds(
    errors: Floats, persons: Ints, replicates: int = REPLICATES, seed: int = SEED, level: float = LEVEL
) -> list[tuple[float, float] | None]:
    """Return the interval of RMSE(column) − RMSE(column 0), with fixed fits, for each column of squared errors.

    Args:
        errors: (N, columns). For column 0 the interval is that of its RMSE.
    """
    sums = sum_clusters(np.column_stack([errors, np.ones(len(errors))]), persons)
    everybody = np.arange(len(sums), dtype=np.intp)
    totals = np.concatenate([weights @ on_grid(sums, weights) for weights in draw_counts(everybody, replicates, seed)])
    rmse = np.sqrt(totals[:, :-1] / totals[:, -1:])
    return [bounds(rmse[:, place] - (rmse[:, 0] if place else 0.0), level) for place in range(errors.shape[1])]


def _blocks(columns: Floats, weights: Floats, kinds: NDArray[np.intp], parts: Sequence[NDArray[np.bool_]]) -> Floats:
    """Return the sums of columns over the people of each part and kind, shape (R, parts, KINDS, columns)."""
    blocks = np.zeros((len(weights), len(parts), len(KINDS), columns.shape[1]))
    for place, part in enumerate(parts):
        for kind in range(len(KINDS)):
            chosen = np.flatnonzero(part & (kinds == kind))
            if len(chosen):
                blocks[:, place, kind] = weights[:, chosen] @ columns[chosen]
    return blocks


def _choose(sums: Sums, tested: Floats, trained: Floats) -> FoldFits:
    """Return the parameters chosen on training sums, with their errors from the test sums."""
    groups = _by_group(trained)
    cells = _with_people(groups[..., : sums.cells].argmin(axis=-1), groups)
    slopes = _with_people(_slope(groups), groups)
    anchor = groups[..., -1, sums.cells : -4].argmin(axis=-1)
    everybody = _by_group(tested.sum(axis=1, keepdims=True))
    per_kind = _errors(
        tested, (slopes[..., -1:], slopes[..., GROUP_OF]),
        (sums.cells + anchor[..., None], cells[..., -1:], cells[..., GROUP_OF]),
    )  # fmt: skip
    count = groups[..., -1, -1]
    # a replicate may draw only people of one fold: no training rounds are left, and there is no prediction
    per_kind[(count == 0)[..., None] & (tested[..., -1] > 0), LINEAR:] = np.nan
    return FoldFits(
        squares=_of_populations(per_kind),
        counts=_of_populations(tested[..., -1]),
        trained=count,
        cells=cells,
        anchor=anchor,
        slopes=slopes,
        whole=_with_people(everybody[..., : sums.cells].argmin(axis=-1), everybody)[:, 0],
    )


def _of_populations(per_kind: Floats) -> Floats:
    """Return sums over the kinds of each population, shape (R, F, P, …); NaN of other kinds has no effect."""
    return np.stack([per_kind[:, :, list(members)].sum(axis=2) for members in POPULATIONS.values()], axis=2)


def row_errors(sums: Sums, kinds: NDArray[np.intp], folds: Folds, fitted: FoldFits) -> Floats:
    """Return the squared error of each round under each method of the first weighting, shape (N, METHODS).

    NaN in a fold without training rounds, except for no change, which needs no fit.
    """
    rows, fold, own = np.arange(len(kinds)), folds.of, np.asarray(GROUP_OF)[kinds]
    cells, slopes = fitted.cells[0, fold], fitted.slopes[0, fold]
    errors = _errors(
        sums.columns, (slopes[:, -1], slopes[rows, own]),
        (sums.cells + fitted.anchor[0, fold], cells[:, -1], cells[rows, own]),
    )  # fmt: skip
    errors[fitted.trained[0, fold] == 0, LINEAR:] = np.nan
    return errors


def _errors(columns: Floats, slopes: tuple[Floats, Floats], places: tuple[NDArray[np.intp], ...]) -> Floats:
    """Return squared errors under each method from columns of ``Sums`` or from their sums, shape (…, METHODS).

    Args:
        slopes: the β of linear and of its own β, shape (…).
        places: the columns of prior only, global and profile, shape (…).
    """
    squares, products, moved = columns[..., -4], columns[..., -3], columns[..., -2]
    linear = [np.maximum(moved - 2.0 * slope * products + slope**2 * squares, 0.0) for slope in slopes]
    cells = [np.take_along_axis(columns, place[..., None], axis=-1)[..., 0] for place in places]
    return np.stack([moved, *linear, *cells], axis=-1)


def _by_group(sums: Floats) -> Floats:
    """Return the sums over each profile's kinds, and last over all, shape (R, F, G, columns)."""
    return np.stack([*(sums[:, :, list(kinds)].sum(axis=2) for kinds in PROFILES), sums.sum(axis=2)], axis=2)


def _with_people(chosen: NDArray[Number], groups: Floats) -> NDArray[Number]:
    """Return the parameters of groups, (R, F, G); everybody's where a group has nobody."""
    return np.where(groups[..., -1] > 0, chosen, chosen[..., -1:])


def _slope(block: Floats) -> Floats:
    """Return β = ΣE·Δ / ΣE²; 0 where nobody has evidence."""
    squares = block[..., -4]
    return np.asarray(np.where(squares > 0, block[..., -3] / np.where(squares > 0, squares, 1.0), 0.0))


def _root(squares: Floats, counts: Floats) -> Floats:
    return np.asarray(np.sqrt(np.where(counts > 0, squares / np.where(counts > 0, counts, 1.0), np.nan)))
