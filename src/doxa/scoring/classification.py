"""How well directions are classified: accuracy, macro-F1 and coverage with "unclear" as an answer, and calibration.

Confusions are counts of shape (…, 2, 3): rows are people's labels (for +1, against −1), columns are guesses (for,
against, unclear 0). Leading axes let a bootstrap compute thousands at once; a share of an empty whole is NaN there.

    accuracy = right / decided        of all = right / all        coverage = decided / all
    F1 of a side = 2·TP / (2·TP + FP + FN), an unclear one counting as missed; macro-F1 = mean over the sides that occur
    ECE = Σ_b n_b/n · |accuracy_b − confidence_b| over equal bins (k/B, (k+1)/B] of confidence, B = 15 (Guo et al. 2017)
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.records.base import Record, Unit

Floats = NDArray[np.float64]

SIDES = (1, -1)
GUESSES = (1, -1, 0)

BINS = 15


def confusion(gold: Sequence[int], guesses: Sequence[int]) -> Floats:
    """Return counts of (gold, guess) pairs, shape (2, 3); gold is +1 or −1, a guess +1, −1 or 0 for unclear.

    Raises:
        BeliefError: the lengths differ, or there are other values.
    """
    if len(gold) != len(guesses):
        raise BeliefError(f"{len(gold)} gold labels and {len(guesses)} guesses cannot be compared")
    counts = np.zeros((len(SIDES), len(GUESSES)))
    for label, guess in zip(gold, guesses, strict=True):
        if label not in SIDES or guess not in GUESSES:
            raise BeliefError(f"a gold label is 1 or -1 and a guess 1, -1 or 0, not {label!r} and {guess!r}")
        counts[SIDES.index(label), GUESSES.index(guess)] += 1
    return counts


def coverage(counts: Floats) -> Floats:
    """Return the share of guesses that are not unclear."""
    return _share(counts[..., :2].sum(axis=(-2, -1)), counts.sum(axis=(-2, -1)))


def accuracy(counts: Floats) -> Floats:
    """Return the share of right guesses among those that are not unclear."""
    return _share(_right(counts), counts[..., :2].sum(axis=(-2, -1)))


def accuracy_of_all(counts: Floats) -> Floats:
    """Return the share of right guesses among all; an unclear guess counts as wrong."""
    return _share(_right(counts), counts.sum(axis=(-2, -1)))


def macro_f1(counts: Floats) -> Floats:
    """Return the mean F1 of the sides that occur among gold or guesses."""
    decided = np.stack([counts[..., 0, 0], counts[..., 1, 1]], axis=-1)
    gold = counts.sum(axis=-1)
    guessed = counts[..., :2].sum(axis=-2)
    scores = _share(2 * decided, gold + guessed)
    occurs = gold + guessed > 0
    return _share(np.where(occurs, scores, 0.0).sum(axis=-1), occurs.sum(axis=-1).astype(np.float64))


def _right(counts: Floats) -> Floats:
    return np.asarray(counts[..., 0, 0] + counts[..., 1, 1])


def _share(part: Floats, whole: Floats) -> Floats:
    defined = whole > 0
    return np.where(defined, part / np.where(defined, whole, 1.0), np.nan)


class Bin(Record):
    """The guesses whose confidence lies in (low, high]; 0 lies in the first bin."""

    low: Unit
    high: Unit
    n: int
    confidence: Unit
    """Mean confidence of the bin's guesses."""
    accuracy: Unit


class CoveragePoint(Record):
    """Coverage and accuracy of the guesses with at least this confidence."""

    threshold: float
    coverage: Unit
    accuracy: Unit


def calibration_bins(confidences: Sequence[float], right: Sequence[bool], bins: int = BINS) -> tuple[Bin, ...]:
    """Return the bins that contain a guess, lowest first.

    Args:
        confidences: how sure each guess was, in [0, 1]: the probability of the side that was guessed.
        right: whether each guess was right.

    Raises:
        BeliefError: there is no guess, a confidence is out of range, or the lengths differ.
    """
    sure, hits = _paired(confidences, right)
    # rounded first, so that a confidence on an edge falls into the lower bin despite binary error
    places = np.clip(np.ceil(np.round(sure * bins, 9)).astype(int) - 1, 0, bins - 1)
    return tuple(
        Bin(
            low=place / bins,
            high=(place + 1) / bins,
            n=int((places == place).sum()),
            confidence=float(sure[places == place].mean()),
            accuracy=float(hits[places == place].mean()),
        )
        for place in range(bins)
        if (places == place).any()
    )


def calibration_error(confidences: Sequence[float], right: Sequence[bool], bins: int = BINS) -> float:
    """Return the expected calibration error in [0, 1]; arguments and errors as ``calibration_bins``."""
    filled_bins = calibration_bins(confidences, right, bins)
    return math.fsum(
        filled_bin.n * abs(filled_bin.accuracy - filled_bin.confidence) for filled_bin in filled_bins
    ) / len(confidences)


def coverage_accuracy(confidences: Sequence[float], right: Sequence[bool]) -> tuple[CoveragePoint, ...]:
    """Return accuracy over coverage: one point for each confidence that occurs, highest first.

    Raises:
        BeliefError: as ``calibration_bins``.
    """
    sure, hits = _paired(confidences, right)
    order = np.argsort(-sure, kind="stable")
    kept = np.arange(1, len(sure) + 1)
    accuracies = np.cumsum(hits[order]) / kept
    last = np.append(np.diff(sure[order]) != 0, True)  # guesses of one confidence count together
    return tuple(
        CoveragePoint(
            threshold=float(sure[order][place]), coverage=float(kept[place] / len(sure)), accuracy=float(accuracy_at)
        )
        for place, accuracy_at in enumerate(accuracies)
        if last[place]
    )


def _paired(confidences: Sequence[float], right: Sequence[bool]) -> tuple[Floats, Floats]:
    sure, hits = np.asarray(confidences, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if len(sure) != len(hits) or not len(sure):
        raise BeliefError(f"calibration needs a confidence for each guess, got {len(sure)} for {len(hits)}")
    if not ((sure >= 0) & (sure <= 1)).all():
        raise BeliefError("a confidence lies between 0 and 1")
    return sure, hits
