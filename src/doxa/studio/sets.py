"""Two sets of runs beside each other: the mean stance of every agent after each batch, with the band of all its runs.

A set is the runs of one folder, or those of one cell of a sweep: the runs in it with the same settings. The stances are
the recorded ones; nothing is folded.
"""

import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from doxa.records.base import JsonValue, Record
from doxa.records.canonical import canonical
from doxa.studio.looking import SWEEP, read_bytes
from doxa.studio.sparks import curves_of, varying

MOST_AGENTS = 12


class Band(Record):
    """The stances of one agent over the runs of a set, by batch; None where no run has one."""

    mean: tuple[float | None, ...]
    low: tuple[float | None, ...]
    """The lowest of all runs."""
    high: tuple[float | None, ...]


class SetOfRuns(Record):
    """One set."""

    label: str
    runs: int
    bands: dict[str, Band]


class EndApart(Record):
    """The last stance of one agent in both sets."""

    first: float
    second: float
    difference: float
    error: float | None
    """Standard error of the difference of the means; None where a set has one run."""


class TwoSets(Record):
    """Two sets beside each other."""

    settings: dict[str, tuple[JsonValue, JsonValue]]
    """Setting → its value in both, where they differ between the sets."""
    sets: tuple[SetOfRuns, SetOfRuns]
    ends: dict[str, EndApart]
    command: str = ""
    """What a user would type for means, intervals and differences; empty where no command compares two such sets."""


def cells_of(directories: Sequence[Path]) -> list[tuple[str, list[Path]]]:
    """Return the runs of a folder by the settings in which they differ, with these as a label, in their order."""
    settings = varying(directories)
    cells: dict[str, list[Path]] = {}
    for place, directory in enumerate(directories):
        label = ", ".join(f"{path} = {canonical(values[place])}" for path, values in settings.items())
        cells.setdefault(label, []).append(directory)
    return list(cells.items())


def swept_keys(folder: Path) -> tuple[str, ...]:
    """Return the keys that a sweep varies; nothing where the folder is that of no sweep."""
    try:
        cells = json.loads(read_bytes(str(folder / SWEEP)))
        return tuple(dict.fromkeys(key for cell in cells for key in cell["set"]))
    except (OSError, ValueError, LookupError, TypeError):
        return ()


def compare_sets(first: tuple[str, Sequence[Path]], second: tuple[str, Sequence[Path]]) -> TwoSets:
    """Return two sets, each a label and its runs, beside each other."""
    curves = [[curves_of(directory) for directory in runs] for _, runs in (first, second)]
    apart = varying([first[1][0], second[1][0]])
    ends = [_ends(runs) for runs in curves]
    return TwoSets(
        settings={path: (values[0], values[1]) for path, values in apart.items()},
        sets=(_set(first[0], curves[0]), _set(second[0], curves[1])),
        ends={agent: _apart(values, ends[1][agent]) for agent, values in ends[0].items() if agent in ends[1]},
    )


def _set(label: str, runs: Sequence[dict[str, list[float | None]]]) -> SetOfRuns:
    agents = list(dict.fromkeys(agent for run in runs for agent in run))[:MOST_AGENTS]
    return SetOfRuns(
        label=label,
        runs=len(runs),
        bands={agent: _band([run[agent] for run in runs if agent in run]) for agent in agents},
    )


def _band(curves: Sequence[Sequence[float | None]]) -> Band:
    """Return the mean and the extremes by batch, of the runs that have come so far and have a stance there."""
    length = max(map(len, curves))
    here = [
        [value for curve in curves if batch < len(curve) and (value := curve[batch]) is not None]
        for batch in range(length)
    ]
    return Band(
        mean=tuple(fmean(values) if values else None for values in here),
        low=tuple(min(values, default=None) for values in here),
        high=tuple(max(values, default=None) for values in here),
    )


def _ends(runs: Sequence[dict[str, list[float | None]]]) -> dict[str, list[float]]:
    ends: dict[str, list[float]] = {}
    for run in runs:
        for agent, curve in list(run.items())[:MOST_AGENTS]:
            if curve and (last := curve[-1]) is not None:
                ends.setdefault(agent, []).append(last)
    return ends


def _apart(first: Sequence[float], second: Sequence[float]) -> EndApart:
    is_spread = len(first) > 1 and len(second) > 1
    error = sqrt(stdev(first) ** 2 / len(first) + stdev(second) ** 2 / len(second)) if is_spread else None
    return EndApart(first=fmean(first), second=fmean(second), difference=fmean(second) - fmean(first), error=error)
