"""What a reproduction is asked for, and the runs of one condition: the same for every paper.

Called again, finished runs are not made again. Replicate k has the same seeds and random streams in every condition.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from doxa.experiments.planning import plan
from doxa.experiments.runner import Cell, Job, Place
from doxa.experiments.runner import Watch as RunnerWatch
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms
from doxa.records.base import JsonValue

Watch = Callable[[str, int, int, Cell], None]
"""Is told (what is being run, how many ended, of how many, which one)."""

Begin = Callable[[str, str], Watch | None]
"""Is told (name, what it is about) when a part of a reproduction begins, and returns who watches its runs."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is to be reproduced, with which models, where."""

    out: Path
    models: tuple[str, ...] = ("offline",)
    judge: str = "offline"
    judges: tuple[str, ...] = ()
    """Judges that all read the same finished runs, to be compared; only where a reproduction compares judges."""
    changes: dict[str, JsonValue] = field(default_factory=dict)
    """Changes to every scenario, such as fewer rounds for a first look."""
    trials: int | None = None
    """Replicates of each condition; the text's number when absent."""
    max_cost: float | None = None
    """US dollars for everything together; only where a reproduction tells its price before it begins."""
    max_tokens: int | None = None
    """Tokens for everything together, likewise."""
    on: Place = "here"
    at_once: int = 8


def jobs_for(
    source: str, changes: Mapping[str, JsonValue], *, folder: Path, trials: int, varied: Mapping[str, JsonValue]
) -> list[Job]:
    """Plan the replicates of one condition, ``folder/k0`` and so on.

    Args:
        source: the scenario, by name or file.
        varied: what distinguishes the condition, by dotted path.

    Raises:
        ScenarioError: the scenario cannot be read, or not with these changes.
    """
    scenario = load_scenario(source, changes)
    return [
        Job(
            spec=plan(scenario, replicate),
            path=folder / f"k{replicate}",
            terms=Terms(
                conditions=scenario.conditions,
                budget=scenario.budget,
                source=source,
                changes=changes,
                replicate=replicate,
            ),
            set=dict(varied),
        )
        for replicate in range(trials)
    ]


def watching(watch: Watch | None, what: str) -> RunnerWatch | None:
    """Return the watcher of some runs, which tells what they are."""
    return (lambda number, total, cell: watch(what, number, total, cell)) if watch else None


def slug(text: str) -> str:
    """Return a name as a part of a path."""
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-")
