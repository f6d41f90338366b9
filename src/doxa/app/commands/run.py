"""``doxa run``: run a scenario to its end."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from doxa.app.outcome import announce, conclude
from doxa.app.watching import lines_of
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.overrides import parse_sets
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, default_directory, sit, source_of
from doxa.experiments.speaking_models import name_models
from doxa.experiments.starting import check_start
from doxa.records.base import JsonValue
from doxa.terminal.dry_runs import show_dry_run
from doxa.terminal.options import DryRun, Hear, Json, Model, Out, Quiet, Sets, Sure, Tokens, Usd


def run(
    scenario: Annotated[str, Parameter(help="A built-in scenario (`doxa scenarios`) or the path of a TOML file.")],
    /,
    *,
    out: Out = None,
    model: Model = None,
    hear: Hear = None,
    sure: Sure = None,
    sets: Sets = (),
    replicate: Annotated[
        int, Parameter(help="Which repetition: other random choices, same settings.", validator=Number(gte=0))
    ] = 0,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Run a scenario; an interrupted run continues where it stopped."""
    changes = name_models(model, hear, parse_sets(sets), sure=sure)
    budget: dict[str, JsonValue] = {"budget.usd": max_usd, "budget.tokens": max_tokens}
    changes |= {path: limit for path, limit in budget.items() if limit is not None}
    loaded = load_scenario(scenario, changes)
    spec = plan(loaded, replicate)
    path = out or default_directory(spec)
    terms = Terms(
        conditions=loaded.conditions,
        budget=loaded.budget,
        source=source_of(scenario),
        changes=changes,
        replicate=replicate,
    )
    if dry_run:
        show_dry_run(rehearse([Rehearsal(spec=spec, path=path, conditions=loaded.conditions)]), json=json)
        return
    loud = not (quiet or json)
    lines = lines_of(spec) if loud else None
    if loud:
        check_start(spec, path, terms)
        announce(spec, path, loaded.conditions)
    try:
        log = sit(spec, path, terms, watch=lines)
    finally:
        if lines:
            lines.close()
    conclude(log, json=json, quiet=quiet)
