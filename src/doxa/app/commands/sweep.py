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
from doxa.analysis.reasons import merge_reasons
from doxa.engine.gate import Budget
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.overrides import parse_grid, parse_sets
from doxa.experiments.runner import Cell, Place
from doxa.experiments.speaking_models import name_models
from doxa.experiments.sweeping import Sweep, jobs_of
from doxa.experiments.sweeping import sweep as sweep_runs
from doxa.scoring.bootstrap import mean_interval
from doxa.terminal.console import console, plain, signed
from doxa.terminal.dry_runs import show_dry_run
from doxa.terminal.options import DryRun, Hear, Json, Model, Quiet, Sets, Tokens, Usd, limited
from doxa.terminal.publishing import print_publishing_call
from doxa.terminal.reasons import print_reasons
from doxa.terminal.strips import stance_deviation

CROWD = 8
"""With more agents than this, only their mean and spread are shown."""

TOGETHER = (
    "Stop, resumably, once all runs together used {}. Each run gets an equal part of what is left; to limit each run "
    "use --set budget.usd or budget.tokens."
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
    out: Annotated[Path, Parameter(help="Directory of the runs; finished runs in it are reused.")],
    model: Model = None,
    hear: Hear = None,
    sets: Sets = (),
    max_usd: Annotated[Usd, Parameter(help=TOGETHER.format("this many US dollars"))] = None,
    max_tokens: Annotated[Tokens, Parameter(help=TOGETHER.format("this many tokens"))] = None,
    on: Annotated[
        Place, Parameter(help="Where to run: here, in this process, or on ray, one run a task (needs doxa[ray]).")
    ] = "here",
    at_once: Annotated[int, Parameter(help="How many runs to drive at once in this process.")] = 8,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Run a scenario over a grid of settings, with replicates."""
    planned = Sweep(
        scenario=scenario,
        grid=parse_grid(grid),
        replicates=replicates,
        out=out,
        changes=name_models(model, hear, parse_sets(sets)),
        budget=limited(Budget(), max_usd, max_tokens),
    )
    if dry_run:
        show_dry_run(rehearse([Rehearsal.of_job(job) for job in jobs_of(planned)]), json=json)
        return
    began = time.monotonic()

    def watch(number: int, total: int, cell: Cell) -> None:
        left = (time.monotonic() - began) / number * (total - number)
        console.print(f"{number:>4}/{total}  {_describe_cell(cell)}[dim]{left:.0f} s left[/]", soft_wrap=True)

    cells = sweep_runs(planned, on=on, at_once=at_once, watch=None if quiet or json else watch)
    if json:
        console.print_json(jsons.dumps([cell.model_dump(mode="json") for cell in cells]))
    else:
        _show(cells, out)
        print_publishing_call(out)
    if any(cell.status == "failed" for cell in cells):
        sys.exit(1)


def _describe_cell(cell: Cell) -> str:
    """Return a run's line: its name, how it ended, its stances or scores, and how many calls were given up."""
    names = display_names(cell.names.items())
    stances = {names[agent]: stance for agent, stance in cell.stances.items() if stance is not None}
    scores = ", ".join(f"{name} {score:.2f}" for name, score in cell.scores.items())
    agent_stances = "   ".join(f"{name} {signed(stance)}" for name, stance in stances.items())
    outcome = (_crowd(list(stances.values())) if len(stances) > CROWD else agent_stances) or scores or cell.reason
    given_up = sum(reason.given_up for reason in cell.given_up)
    trouble = f"[yellow]{given_up} given up[/]  " if given_up else ""
    return f"{plain(Path(cell.path).name)}  {cell.status}  {plain(outcome)}  {trouble}"


def _show(cells: list[Cell], out: Path) -> None:
    _table(cells)
    if offline := sum(_spoken_offline(cell) for cell in cells):
        which = "" if offline == len(cells) else f" in {offline} of {len(cells)} runs"
        console.print(f"[dim]Simulated offline{which}: plain code wrote what agents say (docs/offline.md).[/]")
    for cell in cells:
        if cell.status == "failed":
            console.print(f"failed: {plain(cell.path)}: {plain(cell.reason)}", soft_wrap=True)
    print_reasons(merge_reasons(reason for cell in cells for reason in cell.given_up))
    scored = any(cell.scores for cell in cells)
    if not scored and not _believers(cells) and any(cell.status == "finished" for cell in cells):
        tip = f"doxa metrics {plain(str(out))} --by rule"
        console.print(f"\n[dim]Nobody shows a stance. How discussions behaved:[/] {tip}", soft_wrap=True)


def _table(cells: list[Cell]) -> None:
    """Print mean and spread of every agent's final stance by combination; failed runs are counted and left out."""
    groups: dict[str, list[Cell]] = {}
    for cell in cells:
        settings = ", ".join(f"{path}={setting}" for path, setting in cell.set.items())
        groups.setdefault(settings or "as written", []).append(cell)
    agents = _believers(cells)
    together = len(agents) > CROWD
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("settings", overflow="fold")
    table.add_column("runs", justify="right")
    table.add_column("failed", justify="right")
    heads = [f"mean of {len(agents)} agents ± sd", "their spread ± sd"] if together else []
    names = display_names(pair for cell in cells for pair in cell.names.items())
    for head in heads or [f"{names[agent]}: final stance, mean ± sd" for agent in agents]:
        table.add_column(plain(head), justify="right")
    scores = list(dict.fromkeys(name for cell in cells for name in cell.scores))
    for name in scores:
        table.add_column(name, justify="right")
    for name, group in groups.items():
        ended = [cell for cell in group if cell.status == "finished"]
        cells_of = [
            _format_spread([cell.stances[agent] for cell in ended if cell.stances.get(agent) is not None])
            for agent in agents
        ]
        if together:
            stances_by_run = [[stance for stance in cell.stances.values() if stance is not None] for cell in ended]
            # under some kernels of a grid nobody shows a stance
            believing_runs = [stances for stances in stances_by_run if stances]
            cells_of = [
                _format_spread([statistics.fmean(stances) for stances in believing_runs]),
                _format_spread([stance_deviation(stances) for stances in believing_runs]),
            ]
        means = [_format_mean([cell.scores[name] for cell in ended if name in cell.scores]) for name in scores]
        table.add_row(plain(name), str(len(ended)), str(len(group) - len(ended)), *cells_of, *means)
    console.print(table)


def _crowd(stances: list[float]) -> str:
    return f"{len(stances)} agents: mean {signed(statistics.fmean(stances))}, spread {stance_deviation(stances):.2f}"


def _spoken_offline(cell: Cell) -> bool:
    return any(role.startswith("speaker") for role in cell.simulated)


def _believers(cells: list[Cell]) -> list[str]:
    return sorted({agent for cell in cells for agent, stance in cell.stances.items() if stance is not None})


def _format_mean(values: list[float]) -> str:
    """Return a mean, with its 95 % interval over runs where there are several."""
    if not values:
        return "–"
    text = f"{statistics.mean(values):.3f}"
    if len(values) > 1:
        interval = mean_interval(values)
        text += f" [{interval.low:.3f}, {interval.high:.3f}]"
    return text.replace("-", "−")


def _format_spread(values: Sequence[float | None]) -> str:
    numbers = [number for number in values if number is not None]
    if not numbers:
        return "–"
    spread = f" ± {statistics.stdev(numbers):.3f}" if len(numbers) > 1 else ""
    return f"{signed(statistics.mean(numbers), 3)}{spread}"
