"""``doxa verify``: check that the logs of a run, or of all runs of a folder, are unchanged, and recompute all moves."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.checking import Problem
from doxa.analysis.verify import Verification, Verifications, hold_folder, verify as verify_run
from doxa.log.formats import SPEC
from doxa.log.rundir import runs_in
from doxa.records.base import JsonValue
from doxa.terminal.console import Json, JsonOut, console, handed_over, plain

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
    if not (directory / SPEC).exists() and (inside := runs_in(directory)):
        sys.exit(CODES[_every(directory, inside, seal.lower(), out=out, json=json)])
    sys.exit(CODES[_one(directory, seal.lower(), out=out, json=json)])


def _one(directory: Path, seal: str, *, out: Path | None, json: bool) -> str:
    """Verify a run, print the result, and return its status."""
    verification = verify_run(directory, seal=seal)
    status, events, moves = verification.status, verification.events, verification.moves
    if handed_over(verification, json=json, out=out, status=status):
        return status
    what = {
        "verified": f"{events} events, {moves} belief moves recomputed and equal",
        "damaged": plain(verification.path),
        "unchecked": f"intact as far as it can be read: {events} events hold together"
        f"{'' if verification.finished else ', without an end yet'}, {moves} belief moves recomputed and equal. "
        "What needs a missing plug-in is unchecked:",
        "unfinished": f"{events} events hold together and {moves} belief moves were recomputed, but the run has no end "
        f"yet.\nContinue with: doxa resume {plain(verification.path)}",
        **SAYS,
    }
    console.print(f"[{COLOURS[status]}]{status}[/]: {what[status]}", soft_wrap=True)
    if verification.bound and status == "verified":
        console.print(
            "[dim]The script, driven again from the recorded replies, gives every request, event and result."
            f"\nseal {verification.seal}[/]",
            soft_wrap=True,
        )
    _print_details(verification)
    return status


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
    status = verification.status
    counts = f"   [dim]{verification.events} events, {verification.moves} belief moves[/]"
    counted = "" if status in ("damaged", "newer") else counts
    console.print(f"[{COLOURS[status]}]{status}[/]  {plain(verification.path)}{counted}", soft_wrap=True)
    _print_details(verification)


def _print_details(verification: Verification) -> None:
    """Print what is damaged, missing, newer or different in a run, and the notes on it."""
    lines = _describe_problems(verification.problems)
    if verification.status == "unchecked":
        lines += [f"{plugin.what}. {plugin.todo}" for plugin in verification.missing]
    lines += [verification.newer] if verification.newer else []
    for line in (*lines, *_describe_problems(verification.differences), *verification.notes):
        console.print(f"  {plain(line)}", soft_wrap=True)


def _describe_problems(problems: Sequence[Problem]) -> list[str]:
    lines = []
    for problem in problems[:LISTED]:
        place = "–" if problem.event is None else f"event {problem.event}"
        lines.append(f"{' '.join(filter(None, (place, problem.key)))}: {problem.what}")
    return [*lines, f"and {len(problems) - LISTED} more"] if len(problems) > LISTED else lines
