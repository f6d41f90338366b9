"""The order for a reproduction, and the runs of one condition; both are the same for every paper.

Finished runs are not repeated when an order is given again. Replicate k has the same seeds and random streams in every
condition.
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
from doxa.experiments.speaking_models import name_models
from doxa.records.base import JsonValue

Watch = Callable[[str, int, int, Cell], None]
"""Called with (the part that is run, number of runs that ended, number of all, the run that ended)."""

Begin = Callable[[str, str], Watch | None]
"""Called with (name, what it is about) when a part of a reproduction begins; returns the watcher of its runs."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """An order for a reproduction: with which models, into which directory, within which budget."""

    out: Path
    models: tuple[str, ...] = ("offline",)
    hear: str | None = None
    """Who extracts claims and reads their direction; None: a language model that speaks also hears."""
    judge: str = "offline"
    judges: tuple[str, ...] = ()
    """Judges that read the same finished runs and are compared; only for a reproduction that compares judges."""
    changes: dict[str, JsonValue] = field(default_factory=dict)
    """Changes to every scenario, such as fewer rounds for a first look."""
    trials: int | None = None
    """Replicates of each condition; the text's number when absent."""
    max_cost: float | None = None
    """US dollars for all runs together; only for a reproduction that shows its price before it begins."""
    max_tokens: int | None = None
    """Tokens for all runs together; only for such a reproduction."""
    on: Place = "here"
    at_once: int = 8


def speaking(order: Order, model: str, changes: Mapping[str, JsonValue] | None = None) -> dict[str, JsonValue]:
    """Return the changes that let one model of an order speak, and that name who hears it; then the others."""
    return name_models(model, order.hear, changes)


def jobs_for(
    source: str, changes: Mapping[str, JsonValue], *, folder: Path, trials: int, varied: Mapping[str, JsonValue]
) -> list[Job]:
    """Return the planned replicates of one condition, in ``folder/k0`` and so on.

    Args:
        source: the scenario, by name or file.
        varied: the settings that distinguish the condition, by dotted path.

    Raises:
        ScenarioError: the scenario cannot be read, or is not valid with these changes.
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
    """Return a watcher of runs that also passes on which part they belong to."""
    return (lambda number, total, cell: watch(what, number, total, cell)) if watch else None


def slug(text: str) -> str:
    """Return a name in a form that can be part of a path."""
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-")
