"""The runs of a folder, found in one cheap pass over their specs: who they are, and which settings vary among them.

A setting has the path that a scenario gives it: ``belief.u``, ``models.speaker.model``, ``agents.violet.belief.a``. A
setting that all agents of each run share is one column; otherwise each agent has a column, unless a run has more than
``MOST_AGENTS``: the table of agents has those. Long texts and tables within a setting are represented by their hash.
A setting varies if two runs have two values of it, or if some runs of a protocol have it and others do not: a spec
leaves out what has its default.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from doxa.errors import LogError
from doxa.exports.frame import Kind, TableColumn, Value
from doxa.log.rundir import spec_bytes
from doxa.log.trials import trials_in
from doxa.records.base import digest
from doxa.records.outside import parse_json

PREFIX = "set."

MOST_AGENTS = 12

LONGEST = 200
"""Characters of the longest text that a cell of a setting holds as it is."""

PARTS = {"script": "script", "roles": "models", "hearing": "hearing", "panel": "panel"}
"""Part of a spec → how a scenario calls it."""

PERSONAL = ("name", "persona", "side", "role", "kernel", "belief", "memory", "prior", "policy")
"""What a participant has as settings."""


@dataclass(frozen=True)
class RunSettings:
    """The settings of one run."""

    shared: Mapping[str, Value] = field(default_factory=dict)
    """Path → value, of the run or of all its agents."""
    own: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Path within an agent → agent → value."""


def settings_of(spec: Mapping[str, Any]) -> RunSettings:
    """Return the settings of a plain spec; a spec of another shape, as in a damaged run, has what can be read."""
    shared: dict[str, Value] = {}
    if isinstance(spec.get("protocol"), str):
        shared["protocol"] = spec["protocol"]
    for part, called in PARTS.items():
        shared |= dict(_flat(spec.get(part), called))
    recorded = spec.get("amendments")
    amendments: list[Any] = recorded if isinstance(recorded, list) else []
    for number, amendment in enumerate(amendments, 1):
        shared |= dict(_flat(amendment, "amended" if len(amendments) == 1 else f"amended.{number}"))
    own: dict[str, dict[str, Value]] = {}
    people = spec.get("participants")
    for person in people if isinstance(people, list) else []:
        if isinstance(person, dict):
            for path, value in _flat({part: person[part] for part in PERSONAL if part in person}, ""):
                own.setdefault(path, {})[str(person.get("id", ""))] = value
    return RunSettings(shared=shared, own=own)


def swept_settings(cell: Mapping[str, Any]) -> RunSettings:
    """Return the settings that a sweep's table names for one of its runs, by their paths in the scenario."""
    return RunSettings(shared=dict(setting for path, value in cell.items() for setting in _flat(value, path)))


class Variation:
    """Which settings vary, learnt run by run: one entry a path, however many runs there are."""

    def __init__(self) -> None:
        self._runs = Counter[Value]()
        """Protocol → its runs."""
        self._seen: dict[str, _Seen] = {}
        self._split: set[str] = set()
        """Paths within an agent that differ between the agents of at least one run."""
        self._swept: dict[str, None] = {}

    def note(self, settings: RunSettings, swept: RunSettings) -> None:
        """Take in the settings of one more run, and those that the table of its sweep names."""
        protocol = settings.shared.get("protocol")
        self._runs[protocol] += 1
        self._swept |= dict.fromkeys(swept.shared)
        for path, values in settings.own.items():
            if len(set(map(repr, values.values()))) > 1:
                self._split.add(path)
        for path, value in _every_setting(settings, swept).items():
            self._seen.setdefault(path, _Seen(value)).note(value, protocol)

    def columns(self) -> tuple[TableColumn, ...]:
        """Return the columns of the settings that vary, by path; a swept setting has one even if it took one value."""
        return tuple(
            TableColumn(f"{PREFIX}{path}", self._seen[path].kind, f"The setting {path} of the run.")
            for path in sorted(self._seen)
            if self._is_shown(path)
        )

    def cells(self, settings: RunSettings, swept: RunSettings) -> dict[str, Value]:
        """Return the cells of one run."""
        return {
            f"{PREFIX}{path}": _as_kind(value, self._seen[path].kind)
            for path, value in _every_setting(settings, swept).items()
            if self._is_shown(path)
        }

    def _is_shown(self, path: str) -> bool:
        if path in self._swept:
            return True
        seen, parts = self._seen[path], path.split(".", 2)
        if parts[0] == "agents" and len(parts) == 3:
            return parts[2] in self._split and seen.differs
        return seen.varies(self._runs) and not (parts[0] in PERSONAL and path in self._split)


@dataclass
class _Seen:
    """The values of one path so far."""

    first: Value
    differs: bool = False
    counts: Counter[Value] = field(default_factory=Counter)
    """Protocol → its runs that have the setting."""
    kinds: set[type] = field(default_factory=set)

    def note(self, value: Value, protocol: Value) -> None:
        self.counts[protocol] += 1
        self.kinds.add(type(value))
        self.differs |= repr(value) != repr(self.first)

    def varies(self, runs: Counter[Value]) -> bool:
        return self.differs or any(count < runs[protocol] for protocol, count in self.counts.items())

    @property
    def kind(self) -> Kind:
        kinds = self.kinds - {type(None)}
        if kinds and kinds <= {bool}:
            return "boolean"
        if kinds and kinds <= {int}:
            return "integer"
        return "number" if kinds and kinds <= {int, float} else "string"


def _every_setting(settings: RunSettings, swept: RunSettings) -> dict[str, Value]:
    """Return path → value of one run: what all agents share under the path within an agent, and each agent's own."""
    every = {**swept.shared, **settings.shared}
    for path, values in settings.own.items():
        if len({repr(value) for value in values.values()}) == 1:
            every[path] = next(iter(values.values()))
        if len(values) <= MOST_AGENTS:
            every |= {f"agents.{agent}.{path}": value for agent, value in values.items()}
    return every


def _flat(value: Any, path: str) -> Iterator[tuple[str, Value]]:
    """Yield (path, cell) of a plain setting: a list of plain values is one text, its values with ; between."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        plain = all(isinstance(inner, str | int | float) for inner in value)
        yield path, _short(";".join(map(str, value)) if plain else json.dumps(value, sort_keys=True), whole=plain)
    elif value is not None:
        yield path, _short(value) if isinstance(value, str) else value


def _short(text: str, *, whole: bool = True) -> str:
    return text if whole and len(text) <= LONGEST else f"sha256:{digest(text.encode(errors='replace'))[:12]}"


def _as_kind(value: Value, kind: Kind) -> Value:
    if kind == "string" and value is not None and not isinstance(value, str):
        return json.dumps(value)
    return float(value) if kind == "number" and isinstance(value, int) else value


VARIABLE = "variable."
"""Stands before a column of the agents' own: what a table of agents says of each."""

_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(\.\d+)?", re.ASCII)


OWN_TYPES: tuple[tuple[Kind, type[int] | type[float] | type[str]], ...] = (
    ("integer", int),
    ("number", float),
    ("string", str),
)
"""The types of a column of the agents' own, from the narrowest."""


def _note_own(spec: Mapping[str, Any], own: dict[str, int]) -> None:
    """Note the type that each column of the agents' own needs for the cells of one more run, by its place above."""
    people = spec.get("participants")
    for person in people if isinstance(people, list) else []:
        variables = person.get("variables") if isinstance(person, dict) else None
        for name, cell in variables.items() if isinstance(variables, dict) else ():
            number = _PLAIN_NUMBER.fullmatch(str(cell)) if cell else None
            needed = 2 if cell and not number else 1 if number and number[1] else 0
            own[name] = max(own.get(name, 0), needed)


ID_LENGTH = 12
"""Characters of the spec's hash that name a run."""

SWEEP = "sweep.json"


@dataclass(frozen=True)
class RunPlace:
    """Where one run is, and its name in the tables."""

    path: Path
    name: str
    """The directory below the folder that was asked for; the directory's own name where it was that run's."""
    id: str


@dataclass(frozen=True)
class RunPlaces:
    """All runs of a folder in order, and the settings that vary among them."""

    runs: tuple[RunPlace, ...]
    variation: Variation
    swept: dict[Path, RunSettings]
    """Run directory → the swept settings that the table of its sweep names."""
    own: dict[str, int]
    """Column of the agents' own → the place of its type in ``OWN_TYPES``."""

    def own_columns(self) -> tuple[TableColumn, ...]:
        """Return the columns that agents have from tables of agents, by name."""
        return tuple(
            TableColumn(f"{VARIABLE}{name}", OWN_TYPES[place][0], f"The agent's {name}, as its row in a table has it.")
            for name, place in sorted(self.own.items())
        )

    def own_cells(self, variables: Mapping[str, str]) -> dict[str, Value]:
        """Return the cells of one agent; an empty one is missing."""
        return {f"{VARIABLE}{name}": OWN_TYPES[self.own[name]][1](cell) for name, cell in variables.items() if cell}

    def settings_in(self, place: RunPlace, spec: dict[str, Any]) -> dict[str, Any]:
        """Return ``set.PATH`` → the value in one run; absent where the run has no such setting."""
        return self.variation.cells(settings_of(spec), self.swept.get(place.path.resolve(), RunSettings()))


def find_runs(folder: Path) -> RunPlaces:
    """Return the runs in a folder, each trial once, or the run that the folder is; readings are no runs of their own.

    Raises:
        LogError: it is no directory, or there is no run in it.
    """
    if not folder.is_dir():
        raise LogError(f"{folder} is not a directory", hint="Give a run directory, or a folder of runs.")
    paths = trials_in(folder)
    if not paths:
        raise LogError(f"{folder} holds no run", hint="Give the directory that `doxa run` or `doxa sweep` wrote to.")
    variation = Variation()
    own: dict[str, int] = {}
    swept: dict[Path, RunSettings] = {}
    places = []
    for sweep_folder in dict.fromkeys(path.parent for path in paths):
        swept |= dict(_read_sweep(sweep_folder))
    for path in paths:
        content, spec = read_plain_spec(path)
        variation.note(settings_of(spec), swept.get(path.resolve(), RunSettings()))
        _note_own(spec, own)
        name = path.relative_to(folder).as_posix() if path != folder else path.resolve().name
        places.append(RunPlace(path=path, name=name, id=digest(content)[:ID_LENGTH]))
    return RunPlaces(runs=tuple(places), variation=variation, swept=swept, own=own)


def read_plain_spec(path: Path) -> tuple[bytes, dict[str, Any]]:
    """Return the bytes of a spec, and the spec itself; empty where it cannot be read: the run's row says why."""
    try:
        content = spec_bytes(path)
    except LogError:
        return str(path).encode(errors="surrogateescape"), {}
    with suppress(ValueError):
        if isinstance(spec := parse_json(content), dict):
            return content, spec
    return content, {}


def _read_sweep(folder: Path) -> Iterator[tuple[Path, RunSettings]]:
    """Yield (run directory, swept settings) by the table that a sweep leaves in its folder, where there is one."""
    try:
        cells = json.loads((folder / SWEEP).read_bytes())
    except (OSError, ValueError):
        return
    for cell in cells if isinstance(cells, list) else []:
        if isinstance(cell, dict) and isinstance(cell.get("path"), str) and isinstance(cell.get("set"), dict):
            # the folder may have been moved since: its runs keep their names
            yield (folder / Path(cell["path"]).name).resolve(), swept_settings(cell["set"])
