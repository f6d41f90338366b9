"""Scenarios as the studio's form shows them: text, the settings in it that can be changed, and what they may not name.

The page sends text, never a path. What a scenario of the page would let it reach beyond the studio's folder is refused:
addresses of servers, price files, corpora and knowledge elsewhere. Keys are in the environment and are never shown.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.dry_runs import Forecast, Rehearsal, is_asked, rehearse
from doxa.experiments.planning import plan
from doxa.experiments.scenario import Scenario, load_scenario
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.records.amend import MIDWAY, SHARED, models_of
from doxa.records.base import JsonValue, Record
from doxa.records.spec import RunSpec
from doxa.studio.forms import Field, fields_of

FILE = "scenario.toml"

MODEL = re.compile(r"[A-Za-z0-9_-]+(:[A-Za-z0-9][A-Za-z0-9._/@:-]*)?")
"""A model as ``provider:model``; an address of a server is none."""

FILES = ("recorded",)
"""Providers whose name is followed by a file."""

NOT_HERE = "A scenario of the studio cannot name it; write it into a file and give that to doxa run in a terminal."


class Checked(Record):
    """A scenario's text, read."""

    text: str
    fields: tuple[Field, ...] = ()
    error: str = ""
    hint: str = ""
    line: int | None = None
    name: str = ""
    proposition: str = ""
    models: tuple[str, ...] = ()
    paid: bool = False
    """Whether some model is asked outside this machine's plain code, so that a bound on money is needed."""


class Expense(Record):
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None where a price is unknown."""


def scenario_names() -> list[str]:
    return list(builtin_scenarios())


def scenario_text(name: str) -> str:
    """Return a built-in scenario's text.

    Raises:
        ScenarioError: none is built in under this name.
    """
    if name not in builtin_scenarios():
        raise ScenarioError(f"no scenario is built in as {name!r}")
    return find_scenario(name).read_text(encoding="utf-8")


def check(text: str, root: Path) -> Checked:
    """Return what a text says as a scenario; what is wrong with it is a sentence with its line."""
    try:
        scenario = read(text, root)
        with scenario.located:
            spec = plan(scenario)
    except DoxaError as error:
        place = re.match(rf".*{re.escape(FILE)}:(\d+): ", error.message)
        message = re.sub(rf"^\S*{re.escape(FILE)}(:\d+)?: ", "", error.message)
        line = int(place[1]) if place else _line_of_syntax(message)
        return Checked(text=text, fields=_fields(text), error=message, hint=error.hint or "", line=line)
    return Checked(
        text=text,
        fields=_fields(text),
        name=scenario.name,
        proposition=scenario.proposition,
        models=tuple(dict.fromkeys(settings.model for settings in models_of(spec))),
        paid=is_paid(spec),
    )


def _line_of_syntax(message: str) -> int | None:
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else None


def read(text: str, root: Path) -> Scenario:
    """Return the scenario of a text from the page.

    Raises:
        ScenarioError: it is none, or names what the page must not reach.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_text(text, encoding="utf-8")
        refuse_reach(text)
        scenario = load_scenario(path)
    for name, file in scenario.conditions.corpora.items():
        if not Path(file).resolve().is_relative_to(root.resolve()):
            raise ScenarioError(f"the corpus {name!r} is a file", hint=NOT_HERE)
    return scenario


def refuse_reach(text: str) -> None:
    """Check that a text names no server, price file or folder.

    Raises:
        ScenarioError: it does.
    """
    try:
        plain = tomlkit.parse(text).unwrap()
    except TOMLKitError:
        return  # load_scenario says what is wrong with it
    for path, value in _leaves(plain):
        first, last = path[0], path[-1]
        if first == "conditions" and len(path) > 1 and path[1] in ("base_urls", "prices", "corpora"):
            raise ScenarioError(f"{'.'.join(path)} names a server or a file", hint=NOT_HERE)
        if last in ("corpus", "knowledge") and isinstance(value, str) and _is_path(value):
            raise ScenarioError(f"{'.'.join(path)}: {value!r} is a file or folder", hint=NOT_HERE)
        if (len(path) == 2 and first == "models") or last == "model":
            _refuse_address(".".join(path), value)


def refuse_models(changes: Mapping[str, JsonValue]) -> None:
    """Check that changes of settings name no server, file or folder.

    Raises:
        ScenarioError: one does.
    """
    for path, value in changes.items():
        names = path.split(".")
        if names[0] not in MIDWAY + SHARED and names[0] != "agents":
            raise ScenarioError(f"{path} is not changed from here", hint=NOT_HERE)
        if "models" in names or names[-1] in ("model", "corpus", "knowledge"):
            _refuse_address(path, value)


def _refuse_address(path: str, value: JsonValue) -> None:
    if not isinstance(value, str):
        return
    provider = value.partition(":")[0]
    if not MODEL.fullmatch(value) or "//" in value or ".." in value or provider in FILES:
        raise ScenarioError(f"{path}: {value!r} is not provider:model", hint=NOT_HERE)


def is_paid(spec: RunSpec) -> bool:
    """Return whether a run asks a model outside this machine's plain code."""
    return any(is_asked(settings.model) for settings in models_of(spec))


def _is_path(name: str) -> bool:
    """Return whether a name could be a path: shipped corpora are one plain word, shipped knowledge two with a /."""
    return not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9][A-Za-z0-9_-]*)?", name)


def change(text: str, path: str, value: JsonValue) -> str:
    """Return a text with one value changed, written or, for None, taken out; comments and the order of keys stay.

    Raises:
        ScenarioError: the text has no place for it.
    """
    try:
        document = tomlkit.parse(text)
        *above, last = path.split(".")
        table: Any = document
        for place, name in enumerate(above):
            if isinstance(table.get(name), str):  # a model by its name alone
                table[name] = tomlkit.inline_table().append("model", table[name])
            elif name not in table:
                table[name] = tomlkit.table(is_super_table=place + 1 < len(above))
            table = table[name]
        if value is None:
            table.pop(last, None)
        elif table.get(last) != value or isinstance(table.get(last), bool) != isinstance(value, bool):
            table[last] = value
        return tomlkit.dumps(document)
    except (TOMLKitError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ScenarioError(f"the text has no place for {path}: {error}") from None


def estimate(scenario: Scenario, out: Path) -> Expense:
    """Return what a run would take, from driving it offline."""
    forecast: Forecast = rehearse([Rehearsal(spec=plan(scenario), path=out, conditions=scenario.conditions)])
    return Expense(
        calls=forecast.calls,
        input_tokens=forecast.input_tokens,
        output_tokens=forecast.output_tokens,
        cost=forecast.cost,
    )


def _fields(text: str) -> tuple[Field, ...]:
    try:
        return fields_of(tomlkit.parse(text).unwrap())
    except TOMLKitError:
        return ()


def _leaves(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), value
