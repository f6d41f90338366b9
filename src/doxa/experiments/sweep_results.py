"""Sweeps and comparisons from Python: ``doxa.sweep``, ``doxa.read_sweep`` and ``doxa.compare`` return values.

A value has its tables and its figure as objects, which notebooks show; nothing but the runs themselves, and
``sweep.json`` beside them, is written.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.comparing_sets import compare_folders
from doxa.analysis.exhibit import Exhibit, Figure, Prose, Table
from doxa.analysis.sweep_exhibits import draw_sweep, exhibit_comparison, tabulate_runs, tabulate_settings
from doxa.analysis.sweep_runs import PairedEffect, SweepRuns
from doxa.engine.gate import Budget
from doxa.engine.under_way import Running
from doxa.errors import ScenarioError, UsageError
from doxa.experiments.interrupts import in_turn
from doxa.experiments.runner import Cell, Place, Watch
from doxa.experiments.sitting import MakePerformer
from doxa.experiments.sweeping import (
    Sweep,
    arun_sweep,
    compare_sweep,
    gather_runs,
    read_sweep as read_folder,
)
from doxa.log.rundir import RunLike
from doxa.models.setup import performer_for
from doxa.records.base import Brief, JsonValue
from doxa.records.notebook import Markup, paragraphs, remark, render, section, table, title


@dataclass(frozen=True, kw_only=True)
class SweepResult(Brief):
    """A sweep that was run: its runs, the means by setting, and the figure."""

    runs: SweepRuns
    """Every run with its settings, block, status and measures."""

    @property
    def folder(self) -> Path:
        """The folder with a directory for each run."""
        return Path(self.runs.folder)

    @property
    def run_table(self) -> Table:
        """A row for each run: settings, block, status and every measure."""
        return tabulate_runs(self.runs)

    @property
    def means(self) -> Table:
        """A row for each combination of settings and measure: mean, sd and 95 % t interval."""
        return tabulate_settings(self.runs)

    @property
    def figure(self) -> Figure | None:
        """The measures by setting; None where no setting varies or nothing was measured."""
        return draw_sweep(self.runs)

    def compare(self, by: str | Sequence[str], measures: Sequence[str] = ()) -> "ComparisonResult":
        """Return the settings compared by one key or several; arguments and errors as ``doxa.compare``."""
        return _compare_settings(self.runs, _list_keys(by), measures)

    def _repr_html_(self) -> str:
        means = self.means
        heading = title(f"Sweep of {', '.join(self.runs.keys) or 'no setting'} in {self.runs.folder}")
        return render(heading, table(means.names, means.rows), remark(means.caption))


@dataclass(frozen=True, kw_only=True)
class ComparisonResult(Brief):
    """A comparison: of the settings of a sweep, or of sets of runs."""

    title: str
    exhibits: tuple[Exhibit, ...]
    effects: tuple[PairedEffect, ...] = ()
    """With ``by``: every difference in full precision, with its blocks; empty for sets of runs."""
    remarks: tuple[str, ...] = ()
    """What makes the sets hard to compare."""

    @property
    def tables(self) -> Mapping[str, Table]:
        """Name → table."""
        return {exhibit.name: exhibit for exhibit in self.exhibits if isinstance(exhibit, Table)}

    @property
    def figure(self) -> Figure:
        """The figure of the comparison."""
        return next(exhibit for exhibit in self.exhibits if isinstance(exhibit, Figure))

    def _repr_html_(self) -> str:
        return render(title(self.title), paragraphs(self.remarks), *map(_show_exhibit, self.exhibits))


def asweep(
    scenario: str | Path,
    grid: Mapping[str, Sequence[JsonValue]],
    *,
    out: Path | str,
    replicates: int = 1,
    changes: Mapping[str, JsonValue] | None = None,
    budget: Budget | None = None,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> Running[Cell, SweepResult]:
    """Run a scenario over a grid of settings and return the sweep: await it, or iterate over how its runs ended.

    Cancelled, it stops all its runs at once, and the same call continues it.

    Args:
        scenario: a built-in name or a path.
        grid: dotted path → the values to try; all combinations are run.
        out: the folder of the runs; finished runs in it are kept and stopped ones continued.
        replicates: repetitions of each combination; replicate k has the same random choices in all of them.
        changes: dotted path → value, the same in all runs.
        budget: of all runs together.
        watch: called with (number of runs that ended, number of all, how the run ended); what it raises ends the sweep.

    Raises:
        ScenarioError, ModelSetupError, UnknownNameError: the sweep cannot begin; nothing ran.
        StoppedError, DiskError: the sweep stopped early; the same call continues it.
    """

    async def work(tell: Callable[[Cell], None]) -> SweepResult:
        def watch_both(ended: int, of: int, cell: Cell) -> None:
            tell(cell)
            if watch:
                watch(ended, of, cell)

        _check_grid(grid, replicates)
        planned = Sweep(
            scenario=str(scenario),
            grid={path: list(values) for path, values in grid.items()},
            replicates=replicates,
            out=Path(out),
            changes=dict(changes or {}),
            budget=budget or Budget(),
        )
        cells = await arun_sweep(planned, on=on, at_once=at_once, watch=watch_both, make=make)
        return SweepResult(runs=gather_runs(cells, Path(out)))

    return Running(work)


def sweep(
    scenario: str | Path,
    grid: Mapping[str, Sequence[JsonValue]],
    *,
    out: Path | str,
    replicates: int = 1,
    changes: Mapping[str, JsonValue] | None = None,
    budget: Budget | None = None,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> SweepResult:
    """Run a scenario over a grid of settings and return the sweep; arguments and errors as ``asweep``."""
    return in_turn(
        lambda: asweep(
            scenario, grid, out=out, replicates=replicates, changes=changes, budget=budget, on=on, at_once=at_once,
            watch=watch, make=make,
        )
    )  # fmt: skip


def read_sweep(folder: Path | str) -> SweepResult:
    """Return a sweep read back from its folder, or a folder of runs as a sweep.

    Raises:
        LogError: the folder contains no run.
        DamagedLogError: ``sweep.json`` is not as a sweep writes it.
    """
    return SweepResult(runs=read_folder(Path(folder)))


def compare(
    *sets: RunLike | SweepResult,
    by: str | Sequence[str] = (),
    measures: Sequence[str] = (),
    anyway: bool = False,
) -> ComparisonResult:
    """Return the settings of one sweep compared by keys, or two or more sets of runs compared with the first.

    Args:
        sets: with ``by`` one sweep, else run directories or folders of runs.
        by: a setting, or several, whose values are compared.
        measures: these measures alone, such as ``stance.violet``.
        anyway: compare sets with different motions, protocols or numbers of rounds too.

    Raises:
        UsageError: the arguments do not go together.
        LogError: a folder has no finished run, a key or measure is unknown, or the sets cannot be compared.
    """
    keys = _list_keys(by)
    if keys:
        if len(sets) != 1:
            raise UsageError(f"by compares the settings of one sweep, not of {len(sets)}", hint="Give one sweep.")
        (only,) = sets
        swept = only if isinstance(only, SweepResult) else read_sweep(Path(only))
        return _compare_settings(swept.runs, keys, measures)
    folders = [each.folder if isinstance(each, SweepResult) else Path(each) for each in sets]
    if len(folders) < 2:
        raise UsageError("there is nothing to compare", hint="Give two or more sets, or one sweep with by=KEY.")
    compared = compare_folders(folders, measures=measures, anyway=anyway)
    return ComparisonResult(
        title=f"Comparison of {' and '.join(compared.paths)}",
        exhibits=compared.exhibits,
        remarks=(*compared.remarks, *(f"Nobody in {name} shows a stance." for name in compared.silent)),
    )


def _compare_settings(runs: SweepRuns, keys: Sequence[str], measures: Sequence[str]) -> ComparisonResult:
    keyed, comparison = compare_sweep(runs, keys, measures)
    return ComparisonResult(
        title=f"Settings of {Path(runs.folder).name} by {', '.join(keys)}",
        exhibits=exhibit_comparison(keyed, comparison),
        effects=comparison.effects,
    )


def _list_keys(by: str | Sequence[str]) -> tuple[str, ...]:
    return (by,) if isinstance(by, str) else tuple(dict.fromkeys(by))


def _check_grid(grid: Mapping[str, Sequence[JsonValue]], replicates: int) -> None:
    """Raise where a setting has no values, or one value twice, or there are no replicates."""
    if replicates < 1:
        raise UsageError(f"replicates is {replicates}, and must be 1 or more")
    for path, values in grid.items():
        if isinstance(values, str) or not values:
            raise ScenarioError(f"grid[{path!r}] is not a list of values", hint="For example: {'belief.u': [0.2, 0.6]}")
        if len({str(setting) for setting in values}) < len(values):
            raise ScenarioError(f"grid[{path!r}] has a value twice", hint="For repetitions: replicates=N")


def _show_exhibit(exhibit: Exhibit) -> Markup:
    """Return an exhibit as a part of a comparison; its figure is shown on its own."""
    if isinstance(exhibit, Table):
        body = table(exhibit.names, exhibit.rows)
    elif isinstance(exhibit, Prose):
        body = paragraphs(exhibit.paragraphs)
    else:
        return remark(f"{exhibit.title}: .figure draws it.")
    return section(title(exhibit.title), body, remark(exhibit.caption))
