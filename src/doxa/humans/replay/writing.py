"""Cells of the tables: numbers and estimates, rounded so that files are the same on every machine, and p values.

The p values of a report are corrected for how many there are: none is left to look small by number alone.
"""

import math
from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Column, Exhibit, Heat, Table
from doxa.humans.replay.calibration import Sums
from doxa.humans.replay.grid import Floats
from doxa.records.cells import Estimate, write_cell, write_p
from doxa.scoring.significance import correct_holm

DECIMALS = 6


def plain(number: float | None) -> float | None:
    """Return a rounded number; None where it is not defined."""
    return None if number is None or not math.isfinite(number) else round(float(number), DECIMALS)


def estimate(number: float | None, bounds: tuple[float, float] | None = None) -> Estimate | None:
    """Return a rounded number with its interval; None where it is not defined."""
    centre = plain(number)
    low, high = map(plain, bounds or (None, None))
    return None if centre is None else Estimate(value=centre, low=low, high=high)


def describe(number: float | None, bounds: tuple[float, float] | None = None, *, signed: bool = True) -> str:
    """Return a number with its interval as text."""
    return write_cell(estimate(number, bounds), signed=signed)


def signed(*names: str) -> tuple[Column, ...]:
    """Return columns of numbers that have a sign."""
    return tuple(Column(name=name, show="number", signed=True) for name in names)


def cell_of(place: int, sums: Sums) -> tuple[float, float]:
    """Return (u, a) of a cell."""
    return sums.uptakes[place // len(sums.anchors)], sums.anchors[place % len(sums.anchors)]


def profile(place: int, sums: Sums) -> str:
    """Return (u, a) of a cell as text."""
    u, a = cell_of(place, sums)
    return f"u {u:g}, a {a:g}"


def heat_of(cells: Floats, star: int, sums: Sums) -> Heat:
    """Return a number of each cell as a map over the grid, with a mark on one cell."""
    rows = cells.reshape(len(sums.uptakes), -1).tolist()
    return Heat(x=sums.anchors, y=sums.uptakes, values=tuple(map(tuple, rows)), star=divmod(star, len(sums.anchors)))


P_COLUMNS = ("p", "paired p")
"""Columns of tables whose numbers are p values."""

HOLM = "p, Holm"


def correct_tables(exhibits: Sequence[Exhibit]) -> tuple[list[Exhibit], list[float]]:
    """Return the exhibits with a corrected p beside every p of every table, and all corrected p values."""
    tables = [(exhibit, *_p_values(exhibit)) for exhibit in exhibits]
    corrected = [p for p in correct_holm([p for _, _, values in tables for p in values]) if p is not None]
    remaining = iter(corrected)
    return [
        _with_corrected(exhibit, place, remaining, len(corrected)) if isinstance(exhibit, Table) and values else exhibit
        for exhibit, place, values in tables
    ], corrected


def _p_values(exhibit: Exhibit) -> tuple[int, list[float]]:
    """Return the place of a table's column of p values, and these; none of other exhibits."""
    names = exhibit.names if isinstance(exhibit, Table) else ()
    place = next((place for place, name in enumerate(names) if name in P_COLUMNS), -1)
    rows = exhibit.rows if isinstance(exhibit, Table) and place >= 0 else ()
    return place, [float(p) for row in rows if isinstance(p := row[place], (int, float))]


def _with_corrected(table: Table, place: int, corrected: Iterator[float], count: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        p = row[place]
        pair = (write_p(p), write_p(next(corrected))) if isinstance(p, (int, float)) else (None, None)
        rows.append((*row[:place], *pair, *row[place + 1 :]))
    return table.model_copy(
        update={
            "columns": (*table.columns[: place + 1], HOLM, *table.columns[place + 1 :]),
            "rows": tuple(rows),
            "caption": f"{table.caption} “{HOLM}” is corrected for the {count} p values of this report.",
        }
    )
