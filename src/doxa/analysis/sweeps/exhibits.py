"""A sweep as exhibits: a row for each run, a row for each combination of settings, and a figure.

Intervals are Student's t over blocks, the independent repetitions of a setting; one run has none.
"""

from collections.abc import Sequence
from itertools import product
from statistics import fmean, stdev

from doxa.analysis.exhibit import Cell, Figure, Line, Panel, Table
from doxa.analysis.sweeps.runs import (
    Level,
    SweepRun,
    SweepRuns,
    count_statuses,
    describe_level,
    describe_runs,
    show_setting,
)
from doxa.records.base import JsonValue, Record
from doxa.scoring.student import t_interval

MOST_PANELS = 24

INTERVALS = "Intervals are 95 % t intervals of the mean over runs, which one run alone does not have."


class Mean(Record):
    """The mean of a measure over the runs of one setting; what is missing is None."""

    n: int
    mean: float | None = None
    sd: float | None = None
    low: float | None = None
    high: float | None = None


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of values, with sd and interval where there are at least two."""
    if len(values) < 2:
        return Mean(n=len(values), mean=values[0] if values else None)
    interval = t_interval(values)
    return Mean(n=len(values), mean=fmean(values), sd=stdev(values), low=interval.low, high=interval.high)


def tabulate_runs(sweep: SweepRuns) -> Table:
    """Return a row for each run: its settings, block, status and every measure."""
    measures = tuple(dict.fromkeys(name for run in sweep.runs for name in run.measures))
    rows = [
        (
            *(run.run, run.block, run.replicate, run.status, run.reason or None),
            *(_cell(run.settings.get(key)) for key in sweep.keys),
            *(run.measures.get(name) for name in measures),
            *(run.cost, "yes" if run.is_simulated else "no"),
        )
        for run in sweep.runs
    ]
    fixed = ("run", "block", "replicate", "status", "reason")
    return Table(
        name="sweep",
        title="Runs",
        caption=f"{count_statuses(sweep.runs)} Settings are as given; stance.ID is the final stance of an agent.",
        columns=(*fixed, *(f"set.{key}" for key in sweep.keys), *measures, "cost_usd", "simulated"),
        rows=tuple(rows),
        sources=sweep.paths,
        detail=True,
    )


def tabulate_settings(sweep: SweepRuns) -> Table:
    """Return a row for each combination of settings and measure: mean, sd and interval over runs."""
    rows: list[tuple[Cell, ...]] = []
    for level in sweep.levels(sweep.keys):
        runs = runs_at(sweep, level)
        for name in sweep.measures:
            got = mean_of(values_of(runs, name))
            rows.append((*level, name, len(runs), got.n, got.mean, got.sd, got.low, got.high))
    return Table(
        name="sweep-settings",
        title="Means by setting",
        caption=_caption("Mean of each measure by setting; n is the number of runs that show it.", sweep),
        columns=(*sweep.keys, "measure", "runs", "n", "mean", "sd", "low", "high"),
        rows=tuple(rows),
        sources=sweep.paths,
        detail=True,
    )


def draw_sweep(sweep: SweepRuns) -> Figure | None:
    """Return the figure of a sweep's measures by setting; None where no setting varies or nothing was measured.

    The key with the most numeric values is the x axis, the next key distinguishes the lines, and every combination of
    the others has a panel of its own.
    """
    keys = sorted(
        (key for key in sweep.keys if len(sweep.levels([key])) > 1),
        key=lambda key: _suits_axis(sweep, key),
        reverse=True,
    )
    if not keys or not sweep.measures:
        return None
    x, others = keys[0], keys[1:]
    lines_by, panels_by = others[:1], others[1:]
    places = list(product(sweep.measures, sweep.levels(panels_by)))
    panels = [_panel(sweep, measure, x, lines_by, panels_by, level) for measure, level in places[:MOST_PANELS]]
    left_out = len(places) - len(panels)
    shows = "Mean by setting; thin lines are blocks, of which each has the same random choices under every setting."
    note = f"{left_out} panels are not drawn; sweep-settings.csv has their numbers." if left_out else ""
    return Figure(
        name="sweep-figure",
        title="Outcome by setting" + (" (simulated offline)" if any(run.is_simulated for run in sweep.runs) else ""),
        caption=_caption(" ".join([shows, note]).strip(), sweep),
        panels=tuple(panels),
        sources=sweep.paths,
    )


def runs_at(sweep: SweepRuns, level: Level) -> list[SweepRun]:
    """Return the runs of one combination of all swept keys."""
    return [run for run in sweep.runs if run.level(sweep.keys) == level]


def values_of(runs: Sequence[SweepRun], measure: str) -> list[float]:
    """Return a measure of the finished runs that show it."""
    return [run.measures[measure] for run in runs if measure in run.measures]


def _cell(setting: JsonValue) -> Cell:
    """Return a setting as a cell: numbers stay numbers, anything else is text."""
    if isinstance(setting, int | float) and not isinstance(setting, bool):
        return setting
    return show_setting(setting)


def _caption(shows: str, sweep: SweepRuns) -> str:
    return f"{shows} {INTERVALS} {describe_runs(sweep.runs)}"


def _is_numeric(sweep: SweepRuns, key: str) -> bool:
    """Return whether every value of a key is a number."""
    return all(not isinstance(_cell(run.settings.get(key)), str) for run in sweep.runs)


def _suits_axis(sweep: SweepRuns, key: str) -> tuple[bool, int]:
    return _is_numeric(sweep, key), len(sweep.levels([key]))


def _panel(
    sweep: SweepRuns, measure: str, x: str, lines_by: Sequence[str], panels_by: Sequence[str], level: Level
) -> Panel:
    """Return the axes of one measure at one combination of the keys that have panels."""
    names = () if _is_numeric(sweep, x) else tuple(value for (value,) in sweep.levels([x]))
    lines = []
    for line_level in sweep.levels(lines_by):
        runs = [run for run in sweep.runs if run.level(panels_by) == level and run.level(lines_by) == line_level]
        lines.append(_line(sweep, runs, measure, x, describe_level(lines_by, line_level) or "mean"))
    where = describe_level(panels_by, level)
    return Panel(
        title=f"{measure}\n{where}" if where else measure,
        x_label=x,
        y_label=measure,
        lines=tuple(lines),
        x_names=names,
    )


def _line(sweep: SweepRuns, runs: Sequence[SweepRun], measure: str, x: str, label: str) -> Line:
    """Return the means of a measure over the values of a key, with the curve of every block."""
    settings = [value for (value,) in sweep.levels([x])]
    is_numeric = _is_numeric(sweep, x)
    if is_numeric:
        settings = sorted(settings, key=float)
    columns = [[run for run in runs if run.level([x]) == (value,)] for value in settings]
    means = [mean_of(values_of(column, measure)) for column in columns]
    blocks = [
        tuple(next(iter(values_of([run for run in column if run.block == block], measure)), None) for column in columns)
        for block in sweep.blocks
    ]
    return Line(
        label=label,
        x=tuple(map(float, settings if is_numeric else range(len(settings)))),
        y=tuple(got.mean for got in means),
        trials=tuple(blocks) if len(blocks) > 1 else (),
        low=tuple(got.low for got in means),
        high=tuple(got.high for got in means),
    )
