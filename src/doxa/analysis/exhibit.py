"""Exhibits: what a run or a study shows, as typed, frozen values: tables, figures, prose, and what a page draws.

``terminal.exhibits`` prints them and writes them to files, the report page draws them, ``plots`` draws figures. All
words of an exhibit are untrusted and shown as text. An exhibit that cannot be drawn (a row of the wrong width, a number
that is not finite, a missing quote) is refused when it is created.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import AfterValidator, Field, TypeAdapter, model_validator
from pydantic.json_schema import SkipJsonSchema

from doxa.analysis.drawings import Graph, Marks, Matrix, Network, Series, Strip, Titled, check_unlike
from doxa.records.base import Record, group_by
from doxa.records.cells import Cell as Cell, Estimate, write_cell
from doxa.records.notebook import paragraph, paragraphs, picture, remark, render, table, title
from doxa.records.plugins import install_command

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


class Quote(Record):
    """Words that somebody said, or a line of key and value."""

    text: str
    label: str = ""
    """The key of a line of key and value."""
    agent: str = ""
    """The speaker."""
    tags: tuple[str, ...] = ()
    """Single words that classify the quote, drawn in a frame."""
    facts: tuple[str, ...] = ()
    """Short facts beside the name, such as ``round 3``."""
    answer: str = ""
    """The answer to the quote."""
    turn: str = ""
    """The turn to which the quote links."""


class Prose(Titled):
    """Paragraphs, quotes, or lines of key and value. Without any, title and caption stand alone."""

    kind: Literal["text"] = "text"
    paragraphs: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()

    def _repr_html_(self) -> str:
        return render(title(self.title), paragraphs(self.paragraphs), remark(self.caption))


NUMERIC = ("number", "bar", "heat", "batch")
"""What columns of numbers show."""


class Column(Record):
    """A column of a table that is shown otherwise than its cells say; a plain column is given by its name."""

    name: str
    show: Literal["number", "bar", "heat", "text", "agent", "spread", "quotes", "batch", "turn", "odd"] = "text"
    """``number``, also an estimate; ``bar``, a number with a bar from zero, all of the column to one scale; ``heat``, a
    number or an estimate, on a page of tables on a colour, pale at 0 and full at ``-high`` and at ``high``; ``text``;
    ``agent``; ``spread``, counts in equal cells from ``low`` to ``high``; ``quotes``, ids of quotes of this table;
    ``batch``, the number of the row's batch, which the page marks and links, 0 for the start; ``turn``, the key of a
    turn to which the row's first cell links, not drawn on the page itself; ``odd``, why the cell before is highlighted,
    not drawn itself."""
    decimals: int = Field(default=3, ge=0, le=12)
    signed: bool = False
    """Whether a number above zero has a plus sign."""
    low: float = -1.0
    high: float = 1.0
    small: bool = False
    """Whether the page draws it small, with its name, under the column before; missing values and 0 are left out."""
    about: str = ""
    """Describes the content, shown with the column's name."""
    detail: bool = False
    """Whether the page shows the column only when a reader asks for details; ``about`` is then shown as a sentence."""


class Lead(Record):
    """What stands above the rows of one agent, of one batch, or of one agent in one batch."""

    agent: str = ""
    batch: int | None = None
    facts: tuple[str, ...]


class Table(Titled):
    """A table.

    With ``by`` the page shows the rows of the selected agent, the selected batch, or both, and a reader chooses which;
    else all rows, those of the selected batch marked.
    """

    kind: Literal["table"] = "table"
    columns: tuple[str | Column, ...] = Field(min_length=1)
    rows: tuple[tuple[Cell, ...], ...]
    detail: bool = False
    """Whether it lists all numbers behind another table: written to files, too long for a terminal."""
    quotes: dict[str, Quote] = Field(default_factory=dict)
    """Id → quote, for the cells of columns with ``show="quotes"``; several cells may name the same quote."""
    by: tuple[str, ...] = ()
    """The columns of agents and batches by which the page chooses rows; they are not drawn."""
    leads: tuple[Lead, ...] = ()
    first: int | None = Field(default=None, ge=1)
    """Number of rows that the page draws until the reader asks for all; None draws all."""
    words: SkipJsonSchema[dict[str, str]] = Field(default_factory=dict, exclude=True)
    """Identifier, as name of a column or as a cell → what papers and pages of tables call it; no part of a view."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column if isinstance(column, str) else column.name for column in self.columns)

    @property
    def looks(self) -> tuple[Column, ...]:
        """How each column is shown; a plain one as numbers where it has no text."""
        has_text = [any(isinstance(row[place], str | tuple) for row in self.rows) for place in range(len(self.columns))]
        return tuple(
            column if isinstance(column, Column) else Column(name=column, show="text" if is_text else "number")
            for column, is_text in zip(self.columns, has_text, strict=True)
        )

    def in_words(self) -> "Table":
        """Return the table with words in place of its identifiers."""
        names = [self.words.get(name, name) for name in self.names]
        columns = [look.model_copy(update={"name": name}) for look, name in zip(self.looks, names, strict=True)]
        rows = [
            tuple(self.words.get(cell, cell) if isinstance(cell, str) else cell for cell in row) for row in self.rows
        ]
        return self.model_copy(update={"columns": tuple(columns), "rows": tuple(rows)}) if self.words else self

    def column(self, name: str) -> tuple[Cell, ...]:
        """Return the cells of one column, row by row.

        Raises:
            KeyError: no column has that name.
        """
        if name not in self.names:
            raise KeyError(f"no column {name!r}; there are {', '.join(self.names)}")
        place = self.names.index(name)
        return tuple(row[place] for row in self.rows)

    def records(self) -> list[dict[str, Cell]]:
        """Return the rows as column → cell; an estimate takes several columns, as in ``spread_estimates``."""
        names, rows = self.spread_estimates()
        return [dict(zip(names, row, strict=True)) for row in rows]

    def spread_estimates(self) -> tuple[tuple[str, ...], list[tuple[Cell, ...]]]:
        """Return the columns and rows in which each estimate takes columns of its own: NAME, NAME low, NAME high, and
        NAME p where a cell has a p."""
        parts: list[tuple[str, int, str]] = []
        for place, name in enumerate(self.names):
            parts.append((name, place, "value"))
            if estimates := [cell for row in self.rows if isinstance(cell := row[place], Estimate)]:
                ends = ("low", "high", "p") if any(cell.p is not None for cell in estimates) else ("low", "high")
                parts += [(f"{name} {end}", place, end) for end in ends]
        rows = [tuple(_part_of(row[place], end) for _, place, end in parts) for row in self.rows]
        return tuple(name for name, _, _ in parts), rows

    def texts(self) -> list[tuple[str, ...]]:
        """Return the rows as people see them, cell by cell."""
        looks = self.looks
        return [tuple(map(self._text, row, looks)) for row in self.rows]

    def _text(self, cell: Cell, look: Column) -> str:
        if look.show == "quotes" and isinstance(cell, tuple):
            return " / ".join(self.quotes[str(id)].text for id in cell)
        return write_cell(cell, look.decimals, signed=look.signed)

    @model_validator(mode="after")
    def _check(self) -> Self:
        check_unlike(self.names, "columns")
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} has {len(row)} cells for {len(self.columns)} columns")
            for column, cell in zip(self.columns, row, strict=True):
                if isinstance(column, Column) and (wrong := _misfit(column, cell, self.quotes)):
                    raise ValueError(f"row {number}, column {column.name!r}: {wrong}")
        if unknown := [name for name in self.by if name not in self.names]:
            raise ValueError(f"rows are chosen by {unknown[0]!r}, which is no column")
        return self

    def _repr_html_(self) -> str:
        return render(
            title(self.title),
            table(self.names, self.texts(), numeric=[look.show in NUMERIC for look in self.looks]),
            remark(self.caption),
        )


def _part_of(cell: Cell, part: str) -> Cell:
    """Return a part of an estimate: its value, low, high or p. Another cell is its own value."""
    if isinstance(cell, Estimate):
        return {"value": cell.value, "low": cell.low, "high": cell.high}.get(part, cell.p)
    return cell if part == "value" else None


def _misfit(column: Column, cell: Cell, quotes: dict[str, Quote]) -> str:
    """Return why a cell cannot be drawn in its column; '' where it can."""
    if cell is None:
        return ""
    match column.show:
        case "number" | "heat":
            return "" if isinstance(cell, int | float | Estimate) else f"{cell!r} is no number"
        case "bar" | "batch":
            return "" if isinstance(cell, int | float) else f"{cell!r} is no number"
        case "text" | "agent" | "turn" | "odd":
            return "" if isinstance(cell, str) else f"{cell!r} is no text"
        case "spread":
            right = isinstance(cell, tuple) and cell and all(isinstance(count, int | float) for count in cell)
            return "" if right else f"{cell!r} are no counts"
        case "quotes":
            missing = [id for id in cell if id not in quotes] if isinstance(cell, tuple) else [cell]
            return f"no quote {missing[0]!r} in this table" if missing else ""


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


def draw_line(label: str, x: Sequence[float], estimates: Sequence[Estimate | None], *, points: bool = False) -> Line:
    """Return a curve of estimates with their intervals; where there is none, it has a gap."""
    return Line(
        label=label,
        x=tuple(map(float, x)),
        y=tuple(estimate and estimate.value for estimate in estimates),
        low=tuple(estimate and estimate.low for estimate in estimates),
        high=tuple(estimate and estimate.high for estimate in estimates),
        points=points,
    )


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
    links: Line | None = None
    """Thin lines of a network beneath the points, which then stand without axes."""
    forest: bool = False
    """Draw a row for each point, named by its label, with the values along x and a line at zero; where there are
    several labels, those of the lines stand above their rows."""
    unit: str = ""
    """The unit of y; panels of one unit have one scale."""


def forest_panels(effects: Iterable[tuple[str, str, str, Estimate | None]]) -> tuple[Panel, ...]:
    """Return effects as a forest plot: a panel for each unit, a line for each measure, a point of it for each level.

    Args:
        effects: (unit, measure, level, effect), all in words; without an effect, the row has no point.
    """
    panels = []
    for unit, of_unit in group_by(effects, lambda row: row[0]).items():
        levels = list(dict.fromkeys(level for _, _, level, _ in of_unit))
        lines = [
            draw_line(measure, [levels.index(level) for _, _, level, _ in rows], [effect for *_, effect in rows])
            for measure, rows in group_by(of_unit, lambda row: row[1]).items()
        ]
        label = f"difference in {unit}" + (f", {levels[0]}" if len(levels) == 1 else "")
        panels.append(
            Panel(title=unit, x_label=label, y_label="", lines=tuple(lines), x_names=tuple(levels), forest=True)
        )
    return tuple(panels)


class Figure(Titled):
    """A figure of one or more panels, for files."""

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
        svg = self._repr_svg_()
        if svg is not None:
            return render(picture(svg, self.title), remark(self.caption))
        rows = [
            (panel.title, line.label, x, y)
            for panel in self.panels
            for line in panel.lines
            for x, y in zip(line.x, line.y, strict=True)
        ]
        missing = paragraph(f"Not drawn: matplotlib is not installed. {install_command('plots')}")
        return render(title(self.title), missing, table(("panel", "line", "x", "y"), rows), remark(self.caption))


JUDGED_STANCE = "judged_stance"
"""The instrument of a stance that an outside judge read in a message; its item is the message."""


class Measured(Record):
    """One measure: what somebody was asked or scored, and the answer."""

    who: str
    """The agent, judge or audience; ``run`` for the run as a whole."""
    instrument: str
    """What was measured with, such as ``probe``, ``ballot`` or ``verdict``."""
    item: str
    """The question, player, layer or number."""
    wave: str
    """When: ``before``, ``after round 2``, ``end``."""
    role: Literal["debater", "audience", "judge", "model"]
    """Whose measure it is: an agent's in the run, an audience's, a judge's, or the run's as a whole."""
    batch: int | None = None
    """The batch; None for the run as a whole. A step's batch is filled in from ``step``."""
    step: str = ""
    """The step in which it was asked, where there is one."""
    value: float | None = None
    low: float | None = None
    """The lower end of the scale of ``value``; None where it has none."""
    high: float | None = None
    answer: str = ""
    """The answer in words, such as a role, a side or a reason."""
    missing: str = ""
    """Why there is neither value nor answer, in one word."""


class Measures(Titled):
    """What was asked, voted or scored, one row each, for the table of measures (``doxa frames``)."""

    kind: Literal["measures"] = "measures"
    rows: tuple[Measured, ...]


Exhibit = Table | Figure | Prose | Series | Strip | Network | Matrix | Marks | Graph | Measures

Part = Annotated[Prose | Table | Series | Strip | Network | Matrix | Marks | Graph, Field(discriminator="kind")]
"""An exhibit that the report page draws."""


def _check_names(parts: dict[str, Part]) -> dict[str, Part]:
    wrong = [name for name in parts if not name.isidentifier() or name != name.lower()]
    if wrong:
        raise ValueError(f"the part {wrong[0]!r} needs a name of small letters, digits and _ that begins with a letter")
    return parts


Parts = Annotated[dict[str, Part], AfterValidator(_check_names)]
"""Name → part, in the order in which the page draws them."""

PARTS: TypeAdapter[dict[str, Part]] = TypeAdapter(Parts)


Nature = Literal["emergent", "assumed", "needs models"]
"""*Emergent*: the mechanism under test causes the effect. *Assumed* by the performer: the offline code was written to
show it. *Needs models*: it depends on the model itself. The last two apply to simulated words only."""


class Effect(Record):
    """An effect that an exhibit may show, and its origin, for the caption."""

    what: str
    nature: Nature


_LEADS: dict[Nature, str] = {
    "emergent": "Emergent (follows from the mechanism under test)",
    "assumed": "Assumed by the performer",
    "needs models": "Needs models",
}


def natures(effects: Sequence[Effect], offline: bool) -> list[str]:
    """Return one sentence for each nature of these effects."""
    shown_effects = [effect for effect in effects if offline or effect.nature == "emergent"]
    grouped = {
        lead: [effect.what for effect in shown_effects if effect.nature == nature] for nature, lead in _LEADS.items()
    }
    return [f"{lead}: {'; '.join(descriptions)}." for lead, descriptions in grouped.items() if descriptions]
