"""Exhibits: tables, figures and prose as values, with caption and sources.

``terminal.exhibits`` renders them, ``plots`` draws figures.
"""

from typing import TYPE_CHECKING

from doxa.analysis.notebook import show_figure, show_prose, show_table
from doxa.records.base import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

Cell = str | float | int | None
"""A cell of a table; None is a missing value."""


class Table(Record):
    """A table."""

    name: str
    """File stem, such as ``tableA2``."""
    title: str
    caption: str
    """Describes the content, the number of trials, and which effects are emergent or assumed by the performer."""
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sources: tuple[str, ...] = ()
    """Run directories from which the table was computed."""
    detail: bool = False
    """Whether it lists all numbers behind another table: written to files, too long for a terminal."""

    def _repr_html_(self) -> str:
        return show_table(self)


class Line(Record):
    """One curve of a panel, with the trials behind its mean."""

    label: str
    x: tuple[float, ...]
    y: tuple[float | None, ...]
    trials: tuple[tuple[float | None, ...], ...] = ()
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()
    """A band around y, where there is one."""
    points: bool = False
    """Draw points instead of a line."""
    reference: bool = False
    """Draw a dashed line, to which the others are compared."""
    published: tuple[float | None, ...] = ()
    """A paper's published value at each x, drawn as a hollow point; only in panels with ``x_names``."""


class Heat(Record):
    """A grid of values shown as colours; darker is larger."""

    x: tuple[float, ...]
    """Values of the columns, which are drawn evenly spaced."""
    y: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    """One row for each y."""
    star: tuple[int, int] | None = None
    """Row and column of a cell to mark with a star."""


class Panel(Record):
    """One pair of axes."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Line, ...]
    y_range: tuple[float, float] | None = None
    x_names: tuple[str, ...] = ()
    """Labels at x = 0, 1, … in place of numbers; points of several lines are drawn side by side, bands as bars."""
    heat: Heat | None = None
    """Coloured cells in place of lines."""


class Figure(Record):
    """A figure of one or more panels."""

    name: str
    title: str
    caption: str
    panels: tuple[Panel, ...]
    sources: tuple[str, ...] = ()

    def to_matplotlib(self) -> "Canvas":
        """Return the drawing as a ``matplotlib.figure.Figure``, which can be changed and saved.

        Raises:
            DoxaError: matplotlib is not installed.
        """
        from doxa.analysis.plots import draw_canvas

        return draw_canvas(self)

    def _repr_png_(self) -> bytes | None:
        from doxa.analysis.plots import can_draw, encode

        return encode(self, "png") if can_draw() else None

    def _repr_svg_(self) -> str | None:
        from doxa.analysis.plots import can_draw, encode

        return encode(self, "svg").decode() if can_draw() else None

    def _repr_html_(self) -> str:
        return show_figure(self, self._repr_svg_())


class Prose(Record):
    """A few paragraphs of text, such as which conclusions the other exhibits do and do not support."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    caption: str = ""

    def _repr_html_(self) -> str:
        return show_prose(self)


Exhibit = Table | Figure | Prose
