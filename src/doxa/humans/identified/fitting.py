"""Fitting the identified model: the mode of its likelihood with weak priors, and intervals that clusters bear out.

The mode is found by BFGS. Standard errors are of the sandwich form H⁻¹·(Σ g·gᵀ)·H⁻¹ over people, which holds where the
model's distributions are not the true ones (Huber 1967; White 1982).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.humans.identified.likelihood import (
    PARAMETERS,
    SIGMA,
    SPREAD,
    TAU_A,
    TAU_U,
    A,
    U,
    likelihood,
    noise_of,
)
from doxa.humans.identified.sample import Sample
from doxa.humans.replay.grid import Floats

STEPS, STILL = 200, 1e-4
Z_975 = 1.959964

START = np.asarray([0.2, 0.3, 0.8, 0.5, 0.3])
CENTRE = np.asarray([0.0, 0.0, 1.0, 0.0, 0.0])

Objective = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, kw_only=True)
class IdentifiedFit:
    """The fitted population: mean and standard deviation over people of u and of a, and the noise."""

    u: float
    u_spread: float
    a: float
    a_spread: float
    sigma: float
    covariance: Floats
    """(2, 2) of u and a; the variance of u is 0 in a fit without evidence."""
    log_likelihood: float
    moved: bool = True
    """Whether evidence has a part in the fit; else it is anchoring alone."""

    @property
    def parameters(self) -> Floats:
        """(5,) as the likelihood takes them."""
        noise = np.sqrt(max(0.0, self.sigma**2 - noise_of(0.0) ** 2))
        return np.asarray([self.u, self.u_spread, self.a, self.a_spread, noise])

    def interval(self, name: str) -> tuple[float, float]:
        """Return the 95 % interval of ``u`` or ``a``."""
        place = ("u", "a").index(name)
        half = Z_975 * float(np.sqrt(max(0.0, self.covariance[place, place])))
        centre = (self.u, self.a)[place]
        return centre - half, centre + half

    def wald(self) -> float | None:
        """Return u divided by its standard error; None where it has none."""
        variance = float(self.covariance[0, 0])
        return self.u / variance**0.5 if variance > 0 else None


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
    covariance = _sandwich(objective, mode, at_mode.gradients, free)
    return IdentifiedFit(
        u=float(mode[U]), u_spread=abs(float(mode[TAU_U])), a=float(mode[A]), a_spread=abs(float(mode[TAU_A])),
        sigma=noise_of(float(mode[SIGMA])), covariance=covariance,
        log_likelihood=float(at_mode.by_person.sum()), moved=moved,
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
