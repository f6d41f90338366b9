"""Cells of the tables: numbers and estimates, rounded so that files are the same on every machine, and profiles."""

import math

from doxa.analysis.exhibit import Column
from doxa.humans.replay.calibration import Sums
from doxa.records.cells import Estimate, write_cell

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
