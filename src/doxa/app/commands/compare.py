"""``doxa compare``: sets of runs side by side, or the settings of one sweep (``--by KEY``)."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from doxa.analysis.attribution import POSTS
from doxa.analysis.comparing_sets import INSTEAD, ComparedSets, compare_folders
from doxa.analysis.comparison import MONTE_CARLO
from doxa.analysis.exhibit import Exhibit, Figure, Table
from doxa.analysis.sweep_exhibits import exhibit_comparison
from doxa.analysis.sweep_runs import FINISHED, KeyComparison, SweepRuns
from doxa.errors import LogError, UsageError
from doxa.experiments.sweeping import compare_sweep, read_sweep
from doxa.log.rundir import runs_in
from doxa.records.cells import join_names
from doxa.terminal.console import Json, Open, Out, console, plain, print_calls, print_json
from doxa.terminal.exhibits import FORMS, print_exhibits, write_drawings

By = Annotated[
    tuple[str, ...],
    Parameter(
        name="--by",
        help="Compare the settings of one sweep by this key, or by several with commas: belief.u,belief.a.",
        negative=(),
    ),
]


def compare(
    directories: Annotated[tuple[Path, ...], Parameter(help="Run directories, or folders of runs: each is one set.")],
    /,
    *,
    by: By = (),
    measure: Annotated[
        tuple[str, ...],
        Parameter(help="Compare this measure alone, such as stance.violet. May be repeated.", negative=()),
    ] = (),
    anyway: Annotated[
        bool, Parameter(help="Compare sets with different motions, protocols or numbers of rounds too.")
    ] = False,
    out: Out = None,
    table: Annotated[
        Literal["latex", "markdown"] | None, Parameter(help="Print the tables alone, to be pasted into a paper.")
    ] = None,
    json: Json = False,
    open: Open = False,
) -> None:
    """Compare sets of runs, or the settings of one sweep."""
    if table and (json or out):
        raise UsageError("--table prints tables alone", hint="Leave out --json and --out.")
    if open and not out:
        raise UsageError("--open has no page to open", hint="Give --out DIR as well.")
    keys = tuple(dict.fromkeys(key.strip() for part in by for key in part.split(",") if key.strip()))
    if by:
        if len(directories) != 1:
            raise UsageError(
                f"--by compares the settings of one sweep, not of {len(directories)} directories",
                hint="Give one directory with --by, or several without it.",
            )
        if not keys:
            raise UsageError("--by names no key", hint="For example: --by belief.u")
        if table:
            sweep, comparison = compare_sweep(read_sweep(directories[0]), keys, measure)
            _paste(exhibit_comparison(sweep, comparison), table)
        else:
            compare_settings(directories[0], keys, measure, out=out, json=json, open=open)
        return
    if len(directories) < 2:
        raise LogError("there is nothing to compare", hint=_describe_way_on(directories))
    compared = compare_folders(directories, measures=measure, anyway=anyway)
    if table:
        _paste(compared.exhibits, table)
    else:
        _print_sets(compared, out=out, json=json, open=open)


def _paste(exhibits: Sequence[Exhibit], form: str) -> None:
    """Print tables as another program reads them."""
    texts = [FORMS[form](exhibit) for exhibit in exhibits if isinstance(exhibit, Table) and exhibit.rows]
    console.file.write("\n".join(texts))


def _describe_way_on(directories: Sequence[Path]) -> str:
    """Return what to type for the settings of the one folder that was given."""
    if len(directories) == 1 and len(runs_in(directories[0])) > 1:
        where = shlex.quote(str(directories[0]))
        return f"To compare the settings of a sweep: doxa compare {where} --by KEY, such as --by belief.u"
    return "Give two or more run directories or folders of runs."


def _print_sets(compared: ComparedSets, *, out: Path | None, json: bool, open: bool) -> None:
    tables = [exhibit for exhibit in compared.exhibits if isinstance(exhibit, Table)]
    if json:
        facts = {"sets": compared.paths, "remarks": compared.remarks, "silent": compared.silent}
        print_json(facts | {table.name: table.records() for table in tables})
    else:
        _show_sets(compared, tables)
    if out:
        title = f"Comparison of {' and '.join(compared.paths)}"
        write_drawings(compared.exhibits, out, title=title, quiet=json, open=open)


def _show_sets(compared: ComparedSets, tables: Sequence[Table]) -> None:
    for remark in compared.remarks:
        console.print(f"[yellow]{plain(remark)}[/]", soft_wrap=True)
    print_exhibits(tables, verbose=True)
    console.print(f"[dim]{MONTE_CARLO}[/]", soft_wrap=True)
    differences = [row for table in tables if table.name == "compare-differences" for row in table.records()]
    if any(row["difference"] is not None and row["low"] is None for row in differences):
        console.print("No interval: a set with one run has none. Compare folders of two or more runs.", soft_wrap=True)
    for name in compared.silent:
        console.print(f"Nobody in {plain(name)} shows a stance. {INSTEAD}", soft_wrap=True)
    if not compared.has_shares:
        console.print("What carried each set is not shown: no stance here is a sum over arguments.", soft_wrap=True)


MOST_NAMED = 8
"""Most unfinished runs that are named."""


def compare_settings(
    folder: Path, keys: Sequence[str], measures: Sequence[str], *, out: Path | None, json: bool, open: bool
) -> None:
    """Compare the settings of a sweep by keys, and print or write the exhibits.

    Raises:
        LogError: the folder holds no run, a key is unknown or does not vary, or no run shows a measure.
    """
    sweep, comparison = compare_sweep(read_sweep(folder), keys, measures)
    exhibits = exhibit_comparison(sweep, comparison)
    if json:
        posts = [table for table in exhibits if isinstance(table, Table) and table.name == POSTS]
        print_json(_list_facts(sweep, comparison) | {"posts": [row for table in posts for row in table.records()]})
    else:
        _show_settings(sweep, exhibits)
    if out:
        drawn_first = sorted(exhibits, key=lambda exhibit: not isinstance(exhibit, Figure))  # what a page begins with
        write_drawings(drawn_first, out, title=f"Settings of {folder.name}", quiet=json, open=open)
    elif not json:
        call = f"doxa compare {shlex.quote(str(folder))} --by {shlex.quote(','.join(keys))} --out DIR"
        print_calls("as CSV, with the figure", plain(call))


def _show_settings(sweep: SweepRuns, exhibits: Sequence[Exhibit]) -> None:
    unfinished = [run for run in sweep.runs if run.status != FINISHED]
    if unfinished:
        named = join_names([f"{plain(run.run)} ({run.status})" for run in unfinished], MOST_NAMED)
        console.print(
            f"[yellow]{len(unfinished)} of {len(sweep.runs)} runs did not finish and do not count: {named}.[/]",
            soft_wrap=True,
        )
    print_exhibits(exhibits, verbose=True)


def _list_facts(sweep: SweepRuns, comparison: KeyComparison) -> dict[str, object]:
    """Return a comparison for JSON, with the status of every run."""
    facts = comparison.model_dump(mode="json")
    for effect in (facts, *facts["effects"]):
        for name in effect.keys() & {"level", "against"}:
            effect[name] = dict(zip(comparison.keys, effect[name], strict=True))
    runs = [{"run": run.run, "block": run.block, "status": run.status, "set": run.settings} for run in sweep.runs]
    return {**facts, "runs": runs}
