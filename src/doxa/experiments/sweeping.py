"""Sweeps: every combination of a grid, with several replicates of each; every run has its own directory.

Replicate k has the same seeds and random streams in every combination (common random numbers). A sweep is read back
from ``sweep.json``, and from the logs of runs that had not ended when it was written; a folder of runs without it, such
as that of a killed sweep, is read from its logs: the settings that its runs were started with, where these vary.
"""

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from doxa.analysis.naming import display_names
from doxa.analysis.settings import find_setting, flatten_settings, setting_paths
from doxa.analysis.sweep_runs import (
    FAILED,
    FINISHED,
    NOT_BEGUN,
    UNFINISHED,
    KeyComparison,
    SweepRun,
    SweepRuns,
    choose_measures,
    compare_by,
)
from doxa.analysis.who_does import list_persons
from doxa.engine.gate import Budget
from doxa.errors import DamagedLogError, LogError, ScenarioError, StoppedError, did_you_mean
from doxa.experiments.interrupts import in_turn
from doxa.experiments.overrides import check_runs, combinations
from doxa.experiments.runner import Cell, Job, Place, Watch, arun_within, describe_finished
from doxa.experiments.sitting import MakePerformer, last_terms, plan_runs
from doxa.log.disk import write_text
from doxa.log.rundir import is_finished, open_run, read_spec
from doxa.log.trials import split_trials, trials_in
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue, canonical, digest


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """A planned sweep: a scenario, a grid, replicates, and the directory that they are written to."""

    scenario: str
    grid: dict[str, list[JsonValue]]
    replicates: int
    out: Path
    changes: Mapping[str, JsonValue]
    budget: Budget = Budget()
    """The budget of all runs together; the scenario's budget applies to each run."""


def jobs_of(planned: Sweep) -> list[Job]:
    """Return the planned runs of a sweep.

    Raises:
        ScenarioError: the scenario or a value of the grid is not valid, or there are too many runs; raised before
            anything runs.
    """
    check_runs(planned.replicates, math.prod(map(len, planned.grid.values())))
    cells = combinations(planned.grid)
    return [
        Job(
            spec=run.spec,
            path=planned.out / "_".join([*name, f"k{run.spec.replicate}"]),
            terms=run.terms,
            set=settings,
        )
        for settings, name in zip(cells, _name_cells(cells), strict=True)
        for run in plan_runs(planned.scenario, {**planned.changes, **settings}, range(planned.replicates))
    ]


def run_sweep(
    planned: Sweep,
    *,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[Cell]:
    """Run every cell, write ``sweep.json`` beside them and return how each ended.

    Raises:
        ScenarioError: the scenario or a value of the grid is not valid; raised before anything runs.
        ModelSetupError: a budget in money is given and the price of a model is unknown; raised before anything runs.
        UnknownNameError, ModelSetupError: a model is not usable; raised before anything runs.
        StoppedError: interrupted, or the budget is spent; the same call continues where it stopped.
        DiskError: the disk did not take a file; the same call continues where it stopped.
    """
    return in_turn(lambda: arun_sweep(planned, on=on, at_once=at_once, watch=watch, make=make))


async def arun_sweep(
    planned: Sweep,
    *,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[Cell]:
    """Run every cell on a running loop; result and errors as ``run_sweep``."""
    jobs = jobs_of(planned)
    if any(list_persons(job.spec) for job in jobs):
        raise ScenarioError(
            "a person takes part in this scenario, and a sweep, which makes several runs at once, asks nobody",
            hint=f"Make one run after another: doxa run … --replicate N --out {planned.out}/N. doxa compare and frames "
            "read the folder.",
        )
    try:
        cells = await arun_within(
            jobs,
            planned.budget,
            planned.out,
            larger="--max-tokens" if planned.budget.usd is None else "--max-usd",
            on=on,
            at_once=at_once,
            watch=watch,
            make=make,
        )
    except (StoppedError, asyncio.CancelledError):
        not_begun = [
            Cell(path=str(job.path), replicate=job.spec.replicate, set=job.set, status=NOT_BEGUN) for job in jobs
        ]
        # with how far each is, so that a comparison knows the runs that are missing
        _write_cells(planned, [_refresh(planned.out, cell) for cell in not_begun])
        raise
    _write_cells(planned, cells)
    return cells


def _write_cells(planned: Sweep, cells: Sequence[Cell]) -> None:
    write_text(planned.out / "sweep.json", json.dumps([cell.model_dump(mode="json") for cell in cells], indent=1))


def _name_cells(cells: Sequence[dict[str, JsonValue]]) -> list[list[str]]:
    """Return the parts of each cell's name: its settings, and their hash where an earlier cell has the same name.

    A name contains no ``/``, so that values that differ only in it would have the same name.
    """
    labels: list[list[str]] = []
    taken: set[str] = set()
    for settings in cells:
        parts = [f"{path.rsplit('.', 1)[-1]}={setting}".replace("/", "-") for path, setting in settings.items()]
        if "_".join(parts) in taken:
            parts.append(digest(canonical(settings))[:8])
        taken.add("_".join(parts))
        labels.append(parts)
    return labels


SWEEP_FILE = "sweep.json"

_CELLS = TypeAdapter(list[Cell])


def read_sweep(folder: Path) -> SweepRuns:
    """Return the runs of a sweep's folder, or of a folder of runs.

    Raises:
        LogError: the folder contains no run.
        DamagedLogError: ``sweep.json`` is not as a sweep writes it.
    """
    cells = _read_cells(folder) if (folder / SWEEP_FILE).exists() else _find_cells(folder)
    if not cells:
        raise LogError(f"{folder} holds no run", hint="Give the --out of a sweep: doxa sweep SCENARIO --out DIR")
    paths = [folder / _name_run(cell, folder) for cell in cells]
    repeated = {trial.path: trial.why for trial in split_trials(paths)[1]}
    refreshed = [
        cell.model_copy(update={"status": FAILED, "reason": f"it is {why}"})
        if (why := repeated.get(path))
        else _refresh(folder, cell)
        for path, cell in zip(paths, cells, strict=True)
    ]
    return gather_runs(refreshed, folder)


def gather_runs(cells: Sequence[Cell], folder: Path) -> SweepRuns:
    """Return cells as the runs of a sweep."""
    return SweepRuns(
        names=display_names(pair for cell in cells for pair in cell.names.items()),
        folder=str(folder),
        keys=tuple(dict.fromkeys(key for cell in cells for key in cell.set)),
        runs=tuple(
            SweepRun(
                run=_name_run(cell, folder),
                replicate=cell.replicate,
                settings=cell.set,
                status=cell.status,
                reason=cell.reason,
                stances=cell.stances,
                scores=cell.scores,
                missing=cell.missing,
                exhausted=cell.exhausted,
                cost=cell.cost,
                is_simulated=any(role.startswith("speaker") for role in cell.simulated),
            )
            for cell in cells
        ),
    )


def with_keys(sweep: SweepRuns, keys: Sequence[str]) -> SweepRuns:
    """Return a sweep in which every run also has the settings of these keys, from its spec.

    Raises:
        LogError: no run has a setting of this name; the error names the nearest.
    """
    missing = [key for key in keys if key not in sweep.keys]
    if not missing:
        return sweep
    recorded = {run.run: _read_settings(Path(sweep.folder) / run.run) for run in sweep.runs}
    for key in missing:
        if all(find_setting(settings, key) is None for settings in recorded.values()):
            paths = {path for settings in recorded.values() for path in setting_paths(settings)}
            guess = did_you_mean(key, [*sweep.keys, *sorted(paths)], cutoff=0.4)
            swept = f"Its runs vary {', '.join(sweep.keys)}." if sweep.keys else "No setting varies in it."
            raise LogError(f"--by {key}: the runs of {sweep.folder} have no such setting", hint=guess + swept)
    runs = [
        run.model_copy(
            update={"settings": {**run.settings, **{key: find_setting(recorded[run.run], key) for key in missing}}}
        )
        for run in sweep.runs
    ]
    return sweep.model_copy(update={"keys": (*sweep.keys, *missing), "runs": tuple(runs)})


def compare_sweep(
    sweep: SweepRuns, keys: Sequence[str], measures: Sequence[str] = ()
) -> tuple[SweepRuns, KeyComparison]:
    """Return a sweep with the settings of these keys, and its comparison by them in the named or all measures.

    Raises:
        LogError: a key is unknown or does not vary, no run finished, or no run shows a measure.
    """
    keyed = with_keys(sweep, keys)
    _check_varies(keyed, keys)
    return keyed, compare_by(keyed, keys, choose_measures(keyed, measures))


def _check_varies(sweep: SweepRuns, keys: Sequence[str]) -> None:
    """Raise where a key has one value in all runs, so that there is nothing to compare."""
    for key in keys:
        levels = sweep.levels([key])
        if len(levels) < 2:
            varied = [other for other in sweep.keys if len(sweep.levels([other])) > 1]
            raise LogError(
                f"--by {key}: it is {levels[0][0]} in all {len(sweep.runs)} runs of {sweep.folder}",
                hint=f"Its runs vary {', '.join(varied)}." if varied else "No setting varies in it.",
            )


def _read_settings(path: Path) -> Mapping[str, JsonValue]:
    """Return the settings of a run; none where it has not begun."""
    return flatten_settings(read_spec(path)) if (path / "spec.json").exists() else {}


def _name_run(cell: Cell, folder: Path) -> str:
    """Return a run's place in its sweep's folder; the path that it was written to may be another machine's."""
    path = Path(cell.path)
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def _read_cells(folder: Path) -> list[Cell]:
    try:
        return _CELLS.validate_json((folder / SWEEP_FILE).read_bytes())
    except (ValidationError, OSError):
        raise DamagedLogError(
            f"{folder / SWEEP_FILE} is not as a sweep writes it",
            hint="Give the sweep's command again: it writes the file.",
        ) from None


def _find_cells(folder: Path) -> list[Cell]:
    """Return the runs of a folder without ``sweep.json``, with the settings in which their commands differ."""
    if not folder.is_dir():
        raise LogError(f"{folder} is not a directory")
    paths = trials_in(folder)
    changes = [dict(last_terms(path).changes or {}) for path in paths]
    varied = [
        key
        for key in dict.fromkeys(key for changed in changes for key in changed)
        if any(changed.get(key) != changes[0].get(key) for changed in changes)
    ]
    settings = [_read_settings(path) for path in paths]
    return [
        Cell(
            path=str(path),
            replicate=read_spec(path).replicate,
            set={key: changed[key] if key in changed else find_setting(recorded, key) for key in varied},
            status=UNFINISHED,
        )
        for path, changed, recorded in zip(paths, changes, settings, strict=True)
    ]


def _refresh(folder: Path, cell: Cell) -> Cell:
    """Return a run as it is now: a run that had not finished may have been resumed."""
    if cell.status == FINISHED:
        return cell
    path = folder / _name_run(cell, folder)
    begun = (path / "spec.json").exists()
    if begun and is_finished(path):
        return describe_finished(cell.path, cell.set, open_run(path))
    return cell if cell.status == FAILED else cell.model_copy(update={"status": UNFINISHED if begun else NOT_BEGUN})
