"""The settings of recorded runs by the dotted paths of a scenario, and what differs between sets of runs.

A run's spec holds every setting per agent, defaults written out. A path without ``agents.ID``, such as ``belief.u``, is
the setting of all believers where they agree.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from doxa.analysis.exhibit import Table
from doxa.analysis.labels import name_setting
from doxa.records.amend import SHARED
from doxa.records.base import JsonValue
from doxa.records.spec import RunSpec

OF_AGENTS = (*SHARED, "kernel")
"""Settings that a scenario gives to everybody or to one agent."""

MISSING = "–"

LONGEST = 60
"""Characters of a setting in a table of differences."""

MOST_VALUES = 6
"""Most values of one setting that a table of differences names for a set."""


def flatten_settings(spec: RunSpec) -> dict[str, JsonValue]:
    """Return every setting of a run by dotted path, those of agents under ``agents.ID``; lists are one value."""
    plain = spec.model_dump(mode="json")
    settings: dict[str, JsonValue] = {
        "proposition": spec.proposition.text,
        "protocol": spec.protocol,
        "seed": spec.seed,
        **dict(_flatten("script", plain["script"])),
        **dict(_flatten("hearing", plain["hearing"])),
    }
    for role, model in plain["roles"].items():
        settings |= dict(_flatten(f"models.{role}", {name: model[name] for name in model if name != "model"}))
        settings[f"models.{role}"] = model["model"]
    settings |= {f"corpora.{name}": content_hash[:12] for name, content_hash in spec.corpora.items()}
    for participant in plain["participants"]:
        parts = {name: setting for name, setting in participant.items() if name not in ("id", "role")}
        parts["seeds"] = len(spec.seeds.get(participant["id"], ()))
        settings |= dict(_flatten(f"agents.{participant['id']}", parts))
    if spec.amendments:
        settings["amendments"] = [amendment.model_dump(mode="json") for amendment in spec.amendments]
    return {path: setting for path, setting in settings.items() if setting not in (None, [], {})}


def _flatten(path: str, value: Any) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flatten(f"{path}.{name}", inner)
    else:
        yield path, value


def find_setting(settings: Mapping[str, JsonValue], path: str) -> JsonValue:
    """Return a setting of a run by its path in a scenario; None where the run does not have it.

    Where agents differ in a shared setting, its value is a text with each agent's.
    """
    if path in settings:
        return settings[path]
    names = path.split(".")
    if names[:2] == ["agents", "*"]:
        names = names[2:]
    if not names or names[0] not in OF_AGENTS:
        return None
    by_agent = {agent: setting for other, setting in settings.items() if (agent := _agent_of(other, names)) is not None}
    first = next(iter(by_agent.values()), None)
    if by_agent and all(setting == first for setting in by_agent.values()):
        return first
    return ", ".join(f"{agent} {json.dumps(setting)}" for agent, setting in by_agent.items()) or None


def _agent_of(path: str, names: Sequence[str]) -> str | None:
    """Return the agent whose setting of this name a path is; None for another setting."""
    first, *parts = path.split(".")
    return parts[0] if first == "agents" and parts[1:] == list(names) else None


def setting_paths(settings: Mapping[str, JsonValue]) -> set[str]:
    """Return every path by which a scenario can name a setting of a run."""
    shared = {
        ".".join(parts[2:]) for path in settings for parts in [path.split(".")] if parts[0] == "agents" and parts[2:]
    }
    return {*settings, *(path for path in shared if path.split(".")[0] in OF_AGENTS)}


def differing_settings(sets: Mapping[str, Sequence[Mapping[str, JsonValue]]]) -> dict[str, tuple[str, ...]]:
    """Return path → the values of each set, for every setting whose values differ between the sets.

    A shared setting that all agents have alike in every set is named once, without its agents. An agent who is not in
    every set is named by one row.
    """
    agents = {
        name: {path.split(".")[1] for settings in runs for path in settings if path.startswith("agents.")}
        for name, runs in sets.items()
    }
    common = set.intersection(*agents.values()) if agents else set()
    merged: dict[str, tuple[str, ...]] = {
        f"agents.{agent}": tuple("takes part" if agent in of_set else MISSING for of_set in agents.values())
        for agent in sorted(set.union(*agents.values()) - common if agents else ())
    }
    paths = dict.fromkeys(path for runs in sets.values() for settings in runs for path in settings)
    values = {
        path: tuple(_list_values(runs, path) for runs in sets.values())
        for path in paths
        if not path.startswith("agents.") or path.split(".")[1] in common
    }
    for path, of_sets in {path: of_sets for path, of_sets in values.items() if len(set(of_sets)) > 1}.items():
        merged[_shared_path(path, values) or path] = of_sets
    return merged


def _shared_path(path: str, values: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the path of everybody's setting where all agents have this one alike; None where they do not."""
    parts = path.split(".")
    if parts[0] != "agents" or len(parts) < 3 or parts[2] not in OF_AGENTS:
        return None
    alike = [of_sets for other, of_sets in values.items() if _agent_of(other, parts[2:]) is not None]
    return ".".join(parts[2:]) if len(set(alike)) == 1 else None


def _list_values(runs: Sequence[Mapping[str, JsonValue]], path: str) -> str:
    """Return the values of a setting in a set's runs, each once, in words."""
    texts = list(dict.fromkeys(shorten_setting(settings.get(path)) for settings in runs))
    more = f", and {len(texts) - MOST_VALUES} more" if len(texts) > MOST_VALUES else ""
    return ", ".join(sorted(texts)[:MOST_VALUES]) + more


def shorten_setting(setting: JsonValue) -> str:
    """Return a setting for people, cut where it is long; a missing one as a dash."""
    text = setting if isinstance(setting, str) else json.dumps(setting, ensure_ascii=False)
    return MISSING if setting is None else text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def tabulate_differing(sets: Mapping[str, Sequence[Mapping[str, JsonValue]]]) -> Table:
    """Return a table of the settings that differ between sets of runs."""
    rows = tuple((path, *of_sets) for path, of_sets in sorted(differing_settings(sets).items()))
    caption = "Every setting whose values differ; a set with several values has them in its runs."
    return Table(
        name="compare-settings",
        title="Settings that differ",
        caption=caption if rows else "No setting differs: the sets differ by their replicates or by chance alone.",
        columns=("setting", *sets),
        rows=rows,
        words={path: name_setting(path) for path, *_ in rows},
    )
