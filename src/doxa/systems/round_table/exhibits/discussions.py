"""Discussions as exhibits use them, and the metrics of a group of them: pooled as in the text, and run by run.

The text pools: its means and standard deviations are over all turns of all runs. Turns of one run are not independent,
so intervals here resample runs, each with the mean over its turns.
"""

from collections.abc import Sequence

import numpy as np

from doxa.records.base import Record
from doxa.scoring.bootstrap import mean_interval
from doxa.systems.round_table.exhibits.discussion import DiscussionTurn
from doxa.systems.round_table.measures.turns import METRICS, mean_of

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
    simulated: bool
    """Whether an offline speaker spoke in it."""
    spoken: tuple[DiscussionTurn, ...] = ()
    """Its turns by round, then in the order of the agents."""

    def turns(self, agent: str | None = None) -> tuple[DiscussionTurn, ...]:
        """Return the turns of an agent, or all."""
        return tuple(spoken_turn for spoken_turn in self.spoken if agent in (None, spoken_turn.turn.agent))


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
    """95 % bootstrap interval of the mean of runs; None with fewer than two runs."""


def finished(discussions: Sequence[Discussion]) -> list[Discussion]:
    """Return the discussions that ran to their end."""
    return [discussion for discussion in discussions if discussion.status == "finished"]


def measure(discussions: Sequence[Discussion], metric: str, agent: str | None = None) -> MetricSummary:
    """Return one metric over finished discussions, or over one agent's turns in them."""
    spoken = [discussion.turns(agent) for discussion in finished(discussions)]
    scores = [
        score for turns in spoken for spoken_turn in turns if (score := METRICS[metric](spoken_turn.turn)) is not None
    ]
    runs = [
        mean
        for turns in spoken
        if (mean := mean_of([spoken_turn.turn for spoken_turn in turns], METRICS[metric])) is not None
    ]
    interval = mean_interval(runs) if len(runs) > 1 else None
    return MetricSummary(
        pooled=_mean(scores),
        sd=_sd(scores),
        turns=len(scores),
        missing=sum(len(turns) for turns in spoken) - len(scores),
        runs=len(runs),
        mean=_mean(runs),
        runs_sd=_sd(runs),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
    )


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _sd(values: Sequence[float]) -> float | None:
    return float(np.std(values)) if values else None
