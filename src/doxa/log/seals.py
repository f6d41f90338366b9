"""Seals: the hash that stands for a finished run, and for a folder of them.

A published seal holds a run to what it was when it was published: nothing that verification binds can change without
another seal.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from doxa.errors import LogError
from doxa.log import ledger
from doxa.log.lines import last_line
from doxa.log.rundir import runs_in
from doxa.records.base import digest
from doxa.records.outside import parse_json


def seal_of(path: Path) -> str:
    """Return the seal of a run directory or of a folder of runs; '' where a run has no end yet, or there is none."""
    runs = runs_in(path)
    if runs == [path]:
        return seal_of_run(path)
    return join_seals({run.relative_to(path).as_posix(): seal_of_run(run) for run in runs})


def join_seals(seals: Mapping[str, str]) -> str:
    """Return the seal of a folder from the places and seals of its runs; '' where one is missing, or there is none."""
    if not seals or not all(seals.values()):
        return ""
    return digest("".join(f"{place} {seals[place]}\n" for place in sorted(seals)))


def seal_of_run(run: Path) -> str:
    """Return the seal that the last event of a run contains; '' where that is not its end."""
    with suppress(LogError, OSError, ValueError, KeyError, TypeError):
        last = parse_json(last_line(run / ledger.NAME) or b"")
        return str(last["body"]["seal"]) if last["kind"] == "end" else ""
    return ""
