"""``doxa fork``: a new run that shares a run's past."""

from typing import Annotated

from cyclopts import Parameter

from doxa.app.options import Json, Out, Quiet, RunDirectory, Sets
from doxa.app.outcome import announce, conclude
from doxa.app.watching import lines_of
from doxa.experiments.forking import fork as fork_run
from doxa.experiments.forking import fork_directory, forked_spec, steps_before
from doxa.experiments.overrides import parse_sets
from doxa.log.rundir import open_run


def fork(
    directory: RunDirectory,
    /,
    *,
    at: Annotated[str, Parameter(help="A step key, such as r07/violet: its turn is asked anew, and all after it.")],
    sets: Sets = (),
    out: Out = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Start a new run that shares a run's past and goes another way."""
    changes = parse_sets(sets)
    loud = not (quiet or json)
    parent = open_run(directory)
    steps_before(parent, at)
    spec = forked_spec(parent, at, changes)
    lines = lines_of(spec) if loud else None
    if loud:
        announce(spec, out or fork_directory(parent, spec))
    try:
        log = fork_run(directory, at=at, changes=changes, out=out, watch=lines)
    finally:
        if lines:
            lines.close()
    conclude(log, json=json, quiet=quiet)
