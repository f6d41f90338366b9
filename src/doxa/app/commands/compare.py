"""``doxa compare``: sets of runs side by side, or the settings of one sweep."""

import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.collecting import by_side, trial_of
from doxa.analysis.comparability import check_different, find_copies, find_incomparable
from doxa.analysis.comparison import MONTE_CARLO, kinds_of
from doxa.analysis.comparison import compare as compare_sets
from doxa.analysis.exhibit import Cell, Exhibit, Table
from doxa.analysis.history import chapters
from doxa.analysis.hooks import analysis_hooks
from doxa.analysis.ledger import ledger_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.settings import flatten_settings, tabulate_differing
from doxa.analysis.trial import Trial
from doxa.app.comparing_settings import compare_settings, write_comparison
from doxa.errors import LogError, UsageError
from doxa.log.rundir import RunLog, finished_runs, runs_in
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import list_rows, print_table
from doxa.terminal.opening import Open
from doxa.terminal.options import Json, Out
from doxa.terminal.results import print_json

INSTEAD = "How discussions behaved: doxa metrics DIR. Who won debates: doxa judge DIR."
"""Commands for runs without stances."""

MOST = 8
"""Most arguments that are named for a set."""

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
    _check_paths(directories)
    logs = {_name(folder, directories): finished_runs(folder) for folder in directories}
    _compare_sets(logs, anyway=anyway, out=out, json=json, open=open)


def _check_one(directories: Sequence[Path], keys: Sequence[str]) -> None:
    if len(directories) != 1:
        raise UsageError(
            f"--by compares the settings of one sweep, not of {len(directories)} directories",
            hint="Give one directory with --by, or several without it.",
        )
    if not keys:
        raise UsageError("--by names no key", hint="For example: --by belief.u")


def _check_paths(directories: Sequence[Path]) -> None:
    """Raise where a directory is given twice, whatever is in it."""
    places: dict[Path, Path] = {}
    for folder in directories:
        first = places.setdefault(folder.resolve(), folder)
        if first is not folder:
            raise LogError(
                f"{first} and {folder} are the same directory: a comparison with itself shows nothing",
                hint="Give two different directories; to compare the settings of one sweep: doxa compare DIR --by KEY",
            )


def _describe_way_on(directories: Sequence[Path]) -> str:
    """Return what to type for the settings of the one folder that was given."""
    if len(directories) == 1 and len(runs_in(directories[0])) > 1:
        where = shlex.quote(str(directories[0]))
        return f"To compare the settings of a sweep: doxa compare {where} --by KEY, such as --by belief.u"
    return "Give two or more run directories or folders of runs."


def _compare_sets(logs: Mapping[str, list[RunLog]], *, anyway: bool, out: Path | None, json: bool, open: bool) -> None:
    sets = {name: [_trial(log, name) for log in runs] for name, runs in logs.items()}
    check_different(logs)
    silent = [name for name, trials in sets.items() if not kinds_of(trials)]
    if len(silent) == len(sets):
        raise LogError(f"nobody in {', '.join(silent)} shows a stance, so there is nothing to compare", hint=INSTEAD)
    remarks = find_copies(logs) + _check_comparable(logs, anyway=anyway)
    carried = {name: _average_shares(runs) for name, runs in logs.items()}
    settings = {name: [flatten_settings(log.spec) for log in runs] for name, runs in logs.items()}
    exhibits = (tabulate_differing(settings), *compare_sets(sets, carried if any(carried.values()) else None))
    if json:
        paths = {name: [str(log.path) for log in runs] for name, runs in logs.items()}
        tables = {exhibit.name: list_rows(exhibit) for exhibit in exhibits if isinstance(exhibit, Table)}
        print_json({"sets": paths, "remarks": remarks, "silent": silent, **tables})
    else:
        _show(exhibits, remarks, silent, has_shares=any(carried.values()))
    if out:
        write_comparison(exhibits, out, title=f"Comparison of {' and '.join(sets)}", quiet=json, open=open)


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
    return [row for table in tables for row in list_rows(table)]


def _check_comparable(logs: Mapping[str, list[RunLog]], *, anyway: bool) -> list[str]:
    """Return what makes the sets hard to compare; raise unless they are to be compared anyway."""
    reasons = find_incomparable(logs)
    if reasons and not anyway:
        raise LogError(
            f"the sets cannot be compared: {'; '.join(reasons)}",
            hint="To compare them nevertheless: --anyway",
        )
    return [f"Compared anyway, although {reason}." for reason in reasons]


def _name(folder: Path, folders: tuple[Path, ...]) -> str:
    """Return the name of a set: that of its folder, or the whole path where two folders have the same name."""
    return folder.name if [other.name for other in folders].count(folder.name) == 1 else str(folder)


def _trial(log: RunLog, name: str) -> Trial:
    """Return a run as a trial with one curve a side, or with the curves that its system merges."""
    require_plugins(log)
    trial = trial_of(log, condition=name, settings={})
    hooks = analysis_hooks(log.spec.protocol)
    summed: Trial = hooks.merge_curves(trial) if hooks and hooks.merge_curves else by_side(trial)
    return summed


def _average_shares(logs: list[RunLog]) -> list[tuple[str, float]]:
    """Return the arguments with the largest Shapley share of a final stance, averaged over a set's runs and agents."""
    shares: dict[str, list[float]] = defaultdict(list)
    believers = 0
    for log in logs:
        run_chapters = list(chapters(log))
        for mind in run_chapters[-1].minds.values():
            believers += 1
            for row in ledger_of(mind, run_chapters):
                if row.shapley is not None:
                    shares[row.text].append(row.shapley)
    means = {text: sum(row_shares) / believers for text, row_shares in shares.items()}
    return sorted(means.items(), key=lambda pair: -abs(pair[1]))[:MOST]
