"""``doxa metrics``: how a discussion behaved, in five numbers by agent, round, query or rule."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.log.rundir import RunLog, finished_runs
from doxa.systems.round_table.exhibits.discussion import DiscussionMeasures, Part, measure_discussions
from doxa.systems.round_table.terminal import metrics_table
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json, JsonOut
from doxa.terminal.results import handed_over


def metrics(
    directory: Annotated[Path, Parameter(help="A run directory, or a folder of runs, such as a sweep's.")],
    /,
    *,
    by: Annotated[Part, Parameter(help="What the rows are.")] = "agent",
    out: JsonOut = None,
    json: Json = False,
    figures: Annotated[
        Path | None, Parameter(help="Draw the metrics and the weights by round into this folder (needs doxa[plots]).")
    ] = None,
) -> None:
    """Show how a discussion behaved."""
    logs = finished_runs(directory)
    measurements = measure_discussions(logs, by)
    if not handed_over(measurements, json=json, out=out):
        _show(measurements)
    if figures:
        _draw(logs, by, figures, quiet=json)


def _draw(logs: Sequence[RunLog], by: Part, folder: Path, *, quiet: bool) -> None:
    from doxa.systems.round_table.exhibits.behaviour import figures
    from doxa.terminal.exhibits import write_exhibits

    written = write_exhibits(figures(logs, by), folder, figures=True)
    if not quiet:
        console.print(f"\n{len(written)} files in {folder}; all on one page: {written[-1]}", soft_wrap=True)


def _show(measurements: DiscussionMeasures) -> None:
    console.print(metrics_table(measurements))
    console.print("\n[dim]weights by round, of the first run[/]")
    for agent, weights in measurements.weights.items():
        for part in ("T", "M", "D"):
            steps = " ".join(
                "   –" if round_weights is None else f"{getattr(round_weights, part):.2f}" for round_weights in weights
            )
            console.print(f"  {plain(measurements.names[agent])}  w_{part}  {steps}", soft_wrap=True)
    if measurements.simulated:
        console.print("\n[dim]Offline: words simulated; obedience to instructions is assumed.[/]")
