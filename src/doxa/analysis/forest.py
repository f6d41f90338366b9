"""Effects as a forest plot: one row an effect, with its interval, beside a line at zero.

Effects of one unit have one panel and so one scale; an effect without a value
has a row without a point.
"""

from collections.abc import Iterable
from typing import NamedTuple

from doxa.analysis.exhibit import Panel, draw_line
from doxa.records.base import group_by
from doxa.records.cells import Estimate


class ForestRow(NamedTuple):
    """One effect."""

    unit: str
    """What a difference of 1 is a difference in, such as ``stance``."""
    measure: str
    level: str
    """The setting or set that is compared."""
    effect: Estimate | None


def forest_panels(rows: Iterable[ForestRow]) -> tuple[Panel, ...]:
    """Return a panel for each unit, with a line for each measure and a point of it for each level."""
    return tuple(_panel(unit, of_unit) for unit, of_unit in group_by(rows, lambda row: row.unit).items())


def _panel(unit: str, rows: list[ForestRow]) -> Panel:
    levels = tuple(dict.fromkeys(row.level for row in rows))
    lines = tuple(
        draw_line(measure, [levels.index(row.level) for row in of_measure], [row.effect for row in of_measure])
        for measure, of_measure in group_by(rows, lambda row: row.measure).items()
    )
    label = f"difference in {unit}" + (f", {levels[0]}" if len(levels) == 1 else "")
    return Panel(title=unit, x_label="", y_label=label, lines=lines, x_names=levels, forest=True)
