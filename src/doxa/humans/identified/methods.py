"""Ways to forecast final stances: the identified model's, and trivial ones beside it. Each is fitted to a sample.

A forecast has a mean, for RMSE, and the log density of the stance that was stated, for the log score (in nats a round;
Good 1952). All densities are censored at ±1, so that they are of the same kind.

    no change      S₀                        regression         S₀, argued side and net evidence, by least squares
    mean change    S₀ + d·side, d the mean    the paper's grid   one (u, a) of the grid, fitted without controls

“apart” has a fit for given propositions and one for chosen ones, “by …” a profile for each class of a column.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from doxa.humans.identified.classes import ClassProfile, class_of, fit_classes
from doxa.humans.identified.model import (
    A_POINTS,
    A_WEIGHTS,
    LEAST_NOISE,
    U_POINTS,
    U_WEIGHTS,
    IdentifiedFit,
    censored_normal,
    fit_sample,
    pull_of,
)
from doxa.humans.identified.sample import EVIDENCE_NAMES, Evidence, Sample
from doxa.humans.replay.grid import ANCHORS, UPTAKES, Floats, stances
from doxa.records.base import Record

NO_CHANGE, MEAN_CHANGE, REGRESSION, GRID = "no change", "mean change", "regression", "paper's grid"

LEAST_APART = 5
"""The fewest treated rounds, and controls, of a kind of proposition that is fitted apart."""

Kind = Literal["plain", "population", "apart", "classes"]


@dataclass(frozen=True, kw_only=True)
class StanceForecast:
    """Forecasts of N rounds."""

    mean: Floats
    """(N,)."""
    log_density: Floats
    """(N,) of the stated final stances."""


class FittedMethod(Record):
    """One fitted forecast, by the name that tables give it. The file of a fit holds it as it is."""

    name: str
    kind: Kind
    evidence: Evidence
    plain: str = ""
    """The name of a trivial forecast."""
    coefficients: tuple[float, ...] = ()
    sigma: float = 0.0
    populations: tuple[IdentifiedFit, ...] = ()
    """One; of given and of chosen propositions where they are apart."""
    column: str = ""
    centre: tuple[float, float] = (0.0, 0.0)
    """(u, a) of an unknown class."""
    spreads: tuple[float, float] = (0.0, 0.0)
    """ω of u and a between classes."""
    classes: tuple[ClassProfile, ...] = ()

    def forecast(self, sample: Sample) -> StanceForecast:
        """Return the forecasts of a sample, each round by the population that it is of."""
        if self.kind == "plain":
            mean = np.clip(MEANS[self.plain](np.asarray(self.coefficients), sample), -1.0, 1.0)
            return StanceForecast(mean=mean, log_density=censored_normal(sample.met.after, mean, self.sigma)[0])
        if self.kind == "population":
            return forecast_population(self.populations[0], sample)
        if self.kind == "apart":
            populations = [self.populations[round.of_own_choice] for round in sample.rounds]
        else:
            populations = [self.population_of(class_of(round, self.column)) for round in sample.rounds]
        mean, density = np.empty(len(sample)), np.empty(len(sample))
        for population in set(populations):
            mine = np.asarray([fit == population for fit in populations])
            forecast = forecast_population(population, sample.take(mine))
            mean[mine], density[mine] = forecast.mean, forecast.log_density
        return StanceForecast(mean=mean, log_density=density)

    def population_of(self, name: str | None) -> IdentifiedFit:
        """Return the population of a class; an unknown class has the centre's."""
        u, a = next(((known.u, known.a) for known in self.classes if known.name == name), self.centre)
        return self.populations[0].model_copy(update={"u": u, "a": a})


@dataclass(frozen=True, kw_only=True)
class Method:
    """A way to forecast that can be fitted to a sample under one kind of evidence."""

    name: str
    kind: Kind
    evidence: Evidence
    plain: str = ""
    column: str = ""
    moved: bool = True
    """Whether evidence has a part."""

    def fit(self, sample: Sample) -> FittedMethod:
        """Return the forecast fitted to a sample."""
        if self.kind == "plain":
            coefficients, sigma = fit_plain(self.plain, sample)
            return FittedMethod(
                name=self.name, kind="plain", evidence=self.evidence, plain=self.plain, coefficients=coefficients,
                sigma=sigma,
            )  # fmt: skip
        if self.kind == "apart" and can_fit_apart(sample):
            own = sample.of_own_choice
            both = (fit_sample(sample.take(~own)), fit_sample(sample.take(own)))
            return FittedMethod(name=self.name, kind="apart", evidence=self.evidence, populations=both)
        pooled = fit_sample(sample, moved=self.moved)
        fitted = FittedMethod(name=self.name, kind="population", evidence=self.evidence, populations=(pooled,))
        if self.kind != "classes":
            return fitted
        centre, spreads, classes = fit_classes(sample, self.column, pooled)
        more = {"kind": "classes", "column": self.column, "centre": centre, "spreads": spreads, "classes": classes}
        return fitted.model_copy(update=more)


def list_methods(samples: Mapping[Evidence, Sample], column: str | None = None) -> list[Method]:
    """Return every method: the trivial ones first, a profile for each class of a column last.

    Args:
        samples: the rounds under each kind of evidence; trivial forecasts take the first.
    """
    first = next(iter(samples))
    trivial = (NO_CHANGE, MEAN_CHANGE, REGRESSION)
    methods = [Method(name=name, kind="plain", evidence=first, plain=name) for name in trivial]
    methods.append(Method(name="anchoring alone (u = 0)", kind="population", evidence=first, moved=False))
    methods += [
        Method(name=f"the paper's grid, {EVIDENCE_NAMES[evidence]}", kind="plain", evidence=evidence, plain=GRID)
        for evidence in samples
    ]
    for evidence, sample in samples.items():
        name = identified_name(evidence)
        methods.append(Method(name=name, kind="population", evidence=evidence))
        if can_fit_apart(sample):
            methods.append(Method(name=f"{name}, apart", kind="apart", evidence=evidence))
    return methods + [
        Method(name=profiled_name(evidence, column), kind="classes", evidence=evidence, column=column)
        for evidence in samples
        if column
    ]


def identified_name(evidence: Evidence) -> str:
    """Return the name of the identified model under a kind of evidence."""
    return f"identified, {EVIDENCE_NAMES[evidence]}"


def profiled_name(evidence: Evidence, column: str) -> str:
    """Return the name of the identified model with a profile for each class of a column."""
    return f"{identified_name(evidence)}, by {column}"


def can_fit_apart(sample: Sample) -> bool:
    """Return whether both kinds of proposition have treated rounds and controls enough for a fit of their own."""
    own, control = sample.of_own_choice, sample.control
    counts = [int((own == kind)[control == part].sum()) for kind in (True, False) for part in (True, False)]
    return min(counts) >= LEAST_APART


def forecast_population(fit: IdentifiedFit, sample: Sample) -> StanceForecast:
    """Return the forecasts for people of the fitted population of whom nothing else is known."""
    count = len(sample)
    u_points, u_weights = (U_POINTS, U_WEIGHTS) if fit.moved else (np.zeros(1), np.zeros(1))
    pulled = np.asarray([pull_of(sample, fit.u + fit.u_spread * float(point))[0] for point in u_points])
    anchored = (fit.a + fit.a_spread * A_POINTS)[:, None] * sample.log_odds
    means = np.tanh(0.5 * (pulled[:, None, :] + anchored[None])).reshape(-1, count)
    weights = (u_weights[:, None] + A_WEIGHTS[None, :]).reshape(-1, 1)
    joint = censored_normal(sample.met.after, means, fit.sigma)[0] + weights
    highest = joint.max(axis=0)
    return StanceForecast(
        mean=(np.exp(weights) * means).sum(axis=0), log_density=highest + np.log(np.exp(joint - highest).sum(axis=0))
    )


def fit_plain(name: str, sample: Sample) -> tuple[tuple[float, ...], float]:
    """Return the coefficients and the noise of a trivial forecast; only the regression uses a sample's controls."""
    treated = sample if name == REGRESSION or sample.control.all() else sample.take(~sample.control)
    coefficients: Floats = np.zeros(0)
    if name == MEAN_CHANGE:
        toward, moved = _toward(treated), treated.met.after - treated.met.before
        coefficients = np.asarray([float(moved @ toward) / max(1.0, float(toward @ toward))])
    elif name == REGRESSION:
        slopes, *_ = np.linalg.lstsq(_regressors(treated), treated.met.after, rcond=1e-10)
        coefficients = np.asarray(slopes, dtype=np.float64)
    elif name == GRID:
        coefficients = _best_cell(treated)
    residuals = treated.met.after - np.clip(MEANS[name](coefficients, treated), -1.0, 1.0)
    return tuple(coefficients.tolist()), max(LEAST_NOISE, float(np.sqrt((residuals**2).mean())))


def _toward(sample: Sample) -> Floats:
    """Return the argued side of each round; 1 everywhere where no round has one."""
    return sample.argued if sample.argued.any() else np.where(sample.control, 0.0, 1.0)


def _regressors(sample: Sample) -> Floats:
    return np.stack([np.ones(len(sample)), sample.met.before, sample.argued, sample.met.net], axis=-1)


def _grid_means(cell: Floats, sample: Sample) -> Floats:
    pulled, _ = pull_of(sample, float(cell[0]))
    return np.asarray(np.tanh(0.5 * (pulled + cell[1] * sample.log_odds)))


def _best_cell(sample: Sample) -> Floats:
    """Return the (u, a) of the paper's grid with the least squared error."""
    predicted = stances(sample.met, clamp=float(np.tanh(0.5 * np.abs(sample.log_odds).max())) or 0.5)
    errors = ((predicted - sample.met.after[:, None, None]) ** 2).sum(axis=0)
    place = np.unravel_index(int(errors.argmin()), errors.shape)
    return np.asarray([UPTAKES[place[0]], ANCHORS[place[1]]])


MEANS: Mapping[str, Callable[[Floats, Sample], Floats]] = {
    NO_CHANGE: lambda _, sample: sample.met.before,
    MEAN_CHANGE: lambda shift, sample: sample.met.before + shift[0] * _toward(sample),
    REGRESSION: lambda slopes, sample: _regressors(sample) @ slopes,
    GRID: _grid_means,
}
"""Name of a trivial forecast → its means, given its coefficients."""
