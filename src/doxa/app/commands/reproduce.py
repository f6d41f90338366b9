"""``doxa reproduce``: a paper's tables and figures by name."""

import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.analysis.exhibit import Exhibit, Table
from doxa.app.exhibits import print_table, write_exhibits
from doxa.app.options import Quiet, Sets
from doxa.app.terminal import console, plain
from doxa.experiments.overrides import parse_sets
from doxa.experiments.reproductions.exhibiting import MAKES, experiments_of
from doxa.experiments.reproductions.running import Order, human_points, reproduced
from doxa.experiments.runner import Cell, Place


def reproduce(
    paper: Annotated[Literal["belief-engine"], Parameter(help="Which paper.")],
    exhibits: Annotated[
        tuple[str, ...], Parameter(help=f"Which of its tables and figures; all when none is named. {', '.join(MAKES)}.")
    ] = (),
    /,
    *,
    models: Annotated[
        str, Parameter(name=("--models", "--model"), help="Speakers, as provider:model, by commas.")
    ] = "offline",
    judge: Annotated[str, Parameter(help="The outside judge, as provider:model.")] = "offline",
    out: Annotated[Path, Parameter(help="Where runs and exhibits go; called again, finished runs are kept.")] = Path(
        "runs/belief-engine"
    ),
    trials: Annotated[
        int | None, Parameter(help="Replicates of each condition; the text's number when absent.")
    ] = None,
    sets: Sets = (),
    on: Annotated[Place, Parameter(help="Where runs are made: here, or ray (needs doxa[ray]).")] = "here",
    at_once: Annotated[int, Parameter(help="How many runs are under way together in this process.")] = 8,
    quiet: Quiet = False,
) -> None:
    """Run a paper's experiments and write its tables and figures."""
    order = Order(
        out=out,
        models=tuple(models.split(",")),
        judge=judge,
        changes=parse_sets(sets),
        trials=trials,
        on=on,
        at_once=at_once,
    )
    made: list[Exhibit] = []
    for experiment, wanted in experiments_of(exhibits):
        if not quiet:
            console.print(f"[bold]{experiment.name}[/]: {experiment.about}")
        found = reproduced(experiment, order, None if quiet else _Line())
        human = human_points(found, order) if "expression" in wanted and order.judge else []
        made += [one for name in wanted for one in MAKES[name](found, human)]
    _show(made, out / "exhibits")


def _show(made: list[Exhibit], folder: Path) -> None:
    figures = find_spec("matplotlib") is not None
    console.print()
    for one in made:
        if isinstance(one, Table):
            print_table(one)
    written = write_exhibits(made, folder, figures=figures)
    if not figures:
        console.print("Figures are not drawn: pip install 'doxa[plots]'     (in a clone of doxa: make plots)")
    console.print(f"{len(written)} files in {folder}; all on one page: {written[-1]}", soft_wrap=True)


class _Line:
    """Shows how far a stage is, in place on a terminal, and the time left."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}

    def __call__(self, what: str, number: int, total: int, cell: Cell) -> None:
        began = self._began.setdefault(what, time.monotonic())
        left = (time.monotonic() - began) / max(1, number - 1) * (total - number) if number > 1 else 0.0
        if cell.status == "failed":
            console.print(f"  failed: {plain(cell.path)}: {plain(cell.reason)}", soft_wrap=True)
        if console.is_terminal:
            console.file.write(f"\r  {what} {number}/{total}, about {left:.0f} s left   ")
            console.file.flush()
        if number == total:
            console.print(f"{chr(13) if console.is_terminal else '  '}  {what} {number}/{total}" + " " * 30)
