"""Cells of the tables: numbers and estimates, rounded so that files are the same on every machine, and p values.

The p values of a report are corrected for how many there are: none is left to look small by number alone.
"""

import math
from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Column, Exhibit, Table
from doxa.humans.replay.calibration import Sums
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


P_COLUMNS = ("p", "paired p")
"""Columns of tables whose numbers are p values."""

HOLM = "p, Holm"


def correct_tables(exhibits: Sequence[Exhibit]) -> tuple[list[Exhibit], list[float]]:
    """Return the exhibits with a corrected p beside every p of every table, and all corrected p values."""
    values = [p for exhibit in exhibits for p in _values(exhibit)]
    corrected = [p for p in correct_holm(values) if p is not None]
    remaining = iter(corrected)
    count = len(values)
    return [
        _with_corrected(exhibit, [next(remaining) for _ in _values(exhibit)], count) for exhibit in exhibits
    ], corrected


def _values(exhibit: Exhibit) -> list[float]:
    place = _p_column(exhibit)
    if not isinstance(exhibit, Table) or place is None:
        return []
    return [float(p) for row in exhibit.rows if isinstance(p := row[place], (int, float))]


def _p_column(exhibit: Exhibit) -> int | None:
    names = exhibit.names if isinstance(exhibit, Table) else ()
    return next((place for place, name in enumerate(names) if name in P_COLUMNS), None)


def _with_corrected(exhibit: Exhibit, corrected: list[float], count: int) -> Exhibit:
    place = _p_column(exhibit)
    if not isinstance(exhibit, Table) or place is None or not corrected:
        return exhibit
    remaining = iter(corrected)
    rows: list[tuple[Cell, ...]] = []
    for row in exhibit.rows:
        p = row[place]
        pair = (write_p(p), write_p(next(remaining))) if isinstance(p, (int, float)) else (None, None)
        rows.append((*row[:place], *pair, *row[place + 1 :]))
    return exhibit.model_copy(
        update={
            "columns": (*exhibit.columns[: place + 1], HOLM, *exhibit.columns[place + 1 :]),
            "rows": tuple(rows),
            "caption": f"{exhibit.caption} “{HOLM}” is corrected for the {count} p values of this report.",
        }
    )
