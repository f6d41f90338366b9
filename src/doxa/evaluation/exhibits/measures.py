"""The measures of one judge on one gold set, with percentile bootstrap intervals.

Labelled texts: how many claims are extracted from each (all gold texts are single arguments); whether the strongest
claim, and the text taken whole, point where people said. "unclear" is an answer of its own: coverage is the share
decided, accuracy is that of the decided, and with unclear counted as wrong that of all. Texts are resampled.

Ranked texts: strength against people's ranking within each side (the mean over sides; sides are resampled), and the
share of people's pairs put in the same order, ties counting half; beside it for length in characters, and on pairs
whose lengths differ by less than a fifth of the longer one, where length says little.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.evaluation.appraising import Appraisal
from doxa.evaluation.exhibits.gold import GoldSet, GoldText
from doxa.records.base import Record
from doxa.scoring.bootstrap import Statistic, counts_interval, line_interval, mean_interval
from doxa.scoring.classification import accuracy, accuracy_of_all, confusion, coverage, macro_f1
from doxa.scoring.ranking import in_order, kendall, pearson, spearman

NEAR = 0.2
"""Lengths that differ by less than this share of the longer one count as near."""

DIRECTIONS: dict[str, Statistic] = {
    "coverage": coverage,
    "accuracy": accuracy,
    "accuracy, unclear as wrong": accuracy_of_all,
    "macro-F1": macro_f1,
}

CORRELATIONS = {"Kendall τ": kendall, "Spearman ρ": spearman, "Pearson r": pearson}

STRENGTHS = (*CORRELATIONS, "pairs in order", "pairs of near length in order")
"""What is measured of every strength."""

Strength = Callable[[GoldText], float | None]


class Measure(Record):
    """One number about one judge on one set."""

    name: str
    value: float | None
    """None where it is not defined."""
    low: float | None = None
    high: float | None = None
    """The 95 % interval; None where there is too little to resample."""
    n: int
    """Texts it rests on; of pair accuracies, pairs."""


def measures(gold: GoldSet, found: Mapping[str, Appraisal]) -> tuple[Measure, ...]:
    """Return every measure that the set allows, in the order of the table."""
    told = _strengths(gold, found) if gold.ranked else _directions(gold, found)
    return (Measure(name="texts", value=len(gold.texts), n=len(gold.texts)), _lost(gold, found), *told)


def _lost(gold: GoldSet, found: Mapping[str, Appraisal]) -> Measure:
    """Count the texts for which a step gave no answer: they are in no other measure that needs that step."""
    lost = sum(_is_lost(gold, found[one.key]) for one in gold.texts)
    return Measure(name="texts with a lost answer", value=lost, n=len(gold.texts))


def _is_lost(gold: GoldSet, one: Appraisal) -> bool:
    if gold.ranked:
        return one.whole is None or one.score is None
    return one.whole is None or one.claims is None or bool(one.claims and one.strongest is None)


def _directions(gold: GoldSet, found: Mapping[str, Appraisal]) -> Iterator[Measure]:
    drawn = [claims for one in gold.texts if (claims := found[one.key].claims) is not None]
    kinds = (drawn.count(0), drawn.count(1), sum(claims > 1 for claims in drawn))
    yield _counted("extraction rate", kinds, lambda counts: 1 - counts[:, 0] / counts.sum(axis=1))
    yield _counted("exactly one claim", kinds, lambda counts: counts[:, 1] / counts.sum(axis=1))
    yield _counted("more than one claim", kinds, lambda counts: counts[:, 2] / counts.sum(axis=1))
    told = [(one.polarity or 0, found[one.key]) for one in gold.texts]
    yield from _direction("strongest claim", [(said, one.strongest.polarity) for said, one in told if one.strongest])
    yield from _direction("whole text", [(said, one.whole.polarity) for said, one in told if one.whole])


def _direction(name: str, pairs: Sequence[tuple[int, int]]) -> Iterator[Measure]:
    counts = confusion([said for said, _ in pairs], [guess for _, guess in pairs])
    flat = tuple(int(one) for one in counts.ravel())
    for what, statistic in DIRECTIONS.items():
        yield _counted(f"{name}: {what}", flat, _shaped(statistic))


def _shaped(statistic: Statistic) -> Statistic:
    return lambda counts: statistic(counts.reshape(-1, 2, 3))


def _counted(name: str, counts: Sequence[int], statistic: Statistic) -> Measure:
    total = sum(counts)
    value = float(statistic(np.asarray([counts], dtype=np.float64))[0]) if total else float("nan")
    if not np.isfinite(value):
        return Measure(name=name, value=None, n=total)
    if total < 2:
        return Measure(name=name, value=value, n=total)
    interval = counts_interval(counts, statistic)
    return Measure(name=name, value=value, low=interval.low, high=interval.high, n=total)


def _strengths(gold: GoldSet, found: Mapping[str, Appraisal]) -> Iterator[Measure]:
    rules: dict[str, Strength] = {
        "judge": lambda one: told.strength if (told := found[one.key].whole) else None,
        "scorer": lambda one: found[one.key].score,
        "length": lambda one: float(len(one.text)),
    }
    for rule, strength in rules.items():
        for what, measure in CORRELATIONS.items():
            yield _correlated(f"strength, {rule}: {what}", gold, strength, measure)
    near = _near_pairs(gold)
    for what, pairs in zip(STRENGTHS[-2:], (gold.pairs, near), strict=True):
        for rule, strength in rules.items():
            yield _ordered(f"strength, {rule}: {what}", gold, pairs, strength)


def _correlated(
    name: str, gold: GoldSet, strength: Strength, measure: Callable[[Sequence[float], Sequence[float]], float | None]
) -> Measure:
    """Average a correlation over sides; a side on which it is not defined has none to give."""
    sides: dict[str, list[tuple[float, float]]] = {}
    for one in gold.texts:
        if (value := strength(one)) is not None and one.convincing is not None:
            sides.setdefault(one.side, []).append((value, one.convincing))
    told = [measure(*zip(*pairs, strict=True)) for pairs in sides.values()]
    values = [one for one in told if one is not None]
    n = sum(len(pairs) for pairs in sides.values())
    if len(values) < 2:
        return Measure(name=name, value=values[0] if values else None, n=n)
    interval = mean_interval(values)
    return Measure(name=name, value=interval.estimate, low=interval.low, high=interval.high, n=n)


def _ordered(name: str, gold: GoldSet, pairs: Sequence[tuple[str, str]], strength: Strength) -> Measure:
    texts = {one.key: one for one in gold.texts}
    sides: dict[str, list[float]] = {}
    for better, worse in pairs:
        high, low = strength(texts[better]), strength(texts[worse])
        if high is not None and low is not None:
            sides.setdefault(texts[better].side, []).append(in_order(high, low))
    n = sum(len(told) for told in sides.values())
    right = sum(sum(told) for told in sides.values())
    if len(sides) < 2:
        return Measure(name=name, value=right / n if n else None, n=n)
    interval = line_interval([(sum(told), float(len(told))) for told in sides.values()], _pooled)
    return Measure(name=name, value=interval.estimate, low=interval.low, high=interval.high, n=n)


def _pooled(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(samples[:, :, 0].sum(axis=1) / samples[:, :, 1].sum(axis=1))


def _near_pairs(gold: GoldSet) -> list[tuple[str, str]]:
    lengths = {one.key: len(one.text) for one in gold.texts}
    return [
        pair
        for pair in gold.pairs
        if abs(lengths[pair[0]] - lengths[pair[1]]) < NEAR * max(lengths[pair[0]], lengths[pair[1]])
    ]
