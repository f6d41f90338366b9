"""A frame: one table with its values, as plain typed columns that never change, and its files.

A table is declared by its columns with types and meanings, its key, and where it refers to other tables: the codebook,
the data package and the files themselves are all written from that.

A frame needs no library. ``to_pandas``, ``to_polars``, ``to_arrow`` and ``to_parquet`` import theirs when they are
called; through ``__arrow_c_stream__`` every library that reads Arrow streams takes a frame as it is.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from doxa.errors import DoxaError
from doxa.records.base import clean
from doxa.records.notebook import remark, render, table, title
from doxa.records.plugins import install_command

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

    @property
    def identifiers(self) -> frozenset[str]:
        """The columns of its key and its links, which name something."""
        return frozenset(self.key).union(*(link.columns for link in self.links))

    def widened(self, columns: tuple[TableColumn, ...]) -> "TableSchema":
        """Return the table with more columns at its end."""
        return replace(self, columns=(*self.columns, *columns))


RUN = TableColumn("run", "string", "The run: the first 12 characters of its spec's hash.", always=True)
"""The column that all tables share."""

TO_RUNS = Link(("run",), "runs", ("run",))


def to_agents(column: str) -> Link:
    """Return the link of a column that names an agent."""
    return Link(("run", column), "agents", ("run", "agent"))


SHOWN = 10
"""Rows that the printed form of a frame shows."""


@dataclass(frozen=True)
class Frame:
    """One table: named columns of one type each, all of one length."""

    table: TableSchema
    values: tuple[tuple[Value, ...], ...]
    """The cells of each column, in the order of ``names``."""

    @classmethod
    def of_rows(cls, table: TableSchema, rows: Iterable[Row]) -> "Frame":
        """Return the frame of some rows; texts that UTF-8 cannot encode have U+FFFD in place of lone surrogates.

        Raises:
            DoxaError: a row has a column that the table does not declare.
        """
        every = list(rows)
        unknown = set().union(*every) - set(table.names)
        if unknown:
            raise DoxaError(f"the table {table.name} has no column {', '.join(sorted(unknown))}")
        return cls(table, tuple(_cells(every, column, table.identifiers) for column in table.columns))

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return self.table.names

    @property
    def types(self) -> Mapping[str, Kind]:
        """Column → its type: string, integer, number or boolean."""
        return MappingProxyType({column.name: column.kind for column in self.table.columns})

    @property
    def columns(self) -> Mapping[str, tuple[Value, ...]]:
        """Column → its cells; None where a value is missing."""
        return MappingProxyType(dict(zip(self.names, self.values, strict=True)))

    def __len__(self) -> int:
        return len(self.values[0]) if self.values else 0

    def __getitem__(self, column: str) -> tuple[Value, ...]:
        return self.columns[column]

    def rows(self) -> Iterator[Row]:
        """Yield every row as column → cell."""
        for cells in zip(*self.values, strict=True):
            yield dict(zip(self.names, cells, strict=True))

    def to_csv(self, path: Path | str, *, guard: bool = False) -> None:
        """Write the frame as CSV; ``guard`` puts an apostrophe before cells that a spreadsheet would compute."""
        with csv_file(Path(path), self.table, guard=guard) as add_rows:
            add_rows(self)

    def to_jsonl(self, path: Path | str) -> None:
        """Write the frame as JSON lines, one object a row."""
        with json_lines_file(Path(path)) as add_rows:
            add_rows(self)

    def to_arrow(self) -> Any:
        """Return the frame as a ``pyarrow.Table``, with the meaning of table and columns in its metadata.

        Raises:
            DoxaError: pyarrow is not installed.
        """
        return _table_of(self.table, self.values)

    def to_parquet(self, path: Path | str) -> None:
        """Write the frame as Parquet; DoxaError as ``to_arrow``."""
        with parquet_file(Path(path), self.table) as add_rows:
            add_rows(self)

    def to_pandas(self) -> Any:
        """Return the frame as a ``pandas.DataFrame`` with nullable types; DoxaError where pandas is not installed."""
        pandas = library("pandas", "data frames of pandas")
        types = {"string": "string", "integer": "Int64", "number": "Float64", "boolean": "boolean"}
        return pandas.DataFrame(
            {
                column.name: pandas.array(list(cells), dtype=types[column.kind])
                for column, cells in zip(self.table.columns, self.values, strict=True)
            }
        )

    def to_polars(self) -> Any:
        """Return the frame as a ``polars.DataFrame``; DoxaError where Polars or pyarrow is not installed."""
        polars = library("polars", "data frames of Polars")
        types = {"string": polars.String, "integer": polars.Int64, "number": polars.Float64, "boolean": polars.Boolean}
        schema = {column.name: types[column.kind] for column in self.table.columns}
        return polars.DataFrame(dict(zip(self.names, map(list, self.values), strict=True)), schema=schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the Arrow C stream of the frame, by which pandas, Polars, DuckDB and others read it."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        shape = f"{len(self):,} rows × {len(self.names)} columns. {self.table.about}"
        rows = [[cells[place] for cells in self.values] for place in range(min(len(self), SHOWN))]
        return render(title(self.name), table(self.names, rows, len(self), SHOWN), remark(shape))

    def __repr__(self) -> str:
        return f"<Frame {self.name}: {len(self):,} rows × {len(self.names)} columns: {', '.join(self.names)}>"


def _cells(rows: list[Row], column: TableColumn, identifiers: frozenset[str]) -> tuple[Value, ...]:
    """Return the cells of a column, texts as UTF-8 can encode them."""
    cells = [row.get(column.name) for row in rows]
    if column.name in identifiers:
        cells = [as_identifier(cell) if isinstance(cell, str) else cell for cell in cells]
    return tuple([clean(cell) if isinstance(cell, str) and not cell.isascii() else cell for cell in cells])


ID = "id-"
"""Stands before a name that could be a number."""

_READ_AS_NUMBER = re.compile(
    r"(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[edED][+-]?\d*)?L?|[+-]?0x[\da-f.]*(?:p[+-]?\d*)?|[+-]?inf(?:inity)?"
    r"|t|f|true|false|#?n/?a|null|none|-?nan|<na>|-?1\.#(?:ind|qnan))?",
    re.ASCII | re.IGNORECASE,
)
"""A text that R or pandas may read as a number, a truth value or a missing one."""


def as_identifier(text: str) -> str:
    """Return a name that every reader of CSV takes for a text: with ``id-`` before it where it could be a number.

    A name that is called so already gets another, so that no two names become one.
    """
    bare = text.strip()
    while bare.startswith(ID):
        bare = bare.removeprefix(ID)
    return f"{ID}{text}" if _READ_AS_NUMBER.fullmatch(bare) else text


GROUP = 65_536
"""Rows of a row group."""

ARROW_TYPES: Mapping[Kind, str] = {"string": "string", "integer": "int64", "number": "float64", "boolean": "bool_"}
"""Type of a column → the function of pyarrow that makes its Arrow type."""


def arrow_schema(table: TableSchema) -> Any:
    """Return the Arrow schema of a table; DoxaError where pyarrow is not installed."""
    pyarrow = library("pyarrow", "Arrow and Parquet")
    fields = [
        pyarrow.field(
            column.name,
            getattr(pyarrow, ARROW_TYPES[column.kind])(),
            nullable=not column.always,
            metadata={"about": column.about},
        )
        for column in table.columns
    ]
    return pyarrow.schema(fields, metadata={"table": table.name, "about": table.about})


AddRows = Callable[[Frame], None]
"""Writes the rows of one run into an open file."""


@contextmanager
def parquet_file(path: Path, table: TableSchema) -> Iterator[AddRows]:
    """Yield the function that adds rows to a new Parquet file, in groups; DoxaError where pyarrow is not installed."""
    parquet = library("pyarrow.parquet", "Parquet")
    waiting: list[list[Value]] = [[] for _ in table.columns]
    with parquet.ParquetWriter(path, arrow_schema(table), compression="zstd") as file:

        def write_group() -> None:
            file.write_table(_table_of(table, waiting), row_group_size=GROUP)
            for cells in waiting:
                cells.clear()

        def add_rows(frame: Frame) -> None:
            for of_column, cells in zip(waiting, frame.values, strict=True):
                of_column.extend(cells)
            if len(waiting[0]) >= GROUP:
                write_group()

        yield add_rows
        if waiting[0]:
            write_group()


def library(name: str, what: str) -> Any:
    """Return a library, imported.

    Args:
        what: what needs it, for the error.

    Raises:
        DoxaError: it is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise DoxaError(
            f"{package} is not installed, which is needed for {what}",
            hint=f"{install_command('frames')}     (in a clone of doxa: make frames)"
            if package == "pyarrow"
            else f"pip install {package}",
        ) from error


def _table_of(table: TableSchema, values: Any) -> Any:
    pyarrow = library("pyarrow", "Arrow and Parquet")
    schema = arrow_schema(table)
    arrays = [pyarrow.array(cells, type=field.type) for cells, field in zip(values, schema, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Beginnings of a cell that a spreadsheet computes, or after which it looks for one (OWASP, CSV injection)."""


@contextmanager
def csv_file(path: Path, table: TableSchema, *, guard: bool = False) -> Iterator[AddRows]:
    """Yield the function that adds rows to a new CSV file, where ``guard`` marks texts that a spreadsheet computes."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(_line(table.names, guard=False))
        yield lambda frame: file.writelines(_line(cells, guard=guard) for cells in zip(*frame.values, strict=True))


@contextmanager
def json_lines_file(path: Path) -> Iterator[AddRows]:
    """Yield the function that adds rows to a new file of JSON lines."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        yield lambda frame: file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in frame.rows())


def _line(cells: tuple[Value, ...], *, guard: bool) -> str:
    return ",".join(_cell(cell, guard) for cell in cells) + "\r\n"


def _cell(cell: Value, guard: bool) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return repr(cell)
    if guard and cell.lstrip(" ").startswith(FORMULAS):
        cell = f"'{cell}"
    return f'"{cell.replace(chr(34), chr(34) * 2)}"'
