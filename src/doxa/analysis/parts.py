"""The parts of a report page that a system adds: a small closed set of typed, frozen values.

A part is a table, lines, a grid of shaded or lettered squares, marks by turn, texts, or a graph. The page draws each
by its kind and knows no system. All words of a part are untrusted and shown as text. A part that cannot be drawn (a row
of the wrong width, a number that is not finite, a missing quote) is refused when it is created.

In all parts *batch* is the number of a batch (0 is the prior), *agent* the id of an agent of the view, *turn* the key
of a turn. Agents and turns of the view become links; other names and keys are shown as plain text.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, TypeAdapter, model_validator

from doxa.records.base import Record

Number = int | float


class PartRecord(Record):
    """What every part has."""

    title: str = Field(min_length=1)
    caption: str = ""
    """How to read the part; shown under the title."""
    note: str = ""
    """The basis of the part; shown in small print under it."""
    place: Literal["before", "after"] = "after"
    """Whether the part is shown before or after the transcript."""


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


class TextPart(PartRecord):
    """Prose, quotes, or lines of key and value. Without any, title and caption stand alone."""

    kind: Literal["text"] = "text"
    quotes: tuple[Quote, ...] = ()


Cell = Number | str | tuple[Number, ...] | tuple[str, ...] | None
"""One cell of a table: a number, words or an agent, counts, or ids of quotes; None is a missing value."""

Show = Literal["number", "bar", "text", "agent", "spread", "quotes"]


class Column(Record):
    """One column of a table."""

    name: str = Field(min_length=1)
    show: Show = "text"
    """``number``; ``bar``, a number with a bar from zero, all of the column to one scale; ``text``; ``agent``;
    ``spread``, counts in equal cells from ``low`` to ``high``; ``quotes``, ids of quotes of this table."""
    decimals: int = Field(default=2, ge=0, le=12)
    signed: bool = False
    """Whether a number above zero has a plus sign."""
    low: float = -1.0
    high: float = 1.0
    small: bool = False
    """Whether it is drawn small, with its name, under the column before; missing values and 0 are left out."""
    about: str = ""
    """Describes the content, shown with the column's name."""
    detail: bool = False
    """Whether the page shows the column only when a reader asks for details; ``about`` is then shown as a sentence."""


class TableRow(Record):
    """One row of a table."""

    cells: tuple[Cell, ...]
    batch: int | None = Field(default=None, ge=0)
    """The batch of the row: the row is marked when the batch is selected, and links to it."""
    agent: str = ""
    """The agent of the row."""
    turn: str = ""
    """The turn to which its first cell links."""
    odd: dict[str, str] = Field(default_factory=dict)
    """Column → why its cell is highlighted."""


class Lead(Record):
    """What stands above the rows of one agent, of one batch, or of one agent in one batch."""

    agent: str = ""
    batch: int | None = None
    facts: tuple[str, ...]


class TablePart(PartRecord):
    """A table.

    With ``by`` it shows the rows of the selected agent, the selected batch, or both, and a reader chooses which; else
    all rows, those of the selected batch marked.
    """

    kind: Literal["table"] = "table"
    columns: tuple[Column, ...] = Field(min_length=1)
    rows: tuple[TableRow, ...]
    quotes: dict[str, Quote] = Field(default_factory=dict)
    """Id → quote, for the cells of columns with ``show="quotes"``; several cells may name the same quote."""
    by: tuple[Literal["agent", "batch"], ...] = ()
    leads: tuple[Lead, ...] = ()
    first: int | None = Field(default=None, ge=1)
    """Number of rows that are drawn until the reader asks for all; None draws all."""

    def column(self, name: str) -> tuple[Cell, ...]:
        """Return the cells of one column, row by row.

        Raises:
            KeyError: no column has that name.
        """
        names = [column.name for column in self.columns]
        if name not in names:
            raise KeyError(f"no column {name!r}; there are {', '.join(names)}")
        return tuple(row.cells[names.index(name)] for row in self.rows)

    @model_validator(mode="after")
    def _check(self) -> Self:
        _unlike((column.name for column in self.columns), "columns")
        for number, row in enumerate(self.rows, 1):
            if len(row.cells) != len(self.columns):
                raise ValueError(f"row {number} has {len(row.cells)} cells for {len(self.columns)} columns")
            for column, cell in zip(self.columns, row.cells, strict=True):
                if wrong := _misfit(column, cell, self.quotes):
                    raise ValueError(f"row {number}, column {column.name!r}: {wrong}")
        return self


def _misfit(column: Column, cell: Cell, quotes: dict[str, Quote]) -> str:
    """Return why a cell cannot be drawn in its column; '' where it can."""
    if cell is None:
        return ""
    match column.show:
        case "number" | "bar":
            return "" if isinstance(cell, int | float) else f"{cell!r} is no number"
        case "text" | "agent":
            return "" if isinstance(cell, str) else f"{cell!r} is no text"
        case "spread":
            right = isinstance(cell, tuple) and cell and all(isinstance(count, int | float) for count in cell)
            return "" if right else f"{cell!r} are no counts"
    missing = [id for id in cell if id not in quotes] if isinstance(cell, tuple) else [cell]
    return f"no quote {missing[0]!r} in this table" if missing else ""


class SeriesLine(Record):
    """One line: a value at each x, None where there is none."""

    name: str = ""
    agent: str = ""
    """The agent of the line, which gets the agent's colour and name."""
    values: tuple[Number | None, ...]
    dashed: bool = False


class SeriesPanel(Record):
    """One pair of axes."""

    title: str = ""
    lines: tuple[SeriesLine, ...] = Field(min_length=1)
    low: float | None = None
    """Start of the vertical axis; None derives it from the values."""
    high: float | None = None
    levels: tuple[float, ...] = ()
    """Values of thin dashed horizontal lines."""


class SeriesPart(PartRecord):
    """Lines over one common x: one panel, or several side by side."""

    kind: Literal["series"] = "series"
    x: tuple[Number, ...] = Field(min_length=1)
    """In ascending order."""
    x_name: str = ""
    batches: bool = False
    """Whether x are batches: then a click selects a batch, and the selected batch is marked."""
    panels: tuple[SeriesPanel, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if any(after <= before for before, after in pairwise(self.x)):
            raise ValueError(f"x does not rise: {self.x}")
        for panel in self.panels:
            for line in panel.lines:
                if len(line.values) != len(self.x):
                    name = line.name or line.agent
                    raise ValueError(f"line {name!r} has {len(line.values)} values for {len(self.x)} places of x")
        return self


class Shade(Record):
    """How a number becomes a colour: pale at ``low``, full at ``high``.

    With a ``middle``, pale there, redder below and greener above.
    """

    low: float
    high: float
    middle: float | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        rising = (self.low, self.high) if self.middle is None else (self.low, self.middle, self.high)
        if any(after <= before for before, after in pairwise(rising)):
            raise ValueError(f"a shade rises from low over middle to high: {rising}")
        return self


class Square(Record):
    """One small square."""

    value: Number | str | None
    """A number is a shade, words are shown; None is a dash."""
    label: str = ""
    """A short text in the square in place of a longer value."""
    mark: Literal["", "right", "wrong"] = ""
    turn: str = ""
    """The turn to which the square links."""
    batch: int | None = Field(default=None, ge=0)
    """The batch to which the square links."""


class MatrixPanel(Record):
    """One grid of squares."""

    title: str = ""
    agent: str = ""
    """The agent of the grid, in place of a title."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    squares: tuple[tuple[Square | None, ...], ...]
    """Row by row; None draws nothing."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(self.squares) != len(self.rows):
            raise ValueError(f"{len(self.squares)} rows of squares for {len(self.rows)} names of rows")
        for name, row in zip(self.rows, self.squares, strict=True):
            if len(row) != len(self.columns):
                raise ValueError(f"row {name!r} has {len(row)} squares for {len(self.columns)} columns")
        return self


class MatrixPart(PartRecord):
    """Grids of small squares, shaded by their number or with a letter in them; one grid or several side by side."""

    kind: Literal["matrix"] = "matrix"
    panels: tuple[MatrixPanel, ...] = Field(min_length=1)
    of: str = ""
    """The quantity in the squares, such as ``trust``."""
    shade: Shade | None = None
    """None where all squares contain words."""
    decimals: int = Field(default=2, ge=0, le=12)
    rows_are: Literal["words", "agents"] = "words"
    columns_are: Literal["words", "agents"] = "words"

    @model_validator(mode="after")
    def _check(self) -> Self:
        squares = (square for panel in self.panels for row in panel.squares for square in row if square)
        if self.shade is None and any(isinstance(square.value, int | float) for square in squares):
            raise ValueError("squares that contain numbers need a shade")
        return self


class MarksPart(PartRecord):
    """Short labelled values of turns: shown at each turn of the transcript, and as one grid a name, agent by round."""

    kind: Literal["marks"] = "marks"
    names: tuple[str, ...] = Field(min_length=1)
    turns: dict[str, tuple[Number | str | None, ...]]
    """Turn → a value for each name; None where it is not known. Turns that are not in the view are listed by key."""
    shade: Shade | None = None
    """None where all values are words."""
    decimals: int = Field(default=2, ge=0, le=12)

    def mark(self, name: str) -> dict[str, Number | str | None]:
        """Return turn → its value of one name."""
        place = self.names.index(name)
        return {turn: values[place] for turn, values in self.turns.items()}

    @model_validator(mode="after")
    def _check(self) -> Self:
        _unlike(self.names, "names")
        for turn, values in self.turns.items():
            if len(values) != len(self.names):
                raise ValueError(f"turn {turn!r} has {len(values)} values for {len(self.names)} names")
            if self.shade is None and any(isinstance(cell, int | float) for cell in values):
                raise ValueError(f"turn {turn!r} has numbers, which need a shade")
        return self


class GraphNode(Record):
    """One node."""

    id: str
    name: str = ""
    """The label; when empty, the agent's name or the id."""
    agent: str = ""
    weight: float = Field(default=1.0, ge=0.0)
    """The node's area is proportional to it."""


class GraphEdge(Record):
    """One edge."""

    source: str
    target: str
    weight: float = 1.0
    """The edge's width is proportional to its absolute value; negative edges are red."""
    name: str = ""


class GraphPart(PartRecord):
    """Nodes and edges, drawn on a circle in the order given."""

    kind: Literal["graph"] = "graph"
    nodes: tuple[GraphNode, ...] = Field(min_length=1)
    edges: tuple[GraphEdge, ...] = ()
    directed: bool = False
    decimals: int = Field(default=2, ge=0, le=12)

    @model_validator(mode="after")
    def _check(self) -> Self:
        ids = [node.id for node in self.nodes]
        _unlike(ids, "nodes")
        for edge in self.edges:
            for end in (edge.source, edge.target):
                if end not in ids:
                    raise ValueError(f"an edge names {end!r}, which is no node")
        return self


def _unlike(names: Iterable[str], kind: str) -> None:
    every: Sequence[str] = list(names)
    if twice := next((name for name in every if every.count(name) > 1), None):
        raise ValueError(f"two {kind} have the name {twice!r}")


Part = Annotated[TextPart | TablePart | SeriesPart | MatrixPart | MarksPart | GraphPart, Field(discriminator="kind")]
"""A part of the report that a system adds."""


def _check_names(parts: dict[str, Part]) -> dict[str, Part]:
    wrong = [name for name in parts if not name.isidentifier() or name != name.lower()]
    if wrong:
        raise ValueError(f"the part {wrong[0]!r} needs a name of small letters, digits and _ that begins with a letter")
    return parts


Parts = Annotated[dict[str, Part], AfterValidator(_check_names)]
"""Name → part, in the order in which the page draws them."""

PARTS: TypeAdapter[dict[str, Part]] = TypeAdapter(Parts)
