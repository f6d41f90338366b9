"""The grid of uptake and anchoring (Belief Engine appendix E) over many people at once.

    L(u, a) = a·logit((1 + S₀)/2) + Σ p·ln(1 + s·u),   S = tanh(L/2)

L is a sum of a term in a and a term in u, so that 13 + 13 numbers a person give all 169 cells: the sum over records is
the logarithm of one product for each side and u. S₀ = ±1 has no finite log-odds, which the paper does not address: |S₀|
is limited to a clamp.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

UPTAKES = (0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8)
ANCHORS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.5)
"""The values of u and a in the paper's grid."""

CLAMP = 0.98
"""The largest |S₀| of a prior. ±0.98 is a log-odds of ±4.6."""

RUN = 256
"""The most records of a product: that of (1 + s·u) over 256 records does not overflow for any u up to 10."""


@dataclass(frozen=True, kw_only=True)
class Exposures:
    """The stances of N people before and after, and the records that they met, as arrays.

    ``segments`` divide the records into runs of one person and one sign. None is empty (each begins with a record of
    strength 0) or longer than RUN + 1. ``owners`` are the first segments of each person.
    """

    before: Floats
    """(N,) the stance before, in [−1, 1]."""
    after: Floats
    """(N,) the stance after."""
    net: Floats
    """(N,) E = Σ p·s, the signed net evidence of appendix E."""
    records: Sequence[Sequence[tuple[int, float]]]
    """(sign, strength) of each person's records."""
    strengths: Floats
    segments: Ints
    signs: Floats
    owners: Ints

    def __len__(self) -> int:
        return len(self.before)


def lay_exposures(
    before: Sequence[float], after: Sequence[float], records: Sequence[Sequence[tuple[int, float]]]
) -> Exposures:
    """Return the stances and records of people as arrays.

    Args:
        before, after: stances in [−1, 1].
        records: (sign, strength) of each person's records; strength in [0, 1].

    Raises:
        BeliefError: lengths differ, or a number is out of range.
    """
    if not len(before) == len(after) == len(records):
        raise BeliefError("there must be as many stances before, stances after and record lists")
    flat: list[float] = []
    segments: list[int] = []
    signs: list[float] = []
    owners: list[int] = []
    for pairs in records:
        owners.append(len(segments))
        for sign in (1, -1):
            mine = [strength for polarity, strength in pairs if polarity == sign]
            for start in range(0, max(1, len(mine)), RUN):
                segments.append(len(flat))
                signs.append(float(sign))
                flat += [0.0, *mine[start : start + RUN]]
    strengths = np.asarray(flat, dtype=np.float64)
    stances = np.asarray([*before, *after], dtype=np.float64)
    if not (np.all(np.abs(stances) <= 1.0) and np.all((strengths >= 0.0) & (strengths <= 1.0))):
        raise BeliefError("stances lie in [−1, 1] and strengths in [0, 1]")
    return Exposures(
        before=np.asarray(before, dtype=np.float64),
        after=np.asarray(after, dtype=np.float64),
        net=np.asarray([math.fsum(sign * strength for sign, strength in pairs) for pairs in records]),
        records=records,
        strengths=strengths,
        segments=np.asarray(segments, dtype=np.intp),
        signs=np.asarray(signs),
        owners=np.asarray(owners, dtype=np.intp),
    )


def prior(before: Floats, clamp: float = CLAMP) -> Floats:
    """Return logit((1 + S₀)/2) = 2·artanh(S₀) with |S₀| limited to the clamp, shape (N,)."""
    return np.asarray(2.0 * np.arctanh(np.clip(before, -clamp, clamp)))


def pulls(met: Exposures, uptakes: Sequence[float] = UPTAKES) -> Floats:
    """Return Σ p·ln(1 + s·u) of each person at each u, shape (N, len(uptakes)).

    Raises:
        BeliefError: an uptake is not in [0, 10].
    """
    u = np.asarray(uptakes, dtype=np.float64)
    if not np.all((u >= 0.0) & (u <= 10.0)):
        raise BeliefError("evidence uptake lies in [0, 10]")
    if not len(met):
        return np.empty((0, len(u)))
    pulled = np.empty((len(u), len(met)))
    for place, uptake in enumerate(u):
        products = np.multiply.reduceat(1.0 + uptake * met.strengths, met.segments)
        pulled[place] = np.add.reduceat(met.signs * np.log(products), met.owners)
    return np.ascontiguousarray(pulled.T)


def stances(
    met: Exposures,
    uptakes: Sequence[float] = UPTAKES,
    anchors: Sequence[float] = ANCHORS,
    clamp: float = CLAMP,
) -> Floats:
    """Return S of each person in each cell, shape (N, len(uptakes), len(anchors))."""
    anchored = prior(met.before, clamp)[:, None] * np.asarray(anchors, dtype=np.float64)
    half = 0.5 * (pulls(met, uptakes)[:, :, None] + anchored[:, None, :])
    return np.asarray(np.tanh(half, out=half))


def stance_by_hand(
    before: float, records: Sequence[tuple[int, float]], u: float, a: float, clamp: float = CLAMP
) -> float:
    """Return S of one person in one cell by the plain loop of eq. 1, to check the grid."""
    clamped = max(-clamp, min(clamp, before))
    log_odds = a * math.log((1.0 + clamped) / (1.0 - clamped))
    for sign, strength in records:
        log_odds += sign * math.log1p(strength * u)
    return math.tanh(log_odds / 2.0)
