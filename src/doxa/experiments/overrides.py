"""``--set path=value`` and ``--grid path=v1,v2``: dotted paths into a scenario, values as TOML would read them."""

import itertools
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue
from doxa.records.validating import unknown_key


def parse_value(text: str) -> JsonValue:
    """Return a value as TOML reads it; text that is not TOML stays text."""
    try:
        value: JsonValue = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # also a number of 5,000 digits, or 5,000 brackets
        return text
    return value


def parse_sets(sets: Iterable[str]) -> dict[str, JsonValue]:
    """Return path → value for ``path=value`` entries.

    Raises:
        ScenarioError: an entry has no '='.
    """
    changes = {}
    for assignment in sets:
        path, equals, literal = assignment.partition("=")
        if not equals or not path.strip():
            raise ScenarioError(f"--set {assignment!r} is not path=value", hint="For example: --set belief.u=0.4")
        changes[path.strip()] = parse_value(literal.strip())
    return changes


def parse_grid(grid: Iterable[str]) -> dict[str, list[JsonValue]]:
    """Return path → values for ``path=v1,v2,…`` entries; a TOML list works as well.

    Raises:
        ScenarioError: an entry has no '=' or no values, or contains a value twice.
    """
    axes: dict[str, list[JsonValue]] = {}
    for axis in grid:
        path, equals, values = axis.partition("=")
        if not equals or not values.strip():
            raise ScenarioError(f"--grid {axis!r} is not path=v1,v2", hint="For example: --grid belief.u=0.2,0.4,0.6")
        whole = parse_value(values.strip())
        listed = whole if isinstance(whole, list) else [parse_value(v.strip()) for v in values.split(",")]
        if len({str(setting) for setting in listed}) < len(listed):
            raise ScenarioError(f"--grid {axis!r} has a value twice", hint="For repetitions: --replicates N")
        axes[path.strip()] = listed
    return axes


def combinations(grid: dict[str, list[JsonValue]]) -> list[dict[str, JsonValue]]:
    """Return every combination of a grid's values; the last path varies fastest."""
    return [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]


def apply(raw: Mapping[str, Any], changes: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Return a scenario's plain tables with changes applied; missing tables on a path are created.

    A plain model name for a role whose table exists changes its ``model`` only.
    """
    changed: dict[str, Any] = _copied(raw)
    if "kernel" in changes and changes["kernel"] != changed.get("kernel", "log_odds"):
        _without_belief_tables(changed)
    for path, setting in changes.items():
        *tables, name = path.split(".")
        _known_agent(changed, path, [*tables, name])
        _assign(changed, tables, name, setting)
    return changed


def _without_belief_tables(raw: dict[str, Any]) -> None:
    """Remove the file's kernel settings: they belong to the rule that is being replaced."""
    raw.pop("belief", None)
    for agent in raw.get("agents", {}).values():
        if isinstance(agent, dict) and "kernel" not in agent:
            agent.pop("belief", None)


def _known_agent(raw: dict[str, Any], path: str, names: list[str]) -> None:
    """Refuse a path into an agent that the file does not have: a misspelt id would otherwise add an agent."""
    agents = raw.get("agents", {})
    if names[0] == "agents" and len(names) > 1 and names[1] != "*" and names[1] not in agents:
        error = unknown_key(f"agents.{names[1]}", list(agents))
        raise ScenarioError(f"--set {path}: there is no agent {names[1]!r}", hint=error.hint)


def _assign(target: dict[str, Any], tables: Sequence[str], name: str, value: JsonValue) -> None:
    if tables[:1] == ["agents"] and tables[1:2] == ["*"]:
        for agent in target.get("agents", {}).values():
            _assign(agent, tables[2:], name, value)
        return
    role = tables == ["models"]
    for table in tables:
        below = target.setdefault(table, {})
        if not isinstance(below, dict):  # a string is a model's name; validation reports others
            below = target[table] = {"model": below} if isinstance(below, str) else {}
        target = below
    if role and isinstance(value, str) and isinstance(target.get(name), dict):
        target[name]["model"] = value
    else:
        target[name] = value


def _copied(value: Any) -> Any:
    return {key: _copied(inner) for key, inner in value.items()} if isinstance(value, dict) else value
