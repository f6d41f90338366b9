"""What the report page draws beside tables and prose: lines, crowds, networks, grids, marks of turns, and graphs.

*Batch* is the number of a batch (0 is the prior), *agent* the id of an agent of the run, *turn* the key of a turn.
Agents and turns of a run become links on its page; other names and keys are plain text.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, Self

from pydantic import Field, model_validator

from doxa.records.base import Record

Number = int | float


class Titled(Record):
    """What every exhibit has."""

    name: str = ""
    """The stem of its files, such as ``tableA2``."""
    title: str = Field(min_length=1)
    caption: str = ""
    """How to read it: its content, the number of trials, and which effects are emergent or assumed by the performer."""
    note: str = ""
    """Its basis; shown in small print under it."""
    place: Literal["before", "after"] = "after"
    """Whether the report page shows it before or after the transcript."""
    sources: tuple[str, ...] = ()
    """Run directories from which it was computed."""


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


class Series(Titled):
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
        for line in (line for panel in self.panels for line in panel.lines):
            if len(line.values) != len(self.x):
                name = line.name or line.agent
                raise ValueError(f"line {name!r} has {len(line.values)} values for {len(self.x)} places of x")
        return self


class Strip(Titled):
    """A crowd after each batch: how many stand where on [−1, 1], as a heat map, with single paths drawn over it."""

    kind: Literal["strip"] = "strip"
    of: str
    """Who is counted, such as ``listeners``."""
    counts: tuple[tuple[int, ...], ...] = Field(min_length=1)
    """For each batch, from the start (0) on, counts in cells of equal width over [−1, 1]."""
    paths: tuple[tuple[float | None, ...], ...] = ()
    """The stances of some of them, from number 0 on, after each batch. Empty where they are the run's agents."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if any(len(cells) != len(self.counts[0]) or not sum(cells) for cells in self.counts):
            raise ValueError("the counts of each batch need the same number of cells, and somebody in them")
        if any(len(path) != len(self.counts) for path in self.paths):
            raise ValueError(f"a path needs {len(self.counts)} stances, one for each batch of counts")
        return self


class Network(Titled):
    """Who hears whom, in fixed places, each node coloured by its stance after the selected batch."""

    kind: Literal["network"] = "network"
    of: str
    """Who the nodes are, such as ``listeners``; a strip of the same draws the path of a node that is chosen."""
    nodes: tuple[str, ...] = Field(min_length=1)
    """Ids of agents, or numbers."""
    places: tuple[tuple[float, float], ...]
    """Where each node is, in [−1, 1]²."""
    links: tuple[tuple[int, int], ...] = ()
    """Which nodes are joined by a line, by number from 0."""
    batches: tuple[int, ...] = Field(min_length=1)
    """The batches, ascending from 0, for which there are stances."""
    stances: tuple[tuple[float | None, ...], ...]
    """For each node its stance after each of these batches."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        lengths = {len(path) for path in self.stances}
        if not (len(self.nodes) == len(self.places) == len(self.stances) and lengths == {len(self.batches)}):
            raise ValueError("each node needs a place, and a stance for each batch")
        if any(not 0 <= end < len(self.nodes) for link in self.links for end in link):
            raise ValueError("a link names a node that there is not")
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


class Matrix(Titled):
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


class Marks(Titled):
    """Short labelled values of turns: shown at each turn of the transcript, and as one grid a name, agent by round."""

    kind: Literal["marks"] = "marks"
    names: tuple[str, ...] = Field(min_length=1)
    turns: dict[str, tuple[Number | str | None, ...]]
    """Turn → a value for each name; None where it is not known. Turns that are not in the view are listed by key."""
    missing: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Turn → name → why its value is not known."""
    shade: Shade | None = None
    """None where all values are words."""
    decimals: int = Field(default=2, ge=0, le=12)

    def mark(self, name: str) -> dict[str, Number | str | None]:
        """Return turn → its value of one name."""
        place = self.names.index(name)
        return {turn: values[place] for turn, values in self.turns.items()}

    @model_validator(mode="after")
    def _check(self) -> Self:
        check_unlike(self.names, "names")
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


class Graph(Titled):
    """Nodes and edges, drawn on a circle in the order given."""

    kind: Literal["graph"] = "graph"
    nodes: tuple[GraphNode, ...] = Field(min_length=1)
    edges: tuple[GraphEdge, ...] = ()
    directed: bool = False
    decimals: int = Field(default=2, ge=0, le=12)

    @model_validator(mode="after")
    def _check(self) -> Self:
        ids = [node.id for node in self.nodes]
        check_unlike(ids, "nodes")
        for end in (end for edge in self.edges for end in (edge.source, edge.target)):
            if end not in ids:
                raise ValueError(f"an edge names {end!r}, which is no node")
        return self


def check_unlike(names: Sequence[str], kind: str) -> None:
    """Raise ValueError where two of some names are the same."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"two {kind} have the name {twice!r}")
