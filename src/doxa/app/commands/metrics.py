"""``doxa metrics``: how a discussion behaved, in five numbers by agent, round, query or rule."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.discussion import Measured, Part, measured
from doxa.app.commands.compare import finished_runs
from doxa.app.discussed import metrics_table
from doxa.app.options import Json, JsonOut
from doxa.app.results import handed_over
from doxa.app.terminal import console, plain


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
    console.print(metrics_table(found))
    console.print("\n[dim]weights by round, of the first run[/]")
    for agent, weights in found.weights.items():
        for part in ("T", "M", "D"):
            steps = " ".join(f"{getattr(one, part):.2f}" for one in weights)
            console.print(f"  {plain(agent)}  w_{part}  {steps}", soft_wrap=True)
    if found.simulated:
        console.print("\n[dim]Offline: words simulated. That instructions are obeyed is assumed.[/]")
