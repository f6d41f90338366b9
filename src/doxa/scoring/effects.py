"""The effect of each argument on a stance S = tanh(L / 2), L = Σ cᵢ: exact leave-one-out and Shapley values.

Leave-one-out is S(L) − S(L − cᵢ). The Shapley value averages an argument's effect over all orders of arrival.
Because L is additive it needs no sum over subsets. Over a random subset in which each argument is present with
probability q, the characteristic function of L is Π (1 − q + q·e^{itcⱼ}), and tanh(x/2) = 2∫₀^∞ sin(xt)/sinh(πt) dt
(Gradshteyn & Ryzhik 3.981.1), so

    φᵢ = 2 ∫₀¹ dq ∫₀^∞ dt  Im[(e^{itcᵢ} − 1) · Π_{j≠i} (1 − q + q·e^{itcⱼ})] / sinh(πt)

The integral over q is of a polynomial of degree n − 1, exact with ⌈n/2⌉ Gauss–Legendre nodes (more than 32 change
nothing beyond 1e−11, see tests/golden); the one over t falls off as e^{−πt}. Shares add up to S.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CUTOFF = 12.0
"""Beyond t = 12 the integrand is below 1e−16."""

PANEL_NODES = 16

MOST_NODES = 32

BLOCK = 1 << 17
"""Numbers of one matrix over t and values, 2 MB of them."""


def leave_one_out(contributions: Sequence[float]) -> list[float]:
    """Return S(all) − S(all but i) for each contribution to L."""
    total = math.fsum(contributions)
    whole = math.tanh(total / 2)
    return [whole - math.tanh((total - contribution) / 2) for contribution in contributions]


def shapley(contributions: Sequence[float]) -> list[float]:
    """Return each argument's Shapley share of S; the shares add up to S to about 1e−12.

    Equal contributions have equal shares, so that each value is taken once, with its count. Memory grows with the
    number of values alone: the integral over t is summed in blocks.
    """
    c = np.asarray(contributions, dtype=np.float64)
    if c.size == 0:
        return []
    values, which, counts = np.unique(c, return_inverse=True, return_counts=True)
    t, t_weights = _frequencies(_reach(c))
    kernel = 2.0 * t_weights / np.sinh(np.pi * t)
    nodes = list(zip(*_legendre(min(MOST_NODES, (c.size + 1) // 2), 0.0, 1.0), strict=True))
    shares = np.zeros(values.size)
    rows = max(PANEL_NODES, BLOCK // values.size)
    for start in range(0, t.size, rows):
        block = slice(start, start + rows)
        turns = np.exp(1j * np.outer(t[block], values))
        for q, weight in nodes:
            shares += weight * (kernel[block] @ _pulls(1.0 - q + q * turns, turns - 1.0, counts))
    return [float(share) for share in shares[which]]


def _pulls(
    present: NDArray[np.complex128], step: NDArray[np.complex128], counts: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return Im[step_i · Π_{j≠i} present_j] for each t (rows) and value i, which ``counts`` arguments share.

    Products from both ends avoid a division.
    """
    others = present ** (counts - 1)
    alike = present * others
    before = np.ones_like(present)
    before[:, 1:] = np.cumprod(alike[:, :-1], axis=1)
    after = np.ones_like(present)
    after[:, :-1] = np.cumprod(alike[:, :0:-1], axis=1)[:, ::-1]
    return np.asarray((step * others * before * after).imag)


def _reach(c: NDArray[np.float64]) -> float:
    """Return how far sums of random subsets lie from 0, but for a probability of 1e−16 (Hoeffding 1963, theorem 2)."""
    spread = math.sqrt(float(c @ c) * math.log(2e16) / 2)
    return min(float(np.abs(c).sum()), abs(float(c.sum())) + spread + float(np.abs(c).max()))


def _frequencies(reach: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return nodes and weights over t, fine enough for an oscillation of frequency ``reach``."""
    panels = max(8, math.ceil(CUTOFF * (reach + 2.0) / 6.0))
    edges = np.linspace(0.0, CUTOFF, panels + 1)
    pieces = [_legendre(PANEL_NODES, low, high) for low, high in itertools.pairwise(edges)]
    return np.concatenate([nodes for nodes, _ in pieces]), np.concatenate([weights for _, weights in pieces])


def _legendre(count: int, low: float, high: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (high - low) / 2 * nodes + (high + low) / 2, (high - low) / 2 * weights
