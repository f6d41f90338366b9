"""``doxa sweep``: a scenario over a grid of settings."""

import json as jsons
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Table

from doxa.analysis.naming import display_names
from doxa.engine.gate import Budget
from doxa.experiments.overrides import parse_grid, parse_sets
from doxa.experiments.runner import Cell, Place
from doxa.experiments.sweeping import Sweep
from doxa.experiments.sweeping import sweep as sweep_runs
from doxa.terminal.console import console, plain, signed
from doxa.terminal.options import Json, Quiet, Sets, Tokens, Usd, limited
from doxa.terminal.strips import spread

CROWD = 8
"""Agents from which on they are shown together."""

TOGETHER = (
    "Stop, resumably, once all runs together used {}. Each run has an equal part of what is left; for a limit of each "
    "run use --set budget.usd or budget.tokens."
)


def sweep(
    scenario: Annotated[str, Parameter(help="A built-in scenario or the path of a TOML file.")],
    /,
    *,
    grid: Annotated[
        tuple[str, ...],
        Parameter(help="Values to try: path=v1,v2,… May be repeated; all combinations are run.", negative=()),
    ] = (),
    replicates: Annotated[
        int, Parameter(help="Repetitions of each combination, with common random numbers.", validator=Number(gte=1))
    ] = 1,
    out: Annotated[Path, Parameter(help="Directory of the runs; started again, finished runs are left alone.")],
    sets: Sets = (),
    max_usd: Annotated[Usd, Parameter(help=TOGETHER.format("this many US dollars"))] = None,
    max_tokens: Annotated[Tokens, Parameter(help=TOGETHER.format("this many tokens"))] = None,
    on: Annotated[
        Place, Parameter(help="Where: here, in this process; ray, one run a task (needs doxa[ray]).")
    ] = "here",
    at_once: Annotated[int, Parameter(help="How many runs are under way together in this process.")] = 8,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Run a scenario over a grid of settings, with replicates."""
    planned = Sweep(
        scenario=scenario,
        grid=parse_grid(grid),
        replicates=replicates,
        out=out,
        changes=parse_sets(sets),
        budget=limited(Budget(), max_usd, max_tokens),
    )
    began = time.monotonic()

    def watch(number: int, total: int, cell: Cell) -> None:
        left = (time.monotonic() - began) / number * (total - number)
        names = display_names(cell.names.items())
        known = {names[who]: stance for who, stance in cell.stances.items() if stance is not None}
        scores = ", ".join(f"{name} {score:.2f}" for name, score in cell.scores.items())
        each = "   ".join(f"{who} {signed(stance)}" for who, stance in known.items())
        told = (_crowd(list(known.values())) if len(known) > CROWD else each) or scores or cell.reason
        console.print(
            f"{number:>4}/{total}  {plain(Path(cell.path).name)}  {cell.status}  {plain(told)}  "
            f"[dim]{left:.0f} s left[/]",
            soft_wrap=True,
        )

    cells = sweep_runs(planned, on=on, at_once=at_once, watch=None if quiet or json else watch)
    if json:
        console.print_json(jsons.dumps([one.model_dump(mode="json") for one in cells]))
    else:
        _show(cells, out)
    if any(one.status == "failed" for one in cells):
        sys.exit(1)


def _show(cells: list[Cell], out: Path) -> None:
    _table(cells)
    if offline := sum(_spoken_offline(one) for one in cells):
        which = "" if offline == len(cells) else f" in {offline} of {len(cells)} runs"
        console.print(f"[dim]Simulated offline{which}: what agents say is plain code's (docs/offline.md).[/]")
    for one in cells:
        if one.status == "failed":
            console.print(f"failed: {plain(one.path)}: {plain(one.reason)}", soft_wrap=True)
    scored = any(one.scores for one in cells)
    if not scored and not _believers(cells) and any(one.status == "finished" for one in cells):
        tip = f"doxa metrics {plain(str(out))} --by rule"
        console.print(f"\n[dim]Nobody exposes a stance. How discussions behaved:[/] {tip}", soft_wrap=True)


def _table(cells: list[Cell]) -> None:
    """Show mean and spread of every agent's final stance by combination; failed runs are counted, not filled in."""
    groups: dict[str, list[Cell]] = {}
    for one in cells:
        groups.setdefault(", ".join(f"{path}={value}" for path, value in one.set.items()) or "as written", []).append(
            one
        )
    agents = _believers(cells)
    together = len(agents) > CROWD
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("settings")
    table.add_column("runs", justify="right")
    table.add_column("failed", justify="right")
    heads = [f"mean of {len(agents)} agents ± sd", "their spread ± sd"] if together else []
    names = display_names(pair for one in cells for pair in one.names.items())
    for head in heads or [f"{names[who]}: final stance, mean ± sd" for who in agents]:
        table.add_column(plain(head), justify="right")
    scores = list(dict.fromkeys(name for one in cells for name in one.scores))
    for name in scores:
        table.add_column(name, justify="right")
    for name, found in groups.items():
        ended = [one for one in found if one.status == "finished"]
        cells_of = [_spread([one.stances[who] for one in ended if one.stances.get(who) is not None]) for who in agents]
        if together:
            shown = [[value for value in one.stances.values() if value is not None] for one in ended]
            held = [one for one in shown if one]  # under some belief rules of a grid nobody shows a stance
            cells_of = [_spread([statistics.fmean(one) for one in held]), _spread([spread(one) for one in held])]
        means = [_mean([one.scores[name] for one in ended if name in one.scores]) for name in scores]
        table.add_row(plain(name), str(len(ended)), str(len(found) - len(ended)), *cells_of, *means)
    console.print(table)


def _crowd(stances: list[float]) -> str:
    return f"{len(stances)} agents: mean {signed(statistics.fmean(stances))}, spread {spread(stances):.2f}"


def _spoken_offline(cell: Cell) -> bool:
    return any(role.startswith("speaker") for role in cell.simulated)


def _believers(cells: list[Cell]) -> list[str]:
    return sorted({who for one in cells for who, stance in one.stances.items() if stance is not None})


def _mean(values: list[float]) -> str:
    return f"{statistics.mean(values):.3f}" if values else "–"


def _spread(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return "–"
    spread = f" ± {statistics.stdev(known):.3f}" if len(known) > 1 else ""
    return f"{signed(statistics.mean(known), 3)}{spread}"
