"""``datapackage.json`` (Frictionless Data Package 1.0, Table Schema): what the files of an export are, for programs.

A link whose columns may be empty is no foreign key there: readers of the format take an empty part of a composite key
for a broken link. Such links are listed under ``links``, and the codebook has all.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.exports.columns import Link, TableColumn, TableSchema
from doxa.exports.frames import Frames
from doxa.exports.schema import VERSION
from doxa.log.disk import write_text

FILE = "datapackage.json"

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
    write_text(out / FILE, json.dumps(package, indent=2, ensure_ascii=False) + "\n")


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
