"""``doxa verify``: check that the logs of a run, or of all runs of a folder, are unchanged, and recompute all moves."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.verify import Verification, Verifications, hold_folder
from doxa.analysis.verify import verify as verify_run
from doxa.analysis.verifying.problems import Problem
from doxa.log.formats import SPEC
from doxa.log.rundir import runs_in
from doxa.records.base import JsonValue
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, JsonOut
from doxa.terminal.results import handed_over

COLOURS = {
    "verified": "green",
    "unfinished": "yellow",
    "unchecked": "magenta",
    "differs": "magenta",
    "newer": "magenta",
    "damaged": "bold red",
}

CODES = {"verified": 0, "damaged": 1, "unfinished": 2, "unchecked": 4, "differs": 4, "newer": 4}

SAYS = {
    "differs": "every hash is right, but this doxa computes something otherwise than the code that wrote the log",
    "newer": "another doxa wrote it, with what this one cannot read",
}
"""Status → what it means, where no line below says it."""

LISTED = 20
"""Most problems of one run that are listed."""


def verify(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    seal: Annotated[str, Parameter(help="The seal that was published for the run or folder, to compare.")] = "",
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Recompute every request, belief move and result of a run, and check that nothing was changed."""
    inside = [] if (directory / SPEC).exists() else runs_in(directory)
    if inside:
        status = _every(directory, inside, seal.lower(), out=out, json=json)
    else:
        status = _one(directory, seal.lower(), out=out, json=json)
    sys.exit(CODES[status])


def _one(directory: Path, seal: str, *, out: Path | None, json: bool) -> str:
    """Verify a run, print the result, and return its status."""
    verification = verify_run(directory, seal=seal)
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
    elif verification.status in SAYS:
        console.print(
            f"[{COLOURS[verification.status]}]{verification.status}[/]: {SAYS[verification.status]}", soft_wrap=True
        )
        _differences(verification)
    else:
        console.print(
            f"[green]verified[/]: {verification.events} events, {verification.moves} belief moves recomputed and equal"
        )
        if verification.bound:
            console.print(
                "[dim]The script, driven again from the recorded replies, gives every request, event and result."
                f"\nseal {verification.seal}[/]",
                soft_wrap=True,
            )
    if not (json or out):
        _notes(verification)
    return verification.status


def _every(directory: Path, inside: list[Path], seal: str, *, out: Path | None, json: bool) -> str:
    """Verify each run of a folder, print the results, and return the worst status."""
    runs = []
    for path in inside:
        runs.append(verification := verify_run(path))
        if not (json or out):
            _line(verification)
    every = hold_folder(Verifications(path=str(directory), runs=tuple(runs)), seal)
    run_rows: JsonValue = [{**run.model_dump(mode="json"), "status": run.status} for run in runs]
    if not handed_over(every, json=json, out=out, status=every.status, seal=every.seal, runs=run_rows):
        counts = Counter(run.status for run in runs)
        if every.status == "verified":
            console.print(f"[dim]seal {every.seal}[/]", soft_wrap=True)
        console.print(
            f"{len(runs)} runs: " + ", ".join(f"{counts[status]} {status}" for status in COLOURS if counts[status])
        )
        for problem in every.problems:
            console.print(f"[bold red]damaged[/]: {plain(problem.what)}", soft_wrap=True)
    return every.status


def _line(verification: Verification) -> None:
    colour = COLOURS[verification.status]
    counted = (
        ""
        if verification.problems or verification.newer
        else f"   [dim]{verification.events} events, {verification.moves} belief moves[/]"
    )
    console.print(f"[{colour}]{verification.status}[/]  {plain(verification.path)}{counted}", soft_wrap=True)
    _problems(verification)
    if verification.status == "unchecked":
        _missing(verification)
    _differences(verification)
    _notes(verification)


def _differences(verification: Verification) -> None:
    """Print why a log cannot be read, or what this doxa computes otherwise."""
    if verification.newer:
        console.print(f"  {plain(verification.newer)}", soft_wrap=True)
    _list_problems(verification.differences)


def _notes(verification: Verification) -> None:
    for note in verification.notes:
        console.print(f"  {plain(note)}", soft_wrap=True)


def _missing(verification: Verification) -> None:
    for plugin in verification.missing:
        console.print(f"  {plain(plugin.what)}. {plain(plugin.todo)}", soft_wrap=True)


def _problems(verification: Verification) -> None:
    _list_problems(verification.problems)


def _list_problems(problems: Sequence[Problem]) -> None:
    for problem in problems[:LISTED]:
        where = "–" if problem.event is None else f"event {problem.event}"
        place = " ".join(filter(None, [where, plain(problem.key)]))
        console.print(f"  {place}: {plain(problem.what)}", soft_wrap=True)
    if len(problems) > LISTED:
        console.print(f"  and {len(problems) - LISTED} more")
