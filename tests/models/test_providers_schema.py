"""Reply schemas as each dialect takes them, for every task that has one."""

import pytest

from conformance.samples import sample
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


def test_anthropic_is_told_that_a_list_is_not_empty_and_no_other_number():
    assert encode_schema({**LIST, "minItems": 1}, ANTHROPIC)[0]["minItems"] == 1
    assert "minItems" not in encode_schema({**LIST, "minItems": 3}, ANTHROPIC)[0]


def test_google_is_told_of_short_lists_only():
    short, _ = encode_schema({**LIST, "minItems": 3, "maxItems": 3}, GOOGLE)
    assert (short["minItems"], short["maxItems"]) == (3, 3)
    long, _ = encode_schema({**LIST, "minItems": 300, "maxItems": 300}, GOOGLE)
    assert long == LIST


def test_a_hosted_decoder_gets_no_endless_enum():
    many = {"type": "string", "enum": [f"r{number:03}/ann" for number in range(101)]}
    assert encode_schema(many, OPENAI)[0] == {"type": "string"}
    assert encode_schema(many, SERVER)[0] == many


def test_a_server_is_told_no_length_that_llama_cpp_refuses():
    assert encode_schema({"type": "string", "maxLength": 5_000}, SERVER)[0] == {"type": "string"}


@pytest.mark.parametrize(
    ("least", "most", "values"),
    [(0, 1, [0, 0.01, 0.02, 0.5, 0.99, 1]), (-1, 1, [-1, -0.99, -0.01, 0, 1]), (1, 10, [1, 1.1, 5.5, 10])],
)
def test_a_server_is_told_a_range_of_fractions_value_by_value(least, most, values):
    told = encode_schema({"type": "number", "minimum": least, "maximum": most}, SERVER)[0]["enum"]
    assert set(values) <= set(told)
    assert (told[0], told[-1]) == (least, most)
    assert len(told) == len(set(told)) <= 201


def test_a_long_or_open_range_stays_a_range():
    for schema in ({"type": "number", "minimum": 0, "maximum": 1_000}, {"type": "number", "minimum": 0}):
        assert encode_schema(schema, SERVER)[0] == schema


def test_entries_one_by_one_stand_in_for_their_common_shape_where_a_dialect_knows_them():
    schema = {"type": "array", "items": {"enum": [1, 2]}, "prefixItems": [{"const": 1}, {"const": 2}]}
    assert set(encode_schema(schema, SERVER)[0]) == {"type", "prefixItems"}
    assert set(encode_schema(schema, OPENAI)[0]) == {"type", "items"}


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
