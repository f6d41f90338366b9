"""Listening as a function: the scenario in which minds of any settings hear a conversation, and its run."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.conversations.names import plain_name
from doxa.engine.drive import Watcher
from doxa.errors import CorpusError, ScenarioError, UsageError
from doxa.experiments.scenario import Scenario, scenario_of
from doxa.experiments.sitting import MakePerformer, PlannedRun, default_directory, plan_runs, sit
from doxa.log.rundir import RunLike, RunLog
from doxa.models.setup import performer_for
from doxa.records.base import JsonValue
from doxa.systems.listening.lines import spoken_lines
from doxa.systems.listening.listeners import GRID, agent_table, grid_tables

PRIOR_NEEDS = (
    "A mind that begins elsewhere than at 0 begins with arguments of its side: --set seeds.corpus=FILE.csv "
    "(proposition, text, polarity), and --set seeds.per_side=N for how many."
)

Minds = Mapping[str, Mapping[str, JsonValue]]
"""Name → settings of a listener."""


def listen(
    source: RunLike,
    listeners: Minds | None = None,
    *,
    grid: Mapping[str, Sequence[JsonValue]] | None = None,
    motion: str = "",
    out: Path | str | None = None,
    changes: Mapping[str, JsonValue] | None = None,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> RunLog:
    """Return the run in which minds that say nothing hear what was said, once for all of them.

    Args:
        source: a file or corpus of a conversation, or a run.
        listeners: name → settings such as ``{"u": 0.6, "prior": -0.4}``; who is named like a speaker is that speaker.
            Without these and a grid one listener hears it, undecided and with the default settings.
        grid: setting → values: a listener for each combination.
        motion: what listeners have a stance on, where the source does not say it.
        out: the run directory; ``runs/NAME-HASH`` when absent. A directory with the same run is resumed.
        changes: dotted path → value of the scenario, such as ``seeds.corpus`` for minds that begin elsewhere than at 0.

    Raises:
        UsageError, ScenarioError, CorpusError, LogError: nothing can be heard; no model was asked.
        ModelSetupError, StoppedError: as ``run``.
    """
    planned = plan_listening(Path(source), motion, listeners or {}, grid or {}, changes)
    path = Path(out) if out else default_directory(planned.spec)
    return sit(planned.spec, path, planned.terms, watch=watch, make=make)


def plan_listening(
    file: Path,
    motion: str,
    listeners: Minds,
    grid: Mapping[str, Sequence[JsonValue]],
    changes: Mapping[str, JsonValue] | None = None,
) -> PlannedRun:
    """Return the planned run of listeners; errors as ``listen``."""
    scenario = listening_scenario(file, motion, listeners, grid, changes)
    try:
        (planned,) = plan_runs(scenario)
    except CorpusError as error:
        error.hint = f"{PRIOR_NEEDS} {error.hint}"
        raise
    return planned


def listening_scenario(
    file: Path,
    motion: str = "",
    listeners: Minds | None = None,
    grid: Mapping[str, Sequence[JsonValue]] | None = None,
    changes: Mapping[str, JsonValue] | None = None,
) -> Scenario:
    """Return the scenario in which listeners hear a conversation.

    Args:
        listeners: name → settings; one with the default settings where neither these nor a grid are given.
        grid: setting → values.
        changes: dotted path → value.

    Raises:
        UsageError: no motion is given, and the file states none.
        ScenarioError, CorpusError, LogError: a listener, the grid, a change or the file cannot be used.
    """
    axes, changes = {key: list(values) for key, values in (grid or {}).items()}, changes or {}
    listeners = listeners or ({} if axes else {"Listener": {}})
    cells, minds = grid_tables(axes), {plain_name(name): agent_table(name, mind) for name, mind in listeners.items()}
    if len(minds) < len(listeners):
        raise ScenarioError(f"two of the listeners {', '.join(listeners)} have the same name", hint="Rename one.")
    conversation = spoken_lines(file, minds, str(changes.get("script.thread", "")))
    if not motion and len(conversation.motions) != 1:
        raise UsageError(f"{file} does not say what it is about", hint='Say it: --motion "We should …"')
    speakers = {plain_name(name): {"name": name} for name in conversation.speakers}
    agents: dict[str, dict[str, Any]] = {}
    mindless = []
    begun = {plain_name(one.person): one.stance for one in reversed(conversation.stated) if not one.after}
    for plain in {**speakers, **minds}:
        agent = _id_for(plain, agents)
        agents[agent] = {**minds.get(plain, {}), **speakers.get(plain, {})}
        if plain in minds and plain in begun:
            agents[agent]["prior"] = {"stance": begun[plain], **agents[agent].get("prior", {})}
        mindless += [] if plain in minds else [agent]
    tables: dict[str, Any] = {
        "name": f"listen-{file.resolve().stem}",
        "proposition": motion or conversation.motions[0],
        "protocol": "conversation",
        "agents": agents | cells,
        "prior": {"mode": "target", "stance": 0.0},
        "seeds": {"drawn": "once", "sides": "prior"},
        "models": {"speaker": f"recorded:{file}"},
        "script": {"mindless": mindless, "grid": [*axes]},
    }
    return scenario_of(tables, changes, Path())


def _id_for(plain: str, taken: Mapping[str, object]) -> str:
    """Return an id for an agent of this name that no other has."""
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48] or "agent"
    stem = f"agent-{stem}" if stem.startswith(GRID) else stem
    return next(id for id in (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))) if id not in taken)
