"""``doxa run``, ``prompt``, ``resume`` and ``fork``: a run from the prompt that would be sent to its continuation."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from doxa.errors import ScenarioError, UsageError
from doxa.experiments.forking import (
    Inherited,
    estimate_fork,
    fork as fork_run,
    fork_directory,
    fork_start,
    forked_spec,
    inherited_changes,
)
from doxa.experiments.named_models import name_models
from doxa.experiments.overrides import parse_sets
from doxa.experiments.prompting import ExplainedBlock, prompt_of
from doxa.experiments.sitting import (
    Terms,
    last_terms,
    plan_runs,
    read_stopped_run,
    resume as resume_run,
)
from doxa.log.rundir import open_run
from doxa.terminal.console import (
    Batch,
    DryRun,
    Hear,
    Json,
    Model,
    Out,
    Quiet,
    RunDirectory,
    Sets,
    Sure,
    Tokens,
    Usd,
    console,
    limited,
    plain,
    print_json,
    show_dry_run,
)
from doxa.terminal.outcome import carry_out, conclude, name_budget, show_progress


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
    batch: Batch = False,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Run a scenario; an interrupted run continues where it stopped."""
    changes = name_models(model, hear, parse_sets(sets), sure=sure, batch=batch) | name_budget(max_usd, max_tokens)
    (planned,) = plan_runs(scenario, changes, [replicate])
    carry_out(planned, out, dry_run=dry_run, quiet=quiet, json=json)


COLOURS = {"T": "magenta", "Q": "cyan", "M": "yellow", "said": "yellow", "D": "green", "R": "blue"}


def prompt(
    scenario: Annotated[str, Parameter(help="A built-in name (see `doxa scenarios`) or the path of a TOML file.")],
    /,
    *,
    agent: Annotated[str, Parameter(help="The agent whose prompt is shown.")],
    round: Annotated[int, Parameter(help="The round in which the agent speaks.")] = 1,
    wording: Annotated[
        bool, Parameter(help="Print the templates of the prompt, to be changed and named in [prompts].")
    ] = False,
    sets: Sets = (),
    json: Json = False,
) -> None:
    """Show the prompt that an agent would get: its parts, their tokens, and what a cache of prefixes has of it."""
    if round < 1:
        raise ScenarioError(f"--round {round}: rounds count from 1")
    with tempfile.TemporaryDirectory() as folder:
        shown = prompt_of(scenario, parse_sets(sets), agent, round, Path(folder) / "run")
    if json:
        print_json({**shown.model_dump(mode="json"), "tokens": shown.tokens, "shared": shown.shared})
        return
    if wording:
        console.out(shown.wording.rstrip(), highlight=False)
        return
    _show_blocks(shown.blocks)
    repeats = f", of which {shown.shared:,} as in the prompt before ({shown.before})" if shown.before else ""
    console.print(f"{shown.task}: {shown.tokens:,} tokens{repeats}; models count a little more or fewer.")
    if round > 1:
        console.print(f"[dim]What others said before round {round} is simulated offline.[/]")


def _show_blocks(parts: Iterable[ExplainedBlock]) -> None:
    for part in parts:
        colour = COLOURS.get(part.tag.split(" ")[0], "white")
        shared = ", as before" if part.shared else ""
        console.print(f"[bold {colour}]{plain(part.tag)}[/] [dim]{part.tokens:,} tokens{shared}[/]")
        for line in part.text.splitlines():
            console.print(f"[{colour}]  {plain(line)}[/]" if line else "", soft_wrap=True)
        for why in part.why:
            console.print(f"  [dim]↳ {plain(why)}[/]", soft_wrap=True)
        console.print()


def resume(
    directory: RunDirectory,
    /,
    *,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    as_recorded: Annotated[
        bool, Parameter(help="Continue with the recorded settings although the scenario file has changed since.")
    ] = False,
    as_changed: Annotated[
        bool, Parameter(help="Continue although a model or the code of a plug-in is not the one that was used before.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Continue a run that stopped."""
    spec, last = read_stopped_run(directory, as_recorded=as_recorded)
    budget = limited(last.budget, max_usd, max_tokens)
    with show_progress(spec, directory, replace(last, budget=budget), is_shown=not (quiet or json)) as lines:
        log = resume_run(directory, budget=budget, as_recorded=as_recorded, as_changed=as_changed, watch=lines)
    conclude(log, json=json, quiet=quiet)


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
    if failed == (at is not None):
        raise UsageError("a fork begins at a step", hint="Give either --at KEY or --failed.")
    parent = open_run(directory)
    if dry_run:
        show_dry_run(estimate_fork(parent, at, changes), json=json)
        return
    spec, last = forked_spec(parent, fork_start(parent, at, changes)[0], changes), last_terms(directory)
    budget = limited(last.budget, max_usd, max_tokens)
    terms = Terms(conditions=last.conditions, budget=budget)
    with show_progress(spec, out or fork_directory(parent, spec), terms, is_shown=not (quiet or json)) as lines:
        if lines:
            _show_inherited(inherited_changes(parent, spec))
        log = fork_run(directory, at=at, changes=changes, out=out, budget=budget, watch=lines)
    conclude(log, json=json, quiet=quiet)


def _show_inherited(changes: Sequence[Inherited]) -> None:
    """Print which changes of a parent that is itself a fork stay, and which the new fork makes anew."""
    for change in changes:
        fate = "stays" if change.stays else "is replaced by this fork's own"
        setting = plain(f"{change.path}={change.value} from {change.at} on")
        console.print(f"[dim]the parent's change {setting} {fate}[/]", soft_wrap=True)
    if changes:
        console.print()
