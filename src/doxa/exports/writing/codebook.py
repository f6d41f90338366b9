"""``codebook.md``: what every table, column and word of an export means, for people."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from doxa.exports.columns import Link, TableColumn, TableSchema
from doxa.exports.frames import Frames
from doxa.exports.schema import VERSION
from doxa.log.disk import write_text

FILE = "codebook.md"

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
    write_text(out / FILE, text + "".join(describe_table(table) for table in tables.values()))


def describe_table(table: TableSchema) -> str:
    """Return the section of a table as Markdown."""
    lines = [f"\n## {table.name}\n\n{table.about}\n\n"]
    lines += [f"Key: {', '.join(f'`{name}`' for name in table.key)}.\n"]
    lines += [f"{_describe_link(link)}\n" for link in table.links]
    lines += ["\n| column | type | meaning |\n|---|---|---|\n"]
    lines += [f"| `{column.name}` | {column.kind} | {_describe(column)} |\n" for column in table.columns]
    return "".join(lines) + "".join(_describe_words(table))


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
