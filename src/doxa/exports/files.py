"""Tables as files in a folder, with the codebook and the data package that describe them."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

from doxa.errors import LogError
from doxa.exports.frame import AddRows, Link, TableColumn, TableSchema, csv_file, json_lines_file, parquet_file
from doxa.exports.frames import VERSION, Frames
from doxa.log.disk import UNFINISHED, describe_refusal, make_folders, write_text


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
        add_rows = {
            name: stack.enter_context(_open_file(part, source.tables[name], to, guard)) for name, part in paths.items()
        }
        for run in source.stream(*names):
            for name, frame in run.items():
                add_rows[name](frame)
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


def _open_file(path: Path, table: TableSchema, to: str, guard: bool) -> AbstractContextManager[AddRows]:
    if to == "csv":
        return csv_file(path, table, guard=guard)
    if to == "jsonl":
        return json_lines_file(path)
    if to == "parquet":
        return parquet_file(path, table)
    raise LogError(f"tables are written as csv, jsonl or parquet, not as {to}")


CODEBOOK = "codebook.md"

START = """\
# Codebook

Tables of doxa, version {version}, from {runs}. All tables share the column `run`; batch 0 is the prior. A missing value
is empty, never 0. Texts are as they were said{guarded}.

| table | rows | one row is |
|---|---:|---|
"""

GUARDED = ", but for an apostrophe before those that a spreadsheet would take for a formula"


def write_codebook(source: Frames, out: Path, *, counts: Mapping[str, int], guard: bool = False) -> None:
    """Write the codebook of tables that lie in a folder.

    Args:
        counts: table → rows, of the tables that were written.
        guard: whether texts were guarded for spreadsheets.

    Raises:
        LogError: the file cannot be written.
    """
    tables = {name: source.tables[name] for name in counts}
    runs = f"{len(source):,} run{'' if len(source) == 1 else 's'}"
    text = START.format(version=VERSION, runs=runs, guarded=GUARDED if guard else "")
    text += "".join(
        f"| [{name}](#{name}) | {counts[name]:,} | {_first(table.about)} |\n" for name, table in tables.items()
    )
    write_text(out / CODEBOOK, text + "".join(describe_table(table) for table in tables.values()))


def describe_table(table: TableSchema) -> str:
    """Return the section of a table as Markdown."""
    parts = (
        f"\n## {table.name}\n\n{table.about}\n\n",
        f"Key: {', '.join(f'`{name}`' for name in table.key)}.\n",
        *(f"{_describe_link(link)}\n" for link in table.links),
        "\n| column | type | meaning |\n|---|---|---|\n",
        *(f"| `{column.name}` | {column.kind} | {_describe(column)} |\n" for column in table.columns),
        *_describe_words(table),
    )
    return "".join(parts)


def _describe_link(link: Link) -> str:
    ours, theirs = (", ".join(f"`{name}`" for name in names) for names in (link.columns, link.theirs))
    return f"{ours} → {theirs} in [{link.table}](#{link.table})."


def _describe(column: TableColumn) -> str:
    words = f" One of {', '.join(f'`{word}`' for word in column.words)}." if column.words else ""
    about = column.about.replace("|", "\\|")
    return f"{about}{words}{' Never missing.' if column.always else ''}"


def _describe_words(table: TableSchema) -> Iterator[str]:
    for column in table.columns:
        if column.words:
            yield f"\n`{column.name}`:\n\n"
            yield from (f"- `{word}`: {meaning}\n" for word, meaning in column.words.items())


def _first(about: str) -> str:
    """Return what a row is, from the first sentence of a table."""
    return about.partition(". ")[0].removesuffix(".").removeprefix("One row for ").replace("|", "\\|")


PACKAGE = "datapackage.json"

MEDIA_TYPES = {
    "csv": "text/csv",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}


def write_package(source: Frames, out: Path, *, to: str, counts: Mapping[str, int]) -> None:
    """Write the data package of tables that lie in a folder.

    Args:
        counts: table → rows, of the tables that were written.

    Raises:
        LogError: the file cannot be written.
    """
    package = describe_package([source.tables[name] for name in counts], to=to, runs=len(source))
    write_text(out / PACKAGE, json.dumps(package, indent=2, ensure_ascii=False) + "\n")


def describe_package(tables: Sequence[TableSchema], *, to: str, runs: int) -> dict[str, Any]:
    """Return the data package of tables in one format."""
    written = {table.name for table in tables}
    return {
        "profile": "tabular-data-package" if to == "csv" else "data-package",
        "name": "doxa-frames",
        "title": f"{runs:,} run{'' if runs == 1 else 's'} of doxa as long tables",
        "version": f"{VERSION}.0.0",
        "frames": VERSION,
        "resources": [_resource(table, to, written) for table in tables],
    }


def _resource(table: TableSchema, to: str, written: set[str]) -> dict[str, Any]:
    resource: dict[str, Any] = {
        "name": table.name,
        "path": f"{table.name}.{to}",
        "profile": "tabular-data-resource" if to == "csv" else "data-resource",
        "description": table.about,
        "format": to,
        "mediatype": MEDIA_TYPES[to],
        "schema": _schema(table, written),
    }
    if to == "csv":
        dialect = {"delimiter": ",", "quoteChar": '"', "doubleQuote": True, "lineTerminator": "\r\n", "header": True}
        resource |= {"encoding": "utf-8", "dialect": dialect}
    return resource


def _schema(table: TableSchema, written: set[str]) -> dict[str, Any]:
    always = {column.name for column in table.columns if column.always}
    links = [link for link in table.links if link.table in written]
    keys = [_reference(link, table) for link in links if set(link.columns) <= always]
    others = [_reference(link, table) for link in links if not set(link.columns) <= always]
    return {
        "fields": [_field(column) for column in table.columns],
        "missingValues": [""],
        "primaryKey": list(table.key),
        **({"foreignKeys": keys} if keys else {}),
        **({"links": others} if others else {}),
    }


def _field(column: TableColumn) -> dict[str, Any]:
    constraints: dict[str, Any] = {"required": True} if column.always else {}
    if column.words:
        constraints["enum"] = list(column.words)
    field: dict[str, Any] = {"name": column.name, "type": column.kind, "description": column.about}
    return field | ({"constraints": constraints} if constraints else {})


def _reference(link: Link, table: TableSchema) -> dict[str, Any]:
    resource = "" if link.table == table.name else link.table
    return {"fields": list(link.columns), "reference": {"resource": resource, "fields": list(link.theirs)}}
