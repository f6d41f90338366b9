"""``doxa verify``: check that the logs of a run, or of all runs of a folder, are unchanged, and recompute all moves."""

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
"""Most problems of one run that are listed."""


def verify(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Recompute every belief move of a run and check that nothing was changed."""
    inside = [] if (directory / SPEC).exists() else runs_in(directory)
    status = _every(directory, inside, out=out, json=json) if inside else _one(directory, out=out, json=json)
    sys.exit(CODES[status])


def _one(directory: Path, *, out: Path | None, json: bool) -> str:
    """Verify a run, print the result, and return its status."""
    verification = verify_run(directory)
    if handed_over(verification, json=json, out=out, status=verification.status):
        pass
    elif verification.status == "damaged":
        console.print(f"[bold red]damaged[/]: {plain(verification.path)}")
        _problems(verification)
    elif verification.status == "unchecked":
        end = "" if verification.finished else ", without an end yet"
        console.print(
            f"[magenta]unchecked[/]: intact as far as it can be read: {verification.events} events hold together{end}, "
            f"{verification.moves} belief moves recomputed and equal. What needs a missing plug-in is unchecked:",
            soft_wrap=True,
        )
        _missing(verification)
    elif verification.status == "unfinished":
        console.print(
            f"[yellow]unfinished[/]: {verification.events} events hold together and {verification.moves} belief "
            "moves were recomputed, but the run has no end yet.\n"
            f"Continue with: doxa resume {plain(verification.path)}",
            soft_wrap=True,
        )
    else:
        console.print(
            f"[green]verified[/]: {verification.events} events, {verification.moves} belief moves recomputed and equal"
        )
    return verification.status


def _every(directory: Path, inside: list[Path], *, out: Path | None, json: bool) -> str:
    """Verify each run of a folder, print the results, and return the worst status."""
    runs = []
    for path in inside:
        runs.append(verification := verify_run(path))
        if not (json or out):
            _line(verification)
    every = Verifications(path=str(directory), runs=tuple(runs))
    run_rows: JsonValue = [{**run.model_dump(mode="json"), "status": run.status} for run in runs]
    if not handed_over(every, json=json, out=out, status=every.status, runs=run_rows):
        counts = Counter(run.status for run in runs)
        console.print(
            f"{len(runs)} runs: " + ", ".join(f"{counts[status]} {status}" for status in COLOURS if counts[status])
        )
    return every.status


def _line(verification: Verification) -> None:
    colour = COLOURS[verification.status]
    counted = (
        "" if verification.problems else f"   [dim]{verification.events} events, {verification.moves} belief moves[/]"
    )
    console.print(f"[{colour}]{verification.status}[/]  {plain(verification.path)}{counted}", soft_wrap=True)
    _problems(verification)
    if verification.status == "unchecked":
        _missing(verification)


def _missing(verification: Verification) -> None:
    for plugin in verification.missing:
        console.print(f"  {plain(plugin.what)}. {plain(plugin.todo)}", soft_wrap=True)


def _problems(verification: Verification) -> None:
    for problem in verification.problems[:LISTED]:
        where = "–" if problem.event is None else f"event {problem.event}"
        console.print(f"  {where} {plain(problem.key)}: {plain(problem.what)}", soft_wrap=True)
    if len(verification.problems) > LISTED:
        console.print(f"  and {len(verification.problems) - LISTED} more")
