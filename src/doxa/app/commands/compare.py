"""``doxa compare``: sets of runs side by side, or the settings of one sweep."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.comparing_sets import INSTEAD, ComparedSets, compare_folders
from doxa.analysis.comparison import MONTE_CARLO
from doxa.analysis.exhibit import Cell, Exhibit, Table
from doxa.app.comparing_settings import compare_settings, write_comparison
from doxa.errors import LogError, UsageError
from doxa.log.rundir import runs_in
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import print_table
from doxa.terminal.opening import Open
from doxa.terminal.options import Json, Out
from doxa.terminal.results import print_json

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
        Parameter(help="With --by: compare this measure alone, such as stance.violet. May be repeated.", negative=()),
    ] = (),
    anyway: Annotated[
        bool, Parameter(help="Compare sets with different motions, protocols or numbers of rounds too.")
    ] = False,
    out: Out = None,
    json: Json = False,
    open: Open = False,
) -> None:
    """Compare sets of runs, or the settings of one sweep."""
    if open and not out:
        raise UsageError("--open has no page to open", hint="Give --out DIR as well.")
    keys = tuple(dict.fromkeys(key.strip() for part in by for key in part.split(",") if key.strip()))
    if by:
        _check_one(directories, keys)
        compare_settings(directories[0], keys, measure, out=out, json=json, open=open)
        return
    if measure:
        raise UsageError("--measure needs --by", hint="For example: doxa compare DIR --by belief.u --measure MEASURE")
    if len(directories) < 2:
        raise LogError("there is nothing to compare", hint=_describe_way_on(directories))
    _print_sets(compare_folders(directories, anyway=anyway), out=out, json=json, open=open)


def _check_one(directories: Sequence[Path], keys: Sequence[str]) -> None:
    if len(directories) != 1:
        raise UsageError(
            f"--by compares the settings of one sweep, not of {len(directories)} directories",
            hint="Give one directory with --by, or several without it.",
        )
    if not keys:
        raise UsageError("--by names no key", hint="For example: --by belief.u")


def _describe_way_on(directories: Sequence[Path]) -> str:
    """Return what to type for the settings of the one folder that was given."""
    if len(directories) == 1 and len(runs_in(directories[0])) > 1:
        where = shlex.quote(str(directories[0]))
        return f"To compare the settings of a sweep: doxa compare {where} --by KEY, such as --by belief.u"
    return "Give two or more run directories or folders of runs."


def _print_sets(compared: ComparedSets, *, out: Path | None, json: bool, open: bool) -> None:
    exhibits = compared.exhibits
    if json:
        tables = {exhibit.name: exhibit.records() for exhibit in exhibits if isinstance(exhibit, Table)}
        facts = {name: list(paths) for name, paths in compared.paths.items()}
        print_json({"sets": facts, "remarks": list(compared.remarks), "silent": list(compared.silent), **tables})
    else:
        _show(exhibits, compared.remarks, compared.silent, has_shares=compared.has_shares)
    if out:
        write_comparison(exhibits, out, title=f"Comparison of {' and '.join(compared.paths)}", quiet=json, open=open)


def _show(exhibits: Sequence[Exhibit], remarks: Sequence[str], silent: Sequence[str], *, has_shares: bool) -> None:
    for remark in remarks:
        console.print(f"[yellow]{plain(remark)}[/]", soft_wrap=True)
    for exhibit in exhibits:
        if isinstance(exhibit, Table):
            print_table(exhibit)
    console.print(f"[dim]{MONTE_CARLO}[/]", soft_wrap=True)
    if any(row["difference"] is not None and row["low"] is None for row in _list_differences(exhibits)):
        console.print("No interval: a set with one run has none. Compare folders of two or more runs.", soft_wrap=True)
    for name in silent:
        console.print(f"Nobody in {plain(name)} shows a stance. {INSTEAD}", soft_wrap=True)
    if not has_shares:
        console.print("What carried each set is not shown: no stance here is a sum over arguments.", soft_wrap=True)


def _list_differences(exhibits: Sequence[Exhibit]) -> list[dict[str, Cell]]:
    tables = [exhibit for exhibit in exhibits if isinstance(exhibit, Table) and exhibit.name == "compare-differences"]
    return [row for table in tables for row in table.records()]
