"""Sets of runs compared: read, checked for what makes them incomparable, and put side by side as exhibits."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from doxa.analysis.comparison import compare, kinds_of
from doxa.analysis.exhibit import Exhibit
from doxa.analysis.history import chapters
from doxa.analysis.hooks import hooks_of
from doxa.analysis.ledger import admitted_at, ledger_of
from doxa.analysis.measuring import scores_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.settings import find_setting, flatten_settings, tabulate_differing
from doxa.analysis.sweep_exhibits import exhibit_comparison
from doxa.analysis.sweep_runs import FINISHED, SEED, SweepRun, SweepRuns, choose_measures, compare_by
from doxa.analysis.trial import Trial, by_side, trial_of
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.log.trials import finished_runs
from doxa.records.base import JsonValue

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


def compare_folders(folders: Sequence[Path], *, measures: Sequence[str] = (), anyway: bool = False) -> ComparedSets:
    """Return run directories or folders of runs compared, each as one set.

    Args:
        measures: the measures whose effects are shown; all where none is named.
        anyway: whether sets with different motions, protocols or numbers of rounds are compared too.

    Raises:
        LogError: a folder is given twice, has no finished run, or shares runs with another; nobody shows a stance; or
            the sets differ in what must agree; or no run shows a measure that is named.
        MissingPluginError: a log needs a plug-in that is not installed.
    """
    _check_paths(folders)
    return compare_logs({_name(folder, folders): finished_runs(folder) for folder in folders}, measures, anyway=anyway)


def compare_logs(
    logs: Mapping[str, list[RunLog]], measures: Sequence[str] = (), *, anyway: bool = False
) -> ComparedSets:
    """Return sets of finished runs by name, compared; arguments and errors as ``compare_folders``."""
    sets = {name: [_trial(log, name) for log in runs] for name, runs in logs.items()}
    check_different(logs)
    silent = tuple(name for name, trials in sets.items() if not kinds_of(trials))
    if len(silent) == len(sets):
        raise LogError(f"nobody in {', '.join(silent)} shows a stance, so there is nothing to compare", hint=INSTEAD)
    remarks = _check_comparable(logs, anyway=anyway)
    effects, reasons = _compare_measures(logs, sets, measures)
    carried = {name: _average_shares(runs) for name, runs in logs.items()}
    settings = {name: [flatten_settings(log.spec) for log in runs] for name, runs in logs.items()}
    has_shares = any(carried.values())
    return ComparedSets(
        paths={name: tuple(str(log.path) for log in runs) for name, runs in logs.items()},
        exhibits=(tabulate_differing(settings), *compare(sets, carried if has_shares else None), *effects),
        remarks=(*remarks, *reasons),
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
    merge = hooks_of(log.spec.protocol).merge_curves or by_side
    return merge(trial_of(log, condition=name, settings={}))


SET = "set"

NOT_PAIRED = (
    "Effects on measures are not shown, because they pair runs of one seed and replicate, and {why}. "
    "For a folder with several settings: doxa compare DIR --by KEY."
)


def _compare_measures(
    logs: Mapping[str, Sequence[RunLog]], sets: Mapping[str, Sequence[Trial]], measures: Sequence[str]
) -> tuple[tuple[Exhibit, ...], list[str]]:
    """Return the effects on measures, with sets as settings, and a remark on why there are none.

    Args:
        measures: these alone; all where none is named and the system of the runs has any but stances.
    """
    runs = tuple(
        _as_swept(log, name, is_simulated=trial.simulated)
        for name, of_set in logs.items()
        for log, trial in zip(of_set, sets[name], strict=True)
    )
    if not measures and not any(run.scores for run in runs):
        return (), []
    sweep = SweepRuns(folder=".", keys=(SET, SEED), runs=runs)
    blocks = [{run.block for run in runs if run.settings[SET] == name} for name in logs]
    if sum(map(len, blocks)) < len(runs):
        return (), [NOT_PAIRED.format(why="a set has several runs of one seed and replicate")]
    if not set.intersection(*blocks):
        return (), [NOT_PAIRED.format(why="the sets have no seed and replicate in common")]
    return exhibit_comparison(sweep, compare_by(sweep, (SET,), choose_measures(sweep, measures))), []


def _as_swept(log: RunLog, name: str, *, is_simulated: bool) -> SweepRun:
    """Return a run of a set as one of a sweep over sets."""
    scores, missing = scores_of(log)
    return SweepRun(
        run=str(log.path),
        replicate=log.spec.replicate,
        settings={SET: name, SEED: log.spec.seed},
        status=FINISHED,
        stances=dict(log.ended.stances) if log.ended else {},
        scores=scores,
        missing=missing,
        is_simulated=is_simulated,
    )


def _average_shares(logs: list[RunLog]) -> list[tuple[str, float]]:
    """Return the arguments with the largest Shapley share of a final stance, averaged over a set's runs and agents."""
    shares: dict[str, list[float]] = defaultdict(list)
    believers = 0
    for log in logs:
        run_chapters = list(chapters(log))
        for mind in run_chapters[-1].minds.values():
            believers += 1
            for row in ledger_of(mind, admitted_at(run_chapters, mind.participant.id)):
                if row.shapley is not None:
                    shares[row.text].append(row.shapley)
    means = {text: sum(row_shares) / believers for text, row_shares in shares.items()}
    return sorted(means.items(), key=lambda pair: -abs(pair[1]))[:MOST]


MUST_AGREE = {
    "proposition": "motions: stances toward different motions are about different things",
    "protocol": "protocols",
    "script.rounds": "numbers of rounds: stances after different rounds are not the same moment",
}
"""Setting in which sets must agree → what to call it, with the reason where it is not plain."""


def check_different(logs: Mapping[str, Sequence[RunLog]]) -> None:
    """Raise where a run, or its copy, belongs to two sets: it would be counted twice.

    Raises:
        LogError: two sets share a run; the error names the run.
    """
    runs = {name: {(log.spec_hash, log.last_hash): log.path for log in of_set} for name, of_set in logs.items()}
    for (first, ones), (second, twos) in combinations(runs.items(), 2):
        if ones.keys() == twos.keys():
            raise LogError(
                f"{first} and {second} are the same {'runs' if len(ones) > 1 else 'run'} (same seal): a comparison "
                "with itself shows nothing",
                hint="Give two different directories; to compare the settings of one sweep: doxa compare DIR --by KEY",
            )
        if shared := sorted(ones.keys() & twos.keys(), key=lambda run: ones[run]):
            raise LogError(
                f"{len(shared)} of the runs of {first} belong to {second} too (same seal), such as {ones[shared[0]]} "
                f"and {twos[shared[0]]}",
                hint="Give sets that have no run in common; for the settings of one sweep: doxa compare DIR --by KEY",
            )


def find_incomparable(logs: Mapping[str, Sequence[RunLog]]) -> list[str]:
    """Return a sentence for each setting in which sets must agree and do not."""
    settings = {name: [flatten_settings(log.spec) for log in runs] for name, runs in logs.items()}
    sentences = []
    for path, words in MUST_AGREE.items():
        values = {name: _list_values(runs, path) for name, runs in settings.items()}
        if len(set(values.values())) > 1:
            listed = "; ".join(f"{name}: {', '.join(of_set) or 'none'}" for name, of_set in values.items())
            sentences.append(f"the sets have different {words} ({listed})")
    return sentences


def _list_values(runs: Sequence[Mapping[str, JsonValue]], path: str) -> tuple[str, ...]:
    return tuple(sorted({str(setting) for run in runs if (setting := find_setting(run, path)) is not None}))
