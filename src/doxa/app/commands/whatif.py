"""``doxa whatif`` and ``doxa argue``: the same messages under other settings, or with an argument of one's own."""

import sys
from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Column, Table

from doxa.analysis.naming import names_in
from doxa.analysis.what_if import WhatIf, what_if
from doxa.errors import ScenarioError
from doxa.experiments.arguing import (
    LONGEST,
    EffectOnMind,
    OwnArgument,
    TriedArgument,
    estimate_argument,
    try_argument,
)
from doxa.experiments.dry_runs import Forecast
from doxa.experiments.overrides import parse_sets
from doxa.log.rundir import open_run
from doxa.records.cells import signed
from doxa.records.recorded import Side
from doxa.terminal.console import (
    Json,
    JsonOut,
    RunDirectory,
    Sets,
    console,
    describe_cost,
    handed_over,
    plain,
    show_dry_run,
)
from doxa.terminal.outcome import simulating


def whatif(
    directory: RunDirectory,
    /,
    *,
    sets: Sets = (),
    without: Annotated[
        tuple[str, ...], Parameter(help="Treat the claim of this id as never met. May be repeated.", negative=())
    ] = (),
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Recompute every stance under other settings, without a model."""
    changes = parse_sets(sets)
    if not changes and not without:
        raise ScenarioError("nothing to change", hint="Give --set path=value or --without CLAIM.")
    log = open_run(directory)
    recomputed = what_if(log, changes, without)
    handed_over(recomputed, json=json, out=out)
    if not json:
        _show_curves(recomputed, names_in([log]))
        if stand_ins := simulating(log):
            console.print(f"[dim]{plain(stand_ins)}[/]")


def _show_curves(recomputed: WhatIf, names: dict[str, str]) -> None:
    numbers = [Column(name, justify="right") for name in ("start", "start if", "end", "end if", "difference")]
    table = Table("agent", *numbers, box=None, padding=(0, 2), header_style="dim")
    for agent, points in recomputed.curves.items():
        first, last = points[0], points[-1]
        table.add_row(
            plain(names[agent]),
            signed(first.recorded, 3),
            signed(first.stance, 3),
            signed(last.recorded, 3),
            signed(last.stance, 3),
            signed(_gap(last.recorded, last.stance), 3),
        )
    console.print(table)
    for note in recomputed.notes:
        console.print(f"[dim]• {plain(note)}[/]")


STATUSES = {
    "apart": "does not hear it",
    "asked": "states its stance itself: only its model could say",
    "deaf": "its rule does not read arguments",
}

SIDES = {"pro": "for it", "con": "against it", "neutral": "neither side"}

DIRECTIONS = {1: "for", -1: "against", 0: "unclear"}

SHOWN = 24
"""Minds that the table shows; of more, those that move most."""


def argue(
    directory: RunDirectory,
    text: Annotated[str | None, Parameter(help="What is said; read from the standard input when absent.")] = None,
    *,
    agent: Annotated[str, Parameter(help="Who says it: an agent's id, such as violet.")],
    at: Annotated[
        str, Parameter(help="The turn in whose place it is said, such as r03/violet; by default, after the last.")
    ] = "",
    heard_by: Annotated[
        tuple[str, ...],
        Parameter(help="Who hears it; may be repeated. By default those who heard the turn, or all.", negative=()),
    ] = (),
    side: Annotated[
        Side | None, Parameter(help="The side that it argues; by default its speaker's there, as the run hears it.")
    ] = None,
    ask: Annotated[
        bool, Parameter(help="Ask the run's judges also where they are models that may cost money.")
    ] = False,
    max_usd: Annotated[
        float | None,
        Parameter(
            help="Ask the run's judges also where they cost money, up to this many US dollars.", validator=Number(gte=0)
        ),
    ] = None,
    dry_run: Annotated[
        bool, Parameter(name="--dry-run", help="Ask nobody: print how many calls judging takes, and what they cost.")
    ] = False,
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Show what an argument of your own would do to each mind."""
    log = open_run(directory)
    argument = OwnArgument(text=_words(text), speaker=agent, at=at, heard_by=heard_by or None, side=side)
    if dry_run:
        show_dry_run(Forecast(runs=1, models=estimate_argument(log, argument)), json=json)
        return
    tried = try_argument(log, argument, asking=ask or max_usd is not None, max_usd=max_usd)
    handed_over(tried, json=json, out=out)
    if json:
        return
    _show_trial(tried, names_in([log]))
    if stand_ins := simulating(log):
        console.print(f"[dim]{plain(stand_ins)}[/]")


def _words(text: str | None) -> str:
    """Return what is said, read from the standard input where it is not given.

    Raises:
        ScenarioError: nothing is piped in, or what is piped in is not UTF-8.
    """
    if text is not None:
        return text
    if sys.stdin.isatty():
        raise ScenarioError("there are no words to hear", hint='Give them: doxa argue DIR "…" --agent ID')
    try:
        return sys.stdin.buffer.read(4 * LONGEST).decode()
    except UnicodeDecodeError:
        raise ScenarioError("the standard input is not UTF-8 text", hint="Convert the file to UTF-8 first.") from None


def _show_trial(tried: TriedArgument, names: Mapping[str, str]) -> None:
    argument = tried.argument
    where = f"in place of {argument.at}" if argument.at else "after the last turn"
    side = f", heard as arguing {SIDES[argument.side]}" if argument.side else ""
    console.print(f"[bold]{plain(names[argument.speaker])}[/] says {plain(where)}{side}:")
    console.print(f"  {plain(' '.join(argument.text.split()))}\n")
    _show_claims(tried)
    _show_effects(tried, names)
    console.print(
        f"[dim]Judged by {plain(', '.join(tried.models))}: {describe_cost(tried.cost)}. Nothing was written.[/]"
    )
    for note in tried.notes:
        console.print(f"[dim]• {plain(note)}[/]")


def _show_claims(tried: TriedArgument) -> None:
    if tried.lost:
        console.print(f"[yellow]No claim was heard: {plain(tried.lost)}.[/]\n")
    elif not tried.claims:
        console.print("No argument on the motion was heard in it.\n")
    for claim in tried.claims:
        strengths = ", ".join(f"{scorer} {strength:.2f}" for scorer, strength in claim.strengths.items())
        name = claim.id.rpartition("#")[2]
        console.print(f"  #{name} {DIRECTIONS[claim.polarity]}, {strengths or 'no strength'}: {plain(claim.text)}")
    if tried.claims:
        console.print()


def _show_effects(tried: TriedArgument, names: Mapping[str, str]) -> None:
    numbers = [Column(name, justify="right") for name in ("before", "after", "change", "of L")]
    table = Table("mind", *numbers, "what its memory did", box=None, padding=(0, 2, 0, 0), header_style="dim")
    moved = sorted(tried.effects, key=lambda effect: -abs(_gap(effect.before, effect.after) or 0.0))
    for effect in moved[:SHOWN]:
        table.add_row(
            plain(names[effect.agent]),
            signed(effect.before, 3),
            signed(effect.after, 3),
            signed(_gap(effect.before, effect.after), 3),
            signed(_gap(effect.log_odds_before, effect.log_odds_after), 3),
            _memory(effect),
        )
    console.print(table)
    if len(moved) > SHOWN:
        console.print(f"[dim]The {SHOWN} that move most, of {len(moved):,}; --json has all.[/]")
    console.print()


def _memory(effect: EffectOnMind) -> str:
    if effect.status in STATUSES:
        return STATUSES[effect.status]
    entries = (
        f"#{entry.claim.rpartition('#')[2]} {entry.reason}"
        + ("" if entry.strength is None else f", s {entry.strength:.2f}")
        for entry in effect.admitted
    )
    return plain("; ".join(entries)) or "nothing"


def _gap(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before
