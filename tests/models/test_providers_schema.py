"""Reply schemas in strict form, for every task that has one."""

import pytest

from doxa.models.providers.schema import strict_schema
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


@pytest.mark.parametrize(
    "task", [task for task in every_task().values() if not task.free_text], ids=lambda task: task.name
)
def test_every_field_is_required_and_no_other_allowed(task):
    schema, _ = strict_schema(task)
    for one in objects(schema):
        assert one["required"] == list(one["properties"])
        assert one["additionalProperties"] is False
    assert not any(word in str(schema) for word in ("'default'", "'minLength'"))


class Inputs(Record):
    pass


class Reply(Record):
    title: str = "x"
    default: int = 3
    extra: dict[str, JsonValue]


def test_fields_named_like_keywords_stay_and_open_objects_are_not_strict():
    task = Task(name="odd", role="judge", Inputs=Inputs, Reply=Reply, stable="", request="")
    schema, strict = strict_schema(task)
    assert list(schema["properties"]) == ["title", "default", "extra"]
    assert not strict
