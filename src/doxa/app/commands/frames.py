"""``doxa frames``: runs as long tables for analysis, and in the formats of other programs."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.exports.frames import Frames, check_tables
from doxa.exports.writing.files import write_tables
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json
from doxa.terminal.results import print_json

Format = Literal["csv", "jsonl", "parquet"]


def frames(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    to: Annotated[Format, Parameter(help="The format to write.")] = "csv",
    out: Annotated[
        Path | None, Parameter(help="The folder to write to; without it, the folder frames in the directory.")
    ] = None,
    table: Annotated[tuple[str, ...], Parameter(help="Write only this table. May be repeated.", negative=())] = (),
    wide_settings: Annotated[
        bool, Parameter(help="Give every table the settings that vary, not only the table of runs.")
    ] = False,
    guard: Annotated[
        bool, Parameter(help="Put an apostrophe before CSV cells that a spreadsheet would take for a formula.")
    ] = False,
    verify: Annotated[bool, Parameter(help="Verify each run as `doxa verify` does, for the column verified.")] = False,
    json: Json = False,
) -> None:
    """Write the long tables of a run, or of all runs in a folder."""
    check_tables(table)
    source = Frames(directory, wide_settings=wide_settings, verify=verify)
    folder = out or directory / "frames"
    counts = write_tables(source, folder, to=to, tables=table, guard=guard)
    if json:
        print_json({"folder": str(folder), "runs": len(source), "rows": dict(counts)})
        return
    console.print(f"{len(source):,} run{'' if len(source) == 1 else 's'} in {plain(str(directory))}", soft_wrap=True)
    for name, count in counts.items():
        console.print(f"  {name:<10}{count:>12,} rows   {plain(str(folder / f'{name}.{to}'))}", soft_wrap=True)
