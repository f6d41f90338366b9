"""The form of a scenario: every setting that its schema has, with its docstring, limits, choices and default.

A setting that the text does not have is shown with its default; changing it writes it into the text. The rule and the
protocol that the text names decide which settings there are.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from doxa.beliefs.base import kernel_class, kernel_names
from doxa.corpora.loading import SHIPPED
from doxa.errors import DoxaError
from doxa.evidence.admission import Admission
from doxa.experiments.contributions import brought_for
from doxa.experiments.overrides import DEFAULT_RULE
from doxa.experiments.scenario import Scenario, scenario_type
from doxa.protocols.registry import default_protocol, protocol_named, protocol_names
from doxa.records.base import JsonValue
from doxa.records.spec import Policy, Prior
from doxa.studio.schemas import Former, FormField, FormSchema, Place, Section, empty_table, schema_of, value_at

PARTS = {"memory": Admission, "policy": Policy, "prior": Prior}
"""Tables of everybody and of each agent, with the types of their settings."""

NOT_HERE = (("conditions", "base_urls"), ("conditions", "corpora"), ("conditions", "prices"))
"""Settings that name servers and files, which only a file in a terminal may."""

FILES = ("knowledge", "file")
"""Settings whose texts are files, which the page does not offer; a shipped name can be written into the text."""

DEBATE = "the debate"


def form_of(text: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return the form of a scenario's text: its own settings first, then its tables."""
    whole = _former(text).section(_schema(text), (), DEBATE)
    return whole.model_copy(update={"sections": ()}), *whole.sections


def fields_of(text: Mapping[str, Any]) -> tuple[FormField, ...]:
    """Return every setting of a scenario's text."""
    return tuple(field for section in form_of(text) for field in section.every_field())


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
        leaves_out=lambda place: place[:2] in NOT_HERE or place[-1] in FILES,
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
