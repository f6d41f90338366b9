"""Tables of the five metrics: one to read, with our and the published means, and one with every number.

The first has a row for each group of runs. The second has a row for each group and metric: pooled over turns as in the
text, the mean of runs with its interval, both standard deviations, and how far ours lies from the published mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.analysis.exhibit import Cell, Table
from doxa.analysis.natures import Effect
from doxa.systems.round_table.exhibits.captions import EFFECTS, NEEDS_MODELS, caption, title_of
from doxa.systems.round_table.exhibits.discussions import Discussion, MetricSummary, finished, measure
from doxa.systems.round_table.exhibits.published import PrintedMean
from doxa.systems.round_table.measures import METRICS

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


@dataclass(frozen=True, kw_only=True)
class RowSource:
    """One row of a table: its discussions, the agent whose turns count (all when None), and the published values."""

    labels: tuple[str, ...]
    discussions: Sequence[Discussion]
    agent: str | None = None
    printed: dict[str, PrintedMean] | None = None


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The name, title, caption and row labels of a table."""

    name: str
    title: str
    shows: str
    labels: tuple[str, ...]
    """Names of the first columns."""
    effects: Sequence[Effect] = EFFECTS


def tables(sheet: Sheet, rows: Sequence[RowSource]) -> list[Table]:
    """Return the table to read, and ``NAME-detail`` with every number."""
    row_measures = [{metric: measure(row.discussions, metric, row.agent) for metric in METRICS} for row in rows]
    every = list({discussion.path: discussion for row in rows for discussion in row.discussions}.values())
    plain = tuple(_make_reading_row(row, measures) for row, measures in zip(rows, row_measures, strict=True))
    detail = tuple(
        (*row.labels, metric, *_make_detail_cells(row, metric, measures[metric]))
        for row, measures in zip(rows, row_measures, strict=True)
        for metric in METRICS
    )
    caption_text = caption(" ".join(sentence for sentence in (sheet.shows, READING) if sentence), every, sheet.effects)
    sources = tuple(discussion.path for discussion in every)
    title = title_of(sheet.title, every)
    return [
        Table(name=sheet.name, title=title, caption=caption_text, columns=_columns(sheet), rows=plain, sources=sources),
        Table(
            name=f"{sheet.name}-detail",
            title=f"{title}: every number",
            caption=f"Every number of {sheet.name}, whose caption applies here as well. {NUMBERS}",
            columns=(*sheet.labels, "metric", *DETAIL),
            rows=detail,
            sources=sources,
            detail=True,
        ),
    ]


DETAIL = (
    "runs",
    "failed",
    "turns",
    "missing",
    "pooled mean",
    "pooled sd",
    "low",
    "high",
    "mean of runs",
    "sd of runs",
    "published mean",
    "published sd",
    "ours − published",
    "note",
)


def _columns(sheet: Sheet) -> tuple[str, ...]:
    metrics = [name for short in SHORT.values() for name in (short, f"published {short}")]
    return (*sheet.labels, "runs", *metrics)


def _make_reading_row(row: RowSource, measures: dict[str, MetricSummary]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for metric in METRICS:
        cells += [_format_measure(measures[metric]) if row.discussions else NEEDS_MODELS, _text(row, metric)]
    return (*row.labels, len(finished(row.discussions)), *cells)


def _format_measure(measured: MetricSummary) -> str | None:
    if measured.pooled is None:
        return None
    if measured.low is None or measured.high is None:
        return f"{measured.pooled:.2f}"
    return f"{measured.pooled:.2f} [{measured.low:.2f}, {measured.high:.2f}]".replace("-", "−")


def _text(row: RowSource, metric: str) -> str | None:
    return f"{row.printed[metric].mean:.2f}" if row.printed else None


def _make_detail_cells(row: RowSource, metric: str, measured: MetricSummary) -> tuple[Cell, ...]:
    published = row.printed[metric] if row.printed else None
    apart = measured.pooled - published.mean if published and measured.pooled is not None else None
    return (
        measured.runs,
        len(row.discussions) - len(finished(row.discussions)),
        measured.turns,
        measured.missing,
        measured.pooled,
        measured.sd,
        measured.low,
        measured.high,
        measured.mean,
        measured.runs_sd,
        published.mean if published else None,
        published.sd if published else None,
        apart,
        "" if row.discussions else NEEDS_MODELS,
    )
