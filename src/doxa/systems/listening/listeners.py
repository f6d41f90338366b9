"""Listeners as a command spells them: ``NAME:u=.6,prior=-.4``, and a grid: ``u=0.1..0.9/5,prior=-.5,0,.5``.

A setting is a belief rule's (``u``, ``a``), a memory's (``theta``), the stance at which a mind begins (``prior``, 0
unless it is given), the anchoring at which that is solved for (``reference_a``), or the rule itself (``kernel``).
"""

import re
from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import numpy as np

from doxa.conversations.names import plain_name
from doxa.errors import ScenarioError
from doxa.evidence.admission import Admission
from doxa.experiments.overrides import combinations, parse_grid
from doxa.records.base import JsonValue
from doxa.records.spec import Participant

MOST_LISTENERS = 2_000
"""The most listeners of one grid: each has a line in the log for every line of the conversation."""

GRID = "grid-"
"""What the ids of a grid's listeners begin with."""

PATHS = {
    "kernel": "kernel",
    "prior": "prior.stance",
    "reference_a": "prior.reference_a",
    **{name: f"memory.{name}" for name in Admission.model_fields},
}
"""Setting → its path in an agent's table; any other is the belief rule's."""

_SETTINGS = re.compile(r",(?=[^,=]+=)")
_NUMBER = r"(-?\d*\.?\d+)"
_RANGE = re.compile(rf"{_NUMBER}\.\.{_NUMBER}/([1-9]\d{{0,3}})")


def parse_settings(text: str) -> dict[str, list[JsonValue]]:
    """Return setting → values for ``u=.1,.2,prior=-.5,.5``; ``LOW..HIGH/COUNT`` is that many even steps.

    Raises:
        ScenarioError: an entry has no '=' or no values, or contains a value twice.
    """
    whole = _RANGE.sub(lambda ends: _write_steps(*map(float, ends.groups())), text)
    return parse_grid(filter(None, _SETTINGS.split(whole)))


def _write_steps(low: float, high: float, count: float) -> str:
    return ",".join(f"{step:.4g}" for step in np.linspace(low, high, int(count)))


def parse_listeners(texts: Iterable[str]) -> dict[str, dict[str, JsonValue]]:
    """Return name → settings for ``NAME`` and ``NAME:key=value,…``.

    Raises:
        ScenarioError: a listener has no name, a name stands twice, or a setting has another number of values than one.
    """
    listeners: dict[str, dict[str, JsonValue]] = {}
    plain_names: set[str] = set()
    for text in texts:
        name, _, settings = (part.strip() for part in text.partition(":"))
        cells = combinations(parse_settings(settings))
        plain = plain_name(name)
        if not name or plain in plain_names or len(cells) > 1:
            why = "it has several values of a setting" if name else "it has no name"
            raise ScenarioError(
                f"--listener {text!r}: {'the name stands twice' if plain in plain_names else why}",
                hint="For example: --listener Kim:u=.6,prior=-.4; several values make a grid: --grid u=.2,.4",
            )
        plain_names.add(plain)
        listeners[name] = cells[0]
    return listeners


def grid_tables(axes: Mapping[str, list[JsonValue]]) -> dict[str, dict[str, Any]]:
    """Return id → table of every listener of a grid; the last setting varies fastest.

    Raises:
        ScenarioError: the grid is too large.
    """
    if (count := prod(map(len, axes.values()))) > MOST_LISTENERS:
        limit = f"The most that a conversation takes are {MOST_LISTENERS:,}."
        raise ScenarioError(f"--grid makes {count:,} listeners", hint=limit)
    cells = combinations(dict(axes)) if axes else []
    names = (" ".join(f"{key}={value}" for key, value in cell.items()) for cell in cells)
    tables = map(agent_table, names, cells)
    return {f"{GRID}{number:0{len(str(len(cells)))}}": table for number, table in enumerate(tables, 1)}


def agent_table(name: str, settings: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Return the table of a scenario's agent with these settings."""
    table: dict[str, Any] = {"name": name}
    for key, value in settings.items():
        part, _, setting = PATHS.get(key, f"belief.{key}").partition(".")
        table[part] = {**table.get(part, {}), setting: value} if setting else value
    return table


def setting_of(participant: Participant, name: str) -> JsonValue:
    """Return a setting of a mind by the name that a grid has for it; None where it has no such setting."""
    part, _, setting = PATHS.get(name, f"belief.{name}").partition(".")
    value: Any = participant.model_dump(mode="json")[part]
    return value.get(setting) if setting else value  # type: ignore[no-any-return]
