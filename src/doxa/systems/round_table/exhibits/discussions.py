"""Discussions as exhibits use them, and the metrics of a group of them: pooled as in the text, and run by run.

The text pools: its means and standard deviations are over all turns of all runs. Turns of one run are not independent,
so the interval of a pooled mean resamples whole runs, within each scenario, setting, rule and query: queries are given
and not drawn. Where one of these has a single run, there is no interval.

Captions say what is shown, how many runs, and where each effect comes from. What the offline speaker does because an
instruction asks for it is assumed; what the schedule and retrieval do is emergent; what the text attributes to language
or to differences between models needs models.
"""

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from doxa.analysis.exhibit import Effect, natures
from doxa.records.base import Record, group_by
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import RESAMPLES, SEED, estimate_of, stratified_interval
from doxa.systems.round_table.exhibits.discussion import (
    DiscussionTurn,
    Origin,
    describe_origin,
    join_origins,
    mark_title,
    sentences_on_missing,
)
from doxa.systems.round_table.measures import METRICS

RULES = ("none", "light", "struct")

ALL = "all"
"""Stands for all rules."""
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
    rows = [(stratum, math.fsum(scores), float(len(scores))) for stratum, scores in runs if scores]
    if not rows:
        return PooledMean(estimate=None, runs=0)
    strata = [[row[1:] for row in of_stratum] for of_stratum in group_by(rows, lambda row: row[0]).values()]
    mean = math.fsum(total for _, total, _ in rows) / sum(count for *_, count in rows)
    interval = stratified_interval(strata) if min(map(len, strata)) > 1 else None
    return PooledMean(estimate=estimate_of(mean, interval), runs=len(rows))


def of_part(discussions: Sequence[Discussion], scenario: str, setting: str) -> list[Discussion]:
    """Return the discussions of a scenario under one setting."""
    return [discussion for discussion in discussions if discussion.stratum[:2] == (scenario, setting)]


def under_rule(discussions: Sequence[Discussion], rule: str) -> list[Discussion]:
    """Return the finished discussions under a rule, or under ``ALL``."""
    return [discussion for discussion in finished(discussions) if rule in (ALL, discussion.rule)]


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


INTERVALS = (
    "Intervals: 95 % percentile bootstrap of the pooled mean, which resamples whole runs within each query "
    f"({RESAMPLES} resamples, seed {SEED}); too narrow where there are few runs, none where a query has a single run."
)
NEEDS_MODELS = "needs models"
"""Why there is no number that only models can produce."""

RETRIEVES = Effect(what="which passages a prompt shows, by query and dialogue", nature="emergent")
WEIGHS = Effect(what="how weights follow from the schedule and from slips of the round before", nature="emergent")
RESPONDS = Effect(
    what="responsiveness: a speaker that is shown the dialogue answers at a fixed rate under each instruction, in "
    "words that the offline rule recognises",
    nature="assumed",
)
OPPOSES = Effect(
    what="rebuttal: a response opposes at a fixed rate, and half as often from somebody who does not show who they are",
    nature="assumed",
)
CITES = Effect(
    what="evidence usage: instructions are obeyed, so that it follows w_D, the rule and whether [D] is shown",
    nature="assumed",
)
STANDS = Effect(
    what="stance: instructions are obeyed, so that it follows w_T and whether [T] is shown", nature="assumed"
)
REPEATS = Effect(what="non-repetition: how novel answers are", nature="needs models")
BACKBONE = Effect(what="differences between base models", nature="needs models")
AGREES = Effect(what="whether judges agree", nature="needs models")

METRIC_EFFECTS = {
    "responsiveness": RESPONDS,
    "rebuttal": OPPOSES,
    "evidence usage": CITES,
    "stance": STANDS,
    "non-repetition": REPEATS,
}
"""Metric → where its differences come from."""

EFFECTS = (RETRIEVES, *METRIC_EFFECTS.values())


def caption(
    shows: str,
    discussions: Sequence[Discussion],
    effects: Sequence[Effect] = EFFECTS,
    *,
    shows_judgements: bool = True,
) -> str:
    """Return a caption: what is shown, how many runs, who spoke and judged, and where each effect comes from.

    Args:
        shows_judgements: whether it shows what was judged during the runs, or weights that follow it.
    """
    origin = join_origins(discussion.origin for discussion in discussions)
    meant = effects if discussions else [effect for effect in effects if effect.nature == "needs models"]
    sentences = [
        shows,
        count_runs(discussions),
        describe_origin(origin, shows_judgements=shows_judgements),
        *natures(meant, origin.simulated or not discussions),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def count_runs(discussions: Sequence[Discussion]) -> str:
    """Return the sentences that say how many runs there are, how many failed, and how their intervals are made."""
    if not discussions:
        return "No run was made."
    lost = [discussion for discussion in discussions if discussion.status != "finished"]
    why = "; ".join(sorted({discussion.reason for discussion in lost}))
    most = max(discussion.replicate for discussion in discussions) + 1
    failed = f"{len(lost)} failed ({why}) and left out" if lost else "none failed"
    made = f"{len(discussions)} runs, up to {most} a query and rule where the text made 5; {failed}."
    missing = [spoken_turn.missing for run in finished(discussions) for spoken_turn in run.spoken]
    return " ".join([made, INTERVALS, *sentences_on_missing(missing)])


def title_of(title: str, discussions: Sequence[Discussion], *, shows_judgements: bool = True) -> str:
    """Return a title that itself says where words are simulated, for readers who do not see the caption."""
    origin = join_origins(discussion.origin for discussion in finished(discussions))
    return mark_title(title, origin, shows_judgements=shows_judgements)
