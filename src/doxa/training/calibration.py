"""From raw scores to numbers that mean something: one temperature, one threshold, one table of quantiles.

p(for) = σ(logit / T),  T least negative log-likelihood on held-out topics   (Guo et al. 2017)
a direction is told where max(p, 1 − p) ≥ t,  t the lowest confidence with the accuracy that is aimed at
strength = share of people's arguments that a raw score beats, linear between 33 quantiles
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.scoring.classification import coverage_accuracy

Floats = NDArray[np.float64]

AIM = 0.9
"""Accuracy that the threshold aims at."""

LEAST_COVERAGE = 0.5
"""Share of texts that a threshold must leave decided where the aim cannot be reached."""

KNOTS = 33
LEAST_SPREAD = 1e-6

LOW, HIGH = -3.0, 3.0
"""Between which natural logarithms the temperature is sought."""


def probabilities(logits: Floats, temperature: float) -> Floats:
    """Return the probability of "for"."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits / temperature, -60.0, 60.0))))


def loss(gold: Sequence[int], logits: Floats, temperature: float) -> float:
    """Return the mean negative log-likelihood of labels +1 and −1."""
    return float(np.logaddexp(0.0, -np.asarray(gold) * logits / temperature).mean())


def fitted_temperature(*parts: tuple[Sequence[int], Floats]) -> float:
    """Return the temperature of least loss, to four digits; every part counts alike, however large.

    Args:
        parts: labels +1 and −1 with logits of as many texts.

    Raises:
        BeliefError: there is nothing to fit.
    """
    for gold, logits in parts:
        if not len(gold) or len(gold) != len(logits):
            raise BeliefError(f"{len(gold)} labels and {len(logits)} logits give no temperature")
    low, high = LOW, HIGH
    # the loss is convex in 1/T, so it falls to one valley and rises again in log T too
    for _ in range(60):
        third = (high - low) / 3
        if _mean_loss(parts, np.exp(low + third)) <= _mean_loss(parts, np.exp(high - third)):
            high -= third
        else:
            low += third
    return float(f"{np.exp((low + high) / 2):.4g}")


def _mean_loss(parts: Sequence[tuple[Sequence[int], Floats]], temperature: float) -> float:
    return sum(loss(gold, logits, temperature) for gold, logits in parts) / len(parts)


def confidences(gold: Sequence[int], logits: Floats, temperature: float) -> tuple[list[float], list[bool]]:
    """Return how sure each guess is, in [0.5, 1], and whether it is right."""
    chances = probabilities(logits, temperature)
    right = (chances > 0.5) == (np.asarray(gold) > 0)
    return np.maximum(chances, 1.0 - chances).tolist(), right.tolist()


def fitted_threshold(sure: Sequence[float], right: Sequence[bool], aim: float = AIM) -> float:
    """Return the confidence from which guesses reach an accuracy, with as many decided as possible; rounded down.

    Where none does, the one of highest accuracy that leaves half of the texts decided.

    Raises:
        BeliefError: there is no guess.
    """
    curve = coverage_accuracy(sure, right)
    reaching = [point for point in curve if point.accuracy >= aim]
    if reaching:
        chosen = max(reaching, key=lambda point: point.coverage)
    else:
        chosen = max((point for point in curve if point.coverage >= LEAST_COVERAGE), key=lambda point: point.accuracy)
    return max(0.5, float(np.floor(chosen.threshold * 1e4) / 1e4))


def quantile_knots(scores: Sequence[float], count: int = KNOTS) -> Floats:
    """Return raw scores at equally spaced shares from 0 to 1, strictly rising; shape (count,).

    Raises:
        BeliefError: there are no two scores that differ by more than a millionth.
    """
    values = np.asarray(scores, dtype=np.float64)
    if not len(values) or np.ptp(values) < LEAST_SPREAD:
        raise BeliefError("quantiles need two different scores at least")
    knots = np.quantile(values, np.linspace(0.0, 1.0, count))
    return np.asarray(knots + np.ptp(values) * 1e-5 * np.arange(count))
