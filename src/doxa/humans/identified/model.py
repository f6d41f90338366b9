"""The identified model: its likelihood, with people as random effects, and its fit with intervals.

    L_ir = a_i·logit((1 + S₀)/2) + Σ p·ln(1 + s·u_i)        controls: without the sum
    S_ir ~ Normal(tanh(L_ir/2), σ), censored at ±1
    u_i ~ Normal(u, τ_u),   a_i ~ Normal(a, τ_a)            person i, round r

u and a are continuous. An uptake below 0 moves a person against the evidence by as much as its opposite moves another
with it, −Σ p·ln(1 + s·|u|), so that 0 is an inner point and an interval can contain it. The integral over u_i and a_i
is a sum over a grid of equal steps, which is accurate also where σ is small beside the spread of the effects.

The mode is found by BFGS, with weak priors. Standard errors are of the sandwich form H⁻¹·(Σ g·gᵀ)·H⁻¹ over people,
which holds where the model's distributions are not the true ones (Huber 1967; White 1982).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, log, pi, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.humans.identified.sample import Sample
from doxa.humans.replay.grid import Floats
from doxa.records.base import Record

PARAMETERS = ("u", "τ_u", "a", "τ_a", "σ")
U, TAU_U, A, TAU_A, SIGMA = range(5)

REACH = 3.5
"""Standard deviations of a random effect that the grid of the integral spans, to either side."""

NODES = (17, 33)
"""Points of the integral over u_i and over a_i."""

LEAST_NOISE = 0.05
"""σ² is this squared and more: no stated stance is more exact than a fortieth of the scale."""

LARGEST = 10.0
"""The largest |u| that a record is weighted with."""

SPREAD = 3.0
"""Scale of the weak normal priors (u and τ around 0, a around 1), by which tiny samples have a finite fit."""


def _grid(count: int) -> tuple[Floats, Floats]:
    points = np.linspace(-REACH, REACH, count)
    weights = np.exp(-0.5 * points**2)
    return points, np.log(weights / weights.sum())


U_POINTS, U_WEIGHTS = _grid(NODES[0])
A_POINTS, A_WEIGHTS = _grid(NODES[1])


@dataclass(frozen=True, kw_only=True)
class Likelihood:
    """The log-likelihood at one setting of the parameters."""

    by_person: Floats
    """(P,)."""
    gradients: Floats
    """(P, 5) of each person's log-likelihood, by PARAMETERS."""


def pull_of(sample: Sample, uptake: float) -> tuple[Floats, Floats]:
    """Return Σ p·ln(1 + s·u), odd in u, and its derivative, each of shape (N,)."""
    met, size = sample.met, min(abs(uptake), LARGEST)
    factors = 1.0 + size * met.strengths
    pulled = _sum_records(sample, np.log(factors))
    slope = _sum_records(sample, met.strengths / factors) if abs(uptake) <= LARGEST else np.zeros(len(sample))
    return pulled * np.sign(uptake), slope


def _sum_records(sample: Sample, values: Floats) -> Floats:
    met = sample.met
    return np.asarray(np.add.reduceat(met.signs * np.add.reduceat(values, met.segments), met.owners))


def noise_of(parameter: float) -> float:
    """Return σ of its parameter, which has no sign."""
    return sqrt(LEAST_NOISE**2 + parameter**2)


def likelihood(parameters: Floats, sample: Sample, *, moved: bool = True) -> Likelihood:
    """Return the log-likelihood of every person, with its gradient.

    Args:
        parameters: (5,) as PARAMETERS; τ may have either sign, σ is ``noise_of`` its parameter.
        moved: whether evidence moves anybody; without it u and τ_u have no effect.
    """
    mean, by_uptake, slopes = _predict(parameters, sample, moved=moved)
    sigma = noise_of(parameters[SIGMA])
    density, by_mean, by_sigma = censored_normal(sample.met.after, mean, sigma)
    weights = (U_WEIGHTS if moved else np.zeros(1))[:, None, None] + A_WEIGHTS[None, :, None]
    joint = np.add.reduceat(density, sample.starts, axis=2) + weights
    highest = joint.max(axis=(0, 1))
    shares = np.exp(joint - highest)
    total = shares.sum(axis=(0, 1))
    shares /= total
    mine = shares[:, :, sample.persons]
    gradients = _gradients(mine * by_mean * (0.5 * (1.0 - mean**2)), by_uptake, slopes, sample, parameters)
    gradients[:, SIGMA] = (mine * by_sigma).sum(axis=(0, 1)) * parameters[SIGMA] / sigma
    return Likelihood(
        by_person=highest + np.log(total), gradients=np.asarray(np.add.reduceat(gradients, sample.starts, axis=0))
    )


def _predict(parameters: Floats, sample: Sample, *, moved: bool) -> tuple[Floats, Floats, Floats]:
    """Return the means (J, K, N), the pull's derivative by u at each point (J, N), and the points of u (J,)."""
    points = U_POINTS if moved else np.zeros(1)
    pulled, slopes = np.zeros((len(points), len(sample))), np.zeros((len(points), len(sample)))
    for place, point in enumerate(points if moved else ()):
        pulled[place], slopes[place] = pull_of(sample, float(parameters[U] + parameters[TAU_U] * point))
    anchored = np.tanh(0.5 * (parameters[A] + parameters[TAU_A] * A_POINTS)[:, None] * sample.log_odds)
    shifted = np.tanh(0.5 * pulled)
    # tanh(x + y) of both parts, which spares a tanh for every cell
    mean = (anchored[None] + shifted[:, None]) / (1.0 + anchored[None] * shifted[:, None] + 1e-300)
    return np.clip(mean, -1.0, 1.0), slopes, points


def _gradients(through: Floats, by_uptake: Floats, points: Floats, sample: Sample, parameters: Floats) -> Floats:
    by_point = through.sum(axis=1) * by_uptake
    by_anchor = through.sum(axis=0) * sample.log_odds
    gradients = np.zeros((len(sample), len(PARAMETERS)))
    gradients[:, U] = by_point.sum(axis=0)
    gradients[:, TAU_U] = (by_point * points[:, None]).sum(axis=0)
    gradients[:, A] = by_anchor.sum(axis=0)
    gradients[:, TAU_A] = (by_anchor * A_POINTS[:, None]).sum(axis=0)
    return gradients


def censored_normal(after: Floats, mean: Floats, sigma: float) -> tuple[Floats, Floats, Floats]:
    """Return the log density of stances on [−1, 1] whose ends hold everything beyond, with derivatives.

    Returns:
        the log density, its derivative by the mean, and by σ; each of the shape of ``mean``.
    """
    scaled = (after - mean) / sigma
    density = -0.5 * scaled**2 - log(sigma * sqrt(2.0 * pi))
    by_mean = scaled / sigma
    by_sigma = (scaled**2 - 1.0) / sigma
    for end in (1.0, -1.0):
        rows = np.flatnonzero(after == end)
        if len(rows):
            beyond = end * scaled[..., rows]
            density[..., rows], hazard = log_upper_tail(beyond)
            by_mean[..., rows] = end * hazard / sigma
            by_sigma[..., rows] = beyond * hazard / sigma
    return density, by_mean, by_sigma


def log_upper_tail(scaled: Floats) -> tuple[Floats, Floats]:
    """Return ln P(Z > z) of a standard normal Z, and the hazard φ(z)/P(Z > z).

    The complementary error function is the Chebyshev fit of Press et al., Numerical Recipes, 6.2 (erfcc): a relative
    error of at most 1.2e−7 everywhere.
    """
    size = np.abs(scaled) / sqrt(2.0)
    t = 1.0 / (1.0 + 0.5 * size)
    series = np.polynomial.polynomial.polyval(t, TAIL)
    log_small = np.log(0.5 * t) - size**2 + series
    log_tail = np.where(scaled >= 0, log_small, np.log1p(-np.exp(np.minimum(log_small, -1e-12))))
    hazard = np.exp(-0.5 * scaled**2 - 0.5 * log(2.0 * pi) - log_tail)
    return np.asarray(log_tail), np.asarray(hazard)


TAIL = (
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
)  # fmt: skip


STEPS, STILL = 200, 1e-4
Z_975 = 1.959964

START = np.asarray([0.2, 0.3, 0.8, 0.5, 0.3])
CENTRE = np.asarray([0.0, 0.0, 1.0, 0.0, 0.0])

Objective = Callable[[Floats], tuple[float, Floats]]


class IdentifiedFit(Record):
    """The fitted population: mean and standard deviation over people of u and of a, and the noise."""

    u: float
    u_spread: float
    a: float
    a_spread: float
    sigma: float
    covariance: tuple[tuple[float, float], tuple[float, float]]
    """Of u and a; the variance of u is 0 in a fit without evidence."""
    log_likelihood: float
    moved: bool = True
    """Whether evidence has a part in the fit; else it is anchoring alone."""

    @property
    def parameters(self) -> Floats:
        """(5,) as the likelihood takes them."""
        noise = np.sqrt(max(0.0, self.sigma**2 - noise_of(0.0) ** 2))
        return np.asarray([self.u, self.u_spread, self.a, self.a_spread, noise])

    def interval(self, name: Literal["u", "a"]) -> tuple[float, float]:
        """Return the 95 % interval of a mean."""
        place = ("u", "a").index(name)
        half = Z_975 * sqrt(max(0.0, self.covariance[place][place]))
        return getattr(self, name) - half, getattr(self, name) + half

    @property
    def p(self) -> float | None:
        """Two-sided p of the Wald test that mean uptake is 0; None where u has no standard error."""
        variance = self.covariance[0][0]
        return erfc(abs(self.u) / sqrt(2.0 * variance)) if variance > 0 else None


def fit_sample(sample: Sample, *, moved: bool = True, start: Floats = START) -> IdentifiedFit:
    """Return the model fitted to a sample.

    Args:
        moved: whether evidence has a part; False fits anchoring alone.
        start: (5,) where the search begins.
    """
    free = np.ones(len(PARAMETERS), dtype=np.bool_)
    free[[U, TAU_U]] = moved

    def objective(parameters: Floats) -> tuple[float, Floats]:
        full = np.where(free, parameters, 0.0)
        value = likelihood(full, sample, moved=moved)
        distance = (full - CENTRE) / SPREAD
        gradient = value.gradients.sum(axis=0) - distance / SPREAD
        return float(0.5 * (distance**2).sum() - value.by_person.sum()), np.where(free, -gradient, 0.0)

    mode = minimise(objective, np.where(free, start, 0.0))
    at_mode = likelihood(mode, sample, moved=moved)
    return IdentifiedFit(
        u=mode[U], u_spread=abs(mode[TAU_U]), a=mode[A], a_spread=abs(mode[TAU_A]), sigma=noise_of(mode[SIGMA]),
        covariance=_sandwich(objective, mode, at_mode.gradients, free).tolist(),
        log_likelihood=at_mode.by_person.sum(), moved=moved,
    )  # fmt: skip


def minimise(objective: Objective, start: Floats) -> Floats:
    """Return the place of a minimum near a start, by BFGS with backtracking (Nocedal and Wright 2006, ch. 6)."""
    place, inverse = start.copy(), np.eye(len(start)) * 0.01
    value, gradient = objective(place)
    for _ in range(STEPS):
        direction = -inverse @ gradient
        if direction @ gradient >= 0:
            direction, inverse = -0.01 * gradient, np.eye(len(start)) * 0.01
        length = min(1.0, 1.0 / max(1e-12, float(np.abs(direction).max())))
        while length > 1e-8:
            moved_value, moved_gradient = objective(place + length * direction)
            if np.isfinite(moved_value) and moved_value <= value + 1e-4 * length * float(direction @ gradient):
                break
            length *= 0.5
        else:
            return place
        step, change = length * direction, moved_gradient - gradient
        inverse = _update(inverse, step, change)
        gained = value - moved_value
        place, value, gradient = place + step, moved_value, moved_gradient
        if gained < STILL * 1e-3 and float(np.abs(gradient).max()) < STILL * 100:
            return place
    return place


def _update(inverse: Floats, step: Floats, change: Floats) -> Floats:
    """Return the inverse Hessian after a step; as it was where the step shows no curvature."""
    curvature = float(step @ change)
    if curvature <= 1e-12:
        return inverse
    left = np.eye(len(step)) - np.outer(step, change) / curvature
    return np.asarray(left @ inverse @ left.T + np.outer(step, step) / curvature)


def _sandwich(objective: Objective, mode: Floats, gradients: Floats, free: NDArray[np.bool_]) -> Floats:
    """Return the covariance of u and a, shape (2, 2)."""
    places = np.flatnonzero(free)
    hessian = np.zeros((len(places), len(places)))
    for row, place in enumerate(places):
        step = np.zeros(len(mode))
        step[place] = 1e-3
        hessian[row] = (objective(mode + step)[1] - objective(mode - step)[1])[places] / 2e-3
    hessian = 0.5 * (hessian + hessian.T)
    # a spread at 0 has no curvature of its own sign: its direction is left to the weak prior
    values, vectors = np.linalg.eigh(hessian)
    bread = (vectors / np.maximum(values, 1.0 / SPREAD**2)) @ vectors.T
    count = len(gradients)
    correction = count / max(1, count - len(places))
    scores = gradients[:, places]
    covariance = np.zeros((len(mode), len(mode)))
    covariance[np.ix_(places, places)] = correction * bread @ (scores.T @ scores) @ bread
    return covariance[np.ix_([U, A], [U, A])]
