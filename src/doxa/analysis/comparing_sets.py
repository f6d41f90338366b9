"""Sets of runs compared: read, checked for what makes them incomparable, and put side by side as exhibits."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.collecting import by_side, trial_of
from doxa.analysis.comparability import check_different, find_copies, find_incomparable
from doxa.analysis.comparison import compare, kinds_of
from doxa.analysis.exhibit import Exhibit
from doxa.analysis.history import chapters
from doxa.analysis.hooks import hooks_of
from doxa.analysis.ledger import ledger_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.settings import flatten_settings, tabulate_differing
from doxa.analysis.trial import Trial
from doxa.errors import LogError
from doxa.log.rundir import RunLog, finished_runs

INSTEAD = "How discussions behaved: doxa metrics DIR. Who won debates: doxa judge DIR."
"""Commands for runs without stances."""

MOST = 8
"""Most arguments that are named for a set."""


@dataclass(frozen=True, kw_only=True)
class ComparedSets:
    """Sets of runs side by side."""

    paths: Mapping[str, tuple[str, ...]]
    """Set → its run directories."""
    exhibits: tuple[Exhibit, ...]
    remarks: tuple[str, ...]
    silent: tuple[str, ...]
    """Sets in which nobody shows a stance."""
    has_shares: bool
    """Whether any stance is a sum over arguments, so that shares of arguments are shown."""


def compare_folders(folders: Sequence[Path], *, anyway: bool = False) -> ComparedSets:
    """Return run directories or folders of runs compared, each as one set.

    Args:
        anyway: whether sets with different motions, protocols or numbers of rounds are compared too.

    Raises:
        LogError: a folder is given twice, has no finished run, or shares runs with another; nobody shows a stance; or
            the sets differ in what must agree.
        MissingPluginError: a log needs a plug-in that is not installed.
    """
    _check_paths(folders)
    logs = {_name(folder, folders): finished_runs(folder) for folder in folders}
    sets = {name: [_trial(log, name) for log in runs] for name, runs in logs.items()}
    check_different(logs)
    silent = tuple(name for name, trials in sets.items() if not kinds_of(trials))
    if len(silent) == len(sets):
        raise LogError(f"nobody in {', '.join(silent)} shows a stance, so there is nothing to compare", hint=INSTEAD)
    remarks = find_copies(logs) + _check_comparable(logs, anyway=anyway)
    carried = {name: _average_shares(runs) for name, runs in logs.items()}
    settings = {name: [flatten_settings(log.spec) for log in runs] for name, runs in logs.items()}
    has_shares = any(carried.values())
    return ComparedSets(
        paths={name: tuple(str(log.path) for log in runs) for name, runs in logs.items()},
        exhibits=(tabulate_differing(settings), *compare(sets, carried if has_shares else None)),
        remarks=tuple(remarks),
        silent=silent,
        has_shares=has_shares,
    )


def _check_paths(folders: Sequence[Path]) -> None:
    """Raise where a directory is given twice, whatever is in it."""
    places: dict[Path, Path] = {}
    for folder in folders:
        first = places.setdefault(folder.resolve(), folder)
        if first is not folder:
            raise LogError(
                f"{first} and {folder} are the same directory: a comparison with itself shows nothing",
                hint="Give two different directories; to compare the settings of one sweep: doxa compare DIR --by KEY",
            )


def _check_comparable(logs: Mapping[str, list[RunLog]], *, anyway: bool) -> list[str]:
    """Return what makes the sets hard to compare; raise unless they are to be compared anyway."""
    reasons = find_incomparable(logs)
    if reasons and not anyway:
        raise LogError(
            f"the sets cannot be compared: {'; '.join(reasons)}",
            hint="To compare them nevertheless: --anyway (anyway=True in Python)",
        )
    return [f"Compared anyway, although {reason}." for reason in reasons]


def _name(folder: Path, folders: Sequence[Path]) -> str:
    """Return the name of a set: that of its folder, or the whole path where two folders have the same name."""
    return folder.name if [other.name for other in folders].count(folder.name) == 1 else str(folder)


def _trial(log: RunLog, name: str) -> Trial:
    """Return a run as a trial with one curve a side, or with the curves that its system merges."""
    require_plugins(log)
    trial = trial_of(log, condition=name, settings={})
    hooks = hooks_of(log.spec.protocol)
    summed: Trial = hooks.merge_curves(trial) if hooks.merge_curves else by_side(trial)
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
