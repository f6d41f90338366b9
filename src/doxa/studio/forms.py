"""The form of a scenario: every setting that its schema has, with its docstring, limits, choices and default.

A setting that the text does not have is shown with its default; changing it writes it into the text. The rule and the
protocol that the text names decide which settings there are.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from doxa.beliefs.registry import kernel_class, kernel_names
from doxa.errors import DoxaError
from doxa.evidence.admission import Admission
from doxa.experiments.overrides import DEFAULT_RULE
from doxa.experiments.scenario import AgentScenario, HearingScenario, ModelsScenario, Scenario, SeedsScenario
from doxa.protocols.registry import default_protocol, protocol_named, protocol_names
from doxa.records.base import JsonValue, Record
from doxa.records.people import Policy, Prior

MOST_AGENTS = 12
"""Agents whose own settings the form shows; those of more are in the text."""

PLAIN = ("string", "number", "integer", "boolean")

ELSEWHERE = ("corpus", "knowledge")
"""Settings that can name files, which the page does not write."""


class Field(Record):
    """One setting of a scenario."""

    path: str
    group: str
    """The part of the form in which it stands."""
    kind: str
    """text, number, whole, switch or choice."""
    value: JsonValue
    """What the text says, or the default."""
    written: bool
    """Whether the text says it."""
    meaning: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


def fields_of(text: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the settings of a scenario's text; a part that cannot be read as it is has none."""
    top = {name: Scenario.model_json_schema()["properties"][name] for name in ("name", "description", "proposition")}
    shared = _parts(text, str(text.get("kernel", DEFAULT_RULE)), "")
    found = [
        *_fields({"properties": top}, text, "", "the debate"),
        _choice("protocol", "the debate", text, default_protocol(), protocol_names(), Scenario),
        *_fields({"properties": {"seed": Scenario.model_json_schema()["properties"]["seed"]}}, text, "", "the debate"),
        *_fields(_protocol_schema(text), text, "script", "script"),
        _choice("kernel", "every agent", text, DEFAULT_RULE, kernel_names(), Scenario),
        *shared,
        *_fields(SeedsScenario.model_json_schema(), text, "seeds", "seeds"),
        *_fields(HearingScenario.model_json_schema(), text, "hearing", "hearing"),
        *_model_fields(text),
        *_agent_fields(text),
    ]
    return tuple(field for field in found if field.path.rpartition(".")[2] not in ELSEWHERE)


def _protocol_schema(text: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return protocol_named(str(text.get("protocol", default_protocol()))).Settings.model_json_schema()
    except DoxaError:
        return {}


def _parts(text: Mapping[str, Any], rule: str, above: str, group: str = "every agent") -> list[Field]:
    """Return the settings of belief, memory, policy and prior, of everybody or of one agent."""
    kinds: dict[str, dict[str, Any]] = {
        "belief": _belief_schema(rule),
        "memory": Admission.model_json_schema(),
        "policy": Policy.model_json_schema(),
        "prior": Prior.model_json_schema(),
    }
    return [field for name, schema in kinds.items() for field in _fields(schema, text, above + name, group)]


def _belief_schema(rule: str) -> dict[str, Any]:
    try:
        settings: type[BaseModel] = kernel_class(rule).Settings
        return settings.model_json_schema()
    except DoxaError:
        return {}


def _agent_fields(text: Mapping[str, Any]) -> Iterator[Field]:
    """Yield the settings of each agent: its own, and those in which it may differ from the others."""
    agents = text.get("agents")
    if not isinstance(agents, Mapping):
        return
    for name, table in list(agents.items())[:MOST_AGENTS]:
        if not isinstance(table, Mapping):
            continue
        group, above = f"agent {name}", f"agents.{name}."
        shared = text.get("kernel", DEFAULT_RULE)
        yield from _fields(AgentScenario.model_json_schema(), text, above[:-1], group, leaving_out=("kernel",))
        yield _choice(f"{above}kernel", group, text, str(shared), kernel_names(), AgentScenario)
        for field in _parts(text, str(table.get("kernel", shared)), above, group):
            part, _, last = field.path.removeprefix(above).partition(".")
            general = found(text, f"{part}.{last}")
            yield field if field.written or general is None else field.model_copy(update={"value": general})


def _model_fields(text: Mapping[str, Any]) -> Iterator[Field]:
    """Yield the model and the sampling settings of each role; a model may stand there by its name alone."""
    schema = ModelsScenario.model_json_schema()
    defaults = ModelsScenario().model_dump(mode="json")
    models = text.get("models") if isinstance(text.get("models"), Mapping) else {}
    for role in ModelsScenario.model_fields:
        told = models.get(role) if isinstance(models, Mapping) else None
        whole = {"models": {role: {"model": told} if isinstance(told, str) else told}}
        for field in _fields(schema["$defs"]["ModelSettings"], whole, f"models.{role}", "models"):
            default = defaults[role].get(field.path.rpartition(".")[2])
            yield field if field.written else field.model_copy(update={"value": default})


def _fields(
    schema: Mapping[str, Any],
    text: Mapping[str, Any],
    above: str,
    group: str,
    *,
    leaving_out: tuple[str, ...] = (),
) -> Iterator[Field]:
    """Yield the plain settings of a JSON schema, by their place in the text."""
    for name, given in schema.get("properties", {}).items():
        kind = _plain(given)
        if kind is None or name in leaving_out:
            continue
        path = f"{above}.{name}" if above else name
        value = found(text, path)
        yield Field(
            path=path,
            group=group,
            kind=_kind(kind),
            value=kind.get("default", given.get("default")) if value is None else value,
            written=value is not None,
            meaning=" ".join(str(given.get("description", "")).replace("``", "").split()),
            low=_limit(kind, "minimum", "exclusiveMinimum"),
            high=_limit(kind, "maximum", "exclusiveMaximum"),
            choices=tuple(str(one) for one in kind.get("enum", ())),
        )


def _choice(
    path: str, group: str, text: Mapping[str, Any], default: str, names: list[str], kind: type[BaseModel]
) -> Field:
    value = found(text, path)
    meaning = kind.model_json_schema()["properties"][path.rpartition(".")[2]].get("description", "")
    return Field(
        path=path,
        group=group,
        kind="choice",
        value=default if value is None else value,
        written=value is not None,
        meaning=" ".join(str(meaning).replace("``", "").split()),
        choices=tuple(names),
    )


def _plain(given: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the schema of a setting that is one plain value, also where it may be absent; None for any other."""
    options: tuple[Mapping[str, Any], ...] = (given, *given.get("anyOf", ()))
    for one in options:
        if one.get("type") in PLAIN or "enum" in one:
            return one
    return None


def _kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "choice"
    return {"boolean": "switch", "integer": "whole", "number": "number"}.get(schema["type"], "text")


def _limit(schema: Mapping[str, Any], *names: str) -> float | None:
    return next((float(schema[name]) for name in names if name in schema), None)


def found(text: Mapping[str, Any], path: str) -> JsonValue:
    """Return the plain value at a dotted path of a text; None where it has none."""
    value: Any = text
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, str | int | float | bool) else None
