"""``doxa whatif``: the same messages under other belief settings."""

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.analysis.naming import names_in
from doxa.analysis.what_if import WhatIf, what_if
from doxa.app.simulating import simulating
from doxa.errors import ScenarioError
from doxa.experiments.overrides import parse_sets
from doxa.log.rundir import open_run
from doxa.terminal.console import console, plain, signed
from doxa.terminal.options import Json, JsonOut, RunDirectory, Sets
from doxa.terminal.results import handed_over


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
        _show(recomputed, names_in([log]))
        if stand_ins := simulating(log):
            console.print(f"[dim]{plain(stand_ins)}[/]")


def _show(recomputed: WhatIf, names: dict[str, str]) -> None:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for name in ("agent", "start", "start if", "end", "end if", "difference"):
        table.add_column(name, justify="left" if name == "agent" else "right")
    for agent, points in recomputed.curves.items():
        first, last = points[0], points[-1]
        gap = None if last.stance is None or last.recorded is None else last.stance - last.recorded
        table.add_row(
            plain(names[agent]),
            signed(first.recorded, 3),
            signed(first.stance, 3),
            signed(last.recorded, 3),
            signed(last.stance, 3),
            signed(gap, 3),
        )
    console.print(table)
    for note in recomputed.notes:
        console.print(f"[dim]• {plain(note)}[/]")
