"""The line to publish at the end of a run: the call that holds the run to its seal, wherever it is copied to."""

import shlex
from pathlib import Path

from doxa.log.seals import seal_of
from doxa.terminal.console import console, plain


def publishing_call(path: Path) -> str:
    """Return the call that verifies a run, or a folder of runs, against its seal; '' while a run has no end."""
    seal = seal_of(path)
    return f"doxa verify {shlex.quote(str(path))} --seal {seal}" if seal else ""


def print_publishing_call(path: Path) -> None:
    """Print the call that verifies a run, or a folder of runs, against its seal; nothing while a run has no end."""
    if call := publishing_call(path):
        console.print(f"[dim]to publish:[/] {plain(call)}", soft_wrap=True)
