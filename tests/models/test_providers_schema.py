"""Reply schemas as each dialect takes them, for every task that has one."""

import pytest

from conformance.samples import sample
from doxa.models.providers import schema
from doxa.models.providers.endpoints import SERVICES, Endpoint
from doxa.models.providers.schema import ANTHROPIC, FINE_TUNED, GOOGLE, OPENAI, SERVER, dialect_of, encode_schema
from doxa.records.base import JsonValue, Record
from doxa.tasks.base import Task
from doxa.tasks.registry import tasks as every_task


def objects(node):
    if isinstance(node, dict):
        if "properties" in node and isinstance(node["properties"], dict):
            yield node
        for one in node.values():
            yield from objects(one)
    if isinstance(node, list):
        for one in node:
            yield from objects(one)


DIALECTS = (OPENAI, FINE_TUNED, ANTHROPIC, GOOGLE, SERVER)
STRUCTURED = [task for task in every_task().values() if not task.free_text]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("task", STRUCTURED, ids=lambda task: task.name)
def test_every_field_is_required_and_no_other_allowed(task, dialect):
    schema, strict = encode_schema(task.schema_for(sample(task.Inputs)), dialect)
    for part in objects(schema):
        assert part["required"] == list(part["properties"])
        assert part["additionalProperties"] is False
    assert "'default'" not in str(schema)
    assert strict


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("task", STRUCTURED, ids=lambda task: task.name)
def test_no_dialect_gets_a_keyword_that_it_refuses(task, dialect):
    schema, _ = encode_schema(task.schema_for(sample(task.Inputs)), dialect)
    assert not keywords(schema) & REFUSED[dialect.name]
    assert keywords(schema) <= TAKEN
    assert schema["type"] == "object"


REFUSED = {
    "openai": {"prefixItems"},
    "openai, fine-tuned": {"prefixItems", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"},
    "anthropic": {"prefixItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"},
    "google": {"prefixItems", "minLength", "maxLength"},
    "server": set(),
}
TAKEN = {"type", "properties", "required", "additionalProperties", "items", "prefixItems", "anyOf", "enum", "const"}
TAKEN |= {"description", "$defs", "$ref", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"}


def keywords(node, names=False):
    if isinstance(node, list):
        return set().union(*map(keywords, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    own = set() if names else set(node)
    below = (keywords(part, not names and key in ("properties", "$defs")) for key, part in node.items())
    return own.union(*below)


LIST = {"type": "array", "items": {"type": "string"}}


THREE = {**LIST, "minItems": 3, "maxItems": 3}
MANY = {"type": "string", "enum": [f"r{number:03}/ann" for number in range(101)]}
LONG_RANGE = {"type": "number", "minimum": 0, "maximum": 1_000}
NAMED = {"type": "array", "items": {"enum": [1, 2]}, "prefixItems": [{"const": 1}, {"const": 2}]}


@pytest.mark.parametrize(
    ("schema", "dialect", "encoded"),
    [
        ({**LIST, "minItems": 1}, ANTHROPIC, {**LIST, "minItems": 1}),
        ({**LIST, "minItems": 3}, ANTHROPIC, LIST),
        (THREE, GOOGLE, THREE),
        ({**LIST, "minItems": 300, "maxItems": 300}, GOOGLE, LIST),
        (MANY, OPENAI, {"type": "string"}),
        (MANY, SERVER, MANY),
        ({"type": "string", "maxLength": 5_000}, SERVER, {"type": "string"}),
        (LONG_RANGE, SERVER, LONG_RANGE),
        ({"type": "number", "minimum": 0}, SERVER, {"type": "number", "minimum": 0}),
        (NAMED, SERVER, {"type": "array", "prefixItems": NAMED["prefixItems"]}),
        (NAMED, OPENAI, {"type": "array", "items": NAMED["items"]}),
    ],
    ids=[
        "anthropic is told that a list is not empty",
        "and no other number",
        "google is told of short lists",
        "and not of long ones",
        "a hosted decoder gets no endless enum",
        "a server does",
        "a server is told no length that llama.cpp refuses",
        "a long range stays a range",
        "an open range stays a range",
        "entries one by one where a dialect knows them",
        "their common shape where it does not",
    ],
)
def test_a_dialect_is_told_what_it_takes(schema, dialect, encoded):
    assert encode_schema(schema, dialect)[0] == encoded


@pytest.mark.parametrize(
    ("least", "most", "values"),
    [(0, 1, [0, 0.01, 0.02, 0.5, 0.99, 1]), (-1, 1, [-1, -0.99, -0.01, 0, 1]), (1, 10, [1, 1.1, 5.5, 10])],
)
def test_a_server_is_told_a_range_of_fractions_value_by_value(least, most, values):
    told = encode_schema({"type": "number", "minimum": least, "maximum": most}, SERVER)[0]["enum"]
    assert set(values) <= set(told)
    assert (told[0], told[-1]) == (least, most)
    assert len(told) == len(set(told)) <= 201


def test_cases_stand_in_for_an_object_where_a_dialect_knows_them():
    fields = {"a": {"type": "boolean"}}
    cases = [{"type": "object", "properties": {"a": {"const": value}}} for value in (True, False)]
    schema = {"type": "object", "properties": fields, "anyOf": cases}
    assert [case["properties"]["a"] for case in encode_schema(schema, SERVER)[0]["anyOf"]] == [
        {"const": True},
        {"const": False},
    ]
    assert encode_schema(schema, GOOGLE)[0]["properties"] == fields


@pytest.mark.parametrize(
    ("model", "dialect"),
    [
        ("openai:gpt-5-mini", OPENAI),
        ("openai:ft:gpt-4o-mini:me::1", FINE_TUNED),
        ("anthropic:claude-haiku-4-5", ANTHROPIC),
        ("google:gemini-2.5-flash", GOOGLE),
        ("ollama:qwen3", SERVER),
        ("compatible:tiny", SERVER),
    ],
)
def test_every_service_has_its_dialect(model, dialect):
    service, _, name = model.partition(":")
    assert dialect_of(Endpoint(service=SERVICES[service], model=name, base_url="", key="")) is dialect


class Inputs(Record):
    pass


class Reply(Record):
    title: str = "x"
    default: int = 3
    extra: dict[str, JsonValue]


def test_fields_named_like_keywords_stay_and_open_objects_are_not_strict():
    task = Task(name="odd", role="judge", Inputs=Inputs, Reply=Reply, stable="", request="")
    schema, strict = encode_schema(task.schema_for(Inputs()), OPENAI)
    assert list(schema["properties"]) == ["title", "default", "extra"]
    assert not strict


def test_a_type_of_reply_is_encoded_once_for_each_dialect(monkeypatch):
    encoded = []
    monkeypatch.setattr(schema, "_encode", lambda node, dialect: encoded.append(dialect) or dict(node))
    asked = {"type": "object", "properties": {"unheard_of": {"type": "string"}}}
    for dialect in [schema.OPENAI, schema.SERVER] * 3:
        schema.encode_schema(asked, dialect)
    assert encoded == [schema.OPENAI, schema.SERVER]
