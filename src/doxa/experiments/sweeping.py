"""Sweeps: every combination of a grid, several replicates of each, one run directory a run.

The unit is the run. A sweep that is started again resumes what stopped, leaves alone what is finished, and shows
what failed with its reason. Replicate k has the same seeds and random streams in every combination.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import Field

from doxa.errors import DoxaError, StoppedError
from doxa.experiments.overrides import combinations
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue, Record


class Cell(Record):
    """One run of a sweep: where it is, what was set, and how it ended."""

    path: str
    replicate: int
    set: dict[str, JsonValue]
    status: str
    """finished or failed."""
    reason: str = ""
    stances: dict[str, float | None] = Field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """A plan: a scenario, a grid, replicates, and the directory they go to."""

    scenario: str
    grid: dict[str, list[JsonValue]]
    replicates: int
    out: Path
    changes: dict[str, JsonValue]

    def __len__(self) -> int:
        return len(combinations(self.grid)) * self.replicates


def sweep(
    planned: Sweep, *, watch: Callable[[int, int, Cell], None] | None = None, make: MakePerformer = performer_for
) -> list[Cell]:
    """Run every cell, one after the other; write ``sweep.json`` beside them and return them.

    Raises:
        ScenarioError: the scenario or a value of the grid is not valid; nothing has run then.
        StoppedError: interrupted; started again, it goes on where it stopped.
    """
    places = [(one, k) for one in combinations(planned.grid) for k in range(planned.replicates)]
    specs = [
        (settings, k, scenario, plan(scenario, k))
        for settings, k in places
        for scenario in [load_scenario(planned.scenario, {**planned.changes, **settings})]
    ]
    cells: list[Cell] = []
    for number, (settings, k, scenario, spec) in enumerate(specs, 1):
        path = planned.out / _name(settings, k)
        terms = Terms(
            conditions=scenario.conditions,
            budget=scenario.budget,
            source=planned.scenario,
            changes={**planned.changes, **settings},
            replicate=k,
        )
        cells.append(_ran(path, settings, k, partial(sit, spec, path, terms, make=make)))
        if watch:
            watch(number, len(specs), cells[-1])
    (planned.out / "sweep.json").write_text(json.dumps([one.model_dump(mode="json") for one in cells], indent=1))
    return cells


def _ran(path: Path, settings: dict[str, JsonValue], k: int, go: Callable[[], object]) -> Cell:
    try:
        log = go()
    except StoppedError as stop:
        raise StoppedError(stop.message, hint="Nothing is lost. The same call goes on where it stopped.") from None
    except DoxaError as error:
        return Cell(path=str(path), replicate=k, set=settings, status="failed", reason=error.message)
    stances = dict(log.events[-1].body.stances)  # type: ignore[attr-defined]
    return Cell(path=str(path), replicate=k, set=settings, status="finished", stances=stances)


def _name(settings: dict[str, JsonValue], k: int) -> str:
    parts = [f"{path.rsplit('.', 1)[-1]}={value}" for path, value in settings.items()]
    return "_".join([*parts, f"k{k}"]).replace("/", "-")
