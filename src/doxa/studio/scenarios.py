"""Scenarios as the studio's form shows them: text, the settings in it that can be changed, and changes of the text.

The page sends text, never a path; comments and the order of keys stay. What a scenario of the page would let it reach
beyond the studio's folder is refused: addresses of servers, price files, corpora and knowledge elsewhere. Keys are in
the environment and are never shown.

The form has every setting of a scenario's schema, with its docstring, limits, choices and default. A setting that the
text does not have is shown with its default; changing it writes it into the text. The rule and the protocol that the
text names decide which settings there are.
"""

import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable

from doxa.beliefs.base import kernel_class, kernel_names
from doxa.corpora.loading import SHIPPED
from doxa.errors import DoxaError, ScenarioError
from doxa.evidence.admission import Admission
from doxa.experiments.contributions import brought_for
from doxa.experiments.dry_runs import Forecast, Rehearsal, is_asked, rehearse
from doxa.experiments.overrides import DEFAULT_RULE
from doxa.experiments.places import located
from doxa.experiments.planning import plan
from doxa.experiments.scenario import Scenario, load_scenario, scenario_type
from doxa.experiments.shipped import builtin_scenarios, find_scenario
from doxa.protocols.registry import default_protocol, protocol_named, protocol_names
from doxa.records.amend import models_of
from doxa.records.base import JsonValue, Record
from doxa.records.spec import Policy, Prior, RunSpec
from doxa.studio.guard import SERVERS, refuse_reach
from doxa.studio.schemas import Former, FormSchema, Place, Section, empty_table, path_of, schema_of, value_at

FILE = "scenario.toml"

BLANK = "an empty one"
"""The scenario that says the least: a motion and two sides."""

LEAST = """\
proposition = "We should introduce compulsory voting"

[agents.ana]
side = "pro"

[agents.ben]
side = "con"
"""


class Checked(Record):
    """A scenario's text, read."""

    text: str
    form: tuple[Section, ...] = ()
    error: str = ""
    hint: str = ""
    line: int | None = None
    name: str = ""
    proposition: str = ""
    models: tuple[str, ...] = ()
    paid: bool = False
    """Whether some model is asked outside this machine's plain code, so that a bound on money is needed."""
    usd: float | None = None
    """The bound in US dollars that the text itself has."""


def scenario_names() -> list[str]:
    return [*builtin_scenarios(), BLANK]


def scenario_text(name: str) -> str:
    """Return the text of a built-in scenario, or of the empty one.

    Raises:
        ScenarioError: none is built in under this name.
    """
    if name == BLANK:
        return LEAST
    if name not in builtin_scenarios():
        raise ScenarioError(f"no scenario is built in as {name!r}")
    return find_scenario(name).read_text(encoding="utf-8")


def check(text: str, root: Path) -> Checked:
    """Return what a text says as a scenario; what is wrong with it is a sentence with its line."""
    plain = read_text(text)
    form = form_of(plain) if plain else ()
    try:
        with read(text, root) as scenario:
            spec = plan(scenario)
    except DoxaError as error:
        message = re.sub(rf"^\S*{re.escape(FILE)}(:\d+)?: ", "", error.message)
        # a key has its place before the message; what is no TOML has it within
        place = re.match(rf"\A.*{re.escape(FILE)}:(\d+): ", error.message) or re.search(r"at line (\d+)", message)
        line = int(place[1]) if place else None
        return Checked(text=text, form=form, error=message, hint=error.hint or "", line=line)
    return Checked(
        text=text,
        form=form,
        name=scenario.name,
        proposition=scenario.proposition,
        models=tuple(dict.fromkeys(settings.model for settings in models_of(spec))),
        paid=is_paid(spec),
        usd=scenario.budget.usd,
    )


@contextmanager
def read(text: str, root: Path) -> Iterator[Scenario]:
    """Yield the scenario of a text from the page, and keep the arguments that it contains until the block ends.

    Raises:
        ScenarioError: it is none, or names what the page must not reach; with its line.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_text(text, encoding="utf-8")
        with located(path, text, None):
            refuse_reach(read_text(text), root)
        yield load_scenario(path)


def is_paid(spec: RunSpec) -> bool:
    """Return whether a run asks a model outside this machine's plain code."""
    return any(is_asked(settings.model) for settings in models_of(spec))


def estimate(text: str, root: Path) -> dict[str, JsonValue]:
    """Return what a run of a text from the page would take, from driving it offline."""
    with read(text, root) as scenario:
        rehearsal = Rehearsal(spec=plan(scenario), path=root / "estimate", conditions=scenario.conditions)
        return expense_of(rehearse([rehearsal]))


def expense_of(forecast: Forecast) -> dict[str, JsonValue]:
    """Return the calls, tokens and US dollars that runs would take; the cost is None where a price is unknown."""
    return {name: getattr(forecast, name) for name in ("calls", "input_tokens", "output_tokens", "cost")}


def read_text(text: str) -> dict[str, Any]:
    """Return the plain tables of a text; nothing of one that is not TOML."""
    with suppress(ValueError, RecursionError):
        return tomllib.loads(text)
    return {}


def change_text(text: str, place: Place, value: JsonValue, *, as_table: bool = False) -> str:
    """Return a text with one value changed, written or, for None, taken out with what is in it.

    Args:
        as_table: whether several values are written as a table of their own, where the text allows it.

    Raises:
        ScenarioError: the text has no place for it.
    """
    if place[-1] == "model" and isinstance(value_at(read_text(text), place[:-1]), str):
        place = place[:-1]  # a model that stands there by its name alone
    try:
        changed = _changed(text, place, value, as_table=as_table)
    except (TOMLKitError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ScenarioError(f"the text has no place for {path_of(place)}: {error}") from None
    if value_at(read_text(changed), place) != value and value is not None:
        raise ScenarioError(f"the text has no place for {path_of(place)}", hint="Write it into the text by hand.")
    return changed


def _changed(text: str, place: Place, value: JsonValue, *, as_table: bool) -> str:
    document = tomlkit.parse(text)
    *above, last = place
    table: Any = document
    holder: tuple[Any, str | int] | None = None
    for depth, name in enumerate(above):
        if isinstance(name, str) and isinstance(table.get(name), str):  # a model by its name alone
            table[name] = tomlkit.inline_table().append("model", table[name])
        elif isinstance(name, str) and name not in table:
            if value is None:
                return text
            table[name] = tomlkit.table(is_super_table=depth + 1 < len(above) or as_table)
        holder = table, name
        table = table[name]
    is_inline = not as_table or isinstance(table, InlineTable | Array)
    if value is None:
        _take_out(table, last, holder)
    elif isinstance(last, int) and last == len(table):
        table.append(_item(value, inline=is_inline))
    else:
        old = table[last] if isinstance(last, int) or last in table else None
        # true equals 1 in Python, but not in TOML
        if old == value and isinstance(old, bool) == isinstance(value, bool):
            return text
        table[last] = _item(value, inline=is_inline)
    return tomlkit.dumps(document)


def _take_out(table: Any, last: str | int, holder: tuple[Any, str | int] | None) -> None:
    """Take a value out, and with its last row the whole list."""
    if not isinstance(last, int):
        table.pop(last, None)
    elif len(table) == 1 and last == 0 and holder is not None:
        holder[0].pop(holder[1])
    else:
        del table[last]


def add_table(text: str, place: Place, content: Mapping[str, JsonValue]) -> str:
    """Return a text with a new table: by its name, as the next row of a list, or one that was absent.

    Args:
        place: of the table; a row has the next free number.

    Raises:
        ScenarioError: there is such a table already, or the text has no place for it.
    """
    if value_at(read_text(text), place) is not None:
        raise ScenarioError(f"the text has {path_of(place)} already", hint="Choose another name.")
    if isinstance(place[-1], int) and place[-1] == 0 and value_at(read_text(text), place[:-1]) is None:
        return change_text(text, place[:-1], [dict(content)], as_table=True)
    return change_text(text, place, dict(content), as_table=True)


def _item(content: JsonValue, *, inline: bool) -> Any:
    if isinstance(content, Mapping):
        table = tomlkit.inline_table() if inline else tomlkit.table()
        for name, inner in content.items():
            table[name] = _item(inner, inline=True)
        return table
    if isinstance(content, list) and content and all(isinstance(row, Mapping) for row in content) and not inline:
        rows = tomlkit.aot()
        for row in content:
            rows.append(_item(row, inline=False))
        return rows
    return tomlkit.item([_item(inner, inline=True) for inner in content] if isinstance(content, list) else content)


PARTS = {"memory": Admission, "policy": Policy, "prior": Prior}
"""Tables of everybody and of each agent, with the types of their settings."""

UNOFFERED = tuple(("conditions", name) for name in SERVERS)
"""Settings that name servers and files, which only a file in a terminal may."""

FILES = ("knowledge", "file")
"""Settings whose texts are files, which the page does not offer; a shipped name can be written into the text."""

DEBATE = "the debate"


def form_of(text: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return the form of a scenario's text: its own settings first, then its tables."""
    whole = _former(text).section(_schema(text), (), DEBATE)
    return whole.model_copy(update={"sections": ()}), *whole.sections


def new_entry(text: Mapping[str, Any], place: Place) -> dict[str, JsonValue]:
    """Return what a new table at a place must say: a row of a list, a table by name, or an absent table."""
    schema: FormSchema | None = _schema(text)
    former = _former(text)
    for depth, part in enumerate(place):
        if schema is None:
            break
        here = place[: depth + 1]
        above = [variant for variant in schema.variants() if variant.is_table]
        if above and str(part) in above[0].plain["properties"]:
            schema = former.other(here) or above[0].at(above[0].plain["properties"][str(part)])
        else:
            entries = [variant.entry("array") or variant.entry("object") for variant in schema.variants()]
            schema = next((entry for entry in entries if entry is not None), None)
    tables = [variant for variant in schema.variants() if variant.is_table] if schema else []
    return empty_table(tables[0]) if tables else {}


def _former(text: Mapping[str, Any]) -> Former:
    return Former(
        text=text,
        other=lambda place: _other(text, place),
        choices=_choices,
        default=lambda place: _default(text, place),
        leaves_out=lambda place: place[:2] in UNOFFERED or place[-1] in FILES,
    )


def _protocol(text: Mapping[str, Any]) -> str:
    name = text.get("protocol")
    return name if isinstance(name, str) and name in protocol_names() else default_protocol()


def _schema(text: Mapping[str, Any]) -> FormSchema:
    """Return the schema of the text's protocol, with the tables and model roles of its system."""
    try:
        protocol = _protocol(text)
        return schema_of(scenario_type(protocol, frozenset(brought_for(protocol).tables)))
    except DoxaError:
        return schema_of(Scenario)


def _other(text: Mapping[str, Any], place: Place) -> FormSchema | None:
    """Return the schema of a table whose settings a protocol, a rule or a part of doxa declares."""
    try:
        if place == ("script",):
            return schema_of(protocol_named(_protocol(text)).Settings)
        is_part = len(place) == 1 or (len(place) == 3 and place[0] == "agents")
        if is_part and place[-1] == "belief":
            return schema_of(kernel_class(_rule(text, place)).Settings)
        if is_part and place[-1] in PARTS:
            return schema_of(PARTS[str(place[-1])])
    except DoxaError:
        return FormSchema({"type": "object", "properties": {}})
    return None


def _rule(text: Mapping[str, Any], place: Place) -> str:
    """Return the belief rule of everybody, or of the agent in whose table a place lies."""
    own = value_at(text, (*place[:2], "kernel")) if len(place) > 1 else None
    return str(own or text.get("kernel", DEFAULT_RULE))


def _choices(place: Place) -> Sequence[str]:
    if place == ("protocol",):
        return protocol_names()
    if place[-1] == "kernel":
        return kernel_names()
    return sorted(SHIPPED) if place[-1] == "corpus" else ()


def _default(text: Mapping[str, Any], place: Place) -> JsonValue:
    """Return what an agent's absent setting is by the text's settings of everybody."""
    if place == ("protocol",):
        return default_protocol()
    if len(place) < 3 or place[0] != "agents":
        return None
    value = value_at(text, place[2:])
    if place[2:] == ("kernel",):
        return str(value or DEFAULT_RULE)
    is_shared = place[2] in (*PARTS, "belief")
    return value if is_shared and isinstance(value, str | int | float | bool | list) else None
