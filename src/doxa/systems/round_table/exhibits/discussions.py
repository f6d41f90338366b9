"""Discussions as exhibits use them, and the metrics of a group of them: pooled as in the text, and run by run.

The text pools: its means and standard deviations are over all turns of all runs. Turns of one run are not independent,
so the interval of a pooled mean resamples whole runs, within each scenario, setting, rule and query: queries are given
and not drawn. Where one of these has a single run, there is no interval.
"""

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from doxa.records.base import Record
from doxa.scoring.bootstrap import stratified_interval
from doxa.systems.round_table.exhibits.discussion import DiscussionTurn
from doxa.systems.round_table.exhibits.origins import Origin
from doxa.systems.round_table.measures import METRICS

RULES = ("none", "light", "struct")


class Discussion(Record):
    """One run of one condition."""

    scenario: str
    setting: str
    rule: str
    query: str
    """Its name in the scenario, such as ``Q1``."""
    replicate: int
    path: str
    status: str
    """finished, or failed with its reason in ``reason``."""
    reason: str = ""
    origin: Origin = Origin()
    """Who spoke and judged in it; unknown where it failed."""
    spoken: tuple[DiscussionTurn, ...] = ()
    """Its turns by round, then in the order of the agents."""

    def turns(self, agent: str | None = None) -> tuple[DiscussionTurn, ...]:
        """Return the turns of an agent, or all."""
        return tuple(spoken_turn for spoken_turn in self.spoken if agent in (None, spoken_turn.turn.agent))

    @property
    def stratum(self) -> tuple[str, ...]:
        """Return what its replicates have in common."""
        return self.scenario, self.setting, self.rule, self.query


class MetricSummary(Record):
    """One metric over some discussions; values are None where no turn has the metric."""

    pooled: float | None
    """Mean over all turns, as in the text."""
    sd: float | None
    """Standard deviation over all turns, divided by their number."""
    turns: int
    missing: int
    """How many turns lack the metric and are left out."""
    runs: int
    mean: float | None
    """Mean of the runs' means."""
    runs_sd: float | None
    """Standard deviation of the runs' means, divided by their number."""
    low: float | None = None
    high: float | None = None
    """95 % bootstrap interval of the pooled mean over runs within queries; None where a query has a single run."""


class PooledMean(Record):
    """The mean over all values of several runs, with its interval."""

    mean: float | None
    low: float | None = None
    high: float | None = None
    runs: int
    """How many runs have a value."""


def pool_runs(runs: Sequence[tuple[Hashable, Sequence[float]]]) -> PooledMean:
    """Return the mean over all values of runs, and its interval where every stratum has at least two runs.

    Args:
        runs: the stratum and the values of each run; a run without values does not count.
    """
    strata: dict[Hashable, list[tuple[float, float]]] = {}
    for stratum, scores in runs:
        if scores:
            strata.setdefault(stratum, []).append((math.fsum(scores), float(len(scores))))
    rows = [row for stratum_rows in strata.values() for row in stratum_rows]
    if not rows:
        return PooledMean(mean=None, runs=0)
    mean = math.fsum(total for total, _ in rows) / sum(count for _, count in rows)
    if min(map(len, strata.values())) < 2:
        return PooledMean(mean=mean, runs=len(rows))
    interval = stratified_interval(list(strata.values()))
    return PooledMean(mean=mean, low=interval.low, high=interval.high, runs=len(rows))


def finished(discussions: Sequence[Discussion]) -> list[Discussion]:
    """Return the discussions that ran to their end."""
    return [discussion for discussion in discussions if discussion.status == "finished"]


def measure(discussions: Sequence[Discussion], metric: str, agent: str | None = None) -> MetricSummary:
    """Return one metric over finished discussions, or over one agent's turns in them."""
    runs = finished(discussions)
    spoken = [scores_of(discussion.turns(agent), metric) for discussion in runs]
    scores = [score for run_scores in spoken for score in run_scores]
    means = [math.fsum(run_scores) / len(run_scores) for run_scores in spoken if run_scores]
    pooled = pool_runs([(run.stratum, run_scores) for run, run_scores in zip(runs, spoken, strict=True)])
    return MetricSummary(
        pooled=pooled.mean,
        sd=_sd(scores),
        turns=len(scores),
        missing=sum(len(discussion.turns(agent)) for discussion in runs) - len(scores),
        runs=len(means),
        mean=_mean(means),
        runs_sd=_sd(means),
        low=pooled.low,
        high=pooled.high,
    )


def scores_of(spoken: Iterable[DiscussionTurn], metric: str) -> list[float]:
    """Return a metric of those turns that have it."""
    scores = (METRICS[metric](spoken_turn.turn) for spoken_turn in spoken)
    return [score for score in scores if score is not None]


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _sd(values: Sequence[float]) -> float | None:
    return float(np.std(values)) if values else None
