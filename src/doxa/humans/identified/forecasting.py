"""Forecasts of final stances: the identified model's for people that it was not fitted to, and trivial ones beside it.

A forecast has a mean, for RMSE, and the log density of the stance that was stated, for the log score (in nats a round;
Good 1952). All densities are censored at ±1, so that they are of the same kind.

    no change      S₀                        regression         S₀, argued side and net evidence, by least squares
    mean change    S₀ + d·side, d the mean    the paper's grid   one (u, a) of the grid, fitted without controls
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from doxa.humans.identified.fitting import IdentifiedFit, fit_sample
from doxa.humans.identified.likelihood import (
    A_POINTS,
    A_WEIGHTS,
    LEAST_NOISE,
    U_POINTS,
    U_WEIGHTS,
    censored_normal,
    pull_of,
)
from doxa.humans.identified.sample import Sample
from doxa.humans.replay.grid import ANCHORS, UPTAKES, Floats, stances


@dataclass(frozen=True, kw_only=True)
class StanceForecast:
    """Forecasts of N rounds."""

    mean: Floats
    """(N,)."""
    log_density: Floats
    """(N,) of the stated final stances."""


def forecast_population(fit: IdentifiedFit, sample: Sample) -> StanceForecast:
    """Return the forecasts for people of the fitted population of whom nothing else is known."""
    count = len(sample)
    u_points, u_weights = (U_POINTS, U_WEIGHTS) if fit.moved else (np.zeros(1), np.zeros(1))
    pulled = np.asarray([pull_of(sample, fit.u + fit.u_spread * float(point))[0] for point in u_points])
    anchored = (fit.a + fit.a_spread * A_POINTS)[:, None] * sample.log_odds
    means = np.tanh(0.5 * (pulled[:, None, :] + anchored[None])).reshape(-1, count)
    weights = (u_weights[:, None] + A_WEIGHTS[None, :]).reshape(-1, 1)
    density, _, _ = censored_normal(sample.met.after, means, fit.sigma)
    joint = density + weights
    highest = joint.max(axis=0)
    return StanceForecast(
        mean=(np.exp(weights) * means).sum(axis=0), log_density=highest + np.log(np.exp(joint - highest).sum(axis=0))
    )


@dataclass(frozen=True, kw_only=True)
class PlainForecaster:
    """A trivial forecast that was fitted: coefficients, and the noise around it."""

    name: str
    coefficients: tuple[float, ...]
    sigma: float

    def forecast(self, sample: Sample) -> StanceForecast:
        """Return the forecasts of a sample."""
        mean = np.clip(MEANS[self.name](np.asarray(self.coefficients), sample), -1.0, 1.0)
        density, _, _ = censored_normal(sample.met.after, mean, self.sigma)
        return StanceForecast(mean=mean, log_density=density)


def _toward(sample: Sample) -> Floats:
    """Return the argued side of each round; 1 everywhere where no round has one."""
    return sample.argued if sample.argued.any() else np.where(sample.control, 0.0, 1.0)


def _regressors(sample: Sample) -> Floats:
    return np.stack([np.ones(len(sample)), sample.met.before, sample.argued, sample.met.net], axis=-1)


def _grid_means(cell: Floats, sample: Sample) -> Floats:
    pulled, _ = pull_of(sample, float(cell[0]))
    return np.asarray(np.tanh(0.5 * (pulled + cell[1] * sample.log_odds)))


MEANS: Mapping[str, Callable[[Floats, Sample], Floats]] = {
    "no change": lambda _, sample: sample.met.before,
    "mean change": lambda shift, sample: sample.met.before + shift[0] * _toward(sample),
    "regression": lambda slopes, sample: _regressors(sample) @ slopes,
    "paper's grid": _grid_means,
}
"""Name of a trivial forecast → its means, given its coefficients."""


def fit_plain(name: str, sample: Sample) -> PlainForecaster:
    """Return a trivial forecast fitted to a sample; only the regression uses its controls."""
    treated = sample if name == "regression" or sample.control.all() else sample.take(~sample.control)
    moved = treated.met.after - treated.met.before
    if name == "mean change":
        toward = _toward(treated)
        coefficients = np.asarray([float(moved @ toward) / max(1.0, float(toward @ toward))])
    elif name == "regression":
        coefficients = np.linalg.lstsq(_regressors(treated), treated.met.after, rcond=1e-10)[0]
    elif name == "paper's grid":
        coefficients = _best_cell(treated)
    else:
        coefficients = np.zeros(0)
    residuals = treated.met.after - np.clip(MEANS[name](coefficients, treated), -1.0, 1.0)
    sigma = max(LEAST_NOISE, float(np.sqrt((residuals**2).mean())))
    return PlainForecaster(name=name, coefficients=tuple(coefficients.tolist()), sigma=sigma)


def _best_cell(sample: Sample) -> Floats:
    """Return the (u, a) of the paper's grid with the least squared error."""
    predicted = stances(sample.met, clamp=float(np.tanh(0.5 * np.abs(sample.log_odds).max())) or 0.5)
    errors = ((predicted - sample.met.after[:, None, None]) ** 2).sum(axis=0)
    place = np.unravel_index(int(errors.argmin()), errors.shape)
    return np.asarray([UPTAKES[place[0]], ANCHORS[place[1]]])


@dataclass(frozen=True, kw_only=True)
class Apart:
    """The identified model fitted to given propositions and to chosen ones apart."""

    given: IdentifiedFit
    chosen: IdentifiedFit

    def forecast(self, sample: Sample) -> StanceForecast:
        """Return the forecasts of a sample, each round by the fit of its kind."""
        parts = (forecast_population(self.given, sample), forecast_population(self.chosen, sample))
        own = sample.of_own_choice
        return StanceForecast(
            mean=np.where(own, parts[1].mean, parts[0].mean),
            log_density=np.where(own, parts[1].log_density, parts[0].log_density),
        )


def fit_apart(sample: Sample) -> Apart:
    """Return the fits of given and of chosen propositions."""
    own = sample.of_own_choice
    return Apart(given=fit_sample(sample.take(~own)), chosen=fit_sample(sample.take(own)))


def can_fit_apart(sample: Sample) -> bool:
    """Return whether both kinds of proposition have treated rounds and controls enough for a fit of their own."""
    own, control = sample.of_own_choice, sample.control
    counts = [int((own == kind)[control == part].sum()) for kind in (True, False) for part in (True, False)]
    return min(counts) >= LEAST_APART


LEAST_APART = 5
"""The fewest treated rounds, and controls, of a kind that is fitted apart."""
