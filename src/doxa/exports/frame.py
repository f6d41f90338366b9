"""A frame: one table with its values, as plain typed columns that never change.

A frame needs no library. ``to_pandas``, ``to_polars``, ``to_arrow`` and ``to_parquet`` import theirs when they are
called; through ``__arrow_c_stream__`` every library that reads Arrow streams takes a frame as it is.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from doxa.errors import DoxaError
from doxa.exports.columns import Kind, Row, TableColumn, TableSchema, Value
from doxa.exports.writing.arrow import arrow_table, pandas_frame, polars_frame, write_parquet
from doxa.exports.writing.csv_files import write_csv
from doxa.exports.writing.json_lines import write_json_lines
from doxa.records.canonical import clean
from doxa.records.notebook import remark, render, table, title

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
        return cls(table, tuple(_cells(every, column) for column in table.columns))

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
        write_csv(Path(path), self, guard=guard)

    def to_jsonl(self, path: Path | str) -> None:
        """Write the frame as JSON lines, one object a row."""
        write_json_lines(Path(path), self)

    def to_arrow(self) -> Any:
        """Return the frame as a ``pyarrow.Table``.

        Raises:
            DoxaError: pyarrow is not installed.
        """
        return arrow_table(self)

    def to_parquet(self, path: Path | str) -> None:
        """Write the frame as Parquet; DoxaError as ``to_arrow``."""
        write_parquet(Path(path), self)

    def to_pandas(self) -> Any:
        """Return the frame as a ``pandas.DataFrame`` with nullable types; DoxaError where pandas is not installed."""
        return pandas_frame(self)

    def to_polars(self) -> Any:
        """Return the frame as a ``polars.DataFrame``; DoxaError where Polars or pyarrow is not installed."""
        return polars_frame(self)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the Arrow C stream of the frame, by which pandas, Polars, DuckDB and others read it."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        shape = f"{len(self):,} rows × {len(self.names)} columns. {self.table.about}"
        rows = [[cells[place] for cells in self.values] for place in range(min(len(self), SHOWN))]
        return render(title(self.name), table(self.names, rows, len(self), SHOWN), remark(shape))

    def __repr__(self) -> str:
        return f"<Frame {self.name}: {len(self):,} rows × {len(self.names)} columns: {', '.join(self.names)}>"


def _cells(rows: list[Row], column: TableColumn) -> tuple[Value, ...]:
    """Return the cells of a column, texts as UTF-8 can encode them."""
    name = column.name
    if column.kind != "string":
        return tuple([row.get(name) for row in rows])
    texts = [row.get(name) for row in rows]
    return tuple([clean(text) if isinstance(text, str) and not text.isascii() else text for text in texts])
