"""``doxa metrics``: how a discussion behaved, in five numbers by agent, round, query or rule."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.analysis.discussion import Measured, Part, measured
from doxa.app.commands.compare import finished_runs
from doxa.app.options import Json, JsonOut
from doxa.app.results import handed_over
from doxa.app.terminal import console, plain
from doxa.scoring.turns import METRICS


def metrics(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    by: Annotated[Part, Parameter(help="What the rows are.")] = "agent",
    out: JsonOut = None,
    json: Json = False,
) -> None:
    """Show how a discussion behaved."""
    found = measured(finished_runs(directory), by)
    if not handed_over(found, json=json, out=out):
        _show(found)


def _show(found: Measured) -> None:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column(found.by)
    for name in ("n", *METRICS):
        table.add_column(name, justify="right", no_wrap=True)
    for row in found.rows:
        numbers = ["–" if value is None else f"{value:.2f}" for value in row.metrics.values()]
        table.add_row(plain(row.group), str(row.turns), *numbers)
    console.print(table)
    console.print("\n[dim]weights by round, of the first run[/]")
    for agent, weights in found.weights.items():
        for part in ("T", "M", "D"):
            steps = " ".join(f"{getattr(one, part):.2f}" for one in weights)
            console.print(f"  {plain(agent)}  w_{part}  {steps}", soft_wrap=True)
    if found.simulated:
        console.print("\n[dim]Offline: words simulated. That instructions are obeyed is assumed.[/]")
