"""Sweeps: every combination of a grid, with several replicates of each; every run has its own directory.

Replicate k has the same seeds and random streams in every combination (common random numbers).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.sweeps.runs import NOT_BEGUN, UNFINISHED
from doxa.engine.gate import Budget
from doxa.errors import StoppedError
from doxa.experiments.overrides import combinations
from doxa.experiments.planning import plan
from doxa.experiments.runner import Cell, Job, Place, Watch, finished
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sharing import run_within
from doxa.experiments.sitting import MakePerformer, Terms
from doxa.log.disk import write_text
from doxa.log.formats import SPEC
from doxa.log.rundir import is_finished, open_run
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue
from doxa.records.canonical import canonical, digest


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
        ScenarioError: the scenario or a value of the grid is not valid; raised before anything runs.
    """
    jobs = []
    cells = combinations(planned.grid)
    for settings, name in zip(cells, _names(cells), strict=True):
        changes = {**planned.changes, **settings}
        scenario = load_scenario(planned.scenario, changes)
        for replicate in range(planned.replicates):
            terms = Terms(
                conditions=scenario.conditions,
                budget=scenario.budget,
                source=planned.scenario,
                changes=changes,
                replicate=replicate,
            )
            path = planned.out / "_".join([*name, f"k{replicate}"])
            jobs.append(Job(spec=plan(scenario, replicate), path=path, terms=terms, set=settings))
    return jobs


def sweep(
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
    jobs = jobs_of(planned)
    try:
        cells = run_within(
            jobs,
            planned.budget,
            planned.out,
            larger="--max-tokens" if planned.budget.usd is None else "--max-usd",
            on=on,
            at_once=at_once,
            watch=watch,
            make=make,
        )
    except StoppedError:
        _write_cells(planned, [_describe_stopped(job) for job in jobs])
        raise
    _write_cells(planned, cells)
    return cells


def _write_cells(planned: Sweep, cells: Sequence[Cell]) -> None:
    text = json.dumps([cell.model_dump(mode="json") for cell in cells], indent=1)
    write_text(planned.out / "sweep.json", text)


def _describe_stopped(job: Job) -> Cell:
    """Return how far a run of a sweep is that stopped, so that a comparison knows the runs that are missing."""
    if is_finished(job.path):
        return finished(job, open_run(job.path))
    status = UNFINISHED if (job.path / SPEC).exists() else NOT_BEGUN
    return Cell(path=str(job.path), replicate=job.spec.replicate, set=job.set, status=status)


def _names(cells: Sequence[dict[str, JsonValue]]) -> list[list[str]]:
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
