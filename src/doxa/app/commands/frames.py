"""``doxa frames``: runs as long tables for analysis, and in the formats of other programs."""

import shlex
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.errors import UsageError
from doxa.exports import checklist as checklists
from doxa.exports.convokit import write_convokit
from doxa.exports.encounters import FILE as PEOPLE, write_replay
from doxa.exports.files import CODEBOOK, PACKAGE, write_codebook, write_package, write_tables
from doxa.exports.frames import Frames, check_tables
from doxa.exports.inspect_logs import write_inspect
from doxa.terminal.console import Json, console, plain, print_calls, print_json

Format = Literal["csv", "jsonl", "parquet", "convokit", "replay", "inspect"]
TABULAR = ("csv", "jsonl", "parquet")

LISTED = 5
"""Most runs that are listed as left out."""


def frames(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    to: Annotated[
        Format,
        Parameter(
            help="The format: tables as csv, jsonl or parquet (needs doxa[frames]); a ConvoKit corpus; people for "
            "`doxa replay`; or logs of Inspect."
        ),
    ] = "csv",
    out: Annotated[
        Path | None, Parameter(help="The folder to write to; by default the folder frames in the directory.")
    ] = None,
    table: Annotated[tuple[str, ...], Parameter(help="Write only this table. May be repeated.", negative=())] = (),
    wide_settings: Annotated[
        bool, Parameter(help="Give every table the settings that vary, not only the table of runs.")
    ] = False,
    guard: Annotated[
        bool, Parameter(help="Put an apostrophe before CSV cells that a spreadsheet would take for a formula.")
    ] = False,
    verify: Annotated[bool, Parameter(help="Verify each run as `doxa verify` does, for the column verified.")] = False,
    checklist: Annotated[
        bool, Parameter(help="Write checklist.md too: the items of GUIDE-LLM as far as the logs answer them.")
    ] = False,
    json: Json = False,
) -> None:
    """Write the long tables of a run, or of all runs in a folder."""
    _check_options(to, table=table, guard=guard, wide_settings=wide_settings)
    source = Frames(directory, wide_settings=wide_settings, verify=verify)
    folder = out or directory / "frames"
    facts, notes = _write(source, folder, to, table, guard)
    if checklist:
        checklists.write_checklist(source, folder)
    if json:
        print_json({"folder": str(folder), "runs": len(source), "format": to, "rows": facts, "notes": notes})
        return
    console.print(f"{len(source):,} run{'' if len(source) == 1 else 's'} in {plain(str(directory))}", soft_wrap=True)
    for name, count in facts.items():
        console.print(f"  {name:<14}{count:>12,} rows", soft_wrap=True)
    for note in notes:
        console.print(f"[yellow]{plain(note)}[/]", soft_wrap=True)
    console.print(f"written to {plain(str(folder))}{_beside(to, checklist)}", soft_wrap=True)
    if to == "replay":
        print_calls("next", f"doxa replay check {plain(shlex.quote(str(folder / PEOPLE)))}")


def _check_options(to: str, *, table: tuple[str, ...], guard: bool, wide_settings: bool) -> None:
    """Raise UsageError where options do not go together, and UnknownNameError for a table that does not exist."""
    check_tables(table)
    if guard and to != "csv":
        raise UsageError(f"--guard is for --to csv, not {to}", hint="Only spreadsheets compute cells.")
    if to not in TABULAR and (table or wide_settings):
        option = "--table" if table else "--wide-settings"
        raise UsageError(f"{option} is for tables, not for --to {to}", hint=f"Formats of tables: {', '.join(TABULAR)}.")


def _write(
    source: Frames, folder: Path, to: str, tables: tuple[str, ...], guard: bool
) -> tuple[dict[str, int], list[str]]:
    """Write what was asked for; return how many rows each file has, and notes for the user."""
    if to == "convokit":
        return write_convokit(source, folder), []
    if to == "inspect":
        return write_inspect(source, folder)
    if to == "replay":
        people, left_out = write_replay(source, folder)
        notes = [f"left out: {where}: {why}" for where, why in left_out[:LISTED]]
        if len(left_out) > LISTED:
            notes.append(f"and {len(left_out) - LISTED:,} more runs")
        return {"people": people}, notes
    counts = write_tables(source, folder, to=to, tables=tables, guard=guard)
    write_codebook(source, folder, counts=counts, guard=guard)
    write_package(source, folder, to=to, counts=counts)
    return counts, []


def _beside(to: str, checklist: bool) -> str:
    names = [CODEBOOK, PACKAGE] if to in TABULAR else []
    names += [checklists.FILE] if checklist else []
    return f", with {', '.join(names)}" if names else ""
