"""What a trained model is worth: the figures of ``figures.json``, computed from gold and scores alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from doxa.corpora.ukp import RankedArgument
from doxa.scoring.classification import accuracy, calibration_error, confusion, coverage_accuracy, macro_f1
from doxa.scoring.ranking import kendall, pearson, spearman
from doxa.training.calibration import AIM, Floats, confidences, fitted_temperature, fitted_threshold

FITTED_ON = ("argkp dev", "ibm dev", "perspectrum dev")
"""Where temperature and threshold come from; for the temperature each counts alike."""

POOLED = ("argkp test", "ibm test", "perspectrum test")
KEPT = 0.7
"""Share of texts, the surest first, whose accuracy is told beside that of all."""
AT_SHARE = "accuracy_at_70_percent"

CURVE = 20
"""Points of a coverage curve that are kept."""

NEAR = 0.2
"""Pairs whose lengths differ by less than this share of the longer say what length cannot."""

Labels = tuple[Sequence[int], Floats]
"""Gold labels +1 and −1, and logits of "for"."""

Pair = tuple[str, str]
"""The better and the worse argument, by id."""


def polarity_report(found: Mapping[str, Labels]) -> dict[str, Any]:
    """Return calibration, and for each part and for the pooled tests accuracy, macro-F1, ECE and coverage."""
    fitted = _pooled(found, FITTED_ON)
    temperature = fitted_temperature(*(found[name] for name in FITTED_ON))
    sure, right = confidences(*fitted, temperature)
    threshold = fitted_threshold(sure, right)
    parts = {name: _labelled(one, temperature, threshold) for name, one in found.items()}
    parts["all tests"] = _labelled(_pooled(found, POOLED), temperature, threshold)
    chosen = _labelled(fitted, temperature, threshold)
    calibration = {
        "temperature": temperature,
        "threshold": threshold,
        "aim": AIM,
        "fitted_on": list(FITTED_ON),
        "coverage": chosen["coverage"],
        "accuracy": chosen["accuracy_of_decided"],
    }
    return {"calibration": calibration, "parts": parts, "curve": _curve(_pooled(found, POOLED), temperature)}


def strength_report(
    arguments: Sequence[RankedArgument], pairs: Sequence[Pair], scores: Mapping[str, float]
) -> dict[str, Any]:
    """Return how well scores order arguments of held-out debates, beside the length of the text.

    A share of pairs in order: pooled, as the mean of debates, and on pairs of like length; τ-b is the mean over sides.
    Only pairs and arguments that have a score count.
    """
    known = {one.id: one for one in arguments if one.id in scores}
    told = [pair for pair in pairs if known.keys() >= set(pair)]
    lengths = {id: float(len(one.text)) for id, one in known.items()}
    debates = sorted({one.debate for one in known.values()})
    rows = {name: _ordered([one for one in told if known[one[0]].debate == name], scores, lengths) for name in debates}
    for name, row in rows.items():
        row["tau"] = _mean([_tau(side, scores) for side in _sides(known, name)])
    return {
        **_ordered(told, scores, lengths),
        "mean_of_debates": _mean([row["in_order"] for row in rows.values()]),
        "length_mean_of_debates": _mean([row["length_in_order"] for row in rows.values()]),
        "tau": _mean([_tau(side, scores) for name in debates for side in _sides(known, name)]),
        "length_tau": _mean([_tau(side, lengths) for name in debates for side in _sides(known, name)]),
        "debates": rows,
    }


def quality_report(gold: Sequence[float], scores: Sequence[float], lengths: Sequence[int]) -> dict[str, Any]:
    """Return Pearson's r and Spearman's ρ with people's ratings, beside those of the texts' lengths."""
    long = [float(one) for one in lengths]
    return {
        "texts": len(gold),
        "pearson": pearson(scores, gold),
        "spearman": spearman(scores, gold),
        "length_pearson": pearson(long, gold),
        "length_spearman": spearman(long, gold),
    }


def _labelled(found: Labels, temperature: float, threshold: float) -> dict[str, Any]:
    gold, logits = found
    counts = confusion(list(gold), np.where(logits > 0, 1, -1).tolist())
    sure, right = confidences(gold, logits, temperature)
    decided = [hit for one, hit in zip(sure, right, strict=True) if one >= threshold]
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


def _curve(found: Labels, temperature: float) -> list[dict[str, float]]:
    points = coverage_accuracy(*confidences(*found, temperature))
    wanted = np.linspace(1 / CURVE, 1.0, CURVE)
    chosen = [min(points, key=lambda one: abs(one.coverage - share)) for share in wanted]
    return [one.model_dump() for one in chosen]


def _pooled(found: Mapping[str, Labels], names: Sequence[str]) -> Labels:
    gold = [label for name in names for label in found[name][0]]
    return gold, np.concatenate([found[name][1] for name in names])


def _ordered(pairs: Sequence[Pair], scores: Mapping[str, float], lengths: Mapping[str, float]) -> dict[str, Any]:
    near = [one for one in pairs if _near(*(lengths[id] for id in one))]
    return {
        "pairs": len(pairs),
        "in_order": _share(pairs, scores),
        "length_in_order": _share(pairs, lengths),
        "near_pairs": len(near),
        "near_in_order": _share(near, scores),
        "length_near_in_order": _share(near, lengths),
    }


def _near(one: float, other: float) -> bool:
    return abs(one - other) / max(one, other) < NEAR


def _share(pairs: Sequence[Pair], scores: Mapping[str, float]) -> float | None:
    """Return the share of pairs in order; equal scores count half."""
    return _mean([(np.sign(scores[better] - scores[worse]) + 1) / 2 for better, worse in pairs])


def _sides(known: Mapping[str, RankedArgument], debate: str) -> list[list[RankedArgument]]:
    names = sorted({one.side for one in known.values() if one.debate == debate})
    return [[one for one in known.values() if one.side == name] for name in names]


def _tau(side: Sequence[RankedArgument], scores: Mapping[str, float]) -> float | None:
    return kendall([scores[one.id] for one in side], [one.convincing for one in side])


def _mean(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return float(np.mean(known)) if known else None
