"""The figures of ``figures.json``, from gold labels and scores alone, and the calibration that they rest on.

p(for) = σ(logit / T),  with the T of least negative log-likelihood on held-out topics   (Guo et al. 2017)
a claim has a direction where max(p, 1 − p) ≥ t,  with t the lowest confidence that reaches the target accuracy,
                           for claims in every kind of text that has a dev part
strength = share of people's arguments that a raw score beats, linear between 33 quantiles
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.argument_sets import RankedArgument
from doxa.errors import BeliefError
from doxa.scoring.bootstrap import clustered_correlation
from doxa.scoring.classification import accuracy, calibration_error, confusion, coverage_accuracy, macro_f1
from doxa.scoring.ranking import kendall, pearson, spearman

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


def confidences(gold: Sequence[int], chances: Floats) -> tuple[list[float], list[bool]]:
    """Return the confidence of each prediction, in [0.5, 1], and whether it is right, from probabilities of "for"."""
    return np.maximum(chances, 1.0 - chances).tolist(), ((chances > 0.5) == (np.asarray(gold) > 0)).tolist()


def fitted_threshold(
    sure: Sequence[float],
    right: Sequence[bool],
    aim: float = AIM,
    least: float = 0.0,
    otherwise: float = LEAST_COVERAGE,
) -> float:
    """Return the threshold that reaches a target accuracy with the highest coverage, rounded down to four decimals.

    Where no threshold reaches it: that of highest accuracy.

    Args:
        least: the share of texts that the first leaves decided at least.
        otherwise: the share of texts that the second leaves decided at least.

    Raises:
        BeliefError: there are no predictions.
    """
    curve = coverage_accuracy(sure, right)
    reaching = [point for point in curve if point.accuracy >= aim and point.coverage >= least]
    if reaching:
        chosen = max(reaching, key=lambda point: point.coverage)
    else:
        chosen = max((point for point in curve if point.coverage >= otherwise), key=lambda point: point.accuracy)
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
    return max(fitted_threshold(sure, right, aim, least, otherwise=least) for sure, right in parts)


def quantile_knots(scores: Sequence[float], count: int = KNOTS) -> Floats:
    """Return raw scores at equally spaced shares from 0 to 1, strictly rising; shape (count,).

    Raises:
        BeliefError: no two scores differ by more than a millionth.
    """
    values = np.asarray(scores, dtype=np.float64)
    if not len(values) or np.ptp(values) < LEAST_SPREAD:
        raise BeliefError("quantiles need at least two different scores")
    return np.asarray(np.quantile(values, np.linspace(0.0, 1.0, count)) + np.ptp(values) * 1e-5 * np.arange(count))


FITTED_ON = ("argkp dev", "ibm dev", "perspectrum dev")
"""The parts that temperature and threshold are fitted on, of three kinds of text that count alike."""

POOLED = ("argkp test", "ibm test", "perspectrum test")
KEPT = 0.7
"""The share of most confident texts whose accuracy is reported beside that of all."""
AT_SHARE = "accuracy_at_70_percent"

CURVE = 20
"""The number of points of a coverage curve."""

NEAR = 0.2
"""Pairs of similar length, which differ by less than this share of the longer text."""

Labels = tuple[Sequence[int], Floats]
"""Gold labels +1 and −1, and logits of "for"."""

Pair = tuple[str, str]
"""The better and the worse argument, by id."""


def polarity_report(
    labels_by_part: Mapping[str, Labels], as_read: Mapping[str, Sequence[float]] | None = None
) -> dict[str, Any]:
    """Return the calibration, and accuracy, macro-F1, ECE and coverage of each part and of the pooled tests.

    Args:
        as_read: part of ``FITTED_ON`` → the probability of "for" in (0, 1) of each of its rows as a judge reads it,
            guards and plain words included. The threshold is fitted on these, or on the network alone when None.
    """
    temperature = fitted_temperature(*(labels_by_part[name] for name in FITTED_ON))
    read = {name: (labels_by_part[name][0], _logits(chances, temperature)) for name, chances in (as_read or {}).items()}
    choosing = read or {name: labels_by_part[name] for name in FITTED_ON}
    threshold = shared_threshold(
        [confidences(gold, probabilities(logits, temperature)) for gold, logits in choosing.values()]
    )
    every = {**labels_by_part, **{f"{name}, as read": labels for name, labels in read.items()}}
    parts = {name: _part_figures(labels, temperature, threshold) for name, labels in every.items()}
    parts["all tests"] = _part_figures(_pooled(labels_by_part, POOLED), temperature, threshold)
    chosen = _part_figures(_pooled(choosing, tuple(choosing)), temperature, threshold)
    calibration = {
        "temperature": temperature,
        "threshold": threshold,
        "aim": AIM,
        "fitted_on": list(FITTED_ON),
        "read_as_judge": bool(read),
        "coverage": chosen["coverage"],
        "accuracy": chosen["accuracy_of_decided"],
    }
    return {"calibration": calibration, "parts": parts, "curve": _curve(*_pooled(labels_by_part, POOLED), temperature)}


def _logits(chances: Sequence[float], temperature: float) -> Floats:
    """Return the logits that a network of this temperature would have for probabilities."""
    bounded = np.clip(np.asarray(chances, dtype=np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(bounded / (1 - bounded)) * temperature)


def strength_report(
    arguments: Sequence[RankedArgument], pairs: Sequence[Pair], scores: Mapping[str, float]
) -> dict[str, Any]:
    """Return how well scores order arguments of held-out debates, compared with the length of the text.

    The share of pairs in order: pooled, as the mean of debates, and on pairs of similar length; τ-b is the mean over
    sides. Only pairs and arguments that have a score count.
    """
    scored = {argument.id: argument for argument in arguments if argument.id in scores}
    scored_pairs = [pair for pair in pairs if scored.keys() >= set(pair)]
    lengths = {id: float(len(argument.text)) for id, argument in scored.items()}
    debates = sorted({argument.debate for argument in scored.values()})
    rows = {
        name: _order_figures([pair for pair in scored_pairs if scored[pair[0]].debate == name], scores, lengths)
        for name in debates
    }
    for name, row in rows.items():
        row["tau"] = _mean([_tau(side, scores) for side in _sides(scored, name)])
    return {
        **_order_figures(scored_pairs, scores, lengths),
        "mean_of_debates": _mean([row["in_order"] for row in rows.values()]),
        "length_mean_of_debates": _mean([row["length_in_order"] for row in rows.values()]),
        "tau": _mean([_tau(side, scores) for name in debates for side in _sides(scored, name)]),
        "length_tau": _mean([_tau(side, lengths) for name in debates for side in _sides(scored, name)]),
        "debates": rows,
    }


def rating_report(ratings: Sequence[float], scores: Sequence[float], motions: Sequence[str]) -> dict[str, Any]:
    """Return how scores on the anchored scale agree with ratings; the interval of r resamples motions.

    ``bias`` is the mean of score minus rating, ``mean_difference`` that of its magnitude.
    """
    scored, rated = np.asarray(scores), np.asarray(ratings)
    interval = clustered_correlation(list(zip(scored.tolist(), rated.tolist(), strict=True)), motions)
    return {
        "claims": len(rated),
        "motions": len(set(motions)),
        "pearson": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "bias": float((scored - rated).mean()),
        "mean_difference": float(np.abs(scored - rated).mean()),
    }


def quality_report(gold: Sequence[float], scores: Sequence[float], lengths: Sequence[int]) -> dict[str, Any]:
    """Return Pearson's r and Spearman's ρ of scores with people's ratings, and of the texts' lengths with them."""
    text_lengths = [float(length) for length in lengths]
    return {
        "texts": len(gold),
        "pearson": pearson(scores, gold),
        "spearman": spearman(scores, gold),
        "length_pearson": pearson(text_lengths, gold),
        "length_spearman": spearman(text_lengths, gold),
    }


def _part_figures(labels: Labels, temperature: float, threshold: float) -> dict[str, Any]:
    gold, logits = labels
    counts = confusion(list(gold), np.where(logits > 0, 1, -1).tolist())
    sure, right = confidences(gold, probabilities(logits, temperature))
    decided = [hit for confidence, hit in zip(sure, right, strict=True) if confidence >= threshold]
    surest = np.asarray(right)[np.argsort(-np.asarray(sure), kind="stable")][: max(1, round(KEPT * len(right)))]
    return {
        "texts": len(gold),
        "accuracy": float(accuracy(counts)),
        "macro_f1": float(macro_f1(counts)),
        "calibration_error": calibration_error(sure, right),
        "coverage": len(decided) / len(gold),
        "accuracy_of_decided": float(np.mean(decided)) if decided else None,
        AT_SHARE: float(surest.mean()),
    }


def _curve(gold: Sequence[int], logits: Floats, temperature: float) -> list[dict[str, float]]:
    points = coverage_accuracy(*confidences(gold, probabilities(logits, temperature)))
    wanted = np.linspace(1 / CURVE, 1.0, CURVE)
    chosen = [min(points, key=lambda point: abs(point.coverage - share)) for share in wanted]
    return [point.model_dump() for point in chosen]


def _pooled(by_part: Mapping[str, Labels], names: Sequence[str]) -> Labels:
    gold = [label for name in names for label in by_part[name][0]]
    return gold, np.concatenate([by_part[name][1] for name in names])


def _order_figures(pairs: Sequence[Pair], scores: Mapping[str, float], lengths: Mapping[str, float]) -> dict[str, Any]:
    near = [
        (better, worse)
        for better, worse in pairs
        if abs(lengths[better] - lengths[worse]) / max(lengths[better], lengths[worse]) < NEAR
    ]
    return {
        "pairs": len(pairs),
        "in_order": _share(pairs, scores),
        "length_in_order": _share(pairs, lengths),
        "near_pairs": len(near),
        "near_in_order": _share(near, scores),
        "length_near_in_order": _share(near, lengths),
    }


def _share(pairs: Sequence[Pair], scores: Mapping[str, float]) -> float | None:
    """Return the share of pairs in order; equal scores count half."""
    return _mean([(np.sign(scores[better] - scores[worse]) + 1) / 2 for better, worse in pairs])


def _sides(arguments: Mapping[str, RankedArgument], debate: str) -> list[list[RankedArgument]]:
    names = sorted({argument.side for argument in arguments.values() if argument.debate == debate})
    return [[argument for argument in arguments.values() if argument.side == name] for name in names]


def _tau(side: Sequence[RankedArgument], scores: Mapping[str, float]) -> float | None:
    return kendall([scores[argument.id] for argument in side], [argument.convincing for argument in side])


def _mean(values: Sequence[float | None]) -> float | None:
    numbers = [number for number in values if number is not None]
    return float(np.mean(numbers)) if numbers else None
