"""Arrow and Parquet, pandas and Polars: by libraries that are imported when they are needed.

Parquet is written in groups of ``GROUP`` rows, however many runs they come from, so that memory stays bounded.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.errors import DoxaError
from doxa.records.plugins import install_command

if TYPE_CHECKING:
    from doxa.exports.columns import Kind, TableSchema, Value
    from doxa.exports.frame import Frame

GROUP = 65_536
"""Rows of a row group."""

ARROW_TYPES: "Mapping[Kind, str]" = {"string": "string", "integer": "int64", "number": "float64", "boolean": "bool_"}
"""Type of a column → the function of pyarrow that makes its Arrow type."""


def arrow_table(frame: "Frame") -> Any:
    """Return a frame as a ``pyarrow.Table``, with the meaning of table and columns in its metadata.

    Raises:
        DoxaError: pyarrow is not installed.
    """
    return _table_of(frame.table, frame.values)


def arrow_schema(table: "TableSchema") -> Any:
    """Return the Arrow schema of a table; DoxaError as ``arrow_table``."""
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


def write_parquet(path: Path, frame: "Frame") -> None:
    """Write a frame as Parquet; DoxaError as ``arrow_table``."""
    writer = ParquetWriter(path, frame.table)
    try:
        writer.add(frame)
    finally:
        writer.close()


class ParquetWriter:
    """The writer of one table as Parquet."""

    def __init__(self, path: Path, table: "TableSchema") -> None:
        """Open the file; DoxaError where pyarrow is not installed."""
        parquet = library("pyarrow.parquet", "Parquet")
        self._table = table
        self._waiting: list[list[Value]] = [[] for _ in table.columns]
        self._file = parquet.ParquetWriter(path, arrow_schema(table), compression="zstd")

    def add(self, frame: "Frame") -> None:
        """Take the rows of one run; they are written once there are enough for a group."""
        for waiting, cells in zip(self._waiting, frame.values, strict=True):
            waiting.extend(cells)
        if len(self._waiting[0]) >= GROUP:
            self._write()

    def close(self) -> None:
        try:
            if self._waiting[0]:
                self._write()
        finally:
            self._file.close()

    def _write(self) -> None:
        self._file.write_table(_table_of(self._table, self._waiting), row_group_size=GROUP)
        self._waiting = [[] for _ in self._table.columns]


def pandas_frame(frame: "Frame") -> Any:
    """Return a frame as a ``pandas.DataFrame`` with pandas' nullable types; DoxaError where pandas is not installed."""
    pandas = library("pandas", "data frames of pandas")
    types = {"string": "string", "integer": "Int64", "number": "Float64", "boolean": "boolean"}
    return pandas.DataFrame(
        {
            column.name: pandas.array(list(cells), dtype=types[column.kind])
            for column, cells in zip(frame.table.columns, frame.values, strict=True)
        }
    )


def polars_frame(frame: "Frame") -> Any:
    """Return a frame as a ``polars.DataFrame``; DoxaError where Polars is not installed."""
    polars = library("polars", "data frames of Polars")
    types = {"string": polars.String, "integer": polars.Int64, "number": polars.Float64, "boolean": polars.Boolean}
    schema = {column.name: types[column.kind] for column in frame.table.columns}
    return polars.DataFrame(dict(zip(frame.names, map(list, frame.values), strict=True)), schema=schema)


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
        sentence = f"{package} is not installed, which is needed for {what}"
        if package == "pyarrow":
            raise DoxaError(
                sentence, hint=f"{install_command('frames')}     (in a clone of doxa: make frames)"
            ) from error
        raise DoxaError(sentence, hint=f"pip install {package}") from error


def _table_of(table: "TableSchema", values: Any) -> Any:
    pyarrow = library("pyarrow", "Arrow and Parquet")
    schema = arrow_schema(table)
    arrays = [pyarrow.array(cells, type=field.type) for cells, field in zip(values, schema, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)
