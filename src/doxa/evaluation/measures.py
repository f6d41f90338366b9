"""The measures of one judge on one gold set, with percentile bootstrap intervals.

Labelled texts: how many claims are extracted from each (all gold texts are single arguments), and whether the direction
of the strongest claim, and of the whole text, is the labelled one. "unclear" is an answer of its own: coverage is the
share of decided texts; accuracy is given for decided texts, and for all with unclear counted as wrong. Texts are
resampled.

Ranked texts: strength against people's ranking within each side (the mean over sides; sides are resampled), and the
share of people's pairs in the same order, where ties count half; the same for length in characters, and on pairs whose
lengths differ by less than a fifth of the longer one, where length says little.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

import numpy as np

from doxa.corpora.stances import is_training_motion
from doxa.evaluation.appraising import Appraisal
from doxa.evaluation.sets import GoldSet, GoldText
from doxa.records.base import Record, group_by
from doxa.records.cells import Cell, Estimate
from doxa.scoring.bootstrap import Statistic, correlation, counts_interval, line_interval, mean_interval, rate_interval
from doxa.scoring.classification import accuracy, accuracy_of_all, confusion, coverage, macro_f1
from doxa.scoring.ranking import in_order, kendall, pearson, spearman

NEAR = 0.2
"""Lengths are near where they differ by less than this share of the longer one."""

DIRECTIONS: dict[str, Statistic] = {
    "coverage": coverage,
    "accuracy": accuracy,
    "accuracy, unclear as wrong": accuracy_of_all,
    "macro-F1": macro_f1,
}

CORRELATIONS = {"Kendall τ": kendall, "Spearman ρ": spearman, "Pearson r": pearson}

STRENGTHS = (*CORRELATIONS, "pairs in order", "pairs of near length in order")
"""The measures of every strength."""

Strength = Callable[[GoldText], float | None]


class JudgeMeasure(Record):
    """One number about one judge on one set."""

    name: str
    value: float | None
    """None where the measure is not defined."""
    low: float | None = None
    high: float | None = None
    """The bounds of the 95 % interval; None where there is too little to resample."""
    n: int
    """The number of texts, or of pairs for pair measures, that it is computed from."""

    @property
    def cell(self) -> Cell:
        """The measure as the cell of a table; counts are integers."""
        if self.value is None or self.name.startswith("texts"):
            return None if self.value is None else int(self.value)
        return Estimate(value=self.value, low=self.low, high=self.high)


def measures(gold: GoldSet, appraisals: Mapping[str, Appraisal]) -> tuple[JudgeMeasure, ...]:
    """Return every measure that the set allows, in the order of the table."""
    set_measures = _strengths(gold, appraisals) if gold.is_ranked else _directions(gold, appraisals)
    ratings = _ratings(gold, appraisals) if gold.rated else ()
    n, lost = len(gold.texts), sum(_is_lost(gold, appraisals[text.key]) for text in gold.texts)
    # measures that need the step that failed leave the text out
    counts = {"texts": n, "texts with a lost answer": lost}
    return (*(JudgeMeasure(name=name, value=count, n=n) for name, count in counts.items()), *set_measures, *ratings)


def _is_lost(gold: GoldSet, appraisal: Appraisal) -> bool:
    if gold.is_ranked:
        return appraisal.whole is None or appraisal.score is None
    if gold.rated and appraisal.score is None:
        return True
    return appraisal.whole is None or appraisal.claims is None or bool(appraisal.claims and appraisal.strongest is None)


def _directions(gold: GoldSet, appraisals: Mapping[str, Appraisal]) -> Iterator[JudgeMeasure]:
    claim_counts = [count for text in gold.texts if (count := appraisals[text.key].claims) is not None]
    kinds = (claim_counts.count(0), claim_counts.count(1), sum(count > 1 for count in claim_counts))
    yield _measure_counts("extraction rate", kinds, lambda counts: 1 - counts[:, 0] / counts.sum(axis=1))
    yield _measure_counts("exactly one claim", kinds, lambda counts: counts[:, 1] / counts.sum(axis=1))
    yield _measure_counts("more than one claim", kinds, lambda counts: counts[:, 2] / counts.sum(axis=1))
    labelled = [(text.polarity or 0, appraisals[text.key]) for text in gold.texts]
    yield from _direction(
        "strongest claim",
        [(label, appraisal.strongest.polarity) for label, appraisal in labelled if appraisal.strongest],
    )
    yield from _direction(
        "whole text", [(label, appraisal.whole.polarity) for label, appraisal in labelled if appraisal.whole]
    )


def _direction(name: str, pairs: Sequence[tuple[int, int]]) -> Iterator[JudgeMeasure]:
    counts = confusion([label for label, _ in pairs], [guess for _, guess in pairs])
    flat = tuple(int(count) for count in counts.ravel())
    for label, statistic in DIRECTIONS.items():
        yield _measure_counts(f"{name}: {label}", flat, _reshape_counts(statistic))


def _reshape_counts(statistic: Statistic) -> Statistic:
    return lambda counts: statistic(counts.reshape(-1, 2, 3))


def _measure_counts(name: str, counts: Sequence[int], statistic: Statistic) -> JudgeMeasure:
    total = sum(counts)
    estimate = float(statistic(np.asarray([counts], dtype=np.float64))[0]) if total else float("nan")
    if not np.isfinite(estimate):
        return JudgeMeasure(name=name, value=None, n=total)
    if total < 2:
        return JudgeMeasure(name=name, value=estimate, n=total)
    interval = counts_interval(counts, statistic)
    return JudgeMeasure(name=name, value=estimate, low=interval.low, high=interval.high, n=total)


def _rules(appraisals: Mapping[str, Appraisal]) -> dict[str, Strength]:
    return {
        "judge": lambda text: judgement.strength if (judgement := appraisals[text.key].whole) else None,
        "scorer": lambda text: appraisals[text.key].score,
        "length": lambda text: float(len(text.text)),
    }


def _ratings(gold: GoldSet, appraisals: Mapping[str, Appraisal]) -> Iterator[JudgeMeasure]:
    """Correlate strength with people's ratings over all texts, as the paper does; texts are resampled."""
    known = sum(is_training_motion(text.proposition) for text in gold.texts)
    yield JudgeMeasure(name="texts on motions of train parts", value=known, n=len(gold.texts))
    for rule, strength in _rules(appraisals).items():
        points = [
            (predicted, text.convincing)
            for text in gold.texts
            if (predicted := strength(text)) is not None and text.convincing is not None
        ]
        name, n = f"strength, {rule}: Pearson r", len(points)
        if n < 2 or pearson(*zip(*points, strict=True)) is None:
            yield JudgeMeasure(name=name, value=None, n=n)
        else:
            interval = line_interval(points, correlation)
            yield JudgeMeasure(name=name, value=interval.estimate, low=interval.low, high=interval.high, n=n)


def _strengths(gold: GoldSet, appraisals: Mapping[str, Appraisal]) -> Iterator[JudgeMeasure]:
    rules = _rules(appraisals)
    yield from (
        _correlate_strength(f"strength, {rule}: {label}", gold, strength, measure)
        for rule, strength in rules.items()
        for label, measure in CORRELATIONS.items()
    )
    yield from (
        _measure_order(f"strength, {rule}: {label}", gold, pairs, strength)
        for label, pairs in zip(STRENGTHS[-2:], (gold.pairs, _near_pairs(gold)), strict=True)
        for rule, strength in rules.items()
    )


def _correlate_strength(
    name: str, gold: GoldSet, strength: Strength, measure: Callable[[Sequence[float], Sequence[float]], float | None]
) -> JudgeMeasure:
    """Return the mean of a correlation over the sides on which it is defined."""
    rated = [
        (text.side, predicted, text.convincing)
        for text in gold.texts
        if (predicted := strength(text)) is not None and text.convincing is not None
    ]
    sides = group_by(rated, lambda row: row[0]).values()
    correlations = [measure([row[1] for row in rows], [row[2] for row in rows]) for rows in sides]
    defined = [correlation for correlation in correlations if correlation is not None]
    n = len(rated)
    if len(defined) < 2:
        return JudgeMeasure(name=name, value=defined[0] if defined else None, n=n)
    interval = mean_interval(defined)
    return JudgeMeasure(name=name, value=interval.estimate, low=interval.low, high=interval.high, n=n)


def _measure_order(name: str, gold: GoldSet, pairs: Sequence[tuple[str, str]], strength: Strength) -> JudgeMeasure:
    texts = {text.key: text for text in gold.texts}
    compared = [(texts[better].side, strength(texts[better]), strength(texts[worse])) for better, worse in pairs]
    return measure_rate(
        name, [(side, in_order(high, low), 1) for side, high, low in compared if high is not None and low is not None]
    )


def measure_rate(name: str, counts: Sequence[tuple[Hashable, float, int]]) -> JudgeMeasure:
    """Return Σ right / Σ n of (cluster, right, n), with an interval that resamples clusters where there are several."""
    n, interval = sum(count for _, _, count in counts), rate_interval(counts)
    return JudgeMeasure(
        name=name,
        value=sum(right for _, right, _ in counts) / n if n else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        n=n,
    )


def _near_pairs(gold: GoldSet) -> list[tuple[str, str]]:
    lengths = {text.key: len(text.text) for text in gold.texts}
    return [
        pair
        for pair in gold.pairs
        if abs(lengths[pair[0]] - lengths[pair[1]]) < NEAR * max(lengths[pair[0]], lengths[pair[1]])
    ]
