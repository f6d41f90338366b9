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
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.humans.replay.folds import SEED, Folds
from doxa.humans.replay.grid import ANCHORS, CLAMP, UPTAKES, Exposures, Floats, Ints, prior, stances
from doxa.scoring.bootstrap import LEVEL, bounds, draw_counts, sum_clusters

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

Steady = float | Literal["six-point"]


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

    P are the rows of POPULATIONS, M the METHODS, F the folds. ``squares`` and ``counts`` are sums over predicted
    people; RMSE is the root of their quotient.
    """

    squares: Floats
    """(R, F, P, M)."""
    counts: Floats
    """(R, F, P)."""
    trained: Floats
    """(R, F) the number of rounds that each fold was fitted on; with 0 rounds its parameters have no meaning."""
    cell: NDArray[np.intp]
    """(R, F) the global cell, as an index into uptakes × anchors."""
    anchor: NDArray[np.intp]
    """(R, F) the prior-only anchor."""
    slope: Floats
    """(R, F) β."""
    own_slopes: Floats
    """(R, F, PROFILES) β fitted to each profile's people alone."""
    profiles: NDArray[np.intp]
    """(R, F, PROFILES) the cell of each profile; the global one where the training folds have nobody of it."""
    whole: NDArray[np.intp]
    """(R,) the cell that fits everybody best, without a held-out fold: a description, not a prediction."""
    whole_profiles: NDArray[np.intp]
    """(R, PROFILES) the same for each profile; the cell for everybody where a profile has nobody."""

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
    tested = _blocks(sums.columns, weights, kinds, [folds.test(fold) for fold in range(folds.count)])
    trained = tested.sum(axis=1, keepdims=True) - tested
    if folds.aside.any():
        trained -= _blocks(sums.columns, weights, kinds, list(folds.aside))
    return _choose(sums, tested, trained)


@dataclass(frozen=True, kw_only=True)
class BootstrapResult:
    """The results of R replicates."""

    rmse: Floats
    """(R, POPULATIONS, METHODS); NaN where a replicate has nobody of a population, or nobody to fit a fold on."""
    whole: NDArray[np.intp]
    """(R,) the cell that fits everybody best."""
    whole_profiles: NDArray[np.intp]
    """(R, PROFILES)."""


def resample(
    sums: Sums, kinds: NDArray[np.intp], folds: Folds, persons: Ints, replicates: int = REPLICATES, seed: int = SEED
) -> BootstrapResult:
    """Return the errors and cells of every replicate, each fitted anew."""
    parts = [fit_folds(sums, kinds, folds, weights) for weights in draw_counts(persons, replicates, seed)]
    return BootstrapResult(
        rmse=np.concatenate([part.rmse() for part in parts]),
        whole=np.concatenate([part.whole for part in parts]),
        whole_profiles=np.concatenate([part.whole_profiles for part in parts]),
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
    totals = np.concatenate([weights @ sums for weights in draw_counts(everybody, replicates, seed)])
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
    cells, pooled = sums.cells, trained.sum(axis=2)
    cell = pooled[..., :cells].argmin(axis=-1)
    anchor = pooled[..., cells:-4].argmin(axis=-1)
    slope = _slope(pooled)
    own_slopes = np.stack([_own_slope(trained, kind, slope) for kind in PROFILES], axis=-1)
    profiles = np.stack([_profile(trained, kind, cell, cells) for kind in PROFILES], axis=-1)
    everybody = tested.sum(axis=1, keepdims=True)
    whole = everybody[..., :cells].sum(axis=2).argmin(axis=-1)
    per_kind = np.stack(
        [
            tested[..., -2],
            _linear(tested, slope[..., None]),
            _linear(tested, _lay_slopes(own_slopes, slope)),
            _pick_column(tested, cells + anchor),
            _pick_column(tested, cell),
            _pick_profiles(tested, profiles, cell),
        ],
        axis=-1,
    )
    # a replicate may draw only people of one fold: no training rounds are left, and there is no prediction
    unfitted = (pooled[..., -1] == 0)[..., None] & (tested[..., -1] > 0)
    per_kind[unfitted, LINEAR:] = np.nan
    return FoldFits(
        squares=_of_populations(per_kind),
        counts=_of_populations(tested[..., -1]),
        trained=pooled[..., -1],
        cell=cell,
        anchor=anchor,
        slope=slope,
        own_slopes=own_slopes,
        profiles=profiles,
        whole=whole[:, 0],
        whole_profiles=np.stack([_profile(everybody, kind, whole, cells)[:, 0] for kind in PROFILES], axis=-1),
    )


def _of_populations(per_kind: Floats) -> Floats:
    """Return sums over the kinds of each population, shape (R, F, P, …); NaN of other kinds has no effect."""
    return np.stack([per_kind[:, :, list(members)].sum(axis=2) for members in POPULATIONS.values()], axis=2)


def row_errors(sums: Sums, kinds: NDArray[np.intp], folds: Folds, fitted: FoldFits) -> Floats:
    """Return the squared error of each round under each method of the first weighting, shape (N, METHODS).

    NaN in a fold without training rounds, except for no change, which needs no fit.
    """
    rows, fold, columns = np.arange(len(kinds)), folds.of, sums.columns
    slope = fitted.slope[0, fold]
    own_slope = slope.copy()
    profile = fitted.cell[0, fold].copy()
    for place, kind in enumerate(PROFILES):
        mine = np.isin(kinds, kind)
        profile[mine] = fitted.profiles[0, fold[mine], place]
        own_slope[mine] = fitted.own_slopes[0, fold[mine], place]
    square, product, moved = columns[:, -4], columns[:, -3], columns[:, -2]
    errors = np.stack(
        [
            moved,
            np.maximum(moved - 2.0 * slope * product + slope**2 * square, 0.0),
            np.maximum(moved - 2.0 * own_slope * product + own_slope**2 * square, 0.0),
            columns[rows, sums.cells + fitted.anchor[0, fold]],
            columns[rows, fitted.cell[0, fold]],
            columns[rows, profile],
        ],
        axis=-1,
    )
    errors[fitted.trained[0, fold] == 0, LINEAR:] = np.nan
    return errors


def _slope(block: Floats) -> Floats:
    """Return β = ΣE·Δ / ΣE²; 0 where nobody has evidence."""
    squares = block[..., -4]
    return np.asarray(np.where(squares > 0, block[..., -3] / np.where(squares > 0, squares, 1.0), 0.0))


def _own_slope(trained: Floats, kind: tuple[int, ...], pooled: Floats) -> Floats:
    """Return β fitted to the people of one profile; the pooled one where there are none."""
    block = trained[:, :, list(kind)].sum(axis=2)
    return np.asarray(np.where(block[..., -1] > 0, _slope(block), pooled))


def _lay_slopes(own_slopes: Floats, pooled: Floats) -> Floats:
    """Return the β of each kind: its profile's, or the pooled one; shape (R, F, KINDS)."""
    slopes = np.repeat(pooled[..., None], len(KINDS), axis=-1)
    for place, kind in enumerate(PROFILES):
        slopes[..., list(kind)] = own_slopes[..., place, None]
    return slopes


def _linear(tested: Floats, slope: Floats) -> Floats:
    """Return Σ(Δ − β·E)² from sums, shape (R, F, KINDS)."""
    squares = tested[..., -2] - 2.0 * slope * tested[..., -3] + slope**2 * tested[..., -4]
    return np.asarray(np.maximum(squares, 0.0))


def _profile(trained: Floats, kind: tuple[int, ...], pooled: NDArray[np.intp], cells: int) -> NDArray[np.intp]:
    block = trained[:, :, list(kind)].sum(axis=2)
    return np.where(block[..., -1] > 0, block[..., :cells].argmin(axis=-1), pooled).astype(np.intp)


def _pick_column(tested: Floats, column: NDArray[np.intp]) -> Floats:
    """Return one column of each fold, shape (R, F, KINDS)."""
    return np.take_along_axis(tested, column[:, :, None, None], axis=-1)[..., 0]


def _pick_profiles(tested: Floats, profiles: NDArray[np.intp], pooled: NDArray[np.intp]) -> Floats:
    squares = _pick_column(tested, pooled).copy()
    for place, kind in enumerate(PROFILES):
        squares[:, :, list(kind)] = _pick_column(tested, profiles[..., place])[:, :, list(kind)]
    return squares


def _root(squares: Floats, counts: Floats) -> Floats:
    return np.asarray(np.sqrt(np.where(counts > 0, squares / np.where(counts > 0, counts, 1.0), np.nan)))
