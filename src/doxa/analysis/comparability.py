"""Whether sets of runs can be compared: different runs, of one motion, one protocol and equally many rounds."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from doxa.analysis.settings import find_setting, flatten_settings
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue

MUST_AGREE = {
    "proposition": "motions: stances toward different motions are about different things",
    "protocol": "protocols",
    "script.rounds": "numbers of rounds: stances after different rounds are not the same moment",
}
"""Setting in which sets must agree → what to call it, with the reason where it is not plain."""


def check_different(logs: Mapping[str, Sequence[RunLog]]) -> None:
    """Raise where a run belongs to two sets.

    Raises:
        LogError: two sets share a run; the error names the run.
    """
    places = {name: {log.path.resolve() for log in runs} for name, runs in logs.items()}
    for (first, ones), (second, twos) in combinations(places.items(), 2):
        if ones == twos:
            raise LogError(
                f"{first} and {second} are the same {'runs' if len(ones) > 1 else 'run'}: a comparison with itself "
                "shows nothing",
                hint="Give two different directories; to compare the settings of one sweep: doxa compare DIR --by KEY",
            )
        if shared := sorted(ones & twos):
            raise LogError(
                f"{len(shared)} of the runs of {first} belong to {second} too, such as {shared[0].name}",
                hint="Give sets that have no run in common; for the settings of one sweep: doxa compare DIR --by KEY",
            )


def find_copies(logs: Mapping[str, Sequence[RunLog]]) -> list[str]:
    """Return a sentence for each two sets with copies of the same run, which differ in nothing."""
    sentences = []
    ends = {name: {(log.spec_hash, log.last_hash): log.path.name for log in runs} for name, runs in logs.items()}
    for (first, ones), (second, twos) in combinations(ends.items(), 2):
        if shared := ones.keys() & twos.keys():
            count = "A run" if len(shared) == 1 else f"{len(shared)} runs"
            sentences.append(
                f"{count} of {second} {'is a copy of one' if len(shared) == 1 else 'are copies of runs'} of {first} "
                "(same hashes): they differ in nothing."
            )
    return sentences


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
