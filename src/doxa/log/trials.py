"""Each trial once: which directories of a folder are evidence of their own.

Two directories whose runs end with one seal are copies. Two runs of one spec, which includes seed and replicate, are
one trial also where their seals differ, as a model answers otherwise from day to day: every random choice of theirs is
the same. A trial counts once, by its first finished run in the order of paths.
"""

import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from doxa.errors import LogError
from doxa.log.rundir import RunLog, open_run, runs_in, spec_bytes
from doxa.log.seals import seal_of_run
from doxa.records.base import digest

MOST_NAMED = 5
"""The most directories that are named."""


class RepeatedTrialWarning(UserWarning):
    """Runs are left out because others of their trial count."""


@dataclass(frozen=True)
class RepeatedTrial:
    """A run that is left out."""

    path: Path
    counted: Path
    """The run of the same trial that counts."""
    is_copy: bool
    """Whether both have one seal, and not only one spec."""

    @property
    def why(self) -> str:
        """The reason in words."""
        same = ("the trial of {}: it has the same spec and seed", "a copy of {}: it has the same seal")[self.is_copy]
        return f"{same.format(self.counted)}, and counts once"


def split_trials(paths: Sequence[Path]) -> tuple[list[Path], list[RepeatedTrial]]:
    """Return the run directories that count, in their order, and those that are left out."""
    seals = {path: seal_of_run(path) for path in paths}
    counted: dict[str, Path] = {}
    repeated = []
    for path in sorted(paths, key=lambda path: not seals[path]):
        spec = str(path)  # an unreadable one is like no other
        with suppress(LogError):
            spec = digest(spec_bytes(path))
        first = counted.setdefault(spec, path)
        if first != path:
            repeated.append(RepeatedTrial(path, first, is_copy=bool(seals[path]) and seals[path] == seals[first]))
    left_out = {trial.path for trial in repeated}
    return [path for path in paths if path not in left_out], repeated


def trials_in(folder: Path) -> list[Path]:
    """Return the run directories in a folder, each trial once; a warning names those that are left out."""
    paths, repeated = split_trials(runs_in(folder))
    if repeated:
        named = "; ".join(f"{trial.path} is {trial.why}" for trial in repeated[:MOST_NAMED])
        warnings.warn(
            f"{len(repeated)} of the {len(paths) + len(repeated)} runs in {folder} are left out, so that each trial "
            f"counts once{', such as' * (len(repeated) > MOST_NAMED)}: {named}",
            RepeatedTrialWarning,
            stacklevel=2,
        )
    return paths


def finished_runs(folder: Path) -> list[RunLog]:
    """Return the finished runs of a run directory or of a folder of them, each trial once; readings are left out.

    Raises:
        LogError: the folder contains no finished run.
    """
    if not folder.is_dir():
        raise LogError(f"{folder} is not a directory")
    logs = [log for log in map(open_run, trials_in(folder)) if log.finished]
    if not logs:
        raise LogError(f"{folder} holds no finished run", hint="Finish one first: doxa resume DIR")
    return logs
