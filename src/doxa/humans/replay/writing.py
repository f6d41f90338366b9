"""The format of figures in cells: a real minus sign, three decimals, None for undefined values."""

import math

from doxa.humans.replay.calibration import Sums


def number(value: float, *, signed: bool = False) -> str | None:
    """Return a value as text; None where it is not defined."""
    if not math.isfinite(value):
        return None
    return (f"{value:+.3f}" if signed else f"{value:.3f}").replace("-", "−")


def with_bounds(value: float, bounds: tuple[float, float] | None, *, signed: bool = False) -> str | None:
    """Return a value as text with its interval."""
    text = number(value, signed=signed)
    if text is None or bounds is None:
        return text
    low, high = (number(bound, signed=signed) for bound in bounds)
    return f"{text} [{low}, {high}]"


def plain(value: float) -> float | None:
    """Return a value as a number, rounded to six decimals; None where it is not defined."""
    return round(float(value), 6) if math.isfinite(value) else None


def cell_of(place: int, sums: Sums) -> tuple[float, float]:
    """Return (u, a) of a cell."""
    return sums.uptakes[place // len(sums.anchors)], sums.anchors[place % len(sums.anchors)]


def profile(place: int, sums: Sums) -> str:
    """Return (u, a) of a cell as text."""
    u, a = cell_of(place, sums)
    return f"u {u:g}, a {a:g}"


def p_value(p: float) -> str:
    """Return a p as text; a small one as a bound."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
