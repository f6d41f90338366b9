"""Tables of the five metrics: one to read, with our and the published means, and one with every number.

The first has a row for each group of runs. The second has a row for each group and metric: pooled over turns as in the
text, the mean of runs with its interval, both standard deviations, and how far ours lies from the published mean.
``published.csv`` holds Tables 1, 5, 6 and 7 to 19 of the text once: one line a scenario, setting, group (query, agent
or overall) and rule, each metric with its standard deviation. Tables 3, 4 and most of 6 repeat overall lines of others.

``metrics_table`` is the table of ``doxa metrics`` and of a single run.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Column, Effect, Table
from doxa.experiments.papers import read_published
from doxa.systems.round_table.exhibits.discussion import REASONS, DiscussionMeasures
from doxa.systems.round_table.exhibits.discussions import (
    BACKBONE,
    EFFECTS,
    METRIC_EFFECTS,
    NEEDS_MODELS,
    OVERALL,
    RULES,
    WEIGHS,
    Discussion,
    MetricSummary,
    caption,
    finished,
    measure,
    of_part,
    title_of,
)
from doxa.systems.round_table.measures import METRICS, describe_definitions

QUERIES = ("Q1", "Q2", "Q3", "Q4", "Q5")

SHORT = dict(zip(METRICS, ("resp.", "rebuttal", "non-rep.", "evid.", "stance"), strict=True))
"""Metric → its name in the tables of the text."""

READING = (
    "Cells are means over all turns that have the metric, as in the text, with their interval over runs; every number "
    "is in the table's -detail file."
)
NUMBERS = (
    "Pooled: over all turns of all runs, as in the text; low and high are its interval. Mean of runs: each run counts "
    "once, by the mean over its turns. Standard deviations are divided by the number of values."
)
DETAIL = (
    "metric", "runs", "failed", "turns", "missing", "pooled mean", "pooled sd", "mean of runs", "sd of runs",
    "published mean", "published sd", "ours − published", "note",
)  # fmt: skip

TablePart = tuple[str, str, str]
"""(label of its rows, '' for none; scenario; setting)."""

Printed = Mapping[str, float]
"""What the text prints for one row: METRIC and ``METRIC sd`` → a number; empty where it prints nothing."""


@dataclass(frozen=True, kw_only=True)
class RowSource:
    """One row of a table: its discussions, the agent whose turns count (all when None), and the published values."""

    labels: tuple[str, ...]
    discussions: Sequence[Discussion]
    agent: str | None = None
    printed: Printed


def read_printed(scenario: str, setting: str, group: str, rule: str) -> Printed:
    """Return what the text prints for one row."""
    published = read_published("doxa.systems.round_table", "scenario", "setting", "group", "rule")
    return published.get((scenario, setting, group, rule), {})


def tabulate_rules(
    *studies: Sequence[Discussion],
    name: str,
    title: str,
    shows: str,
    labels: Sequence[str],
    parts: Sequence[TablePart],
    queries: bool = False,
) -> list[Table]:
    """Return tables with a row for each part and rule; with ``queries``, for each query and for all of them.

    Args:
        labels: names of the first columns.
    """
    discussions = [discussion for study in studies for discussion in study]
    rows = [
        RowSource(
            labels=tuple(label for label in (part, group if queries else "", rule) if label),
            discussions=[
                discussion
                for discussion in of_part(discussions, scenario, setting)
                if discussion.rule == rule and group in (OVERALL, discussion.query)
            ],
            printed=read_printed(scenario, setting, group, rule),
        )
        for part, scenario, setting in parts
        for group in ((*QUERIES, OVERALL) if queries else (OVERALL,))
        for rule in RULES
    ]
    return tabulate(name, title, shows, labels, rows, effects_of(parts[0][2]))


def effects_of(setting: str) -> tuple[Effect, ...]:
    """Return where differences under a setting come from."""
    if setting.startswith("alpha="):
        return (WEIGHS, *EFFECTS)
    return (BACKBONE, *METRIC_EFFECTS.values()) if setting in ("S1", "S2", "S3") else EFFECTS


def tabulate(
    name: str,
    title: str,
    shows: str,
    labels: Sequence[str],
    rows: Sequence[RowSource],
    effects: Sequence[Effect] = EFFECTS,
) -> list[Table]:
    """Return the table to read, and ``NAME-detail`` with every number."""
    every = list({discussion.path: discussion for row in rows for discussion in row.discussions}.values())
    measured = [(row, {metric: measure(row.discussions, metric, row.agent) for metric in METRICS}) for row in rows]
    title = title_of(title, every)
    metrics = [name for short in SHORT.values() for name in (short, f"published {short}")]
    sources = tuple(discussion.path for discussion in every)
    return [
        Table(
            name=name,
            title=title,
            caption=caption(" ".join(sentence for sentence in (shows, READING) if sentence), every, effects),
            columns=(*labels, "runs", *(Column(name=name, show="number", decimals=2) for name in metrics)),
            rows=tuple(
                (
                    *(*row.labels, len(finished(row.discussions))),
                    *(cell for name in METRICS for cell in (measures[name].estimate, row.printed.get(name))),
                )
                for row, measures in measured
            ),
            sources=sources,
        ),
        Table(
            name=f"{name}-detail",
            title=f"{title}: every number",
            caption=f"Every number of {name}, whose caption applies here as well. {NUMBERS}",
            columns=(*labels, *DETAIL),
            rows=tuple(
                (*row.labels, metric, *_detail_cells(row, metric, measures[metric]))
                for row, measures in measured
                for metric in METRICS
            ),
            sources=sources,
            detail=True,
        ),
    ]


def _detail_cells(row: RowSource, metric: str, measured: MetricSummary) -> tuple[Cell, ...]:
    ours, published = measured.estimate, row.printed.get(metric)
    return (
        measured.runs,
        len(row.discussions) - len(finished(row.discussions)),
        measured.turns,
        measured.missing,
        ours,
        measured.sd,
        measured.mean,
        measured.runs_sd,
        published,
        row.printed.get(f"{metric} sd"),
        ours.value - published if ours and published is not None else None,
        "" if row.discussions else NEEDS_MODELS,
    )


def metrics_table(measured: DiscussionMeasures) -> Table:
    """Return the metrics as a table, one row for each group, agents by name; no value for a metric that no turn has."""
    names = measured.names if measured.by == "agent" else {}
    rows = [(names.get(row.group, row.group), row.turns, *row.metrics.values()) for row in measured.rows]
    columns = [Column(name=metric, show="number", decimals=2) for metric in METRICS]
    return Table(
        name="metrics",
        title="Metrics",
        note=" ".join(describe_missing(measured)),
        columns=(measured.by, "n", *columns),
        rows=tuple(rows),
    )


def describe_missing(measured: DiscussionMeasures) -> Iterator[str]:
    """Yield how many turns have each metric that some lack, with the reasons, and definitions that are not doxa's."""
    for metric, reasons in measured.rows[-1].missing.items():
        count, turns = measured.rows[-1].counts[metric], measured.rows[-1].turns
        why = "; ".join(f"{number} turns without: {REASONS[reason]}" for reason, number in reasons.items())
        yield f"{metric}: n = {count} of {turns} ({why})."
    if measured.definitions is None:
        yield "The runs compute their metrics by different definitions; --overlap and the like set one for all."
    elif sentence := describe_definitions(measured.definitions):
        yield sentence
