"""Tables to files, streamed run by run: one file a table, each of them complete or not there at all."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol, TextIO

from doxa.errors import LogError
from doxa.exports.frame import Frame
from doxa.exports.frames import Frames
from doxa.exports.writing.arrow import ParquetWriter
from doxa.exports.writing.csv_files import append_csv
from doxa.exports.writing.json_lines import append_json_lines
from doxa.log.disk import UNFINISHED, describe_refusal, make_folders


class TableWriter(Protocol):
    """The writer of one table."""

    def add(self, frame: Frame) -> None:
        """Write the rows of one run."""
        ...

    def close(self) -> None: ...


class CsvWriter:
    """The writer of one table as CSV."""

    def __init__(self, path: Path, frame: Frame, *, guard: bool = False) -> None:
        self._file: TextIO = path.open("w", encoding="utf-8", newline="")
        self._guard = guard
        append_csv(self._file, frame, heading=True)

    def add(self, frame: Frame) -> None:
        append_csv(self._file, frame, heading=False, guard=self._guard)

    def close(self) -> None:
        self._file.close()


class JsonLinesWriter:
    """The writer of one table as JSON lines."""

    def __init__(self, path: Path) -> None:
        self._file: TextIO = path.open("w", encoding="utf-8", newline="\n")

    def add(self, frame: Frame) -> None:
        append_json_lines(self._file, frame)

    def close(self) -> None:
        self._file.close()


def write_tables(
    source: Frames, out: Path, *, to: str, tables: Sequence[str] = (), guard: bool = False
) -> dict[str, int]:
    """Write tables into a folder, and return table → its number of rows.

    Args:
        to: csv, jsonl or parquet, which the files' names end in.
        tables: the tables to write; all where empty.
        guard: whether texts that a spreadsheet would compute get an apostrophe; for csv.

    Raises:
        DoxaError: parquet needs pyarrow, which is not installed.
        LogError: the folder or a file cannot be written.
    """
    names = tuple(tables) or source.names
    counts = dict.fromkeys(names, 0)
    with written_whole({name: out / f"{name}.{to}" for name in names}) as paths, ExitStack() as stack:
        writers = {name: _writer(source, paths[name], name, to, guard) for name in names}
        for writer in writers.values():
            stack.callback(writer.close)
        for run in source.stream(*names):
            for name, frame in run.items():
                writers[name].add(frame)
                counts[name] += len(frame)
    return counts


@contextmanager
def written_whole(paths: Mapping[str, Path]) -> Iterator[dict[str, Path]]:
    """Yield the paths to write to; they get their names when the block ends, and are removed if it fails.

    Raises:
        LogError: a folder or file cannot be made or written.
    """
    parts = {name: path.with_name(path.name + UNFINISHED) for name, path in paths.items()}
    for folder in {path.parent for path in paths.values()}:
        make_folders(folder)
    try:
        yield parts
        for name, path in paths.items():
            os.replace(parts[name], path)
    except OSError as error:
        where = Path(error.filename) if error.filename else next(iter(paths.values())).parent
        raise describe_refusal(where, error) from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _writer(source: Frames, path: Path, name: str, to: str, guard: bool) -> TableWriter:
    empty = Frame.of_rows(source.tables[name], ())
    if to == "csv":
        return CsvWriter(path, empty, guard=guard)
    if to == "jsonl":
        return JsonLinesWriter(path)
    if to == "parquet":
        return ParquetWriter(path, source.tables[name])
    raise LogError(f"tables are written as csv, jsonl or parquet, not as {to}")
