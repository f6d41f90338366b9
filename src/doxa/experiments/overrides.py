"""``--set path=value`` and ``--grid path=v1,v2``: dotted paths into a scenario, values as TOML would read them.

``x1.5`` as the value of a shared setting multiplies what each agent has, so that agents stay as unlike as they were.

A path means here what it means in a what-if or a fork (``records.amend``): ``belief.u`` is everybody's, also of agents
to which the file gives their own, and a change that names an agent is stronger, in whatever order they are given.
"""

import copy
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from doxa.beliefs.base import kernel_class, kernel_names
from doxa.errors import ScenarioError
from doxa.records.amend import SHARED, is_rule, narrowness
from doxa.records.base import JsonValue
from doxa.records.outside import parse_toml
from doxa.records.validating import unknown_key

DEFAULT_RULE = "log_odds"
"""The belief rule of scenarios that name none."""

FACTOR = re.compile(r"x(\d+\.?\d*|\.\d+)")

DEEPEST = 20
"""The most names of a path; no setting lies deeper."""


def parse_value(text: str) -> JsonValue:
    """Return a value as TOML reads it; text that is not TOML stays text."""
    try:
        return cast(JsonValue, parse_toml(f"value = {text}")["value"])
    except ValueError:  # also a number of 5,000 digits, or 5,000 brackets
        return text


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


MOST_RUNS = 10_000
"""The most runs that one command makes; planning them takes half a minute and 1.4 GB."""


def check_runs(replicates: int, each: int = 1) -> None:
    """Raise where a command would make more than ``MOST_RUNS`` runs.

    Args:
        each: the runs of one replicate: combinations of a grid, or epochs.

    Raises:
        ScenarioError: it would; the hint names the largest number.
    """
    if replicates * each > MOST_RUNS:
        raise ScenarioError(
            f"{replicates * each:,} runs are more than one command makes",
            hint=f"The most are {MOST_RUNS:,} runs{f', here {MOST_RUNS // each:,} replicates' * (each <= MOST_RUNS)}.",
        )


def combinations(grid: dict[str, list[JsonValue]]) -> list[dict[str, JsonValue]]:
    """Return every combination of a grid's values; the last path varies fastest."""
    return [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]


def apply(raw: Mapping[str, Any], changes: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Return a scenario's plain tables with changes applied; missing tables on a path are created.

    A plain model name for a role whose table exists changes its ``model`` only.
    """
    changed = copy.deepcopy(dict(raw))
    # rules first: which settings an agent has depends on its rule
    order = [*filter(is_rule, changes), *sorted(itertools.filterfalse(is_rule, changes), key=narrowness)]
    for path in order:
        names = path.split(".")
        if len(names) > DEEPEST:
            raise ScenarioError(
                f"--set {path[:40]}…: the path has {len(names):,} names",
                hint=f"No setting has more than {DEEPEST}: docs/scenario.md lists all.",
            )
        _known_agent(changed, path, names)
        if is_rule(path):
            _change_rule(changed, names, changes[path])
        elif names[0] in SHARED:
            _change_everybody(changed, names, changes[path])
        else:
            _assign(changed, names[:-1], names[-1], changes[path])
    return changed


def _change_rule(raw: dict[str, Any], names: list[str], name: JsonValue) -> None:
    """Give a belief rule to everybody (``kernel``) or to agents, and remove the settings of the rule it replaces."""
    everybody = names == ["kernel"]
    if everybody and name != raw.get("kernel", DEFAULT_RULE):
        raw.pop("belief", None)
    for id, agent in _agents(raw).items():
        if everybody or names[1] in ("*", id):
            if rule_of(agent, raw) != name:
                agent.pop("belief", None)
            agent["kernel"] = name
    if everybody:
        raw["kernel"] = name


def _change_everybody(raw: dict[str, Any], names: list[str], value: JsonValue) -> None:
    """Set a shared setting, and remove the agents' own of that name; a kernel's setting goes to the rules that have it.

    A whole table, such as ``belief``, replaces the shared table and the agents' own values of its keys.
    """
    if isinstance(value, str) and (factor := FACTOR.fullmatch(value)):
        _multiply(raw, names, float(factor[1]))
        return
    paths = [[*names, key] for key in value] if isinstance(value, dict) else [names]
    agents = _agents(raw).values()
    for agent in agents:
        for path in paths:
            _remove(agent, path)
    others = [agent for agent in agents if names[0] == "belief" and rule_of(agent, raw) != rule_of({}, raw)]
    having = [agent for agent in others if len(names) > 1 and _has_setting(rule_of(agent, raw), names[1])]
    for agent in having:
        _assign(agent, names[:-1], names[-1], value)
    if not having or _has_setting(rule_of({}, raw), names[1]):
        _assign(raw, names[:-1], names[-1], value)


def _multiply(raw: dict[str, Any], names: list[str], factor: float) -> None:
    """Multiply a shared setting, as each agent has it: its own, the shared one, or its rule's default.

    Raises:
        ScenarioError: an agent has no number there.
    """
    for id, agent in _agents(raw).items():
        rule = rule_of(agent, raw)
        usual = kernel_class(rule).Settings.model_fields[names[-1]].default if _has_setting(rule, names[-1]) else None
        stated = (_lookup(agent, names), _lookup(raw, names), usual if names[0] == "belief" else None)
        number = next((one for one in stated if one is not None), None)
        if not isinstance(number, int | float) or isinstance(number, bool):
            raise ScenarioError(
                f"{'.'.join(names)}: the agent {id} has no number there to multiply by {factor:g}",
                hint="Give everybody one first, in the scenario or with --set.",
            )
        _assign(agent, names[:-1], names[-1], number * factor)


def is_factor(value: JsonValue) -> bool:
    """Return whether a value multiplies what agents have."""
    return isinstance(value, str) and FACTOR.fullmatch(value) is not None


def _lookup(table: Mapping[str, Any], names: Sequence[str]) -> Any:
    """Return the value at a path of plain tables; None where there is none."""
    found: Any = table
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def levelled(raw: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return path → agent → its own value, for each change that gives unlike agents one value."""
    own = {
        path: {
            id: value for id, agent in _agents(raw).items() if (value := _lookup(agent, path.split("."))) is not None
        }
        for path in changes
        if path.split(".")[0] in SHARED
    }
    return {path: values for path, values in own.items() if len(set(map(str, values.values()))) > 1}


def _agents(raw: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the agents' tables by id; what is no table is reported when the scenario is validated."""
    agents = raw.get("agents")
    return {id: agent for id, agent in agents.items() if isinstance(agent, dict)} if isinstance(agents, dict) else {}


def rule_of(agent: Mapping[str, Any], raw: Mapping[str, Any]) -> Any:
    """Return the name of an agent's belief rule, as plain tables give it."""
    return agent.get("kernel") or raw.get("kernel", DEFAULT_RULE)


def _has_setting(rule: Any, name: str) -> bool:
    """Return whether an installed rule has a setting of this name."""
    return rule in kernel_names() and name in kernel_class(rule).Settings.model_fields


def _remove(table: dict[str, Any], names: Sequence[str]) -> None:
    for name in names[:-1]:
        inner = table.get(name)
        if not isinstance(inner, dict):
            return
        table = inner
    table.pop(names[-1], None)


def _known_agent(raw: dict[str, Any], path: str, names: list[str]) -> None:
    """Refuse a path into an agent that the file does not have: a misspelt id would otherwise add an agent."""
    agents = raw.get("agents", {})
    if names[0] == "agents" and len(names) > 1 and names[1] != "*" and names[1] not in agents:
        error = unknown_key(f"agents.{names[1]}", list(agents))
        raise ScenarioError(f"--set {path}: there is no agent {names[1]!r}", hint=error.hint)


def _assign(target: Any, tables: Sequence[str], name: str, value: JsonValue) -> None:
    if tables[:1] == ["agents"] and tables[1:2] == ["*"]:
        for agent in target.get("agents", {}).values():
            _assign(agent, tables[2:], name, value)
        return
    role = tables == ["models"]
    for table in tables:
        below = _entry(target, table)
        if not isinstance(below, dict | list):  # a string is a model's name; validation reports others
            below = target[table] = {"model": below} if isinstance(below, str) else {}
        target = below
    if role and isinstance(value, str) and isinstance(target.get(name), dict):
        target[name]["model"] = value
    else:
        _entry(target, name)
        target[int(name) if isinstance(target, list) else name] = value


def _entry(table: Any, name: str) -> Any:
    """Return what a table has under a name, a new table where it has nothing, or the entry of a list at a number.

    Raises:
        ScenarioError: the list has no such entry.
    """
    if not isinstance(table, list):
        return table.setdefault(name, {})
    if not (name.isdecimal() and int(name) < len(table)):
        raise ScenarioError(
            f"{name}: the list has {len(table)} entries", hint="Count them from 0: script.events.0.factor"
        )
    return table[int(name)]
