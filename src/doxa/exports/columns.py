"""What a table of an export is: its columns with types and meanings, its key, and where it refers to other tables.

The codebook, the data package and the files themselves are all written from these values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Kind = Literal["string", "integer", "number", "boolean"]
"""The type of a column, in the words of Table Schema (Frictionless)."""

Value = str | int | float | bool | None
"""A cell; None where a value is missing."""

Row = dict[str, Value]
"""Column → cell; a column that a row leaves out is missing."""


@dataclass(frozen=True)
class TableColumn:
    """One column of a table."""

    name: str
    kind: Kind
    about: str
    """What a cell says, with its unit or range."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Word → its meaning, where a cell is one of a few fixed words."""
    always: bool = False
    """Whether every row has a value."""


@dataclass(frozen=True)
class Link:
    """A foreign key: the values of some columns are a row's key in another table, wherever all of them have a value."""

    columns: tuple[str, ...]
    table: str
    theirs: tuple[str, ...]


@dataclass(frozen=True)
class TableSchema:
    """A table as declared: its name, what a row is, its columns, its key and its links."""

    name: str
    about: str
    columns: tuple[TableColumn, ...]
    key: tuple[str, ...]
    links: tuple[Link, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    def widened(self, columns: tuple[TableColumn, ...]) -> "TableSchema":
        """Return the table with more columns at its end."""
        return replace(self, columns=(*self.columns, *columns))


RUN = TableColumn("run", "string", "The run: the first 12 characters of its spec's hash.", always=True)
"""The column that all tables share."""

TO_RUNS = Link(("run",), "runs", ("run",))


def to_agents(column: str) -> Link:
    """Return the link of a column that names an agent."""
    return Link(("run", column), "agents", ("run", "agent"))
