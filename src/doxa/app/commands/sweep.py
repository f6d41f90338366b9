"""``doxa sweep``: a scenario over a grid of settings, with its table on the terminal and the files beside its runs."""

import json as jsons
import shlex
import statistics
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Column, Table

from doxa.analysis.calls import merge_reasons
from doxa.analysis.exhaustion import describe_exhaustion
from doxa.analysis.naming import display_names
from doxa.analysis.sweep_exhibits import draw_sweep, runs_at, tabulate_runs, tabulate_settings, values_of
from doxa.analysis.sweep_runs import CROWD, FINISHED, MEAN, SPREAD, SweepRuns, stance_measure
from doxa.analysis.who_does import describe_offline_hearing
from doxa.engine.gate import Budget
from doxa.errors import StoppedError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.named_models import name_models
from doxa.experiments.overrides import is_factor, levelled, parse_grid, parse_sets
from doxa.experiments.runner import Cell, Place
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sweeping import Sweep, gather_runs, jobs_of, read_sweep, run_sweep
from doxa.log.disk import write_text
from doxa.log.formats import SPEC
from doxa.log.rundir import read_spec
from doxa.records.cells import MISSING, signed
from doxa.scoring.bootstrap import mean_interval
from doxa.terminal.batches import announce_batches
from doxa.terminal.console import (
    Batch,
    DryRun,
    Hear,
    Json,
    Model,
    Quiet,
    Sets,
    Sure,
    Tokens,
    Usd,
    console,
    limited,
    plain,
    print_calls,
    print_left_out,
    print_publishing_call,
    print_reasons,
    show_dry_run,
)
from doxa.terminal.exhibits import WIDEST, as_csv, print_wide, write_exhibit

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
    sure: Sure = None,
    sets: Sets = (),
    max_usd: Annotated[Usd, Parameter(help=TOGETHER.format("this many US dollars"))] = None,
    max_tokens: Annotated[Tokens, Parameter(help=TOGETHER.format("this many tokens"))] = None,
    on: Annotated[
        Place, Parameter(help="Where to run: here, in this process, or on ray, one run a task (needs doxa[ray]).")
    ] = "here",
    at_once: Annotated[int, Parameter(help="How many runs to drive at once in this process.")] = 8,
    batch: Batch = False,
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
        changes=name_models(model, hear, parse_sets(sets), sure=sure, batch=batch),
        budget=limited(Budget(), max_usd, max_tokens),
    )
    if dry_run:
        show_dry_run(rehearse([Rehearsal.of_job(job) for job in jobs_of(planned)]), json=json)
        return
    if not (quiet or json):
        _warn_of_levelling(planned)
    if batch and not (quiet or json):
        announce_batches([Rehearsal.of_job(job) for job in jobs_of(planned)])
    try:
        cells = run_sweep(planned, on=on, at_once=at_once, watch=None if quiet or json else _show_cells())
    except StoppedError:
        write_sweep(read_sweep(out), out, draws=False)
        raise
    swept = gather_runs(cells, out)
    if json:
        write_sweep(swept, out)
        console.print_json(jsons.dumps([cell.model_dump(mode="json") for cell in cells]))
    else:
        _show(cells, swept, out)
        _show_files(swept, out)
        print_publishing_call(out)
    if any(cell.status == "failed" for cell in cells):
        sys.exit(1)


def _warn_of_levelling(planned: Sweep) -> None:
    """Say which unlike values of agents the grid replaces by one for everybody."""
    single = {path: values for path, values in planned.grid.items() if not any(map(is_factor, values))}
    for path, own in levelled(load_scenario(planned.scenario).tables, single).items():
        told = ", ".join(f"{agent} {value}" for agent, value in [*own.items()][:MOST_OWN])
        console.print(
            f"[yellow]{plain(f'{path}: everybody gets one value, in place of their own ({told}).')}[/] To keep them "
            f"unlike, multiply them: {plain(f'--grid {path}=x0.5,x1,x2')}",
            soft_wrap=True,
        )


def _show_cells() -> Callable[[int, int, Cell], None]:
    """Return the function that prints each run as it ends, with the time that the others may take."""
    began = time.monotonic()

    def watch(number: int, total: int, cell: Cell) -> None:
        left = (time.monotonic() - began) / number * (total - number)
        console.print(f"{number:>4}/{total}  {_describe_cell(cell)}[dim]{left:.0f} s left[/]", soft_wrap=True)

    return watch


def _describe_cell(cell: Cell) -> str:
    """Return a run's line: its name, how it ended, its stances or scores, and how many calls were given up."""
    names = display_names(cell.names.items())
    stances = {names[agent]: stance for agent, stance in cell.stances.items() if stance is not None}
    outcome = "   ".join(f"{name} {signed(stance)}" for name, stance in stances.items())
    if len(stances) > CROWD:
        mean, spread = statistics.fmean(stances.values()), statistics.pstdev(stances.values())
        outcome = f"{len(stances)} agents: mean {signed(mean)}, spread {spread:.2f}"
    outcome = outcome or ", ".join(f"{name} {score:.2f}" for name, score in cell.scores.items()) or cell.reason
    given_up = sum(reason.given_up for reason in cell.given_up)
    trouble = f"[yellow]{given_up} given up[/]  " if given_up else ""
    return f"{plain(Path(cell.path).name)}  {cell.status}  {plain(outcome)}  {trouble}"


def _show(cells: list[Cell], swept: SweepRuns, out: Path) -> None:
    print_wide(tabulate_sweep(swept, cells))
    if offline := sum(run.is_simulated for run in swept.runs):
        which = "" if offline == len(cells) else f" in {offline} of {len(cells)} runs"
        console.print(f"[dim]Simulated offline{which}: plain code wrote what agents say (docs/offline.md).[/]")
    hearings = dict.fromkeys(
        describe_offline_hearing(read_spec(Path(cell.path))) for cell in cells if (Path(cell.path) / SPEC).exists()
    )
    for hearing in filter(None, hearings):
        console.print(f"[dim]{plain(hearing)}[/]")
    if exhausted := describe_exhaustion([cell.exhausted for cell in cells if cell.status == "finished"]):
        console.print(exhausted, soft_wrap=True)
    for name, why in dict.fromkeys(reason for cell in cells for reason in cell.missing.items()):
        console.print(f"missing: {plain(name)}: {plain(why)}", soft_wrap=True)
    for cell in cells:
        if cell.status == "failed":
            console.print(f"failed: {plain(cell.path)}: {plain(cell.reason)}", soft_wrap=True)
    print_reasons(merge_reasons(reason for cell in cells for reason in cell.given_up))
    scored = any(cell.scores for cell in cells)
    if not scored and not believers_of(cells) and any(cell.status == "finished" for cell in cells):
        tip = f"doxa metrics {plain(shlex.quote(str(out)))} --by rule"
        console.print(f"\n[dim]Nobody shows a stance. How discussions behaved:[/] {tip}", soft_wrap=True)
    console.print()


def _show_files(swept: SweepRuns, out: Path) -> None:
    """Write the tables and the figure of a sweep, and print where they are and what to do next."""
    figure = draw_sweep(swept)
    names = ", ".join(plain(file.name) for file in write_sweep(swept, out))
    console.print(f"[dim]in {plain(str(out))}:[/] {names}", soft_wrap=True)
    if figure:
        print_left_out([figure])
    else:
        console.print("[dim]No figure: no setting varies, or no run shows a measure.[/]")
    where = shlex.quote(str(out))
    varied = [key for key in swept.keys if len(swept.levels([key])) > 1]
    calls = [f"doxa compare {where} --by {shlex.quote(varied[0])}"] if varied and swept.measures else []
    calls.append(f"doxa frames {where} --to parquet")
    print_calls("next", *map(plain, calls))


RUNS, SETTINGS = "sweep.csv", "sweep-settings.csv"


def write_sweep(sweep: SweepRuns, folder: Path, *, draws: bool = True) -> list[Path]:
    """Write the tables and the figure of a sweep into its folder; return the files.

    Args:
        draws: whether to draw the figure, which needs the extra ``plots``; its numbers are written in any case.

    Raises:
        LogError: a file could not be written.
    """
    texts = {RUNS: as_csv(tabulate_runs(sweep)), SETTINGS: as_csv(tabulate_settings(sweep))}
    for name, text in texts.items():
        write_text(folder / name, text)
    figure = draw_sweep(sweep)
    return [*(folder / name for name in texts), *(write_exhibit(figure, folder, draws=draws) if figure else ())]


MOST_OWN = 4
"""The agents whose own values a warning names."""

HEADING = 22
"""Characters of a heading before it wraps; a column is as wide as its numbers then, not as its heading."""


def tabulate_sweep(sweep: SweepRuns, cells: Sequence[Cell]) -> Table:
    """Return mean and spread of every agent's final stance by setting; failed runs are counted and left out."""
    agents = believers_of(cells)
    scores = [name for name in sweep.measures if any(name in cell.scores for cell in cells)]
    measures = [stance_measure(agent) for agent in agents]
    headings = [f"{sweep.names.get(agent, agent)}: final stance, mean ± sd" for agent in agents]
    if len(agents) > CROWD:  # under some kernels of a grid nobody shows a stance
        measures, headings = [MEAN, SPREAD], [f"mean of {len(agents)} agents ± sd", "their spread ± sd"]
    settings = [
        Column(plain(key), overflow="fold", max_width=max(WIDEST, len(key))) for key in sweep.keys or ("settings",)
    ]
    wrapped = (textwrap.wrap(text, HEADING, break_long_words=False) for text in ("runs", "failed", *headings, *scores))
    numbers = [Column("\n".join(map(plain, lines)), justify="right", no_wrap=True) for lines in wrapped]
    table = Table(*settings, *numbers, box=None, padding=(0, 2), header_style="dim")
    for level in sweep.levels(sweep.keys):
        runs = runs_at(sweep, level)
        ended = [run for run in runs if run.status == FINISHED]
        stances = [_format_spread(values_of(ended, measure)) for measure in measures]
        means = [_format_mean(values_of(ended, name)) for name in scores]
        row = (*(level or ("as written",)), str(len(ended)), str(len(runs) - len(ended)), *stances, *means)
        table.add_row(*map(plain, row))
    return table


def believers_of(cells: Sequence[Cell]) -> list[str]:
    """Return the agents who show a final stance in some run."""
    return sorted({agent for cell in cells for agent, stance in cell.stances.items() if stance is not None})


def _format_mean(values: Sequence[float]) -> str:
    """Return a mean, with its 95 % interval over runs where there are several."""
    if not values:
        return MISSING
    text = f"{statistics.mean(values):.3f}"
    if len(values) > 1:
        interval = mean_interval(values)
        text += f" [{interval.low:.3f}, {interval.high:.3f}]"
    return text.replace("-", "−")


def _format_spread(values: Sequence[float]) -> str:
    if not values:
        return MISSING
    spread = f" ± {statistics.stdev(values):.3f}" if len(values) > 1 else ""
    return f"{signed(statistics.mean(values), 3)}{spread}"
