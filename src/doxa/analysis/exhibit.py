"""Exhibits: tables, figures and plain words as values, with caption and sources.

``app`` renders them, ``plots`` draws them.
"""

from doxa.records.base import Record

Cell = str | float | int | None
"""None is a missing value, and is shown as such."""


class Table(Record):
    """A table."""

    name: str
    """File stem, such as ``tableA2``."""
    title: str
    caption: str
    """What it shows, how many trials, what is assumed by the performer and what is emergent."""
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sources: tuple[str, ...] = ()
    """Run directories that it rests on."""
    detail: bool = False
    """Every number of another table: written to files, too long for a terminal."""


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
    """Draw it dashed: what the others are held against."""
    published: tuple[float | None, ...] = ()
    """What a paper prints at each x, drawn as hollow points; only above names."""


class Heat(Record):
    """A grid of values shown as colours; darker is larger."""

    x: tuple[float, ...]
    """What columns stand for, evenly spaced however far apart the values are."""
    y: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    """One row for each y."""
    star: tuple[int, int] | None = None
    """Row and column of the cell that is marked."""


class Panel(Record):
    """One pair of axes."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Line, ...]
    y_range: tuple[float, float] | None = None
    x_names: tuple[str, ...] = ()
    """What stands at x = 0, 1, …, where that is no number; points are drawn apart, with their bands as bars."""
    heat: Heat | None = None
    """Coloured cells in place of lines."""


class Figure(Record):
    """A figure of one or more panels."""

    name: str
    title: str
    caption: str
    panels: tuple[Panel, ...]
    sources: tuple[str, ...] = ()


class Prose(Record):
    """A few paragraphs of plain words, such as what the other exhibits do and do not support."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    caption: str = ""


Exhibit = Table | Figure | Prose
