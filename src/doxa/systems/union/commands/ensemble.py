"""``doxa ensemble``: a union debate held many times in epochs, judged, with coaching in between."""

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.exhibit import Table
from doxa.analysis.reasons import merge_reasons
from doxa.analysis.view import ReasonView
from doxa.experiments.named_models import name_models
from doxa.experiments.overrides import parse_sets
from doxa.experiments.runner import Cell, Place
from doxa.judging.cases import Judges
from doxa.systems.union.ensembles.estimating import CostEstimate, afford, estimate_cost
from doxa.systems.union.ensembles.plan import Ensemble
from doxa.systems.union.ensembles.rehearsing import rehearse_ensemble
from doxa.systems.union.ensembles.running import run_ensemble
from doxa.systems.union.ensembles.writing import write_epoch, write_whole
from doxa.systems.union.exhibits.ensembles import ensemble_exhibits
from doxa.systems.union.exhibits.synthesis import synthesis
from doxa.terminal.console import console, plain
from doxa.terminal.dry_runs import show_dry_run
from doxa.terminal.exhibits import print_prose, print_table, write_exhibits
from doxa.terminal.money import cost_so_far
from doxa.terminal.opening import Open
from doxa.terminal.options import DryRun, Hear, Model, Quiet, Sets, Sure, TokensOfAll, UsdOfAll
from doxa.terminal.progress import clock
from doxa.terminal.publishing import print_publishing_call
from doxa.terminal.reasons import print_reasons
from doxa.terminal.strips import write_count
from doxa.terminal.written import print_written

SHOWN = ("outcomes", "epochs", "speaking-order", "coaching")
"""Tables that the command prints; every table is written to a file."""


def ensemble(
    scenario: Annotated[str, Parameter(help="A scenario of the protocol union: a built-in name or a TOML file.")],
    /,
    *,
    epochs: Annotated[int, Parameter(help="Epochs; learners are coached between them.")] = 4,
    runs: Annotated[int, Parameter(name=("--replicates", "--runs"), help="Debates per epoch.")] = 5,
    learners: Annotated[str, Parameter(help="Speakers to coach, separated by commas; none by default.")] = "",
    control: Annotated[
        bool,
        Parameter(name="--control", negative="--no-control", help="Hold each coached debate without coaching, too."),
    ] = True,
    until_width: Annotated[
        float | None, Parameter(help="Stop after an epoch once the interval of the share of wins is at most this wide.")
    ] = None,
    max_usd: UsdOfAll = None,
    max_tokens: TokensOfAll = None,
    model: Model = None,
    hear: Hear = None,
    sure: Sure = None,
    panel: Annotated[str, Parameter(help="Models of the judging panel, separated by commas.")] = "offline",
    annotator: Annotated[
        str, Parameter(help="The model that scores, annotates and audits; the first of the panel by default.")
    ] = "",
    out: Annotated[Path | None, Parameter(help="Output directory; runs/SCENARIO-ensemble by default.")] = None,
    sets: Sets = (),
    on: Annotated[Place, Parameter(help="Where runs are made: here, or ray (needs doxa[ray]).")] = "here",
    at_once: Annotated[int, Parameter(help="How many runs are under way together in this process.")] = 8,
    dry_run: DryRun = False,
    open: Open = False,
    quiet: Quiet = False,
) -> None:
    """Hold a union debate many times."""
    plan = Ensemble(
        scenario=scenario,
        out=out or Path("runs") / f"{Path(scenario).stem}-ensemble",
        epochs=epochs,
        runs=runs,
        learners=tuple(name.strip() for name in learners.split(",") if name.strip()),
        control=control,
        until_width=until_width,
        max_cost=max_usd,
        max_tokens=max_tokens,
        judges=Judges(panel=tuple(model.strip() for model in panel.split(",")), annotator=annotator),
        changes=name_models(model, hear, parse_sets(sets), sure=sure),
        on=on,
        at_once=at_once,
    )
    estimate = estimate_cost(plan)
    if dry_run:
        _show_dry_run(plan, estimate)
        return
    _show_cost(estimate)
    afford(plan, estimate)
    _hold_debates(plan, quiet=quiet, open=open)


def _hold_debates(planned: Ensemble, *, quiet: bool, open: bool) -> None:
    """Hold the debates, print their tables, and write every file of the ensemble."""
    line = EnsembleLine(planned)
    runs = run_ensemble(planned, watch=None if quiet else line, after=write_epoch)
    exhibits = ensemble_exhibits(runs, planned.learners)
    console.print()
    for exhibit in exhibits:
        if isinstance(exhibit, Table) and exhibit.name in SHOWN:
            print_table(exhibit)
    prose = synthesis(runs, planned.learners)
    print_prose(prose)
    print_reasons(merge_reasons(line.given_up))
    paths = write_exhibits(
        [prose, *exhibits], planned.out / "exhibits", title=f"Ensemble: {Path(planned.scenario).stem}"
    )
    summary, document = write_whole(planned.out, runs, planned.learners)
    console.print(plain(f"{summary}, {document}"), soft_wrap=True)
    print_written([prose, *exhibits], paths, open=open)
    print_publishing_call(planned.out)


def _show_dry_run(plan: Ensemble, estimate: CostEstimate | None) -> None:
    """Print what all debates of an ensemble would take."""
    if estimate is None:
        console.print("Dry run: no language model is called, nothing is spent.")
        return
    held = write_count(estimate.debates, "debates")
    console.print(f"[dim]Holding and judging {held} offline, to count the calls …[/]", soft_wrap=True)
    show_dry_run(rehearse_ensemble(plan))


def _show_cost(estimate: CostEstimate | None) -> None:
    """Print the estimated cost of an ensemble; print nothing where the ensemble is free."""
    if estimate is None:
        return
    calls = "calls" if estimate.usd is None else "paid calls"
    price = f"unknown price of {', '.join(estimate.unpriced)}" if estimate.usd is None else f"about ${estimate.usd:.2f}"
    console.print(
        f"{write_count(estimate.debates, 'debates')} of {estimate.calls} {calls} each, about {estimate.input_tokens:,} "
        f"tokens in and {estimate.output_tokens:,} out per debate, {estimate.tokens:,} in total: {plain(price)}",
        soft_wrap=True,
    )


class EnsembleLine:
    """The progress line of an ensemble: debates done, cost so far and time left."""

    def __init__(self, planned: Ensemble) -> None:
        twins = (planned.epochs - 1) * planned.runs if planned.control and planned.learners else 0
        self._total = 2 * (planned.epochs * planned.runs + twins)
        self._done = 0
        self._began = time.monotonic()
        self._cost: float | None = 0.0
        self.given_up: list[ReasonView] = []
        """Why calls were given up, run by run."""

    def __call__(self, what: str, number: int, total: int, cell: Cell) -> None:
        is_counted = what.endswith(("debates", "judged"))
        self._done += is_counted
        self.given_up += cell.given_up
        self._cost = None if self._cost is None or cell.cost is None else self._cost + cell.cost
        if cell.status == "failed":
            console.print(f"  failed: {plain(cell.path)}: {plain(cell.reason)}", soft_wrap=True)
        notes = [spent] if (spent := cost_so_far(self._cost)) else []
        if 1 < self._done < self._total:
            seconds_left = (time.monotonic() - self._began) / self._done * (self._total - self._done)
            notes.append(f"about {clock(seconds_left)} left")
        line = f"  {what} {number}/{total}" + (f"   {', '.join(notes)}" if notes else "")
        if console.is_terminal:
            console.file.write(f"\r\x1b[K{line}")
            console.file.flush()
        if number == total:
            console.print("" if console.is_terminal else line)
