"""The runs of a folder, found in one cheap pass over their specs: who they are, and which settings vary among them."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doxa.errors import LogError
from doxa.exports.columns import TableColumn
from doxa.exports.settings import RunSettings, Variation, settings_of, swept_settings
from doxa.log.formats import SPEC
from doxa.log.rundir import runs_in
from doxa.records.canonical import digest
from doxa.records.outside import parse_json

ID_LENGTH = 12
"""Characters of the spec's hash that name a run."""

SWEEP = "sweep.json"


@dataclass(frozen=True)
class RunPlace:
    """Where one run is, and its name in the tables."""

    path: Path
    name: str
    """The directory below the folder that was asked for; the directory's own name where it was that run's."""
    id: str


@dataclass(frozen=True)
class RunPlaces:
    """All runs of a folder in order, and the columns of the settings that vary among them."""

    runs: tuple[RunPlace, ...]
    variation: Variation
    swept: dict[Path, RunSettings]
    """Run directory → the swept settings that the table of its sweep names."""

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The ``set.PATH`` columns."""
        return self.variation.columns()

    def settings_in(self, place: RunPlace, spec: dict[str, Any]) -> dict[str, Any]:
        """Return ``set.PATH`` → the value in one run; absent where the run has no such setting."""
        return self.variation.cells(settings_of(spec), self.swept.get(place.path.resolve(), RunSettings()))


def find_runs(folder: Path) -> RunPlaces:
    """Return the runs in a folder, or the run that the folder itself is; readings of runs are no runs of their own.

    Raises:
        LogError: it is no directory, or there is no run in it.
    """
    if not folder.is_dir():
        raise LogError(f"{folder} is not a directory", hint="Give a run directory, or a folder of runs.")
    paths = runs_in(folder)
    if not paths:
        raise LogError(f"{folder} holds no run", hint="Give the directory that `doxa run` or `doxa sweep` wrote to.")
    variation, taken = Variation(), Counter[str]()
    swept: dict[Path, RunSettings] = {}
    places = []
    for sweep_folder in dict.fromkeys(path.parent for path in paths):
        swept |= dict(_read_sweep(sweep_folder))
    for path in paths:
        content, spec = _read_spec(path)
        variation.note(settings_of(spec), swept.get(path.resolve(), RunSettings()))
        start = digest(content)[:ID_LENGTH]
        taken[start] += 1
        # the same run in two directories: its copies are runs of their own, numbered in the order of their paths
        id = start if taken[start] == 1 else f"{start}-{taken[start]}"
        places.append(RunPlace(path=path, name=_name_of(path, folder), id=id))
    return RunPlaces(runs=tuple(places), variation=variation, swept=swept)


def _name_of(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path != folder else path.resolve().name


def _read_spec(path: Path) -> tuple[bytes, dict[str, Any]]:
    """Return the bytes of a spec, and the spec itself; empty where it cannot be read: the run's row says why."""
    try:
        content = (path / SPEC).read_bytes()
    except OSError:
        return str(path).encode(errors="surrogateescape"), {}
    try:
        spec = parse_json(content)
    except ValueError:
        return content, {}
    return content, spec if isinstance(spec, dict) else {}


def _read_sweep(folder: Path) -> Iterator[tuple[Path, RunSettings]]:
    """Yield (run directory, swept settings) by the table that a sweep leaves in its folder, where there is one."""
    try:
        cells = json.loads((folder / SWEEP).read_bytes())
    except (OSError, ValueError):
        return
    for cell in cells if isinstance(cells, list) else []:
        if isinstance(cell, dict) and isinstance(cell.get("path"), str) and isinstance(cell.get("set"), dict):
            # the folder may have been moved since: its runs keep their names
            yield (folder / Path(cell["path"]).name).resolve(), swept_settings(cell["set"])
