"""``doxa reproduce``: a paper's tables and figures by name."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.exhibit import Table
from doxa.errors import PluginError
from doxa.experiments.dry_runs import Forecast, count_calls, merge_uses
from doxa.experiments.overrides import parse_sets
from doxa.experiments.reproductions import Order, Watch, reproduced, reproduction_named, reproduction_names
from doxa.experiments.runner import Place
from doxa.log.rundir import is_finished, runs_in
from doxa.models.conditions import Conditions
from doxa.models.setup import check_names
from doxa.terminal.console import (
    DryRun,
    Hear,
    Open,
    Quiet,
    Sets,
    Sure,
    TokensOfAll,
    UsdOfAll,
    Verbose,
    console,
    print_publishing_call,
    print_written,
    show_dry_run,
)
from doxa.terminal.exhibits import print_exhibits, write_exhibits
from doxa.terminal.progress import CellLine

PAPERS = reproduction_names()


def _exhibits_of(name: str) -> str:
    """Return the names of a paper's tables and figures for the help, or why it cannot be reproduced."""
    try:
        return ", ".join(reproduction_named(name).exhibits)
    except PluginError as error:
        return error.message


LISTED = "; ".join(f"{name}: {_exhibits_of(name)}" for name in PAPERS)


PuzzleFiles = Annotated[
    tuple[Path, ...],
    Parameter(
        name="--puzzle-file",
        help="A file of puzzles to debate in place of made ones, by line; several, or a folder of .jsonl files.",
        negative=(),
    ),
]


Speakers = Annotated[
    str,
    Parameter(name=("--models", "--model"), help="Speakers, as provider:model, by commas; one each, or one an agent."),
]
OutsideJudges = Annotated[
    str, Parameter(help="Judges that all read the same runs, by commas, where a paper compares judges.")
]


def reproduce(
    paper: Annotated[str, Parameter(help=f"Which paper: {', '.join(PAPERS)}.")],
    exhibits: Annotated[
        tuple[str, ...], Parameter(help=f"Which of its tables and figures; all by default. {LISTED}.")
    ] = (),
    /,
    *,
    models: Speakers = "offline",
    hear: Hear = None,
    sure: Sure = None,
    judge: Annotated[str, Parameter(help="The outside judge, as provider:model.")] = "offline",
    judges: OutsideJudges = "",
    out: Annotated[
        Path | None,
        Parameter(help="Directory of runs and exhibits, by default runs/PAPER; finished runs in it are reused."),
    ] = None,
    trials: Annotated[
        int | None,
        Parameter(
            name=("--replicates", "--trials", "--puzzles"),
            help="Replicates of each condition, or puzzles of each size; the text's number when absent.",
        ),
    ] = None,
    puzzle_file: PuzzleFiles = (),
    max_usd: UsdOfAll = None,
    max_tokens: TokensOfAll = None,
    sets: Sets = (),
    on: Annotated[Place, Parameter(help="Where to run: here, or on ray (needs doxa[ray]).")] = "here",
    at_once: Annotated[int, Parameter(help="How many runs to drive at once in this process.")] = 8,
    dry_run: DryRun = False,
    open: Open = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Run a paper's experiments and write its tables and figures."""
    order = Order(
        out=out or Path("runs") / paper,
        models=tuple(models.split(",")),
        hear=hear,
        sure=sure,
        judge=judge,
        judges=tuple(judges.split(",")) if judges else (),
        changes=parse_sets(sets),
        files=puzzle_file,
        trials=trials,
        max_cost=max_usd,
        max_tokens=max_tokens,
        on=on,
        at_once=at_once,
    )
    check_names((*order.models, *([hear] if hear else ()), order.judge, *order.judges))
    if dry_run:
        show_dry_run(_rehearse(paper, exhibits, order))
        return
    made = reproduced(paper, exhibits, order, _silent if quiet else _begin)
    print_exhibits([exhibit for exhibit in made if isinstance(exhibit, Table)], verbose=verbose)
    print_written(made, write_exhibits(made, order.out / "exhibits", title=f"Reproduction: {paper}"), open=open)
    print_publishing_call(order.out)


def _rehearse(paper: str, exhibits: tuple[str, ...], order: Order) -> Forecast:
    """Return what a reproduction would take, after making all its runs offline in a directory that is thrown away."""
    with TemporaryDirectory() as folder:
        reproduced(paper, exhibits, replace(order, out=Path(folder), on="here", dry=True), _silent)
        runs = [(path, order.out / path.relative_to(folder)) for path in runs_in(Path(folder), readings=True)]
        return Forecast(
            runs=sum(not is_finished(real) for _, real in runs), models=merge_uses(count_calls(runs, Conditions()))
        )


def _begin(name: str, about: str) -> Watch:
    console.print(f"[bold]{name}[/]: {about}")
    return CellLine()


def _silent(name: str, about: str) -> None:
    return None
