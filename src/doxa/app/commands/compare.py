"""``doxa compare``: sets of runs side by side."""

from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.analysis.collecting import by_side, trial_of
from doxa.analysis.comparison import compare as compare_sets
from doxa.analysis.comparison import kinds_of
from doxa.analysis.exhibit import Table
from doxa.analysis.history import chapters
from doxa.analysis.hooks import analysis_hooks
from doxa.analysis.ledger import ledger_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.trial import Trial
from doxa.errors import LogError
from doxa.log.rundir import RunLog, finished_runs
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import print_table, write_exhibits
from doxa.terminal.options import Out

INSTEAD = "How discussions behaved: doxa metrics DIR. Who won debates: doxa judge DIR."
"""Commands for runs without stances."""

MOST = 8
"""Most arguments that are named for a set."""


def compare(
    directories: Annotated[tuple[Path, ...], Parameter(help="Run directories, or folders of runs: each is one set.")],
    /,
    *,
    out: Out = None,
) -> None:
    """Compare sets of runs."""
    if len(directories) < 2:
        raise LogError("there is nothing to compare", hint="Give two or more run directories or folders of runs.")
    logs = {_name(folder, directories): finished_runs(folder) for folder in directories}
    sets = {name: [_trial(log, name) for log in runs] for name, runs in logs.items()}
    silent = [name for name, trials in sets.items() if not kinds_of(trials)]
    if len(silent) == len(sets):
        raise LogError(f"nobody in {', '.join(silent)} shows a stance, so there is nothing to compare", hint=INSTEAD)
    carried = {name: _average_shares(runs) for name, runs in logs.items()}
    exhibits = compare_sets(sets, carried if any(carried.values()) else None)
    for exhibit in exhibits:
        if isinstance(exhibit, Table):
            print_table(exhibit)
    for name in silent:
        console.print(f"Nobody in {plain(name)} shows a stance. {INSTEAD}", soft_wrap=True)
    if not any(carried.values()):
        console.print("What carried each set is not shown: no stance here is a sum over arguments.", soft_wrap=True)
    if out:
        written = write_exhibits(exhibits, out, figures=find_spec("matplotlib") is not None)
        console.print(f"{len(written)} files in {out}", soft_wrap=True)


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
