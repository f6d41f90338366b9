"""``doxa verify``: nothing was changed, and every belief move follows from what was met; of one run, or of a folder."""

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.verify import Verification, Verifications
from doxa.analysis.verify import verify as verify_run
from doxa.log.rundir import SPEC, runs_in
from doxa.records.base import JsonValue
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, JsonOut
from doxa.terminal.results import handed_over

COLOURS = {"verified": "green", "unfinished": "yellow", "unchecked": "magenta", "damaged": "bold red"}

CODES = {"verified": 0, "damaged": 1, "unfinished": 2, "unchecked": 4}

LISTED = 20
"""Problems of one run that are listed."""


def verify(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Recompute a run's every belief move and check that nothing was changed."""
    inside = [] if (directory / SPEC).exists() else runs_in(directory)
    status = _every(directory, inside, out=out, json=json) if inside else _one(directory, out=out, json=json)
    sys.exit(CODES[status])


def _one(directory: Path, *, out: Path | None, json: bool) -> str:
    """Verify a run and return what it is."""
    found = verify_run(directory)
    if handed_over(found, json=json, out=out, status=found.status):
        pass
    elif found.status == "damaged":
        console.print(f"[bold red]damaged[/]: {plain(found.path)}")
        _problems(found)
    elif found.status == "unchecked":
        end = "" if found.finished else ", without an end yet"
        console.print(
            f"[magenta]unchecked[/]: intact as far as it can be read: {found.events} events hold together{end}, "
            f"{found.moves} belief moves recomputed and equal. What rests on a plug-in that is missing here cannot be "
            "recomputed:",
            soft_wrap=True,
        )
        _missing(found)
    elif found.status == "unfinished":
        console.print(
            f"[yellow]unfinished[/]: {found.events} events hold together and {found.moves} belief moves were "
            f"recomputed, but the run has no end yet.\nGo on with: doxa resume {plain(found.path)}",
            soft_wrap=True,
        )
    else:
        console.print(f"[green]verified[/]: {found.events} events, {found.moves} belief moves recomputed and equal")
    return found.status


def _every(directory: Path, inside: list[Path], *, out: Path | None, json: bool) -> str:
    """Verify each run of a folder and return what the worst of them is."""
    runs = []
    for path in inside:
        runs.append(one := verify_run(path))
        if not (json or out):
            _line(one)
    every = Verifications(path=str(directory), runs=tuple(runs))
    told: JsonValue = [{**one.model_dump(mode="json"), "status": one.status} for one in runs]
    if not handed_over(every, json=json, out=out, status=every.status, runs=told):
        counts = Counter(one.status for one in runs)
        console.print(f"{len(runs)} runs: " + ", ".join(f"{counts[one]} {one}" for one in COLOURS if counts[one]))
    return every.status


def _line(found: Verification) -> None:
    colour = COLOURS[found.status]
    counted = "" if found.problems else f"   [dim]{found.events} events, {found.moves} belief moves[/]"
    console.print(f"[{colour}]{found.status}[/]  {plain(found.path)}{counted}", soft_wrap=True)
    _problems(found)
    if found.status == "unchecked":
        _missing(found)


def _missing(found: Verification) -> None:
    for plugin in found.missing:
        console.print(f"  {plain(plugin.what)}. {plain(plugin.todo)}", soft_wrap=True)


def _problems(found: Verification) -> None:
    for one in found.problems[:LISTED]:
        where = "–" if one.event is None else f"event {one.event}"
        console.print(f"  {where} {plain(one.key)}: {plain(one.what)}", soft_wrap=True)
    if len(found.problems) > LISTED:
        console.print(f"  and {len(found.problems) - LISTED} more")
