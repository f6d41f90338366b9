"""A sweep as exhibits: a row for each run, a row for each combination of settings, and a figure.

Intervals are Student's t over blocks, the independent repetitions of a setting; one run has none.
"""

from collections.abc import Sequence
from itertools import product
from statistics import fmean, stdev

from doxa.analysis.attribution import tabulate_posts
from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table, forest_panels
from doxa.analysis.labels import name_level, name_measure, name_setting
from doxa.analysis.sweep_runs import (
    KeyComparison,
    Level,
    SweepRun,
    SweepRuns,
    count_statuses,
    describe_runs,
    show_setting,
    unit_of,
)
from doxa.records.base import JsonValue, Record
from doxa.records.cells import Estimate, join_names
from doxa.scoring.bootstrap import RESAMPLES, SEED
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
    return Table(
        name="sweep",
        title="Runs",
        caption=f"{count_statuses(sweep.runs)} Settings are as given; stance.ID is the final stance of an agent.",
        columns=(
            *("run", "block", "replicate", "status", "reason"),
            *(f"set.{key}" for key in sweep.keys),
            *(*measures, "cost_usd", "simulated"),
        ),
        rows=tuple(rows),
        sources=sweep.paths,
        detail=True,
    )


def tabulate_settings(sweep: SweepRuns) -> Table:
    """Return a row for each combination of settings and measure: mean, sd and interval over runs."""
    rows: list[tuple[Cell, ...]] = []
    for level, name in product(sweep.levels(sweep.keys), sweep.measures):
        runs = runs_at(sweep, level)
        got = mean_of(values_of(runs, name))
        rows.append((*level, name, len(runs), got.n, got.mean, got.sd, got.low, got.high))
    return Table(
        name="sweep-settings",
        title="Means by setting",
        caption=_caption("Mean of each measure by setting; n is the number of runs that show it.", sweep),
        columns=(*sweep.keys, "measure", "runs", "n", "mean", "sd", "low", "high"),
        rows=tuple(rows),
        words=_words(sweep),
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
        key=lambda key: (_is_numeric(sweep, key), len(sweep.levels([key]))),
        reverse=True,
    )
    if not keys or not sweep.measures:
        return None
    x, lines_by, panels_by = keys[0], keys[1:2], keys[2:]
    places = list(product(sweep.measures, sweep.levels(panels_by)))
    panels = [_panel(sweep, measure, x, lines_by, panels_by, level) for measure, level in places[:MOST_PANELS]]
    counts = [len([run for run in runs_at(sweep, level) if run.measures]) for level in sweep.levels(sweep.keys)]
    shows = (
        f"Mean of n = {_span(counts)} runs by setting. Bands: intervals. Thin lines: blocks; each has the same random "
        "choices under every setting."
    )
    if left_out := len(places) - len(panels):
        shows += f" {left_out} panels are not drawn; sweep-settings.csv has their numbers."
    return Figure(
        name="sweep-figure",
        title=f"Outcome by setting{_mark_simulated(sweep)}",
        caption=_caption(shows, sweep),
        panels=tuple(panels),
        sources=sweep.paths,
    )


def _mark_simulated(sweep: SweepRuns) -> str:
    return " (simulated offline)" if any(run.is_simulated for run in sweep.runs) else ""


def _span(counts: Sequence[int]) -> str:
    return " to ".join(dict.fromkeys((str(min(counts)), str(max(counts)))))


def _words(sweep: SweepRuns) -> dict[str, str]:
    """Return what papers call the settings and measures of a sweep."""
    measures = {measure: name_measure(measure, sweep.names) for measure in sweep.measures}
    return {**measures, **{key: name_setting(key, sweep.names) for key in sweep.keys}}


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


def _panel(
    sweep: SweepRuns, measure: str, x: str, lines_by: Sequence[str], panels_by: Sequence[str], level: Level
) -> Panel:
    """Return the axes of one measure at one combination of the keys that have panels."""
    names = () if _is_numeric(sweep, x) else tuple(value for (value,) in sweep.levels([x]))
    lines = []
    for line_level in sweep.levels(lines_by):
        runs = [run for run in sweep.runs if run.level(panels_by) == level and run.level(lines_by) == line_level]
        lines.append(_line(sweep, runs, measure, x, name_level(lines_by, line_level, sweep.names) or "mean"))
    return Panel(
        title=f"{name_measure(measure, sweep.names)}\n{name_level(panels_by, level, sweep.names)}".strip(),
        x_label=name_setting(x, sweep.names),
        y_label=unit_of(measure),
        unit=unit_of(measure),
        lines=tuple(lines),
        x_names=names,
    )


def _line(sweep: SweepRuns, runs: Sequence[SweepRun], measure: str, x: str, label: str) -> Line:
    """Return the means of a measure over the values of a key, with the curve of every block."""
    settings, is_numeric = [value for (value,) in sweep.levels([x])], _is_numeric(sweep, x)
    if is_numeric:
        settings.sort(key=float)
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


PAIRED = (
    "A difference pairs the runs of one replicate, which have the same random choices under every setting; the "
    "interval is a 95 % t interval over these blocks. d_z is the difference in units of the standard deviation of the "
    "blocks' differences: it says how steady a difference is, not how large, and grows without limit where chance "
    "plays no part."
)


def exhibit_comparison(sweep: SweepRuns, comparison: KeyComparison) -> tuple[Exhibit, ...]:
    """Return the exhibits of a sweep that is compared by some of its keys."""
    optional = (
        _tabulate_unpaired(sweep, comparison),
        tabulate_posts(sweep, comparison),
        _tabulate_dropped(sweep, comparison),
    )
    return (
        _tabulate_differences(sweep, comparison),
        _tabulate_bootstrap(sweep, comparison),
        *(table for table in optional if table.rows),
        _draw_differences(sweep, comparison),
    )


def _tabulate_differences(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    rows = [
        (
            *(effect.measure, *effect.level),
            *(effect.mean, effect.difference, effect.low, effect.high, effect.direction, effect.standardised),
            len(effect.blocks),
        )
        for effect in comparison.effects
    ]
    return Table(
        name="compare-by",
        title=f"Paired differences from {name_level(comparison.keys, comparison.against, sweep.names)}",
        caption=" ".join(filter(None, (PAIRED, *_list_remarks(sweep, comparison), describe_runs(sweep.runs)))),
        columns=("measure", *comparison.keys, "mean", "difference", "low", "high", "direction", "d_z", "blocks"),
        rows=tuple(rows),
        words=_words(sweep),
        sources=sweep.paths,
    )


def _tabulate_bootstrap(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for effect in comparison.effects:
        drawn = effect.bootstrap
        numbers = (drawn.low, drawn.high, drawn.monte_carlo_error) if drawn else (None, None, None)
        rows.append((effect.measure, *effect.level, effect.difference, *numbers, len(effect.blocks)))
    return Table(
        name="compare-by-bootstrap",
        title="The same differences with bootstrap intervals",
        caption=f"95 % percentile bootstrap over blocks ({RESAMPLES:,} resamples, seed {SEED}); with fewer than about "
        "ten blocks narrower than the truth, where the t interval is to be preferred. MC error: standard error of an "
        "interval's ends, since resamples are finitely many; 0 where so few blocks leave no other end.",
        columns=("measure", *comparison.keys, "difference", "low", "high", "MC error", "blocks"),
        rows=tuple(rows),
        words=_words(sweep),
        sources=sweep.paths,
    )


def _tabulate_unpaired(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    return Table(
        name="compare-by-unpaired",
        title="The same differences as if all runs were independent",
        caption="Gain of common random numbers: the variance that the difference would have if the runs of a block "
        "were independent, divided by the variance over blocks. Intervals without common random numbers are as here, "
        "and would be as narrow as with them only with gain times as many replicates; below 1 common random numbers "
        "lose.",
        columns=("measure", *comparison.keys, "difference", "low", "high", "gain"),
        rows=tuple(
            (effect.measure, *effect.level, effect.difference, *effect.unpaired, effect.gain)
            for effect in comparison.effects
            if effect.gain is not None
        ),
        words=_words(sweep),
        sources=sweep.paths,
    )


def _tabulate_dropped(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    """Return which blocks are left out of which differences, and why; one row where all measures agree."""
    measures: dict[tuple[str, ...], list[str]] = {}
    for effect in comparison.effects:
        for block in effect.dropped:
            measures.setdefault((*effect.level, block.block, block.reason), []).append(effect.measure)
    every = {effect.measure for effect in comparison.effects}
    rows = [(*where, "every measure" if set(names) == every else ", ".join(names)) for where, names in measures.items()]
    return Table(
        name="compare-by-dropped",
        title="Blocks left out",
        caption="A block counts only where all its runs under both settings finished and show the measure.",
        columns=(*comparison.keys, "block", "reason", "measures"),
        rows=tuple(rows),
        sources=sweep.paths,
    )


def _draw_differences(sweep: SweepRuns, comparison: KeyComparison) -> Figure:
    """Return the effects as a forest plot, a panel for each unit."""
    effects = [
        (
            *(unit_of(effect.measure), name_measure(effect.measure, sweep.names)),
            name_level(comparison.keys, effect.level, sweep.names),
            None if (value := effect.difference) is None else Estimate(value=value, low=effect.low, high=effect.high),
        )
        for effect in comparison.effects
    ]
    against = name_level(comparison.keys, comparison.against, sweep.names)
    n = _span([len(effect.blocks) for effect in comparison.effects])
    shows = (
        f"Points: mean difference from {against}. Bars: 95 % t interval over n = {n} blocks; a block is a replicate, "
        "whose runs have the same random choices under every setting. Dashed: no difference. Panels: one unit each."
    )
    return Figure(
        name="compare-by-figure",
        title=f"Difference from {against}{_mark_simulated(sweep)}",
        caption=" ".join(filter(None, (shows, *_list_remarks(sweep, comparison), describe_runs(sweep.runs)))),
        panels=forest_panels(effects),
        sources=sweep.paths,
    )


def _list_remarks(sweep: SweepRuns, comparison: KeyComparison) -> list[str]:
    """Return sentences on what is averaged, what has no interval, and how many intervals stand together."""
    notes = dict.fromkeys(effect.note for effect in comparison.effects if effect.note)
    intervals = sum(effect.low is not None for effect in comparison.effects)
    return [
        f"Averaged over {join_names([name_setting(key, sweep.names) for key in comparison.averaged])}."
        if comparison.averaged
        else "",
        *(f"A dash: {note}." for note in notes),
        f"Of {intervals} intervals at 95 % about {0.05 * intervals:.1f} miss the truth by chance."
        if intervals > 1
        else "",
    ]
