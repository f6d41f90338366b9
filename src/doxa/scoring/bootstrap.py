"""All resampling: percentile bootstrap intervals (Efron and Tibshirani 1993, ch. 13), and the draws that they rest on.

Rows are resampled with replacement; the interval is the central ``level`` of the resampled statistic. A paired
interval resamples replicates jointly: runs with the same random streams (common random numbers) share random variation,
which cancels in the difference. With three to five rows such an interval is too narrow. Rows that share something, such
as the rounds of a person or the debates of a puzzle, are no independent draws: whole clusters of them are resampled.

The ends of an interval are estimated from finitely many resamples. Their Monte Carlo error is the standard deviation
that they would have under other seeds: half the distance between the resampled values whose ranks lie one binomial
standard deviation, √(R·q·(1 − q)), to either side of the quantile q of R resamples (David and Nagaraja 2003, ch. 7).
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from doxa.errors import BeliefError
from doxa.records.base import Record
from doxa.records.cells import Estimate

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Statistic = Callable[[Floats], Floats]
"""Samples of shape (resamples, rows, columns) → one value a resample; NaN where it is not defined."""

RESAMPLES = 4_000
SEED = 42
LEVEL = 0.95

CHUNK = 500
"""Resamples that are drawn at once where all of them do not fit into memory."""


class Interval(Record):
    """An estimate with its bootstrap interval, and the parameters that reproduce the interval."""

    estimate: float
    low: float
    high: float
    level: float
    n: int
    """Rows resampled; of a difference of two samples, the smaller of the two."""
    resamples: int
    seed: int
    monte_carlo_error: float | None = Field(default=None, exclude=True)
    """Standard error of the ends, the larger of the two, since resamples are finitely many; not stored in logs."""

    @property
    def width(self) -> float:
        """Return high − low."""
        return self.high - self.low


def estimate_of(value: float | None, interval: Interval | None) -> Estimate | None:
    """Return a value with its interval as a table shows it; None where there is no value."""
    ends = (interval.low, interval.high) if interval else None
    return None if value is None else Estimate.of(value, ends)


def mean_interval(
    values: Sequence[float], *, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """Return the mean of at least two values with its interval.

    Raises:
        BeliefError: fewer than two values, a value that is not finite, or a level or count out of range.
    """
    return _interval(_rows([values], "values"), _mean, level, resamples, seed)


def paired_interval(
    first: Sequence[float],
    second: Sequence[float],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """Return mean(first) − mean(second) where ``first[i]`` and ``second[i]`` are one replicate, resampled jointly.

    Raises:
        BeliefError: as ``mean_interval``; also where the samples differ in length.
    """
    if len(first) != len(second):
        raise BeliefError(
            f"a paired interval needs as many values on both sides, got {len(first)} and {len(second)}",
            hint="Keep the replicates that both have, or use the interval of two samples.",
        )
    return _interval(_rows([first, second], "pairs"), _mean_difference, level, resamples, seed)


def difference_interval(
    first: Sequence[float],
    second: Sequence[float],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """Return mean(first) − mean(second) of two samples that are resampled independently.

    Raises:
        BeliefError: as ``mean_interval``, for either sample.
    """
    first_rows, second_rows = _rows([first], "values"), _rows([second], "values")
    _check_options(level, resamples)
    random = np.random.default_rng(seed)
    drawn = _mean(_draw_rows(first_rows, resamples, random)) - _mean(_draw_rows(second_rows, resamples, random))
    estimate = float(first_rows.mean() - second_rows.mean())
    return _between(drawn, estimate, level, min(len(first_rows), len(second_rows)), seed)


def line_interval(
    points: Sequence[tuple[float, float]], statistic: Statistic, *, level: float = LEVEL, seed: int = SEED
) -> Interval:
    """Return a statistic of (x, y) points, such as ``slope`` or ``correlation``, with its interval.

    Raises:
        BeliefError: as ``mean_interval``; also where all x (or, for a correlation, all y) are the same.
    """
    return _interval(_rows(list(zip(*points, strict=True)) or [()], "points"), statistic, level, RESAMPLES, seed)


def rows_interval(
    rows: Sequence[Sequence[float]],
    statistic: Statistic,
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """Return a statistic of rows of equal length, with its interval.

    Raises:
        BeliefError: as ``mean_interval``; also where the statistic is not defined on the rows themselves.
    """
    return _interval(_rows(list(zip(*rows, strict=True)) or [()], "rows"), statistic, level, resamples, seed)


def clustered_correlation(
    points: Sequence[tuple[float, float]],
    clusters: Sequence[Hashable],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """Return Pearson's r of (x, y) points with its interval, where whole clusters of points are resampled.

    Args:
        clusters: the cluster of each point, such as its topic.

    Raises:
        BeliefError: as ``rows_interval``, with clusters for rows.
    """
    sums: dict[Hashable, Floats] = {}
    for (x, y), cluster in zip(points, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + np.array([1.0, x, y, x * x, y * y, x * y])
    rows = [row.tolist() for row in sums.values()]
    return rows_interval(rows, _correlate_sums, level=level, resamples=resamples, seed=seed)


def stratified_interval(
    strata: Sequence[Sequence[tuple[float, float]]],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """Return Σ sum / Σ count over (sum, count) rows with its interval, where rows are resampled within each stratum.

    With one row for each run, this is the mean over all values of the runs. Strata, such as the queries of a study, are
    fixed: the interval says how the mean varies with other runs of the same strata, not with other strata.

    Raises:
        BeliefError: as ``mean_interval``, for each stratum; also where there is no stratum, or no values at all.
    """
    _check_options(level, resamples)
    every = [_rows(list(zip(*rows, strict=True)) or [()], "rows in each stratum") for rows in strata]
    total = np.sum([rows.sum(axis=0) for rows in every], axis=0) if every else np.zeros(2)
    if total[1] <= 0.0:
        raise BeliefError("the mean is not defined: there are no values", hint="Measure something.")
    random = np.random.default_rng(seed)
    drawn = np.sum([_draw_rows(rows, resamples, random).sum(axis=1) for rows in every], axis=0)
    return _between(_ratio(drawn[:, 0], drawn[:, 1]), float(total[0] / total[1]), level, sum(map(len, every)), seed)


def rate_interval(counts: Iterable[tuple[Hashable, float, int]]) -> Interval | None:
    """Return Σ right / Σ n with its interval, where whole clusters are resampled; None with fewer than two clusters.

    Args:
        counts: (cluster, right, n) of any part of a cluster, such as one of a puzzle's debates.
    """
    sums: dict[Hashable, tuple[float, int]] = {}
    for cluster, right, n in counts:
        before = sums.get(cluster, (0.0, 0))
        sums[cluster] = (before[0] + right, before[1] + n)
    rows = [row for row in sums.values() if row[1]]
    return stratified_interval([rows]) if len(rows) > 1 else None


def counts_interval(
    counts: Sequence[int], statistic: Statistic, *, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """Return a statistic of how many rows fall into each category, with its interval.

    Resampling n rows with replacement draws their counts from a multinomial, so that the rows are not needed.

    Args:
        statistic: counts of shape (resamples, categories) → one value a resample; NaN where it is not defined.

    Raises:
        BeliefError: fewer than two rows, or the statistic is not defined on them.
    """
    _check_options(level, resamples)
    total = sum(counts)
    if total < 2:
        raise BeliefError(f"an interval needs at least two rows, got {total}", hint="Judge more.")
    estimate = float(statistic(np.asarray(counts, dtype=np.float64)[None])[0])
    if not np.isfinite(estimate):
        raise BeliefError("the statistic is not defined on these counts")
    return _between(statistic(draw_multinomial(counts, resamples, seed)), estimate, level, total, seed)


def number_clusters(names: Iterable[Hashable]) -> Ints:
    """Return the number of each row's cluster, from 0, in the order in which clusters first occur."""
    numbers: dict[Hashable, int] = {}
    return np.asarray([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)


def sum_clusters(columns: Floats, clusters: Ints) -> Floats:
    """Return the sums of rows over each cluster, shape (clusters, columns)."""
    sums = np.zeros((int(clusters.max()) + 1, columns.shape[1]))
    np.add.at(sums, clusters, columns)
    return sums


def draw_multinomial(counts: Sequence[int], resamples: int = RESAMPLES, seed: int = SEED) -> Floats:
    """Return how many rows fall into each category in each resample, shape (resamples, categories)."""
    total = sum(counts)
    shares = np.asarray(counts, dtype=np.float64) / total
    return np.random.default_rng(seed).multinomial(total, shares, size=resamples).astype(np.float64)


def draw_counts(clusters: Ints, resamples: int, seed: int = SEED) -> Iterator[Floats]:
    """Yield how often each row counts in each resample of clusters, in chunks of shape (≤ CHUNK, rows).

    Args:
        clusters: the number of each row's cluster, as of ``number_clusters``.

    Raises:
        BeliefError: there is no resample.
    """
    _check_options(LEVEL, resamples)
    random, count = np.random.default_rng(seed), int(clusters.max()) + 1
    for start in range(0, resamples, CHUNK):
        size = min(CHUNK, resamples - start)
        drawn = random.integers(0, count, size=(size, count), dtype=np.int32)
        drawn += np.arange(size, dtype=np.int32)[:, None] * np.int32(count)
        times = np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count)
        yield times[:, clusters].astype(np.float64)


def on_grid(columns: Floats, weights: Floats) -> Floats:
    """Return numbers rounded so that their sums, weighed with whole weights, are exact in any order.

    Processors add in different orders, and where two parameters fit almost alike the last bit decides between them.

    Args:
        columns: (rows, columns).
        weights: (R, rows), whole numbers of 0 or more.
    """
    largest = float(np.abs(columns).max(initial=0.0)) * float(weights.sum(axis=1).max(initial=0.0))
    if not (0.0 < largest < math.inf):
        return columns
    step = math.ldexp(1.0, math.frexp(largest)[1] - 52)
    return np.asarray(np.round(columns / step) * step)


def draw_places(clusters: Sequence[Hashable], resamples: int, seed: int = SEED) -> Iterator[Ints]:
    """Yield the places of the rows in each resample of clusters."""
    numbers = number_clusters(clusters)
    groups = [np.flatnonzero(numbers == number) for number in range(int(numbers.max()) + 1)]
    random = np.random.default_rng(seed)
    for _ in range(resamples):
        yield np.concatenate([groups[number] for number in random.integers(0, len(groups), len(groups))])


def central_range(drawn: Floats, level: float = LEVEL) -> Floats:
    """Return the ends of the central interval of resampled values along the first axis, shape (2, …)."""
    tail = 50.0 * (1.0 - level)
    return np.percentile(drawn, [tail, 100.0 - tail], axis=0)


def bounds(drawn: Floats, level: float = LEVEL) -> tuple[float, float] | None:
    """Return the central interval of resampled values; None where fewer than half of them are defined."""
    defined = drawn[np.isfinite(drawn)]
    if 2 * len(defined) < len(drawn) or not len(defined):
        return None
    low, high = central_range(defined, level)
    return float(low), float(high)


def narrowing(paired: Interval, unpaired: Interval) -> float | None:
    """Return how many times wider the unpaired interval is; None where the paired one has no width (to 1e−9)."""
    return unpaired.width / paired.width if paired.width > 1e-9 else None


def slope(samples: Floats) -> Floats:
    """Return the least-squares slope of y on x, cov(x, y) / var(x)."""
    x, y = _centred(samples)
    return _ratio((x * y).sum(axis=1), (x * x).sum(axis=1))


def correlation(samples: Floats) -> Floats:
    """Return Pearson's r of x and y."""
    x, y = _centred(samples)
    return _ratio((x * y).sum(axis=1), np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1)))


def _correlate_sums(samples: Floats) -> Floats:
    """Return Pearson's r from each cluster's count and sums of x, y, x², y² and xy."""
    count, x, y, xx, yy, xy = np.moveaxis(samples.sum(axis=1), 1, 0)
    return _ratio(xy - x * y / count, np.sqrt(np.maximum((xx - x * x / count) * (yy - y * y / count), 0.0)))


def _centred(samples: Floats) -> tuple[Floats, Floats]:
    x, y = samples[:, :, 0], samples[:, :, 1]
    return x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)


def _ratio(above: Floats, below: Floats) -> Floats:
    defined = below > 1e-24
    return np.where(defined, above / np.where(defined, below, 1.0), np.nan)


def _mean(samples: Floats) -> Floats:
    return np.asarray(samples[:, :, 0].mean(axis=1))


def _mean_difference(samples: Floats) -> Floats:
    return np.asarray((samples[:, :, 0] - samples[:, :, 1]).mean(axis=1))


def _interval(rows: Floats, statistic: Statistic, level: float, resamples: int, seed: int) -> Interval:
    _check_options(level, resamples)
    estimate = float(statistic(rows[None])[0])
    if not np.isfinite(estimate):
        raise BeliefError("the statistic is not defined on these points: they do not vary", hint="Vary the points.")
    drawn = statistic(_draw_rows(rows, resamples, np.random.default_rng(seed)))
    return _between(drawn, estimate, level, len(rows), seed)


def _draw_rows(rows: Floats, resamples: int, random: np.random.Generator) -> Floats:
    return rows[random.integers(0, len(rows), size=(resamples, len(rows)))]


def _between(drawn: Floats, estimate: float, level: float, n: int, seed: int) -> Interval:
    """Return the interval of resampled values; resamples on which the statistic is not defined are left out."""
    defined = drawn[np.isfinite(drawn)]
    tail = 0.5 * (1.0 - level)
    low, high = central_range(defined, level)
    return Interval(
        estimate=estimate,
        low=float(low),
        high=float(high),
        level=level,
        n=n,
        resamples=len(drawn),
        seed=seed,
        monte_carlo_error=max(_quantile_error(defined, tail), _quantile_error(defined, 1 - tail)),
    )


def _quantile_error(drawn: Floats, share: float) -> float:
    """Return the Monte Carlo standard error of a quantile of resampled values."""
    spread = (share * (1.0 - share) / len(drawn)) ** 0.5
    low, high = np.quantile(drawn, [max(share - spread, 0.0), min(share + spread, 1.0)])
    return float(high - low) / 2


def _rows(columns: Sequence[Sequence[float]], what: str) -> Floats:
    rows = np.asarray(columns, dtype=np.float64).T
    if len(rows) < 2:
        raise BeliefError(f"an interval needs at least two {what}, got {len(rows)}", hint="Run more replicates.")
    if not np.isfinite(rows).all():
        raise BeliefError(f"an interval needs finite {what}; one is NaN or infinite", hint="Leave missing values out.")
    return rows


def _check_options(level: float, resamples: int) -> None:
    if not 0.0 < level < 1.0:
        raise BeliefError(f"the level of an interval lies between 0 and 1, got {level!r}")
    if resamples < 1:
        raise BeliefError(f"an interval needs at least one resample, got {resamples!r}")
