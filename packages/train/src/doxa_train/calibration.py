"""From raw scores to probabilities and strengths: one temperature, one threshold, one table of quantiles.

p(for) = σ(logit / T),  with the T of least negative log-likelihood on held-out topics   (Guo et al. 2017)
a claim has a direction where max(p, 1 − p) ≥ t,  with t the lowest confidence that reaches the target accuracy,
                           for claims in every kind of text that has a dev part
strength = share of people's arguments that a raw score beats, linear between 33 quantiles
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.scoring.classification import coverage_accuracy

Floats = NDArray[np.float64]

AIM = 0.9
"""The target accuracy of the threshold."""

LEAST_COVERAGE = 0.5
"""The least share of decided texts where the target accuracy cannot be reached."""
LEAST_OF_A_KIND = 0.4
"""The least share of every kind of text that a threshold for several kinds leaves decided where it is fitted."""

KNOTS = 33
LEAST_SPREAD = 1e-6

LOW, HIGH = -3.0, 3.0
"""The bounds of the natural logarithm of the temperature."""


def probabilities(logits: Floats, temperature: float) -> Floats:
    """Return the probability of "for"."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits / temperature, -60.0, 60.0))))


def loss(gold: Sequence[int], logits: Floats, temperature: float) -> float:
    """Return the mean negative log-likelihood of labels +1 and −1."""
    return float(np.logaddexp(0.0, -np.asarray(gold) * logits / temperature).mean())


def fitted_temperature(*parts: tuple[Sequence[int], Floats]) -> float:
    """Return the temperature of least loss, to four digits; parts have equal weight, whatever their size.

    Args:
        parts: labels +1 and −1, and as many logits.

    Raises:
        BeliefError: a part is empty, or has other numbers of labels and logits.
    """
    for gold, logits in parts:
        if not len(gold) or len(gold) != len(logits):
            raise BeliefError(f"{len(gold)} labels and {len(logits)} logits give no temperature")
    low, high = LOW, HIGH
    # the loss is convex in 1/T, so it has one minimum in log T too
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
    """Return the confidence of each prediction, in [0.5, 1], and whether the prediction is right."""
    chances = probabilities(logits, temperature)
    right = (chances > 0.5) == (np.asarray(gold) > 0)
    return np.maximum(chances, 1.0 - chances).tolist(), right.tolist()


def fitted_threshold(sure: Sequence[float], right: Sequence[bool], aim: float = AIM) -> float:
    """Return the threshold that reaches a target accuracy with the highest coverage, rounded down to four decimals.

    Where no threshold reaches it: the threshold of highest accuracy that leaves half of the texts decided.

    Raises:
        BeliefError: there are no predictions.
    """
    curve = coverage_accuracy(sure, right)
    reaching = [point for point in curve if point.accuracy >= aim]
    if reaching:
        chosen = max(reaching, key=lambda point: point.coverage)
    else:
        chosen = max((point for point in curve if point.coverage >= LEAST_COVERAGE), key=lambda point: point.accuracy)
    return max(0.5, float(np.floor(chosen.threshold * 1e4) / 1e4))


def shared_threshold(
    parts: Sequence[tuple[Sequence[float], Sequence[bool]]], aim: float = AIM, least: float = LEAST_OF_A_KIND
) -> float:
    """Return the lowest threshold at which every kind of text is as right as it can be, rounded down to four decimals.

    That is the highest of the kinds' own thresholds: the lowest at which ``aim`` of a kind's decided texts are right,
    or, where fewer always are, that of highest accuracy; with ``least`` of its texts decided in either case. Pooled,
    an easy kind with many texts would hide a hard one.

    Args:
        parts: of each kind of text, the confidence in [0.5, 1] of each prediction and whether it is right.

    Raises:
        BeliefError: there are no predictions of a kind.
    """
    return max(_own_threshold(sure, right, aim, least) for sure, right in parts)


def _own_threshold(sure: Sequence[float], right: Sequence[bool], aim: float, least: float) -> float:
    decided = [point for point in coverage_accuracy(sure, right) if point.coverage >= least]
    reaching = [point for point in decided if point.accuracy >= aim]
    chosen = max(reaching, key=lambda point: point.coverage) if reaching else max(decided, key=lambda p: p.accuracy)
    return max(0.5, float(np.floor(chosen.threshold * 1e4) / 1e4))


def quantile_knots(scores: Sequence[float], count: int = KNOTS) -> Floats:
    """Return raw scores at equally spaced shares from 0 to 1, strictly rising; shape (count,).

    Raises:
        BeliefError: no two scores differ by more than a millionth.
    """
    values = np.asarray(scores, dtype=np.float64)
    if not len(values) or np.ptp(values) < LEAST_SPREAD:
        raise BeliefError("quantiles need at least two different scores")
    knots = np.quantile(values, np.linspace(0.0, 1.0, count))
    return np.asarray(knots + np.ptp(values) * 1e-5 * np.arange(count))
