"""``doxa fork``: a new run that shares the beginning of another."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from doxa.app.outcome import announce, conclude
from doxa.app.watching import lines_of
from doxa.errors import UsageError
from doxa.experiments.fork_estimates import estimate_fork
from doxa.experiments.forking import Inherited, fork_directory, fork_start, forked_spec, inherited_changes
from doxa.experiments.forking import fork as fork_run
from doxa.experiments.overrides import parse_sets
from doxa.experiments.sitting import Terms, last_terms
from doxa.experiments.speaking_models import name_models
from doxa.experiments.starting import check_start
from doxa.log.rundir import open_run
from doxa.terminal.console import console, plain
from doxa.terminal.dry_runs import show_dry_run
from doxa.terminal.options import DryRun, Hear, Json, Model, Out, Quiet, RunDirectory, Sets, Sure, Tokens, Usd, limited

SHARED = "Stop, resumably, once {} by the whole run, its shared past included; by default the parent's limit."


def fork(
    directory: RunDirectory,
    /,
    *,
    at: Annotated[
        str | None, Parameter(help="A step key, such as r07/violet: this turn and all later ones are asked anew.")
    ] = None,
    failed: Annotated[
        bool,
        Parameter(name="--failed", help="Begin at the first step that failed; other answers of its batch are kept."),
    ] = False,
    model: Model = None,
    hear: Hear = None,
    sure: Sure = None,
    sets: Sets = (),
    out: Out = None,
    max_usd: Annotated[Usd, Parameter(help=SHARED.format("this many US dollars are spent"))] = None,
    max_tokens: Annotated[Tokens, Parameter(help=SHARED.format("this many tokens are used"))] = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Start a new run that shares a run's past and then takes other settings."""
    changes = name_models(model, hear, parse_sets(sets), sure=sure)
    loud = not (quiet or json)
    if failed == (at is not None):
        raise UsageError("a fork begins at a step", hint="Give either --at KEY or --failed.")
    parent = open_run(directory)
    if dry_run:
        show_dry_run(estimate_fork(parent, at, changes), json=json)
        return
    start, _ = fork_start(parent, at, changes)
    spec = forked_spec(parent, start, changes)
    last = last_terms(directory)
    budget = limited(last.budget, max_usd, max_tokens)
    lines = lines_of(spec) if loud else None
    if loud:
        path = out or fork_directory(parent, spec)
        check_start(spec, path, Terms(conditions=last.conditions, budget=budget))
        announce(spec, path, last.conditions)
        _show_inherited(inherited_changes(parent, spec))
    try:
        log = fork_run(directory, at=at, changes=changes, out=out, budget=budget, watch=lines)
    finally:
        if lines:
            lines.close()
    conclude(log, json=json, quiet=quiet)


def _show_inherited(changes: Sequence[Inherited]) -> None:
    """Print which changes of a parent that is itself a fork stay, and which the new fork makes anew."""
    for change in changes:
        fate = "stays" if change.stays else "is replaced by this fork's own"
        setting = plain(f"{change.path}={change.value} from {change.at} on")
        console.print(f"[dim]the parent's change {setting} {fate}[/]", soft_wrap=True)
    if changes:
        console.print()
