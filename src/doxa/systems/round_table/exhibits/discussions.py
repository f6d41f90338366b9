"""Discussions as exhibits use them, and the metrics of a group of them: pooled as in the text, and run by run.

The text pools: its means and standard deviations are over all turns of all runs. Turns of one run are not independent,
so the interval of a pooled mean resamples whole runs, within each scenario, setting, rule and query: queries are given
and not drawn. Where one of these has a single run, there is no interval.
"""

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from doxa.records.base import Record
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import stratified_interval
from doxa.systems.round_table.exhibits.discussion import DiscussionTurn
from doxa.systems.round_table.exhibits.origins import Origin
from doxa.systems.round_table.measures import METRICS

RULES = ("none", "light", "struct")

OVERALL = "overall"
"""The group of all queries and agents."""


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


class PooledMean(Record):
    """The mean over all values of several runs, with its interval."""

    estimate: Estimate | None
    """None where no run has a value."""
    runs: int
    """How many runs have a value."""


class MetricSummary(PooledMean):
    """One metric over some discussions; the estimate pools all turns, as in the text."""

    sd: float | None
    """Standard deviation over all turns, divided by their number."""
    turns: int
    missing: int
    """How many turns lack the metric and are left out."""
    mean: float | None
    """Mean of the runs' means."""
    runs_sd: float | None
    """Standard deviation of the runs' means, divided by their number."""


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
        return PooledMean(estimate=None, runs=0)
    mean = math.fsum(total for total, _ in rows) / sum(count for _, count in rows)
    several = min(map(len, strata.values())) > 1
    interval = stratified_interval(list(strata.values())) if several else None
    ends = (interval.low, interval.high) if interval else None
    return PooledMean(estimate=Estimate.of(mean, ends), runs=len(rows))


def of_part(discussions: Sequence[Discussion], scenario: str, setting: str) -> list[Discussion]:
    """Return the discussions of a scenario under one setting."""
    return [discussion for discussion in discussions if discussion.stratum[:2] == (scenario, setting)]


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
        estimate=pooled.estimate,
        runs=pooled.runs,
        sd=float(np.std(scores)) if scores else None,
        turns=len(scores),
        missing=sum(len(discussion.turns(agent)) for discussion in runs) - len(scores),
        mean=float(np.mean(means)) if means else None,
        runs_sd=float(np.std(means)) if means else None,
    )


def scores_of(spoken: Iterable[DiscussionTurn], metric: str) -> list[float]:
    """Return a metric of those turns that have it."""
    scores = (METRICS[metric](spoken_turn.turn) for spoken_turn in spoken)
    return [score for score in scores if score is not None]
