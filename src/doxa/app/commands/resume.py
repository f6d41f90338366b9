"""``doxa resume``: continue a run that stopped."""

from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from doxa.app.outcome import announce, conclude
from doxa.app.watching import lines_of
from doxa.experiments.sitting import read_stopped_run
from doxa.experiments.sitting import resume as resume_run
from doxa.experiments.starting import check_start
from doxa.terminal.options import Json, Quiet, RunDirectory, Tokens, Usd, limited


def resume(
    directory: RunDirectory,
    /,
    *,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    as_recorded: Annotated[
        bool, Parameter(help="Continue with the recorded settings although the scenario file has changed since.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Continue a run that stopped."""
    loud = not (quiet or json)
    spec, last = read_stopped_run(directory, as_recorded=as_recorded)
    lines = lines_of(spec) if loud else None
    budget = limited(last.budget, max_usd, max_tokens)
    if loud:
        check_start(spec, directory, replace(last, budget=budget))
        announce(spec, directory, last.conditions)
    try:
        log = resume_run(directory, budget=budget, as_recorded=as_recorded, watch=lines)
    finally:
        if lines:
            lines.close()
    conclude(log, json=json, quiet=quiet)
