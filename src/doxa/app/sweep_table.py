"""The table of a sweep on the terminal: one column for every swept key, one row for every combination of settings."""

import statistics
import textwrap
from collections.abc import Sequence

from rich.table import Table

from doxa.analysis.naming import display_names
from doxa.analysis.sweeps.exhibits import runs_at, values_of
from doxa.analysis.sweeps.runs import CROWD, FINISHED, MEAN, SPREAD, SweepRun, SweepRuns, stance_measure
from doxa.experiments.runner import Cell
from doxa.records.cells import MISSING
from doxa.scoring.bootstrap import mean_interval
from doxa.terminal.console import plain, signed
from doxa.terminal.exhibits import WIDEST

HEADING = 22
"""Characters of a heading before it wraps; a column is as wide as its numbers then, not as its heading."""


def tabulate_sweep(sweep: SweepRuns, cells: Sequence[Cell]) -> Table:
    """Return mean and spread of every agent's final stance by setting; failed runs are counted and left out.

    Args:
        cells: the same runs with the names of their agents.
    """
    agents = believers_of(cells)
    names = display_names(pair for cell in cells for pair in cell.names.items())
    scores = list(dict.fromkeys(name for cell in cells for name in cell.scores))
    together = len(agents) > CROWD
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for key in sweep.keys or ("settings",):
        table.add_column(plain(key), overflow="fold", max_width=max(WIDEST, len(key)))
    for heading in (
        "runs",
        "failed",
        *_list_headings([names.get(agent, agent) for agent in agents], together),
        *scores,
    ):
        table.add_column(_wrap(heading), justify="right", no_wrap=True)
    for level in sweep.levels(sweep.keys):
        runs = runs_at(sweep, level)
        ended = [run for run in runs if run.status == FINISHED]
        stances = _describe_crowd(ended) if together else [_describe_stances(ended, agent) for agent in agents]
        means = [_format_mean(values_of(ended, name)) for name in scores]
        row = (*(level or ("as written",)), str(len(ended)), str(len(runs) - len(ended)), *stances, *means)
        table.add_row(*map(plain, row))
    return table


def believers_of(cells: Sequence[Cell]) -> list[str]:
    """Return the agents who show a final stance in some run."""
    return sorted({agent for cell in cells for agent, stance in cell.stances.items() if stance is not None})


def _list_headings(names: Sequence[str], together: bool) -> list[str]:
    if together:
        return [f"mean of {len(names)} agents ± sd", "their spread ± sd"]
    return [f"{name}: final stance, mean ± sd" for name in names]


def _wrap(heading: str) -> str:
    return plain_lines(textwrap.wrap(heading, HEADING, break_long_words=False))


def plain_lines(lines: Sequence[str]) -> str:
    """Return lines of untrusted text as one text that is safe to print."""
    return "\n".join(map(plain, lines))


def _describe_stances(runs: Sequence[SweepRun], agent: str) -> str:
    return _format_spread(values_of(runs, stance_measure(agent)))


def _describe_crowd(runs: Sequence[SweepRun]) -> list[str]:
    """Return mean and spread of a crowd; under some kernels of a grid nobody shows a stance."""
    return [_format_spread(values_of(runs, MEAN)), _format_spread(values_of(runs, SPREAD))]


def _format_mean(values: Sequence[float]) -> str:
    """Return a mean, with its 95 % interval over runs where there are several."""
    if not values:
        return MISSING
    text = f"{statistics.mean(values):.3f}"
    if len(values) > 1:
        interval = mean_interval(values)
        text += f" [{interval.low:.3f}, {interval.high:.3f}]"
    return text.replace("-", "−")


def _format_spread(values: Sequence[float]) -> str:
    if not values:
        return MISSING
    spread = f" ± {statistics.stdev(values):.3f}" if len(values) > 1 else ""
    return f"{signed(statistics.mean(values), 3)}{spread}"
