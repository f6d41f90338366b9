"""Reply schemas in the strict form that providers hold a model to: every field required, no others, no defaults.

What strict modes do not know (defaults, titles, lengths of text) is left out; the reply is validated anyway.
"""

from functools import cache
from typing import Any

from doxa.tasks.base import Task

_DROPPED = frozenset({"default", "title", "minLength", "maxLength", "$schema"})


@cache
def strict_schema(task: Task[Any, Any]) -> tuple[dict[str, Any], bool]:
    """Return a task's reply schema and whether strict mode can hold a model to it."""
    plain = task.schema()
    if plain is None:
        raise ValueError(f"task {task.name} answers in free text and has no schema")
    return _strict(plain), not _open(plain)


def schema_name(task: Task[Any, Any]) -> str:
    return f"{task.name}_reply"


def _strict(node: Any, names: bool = False) -> Any:
    """Copy a schema into strict form; ``names`` says that the keys are field names and not keywords."""
    if isinstance(node, list):
        return [_strict(subschema) for subschema in node]
    if not isinstance(node, dict):
        return node
    kept = {
        key: _strict(subschema, names=not names and key in ("properties", "$defs"))
        for key, subschema in node.items()
        if names or (key not in _DROPPED)
    }
    if not names and isinstance(node.get("properties"), dict):
        kept["required"] = list(node["properties"])
        kept["additionalProperties"] = False
    return kept


def _open(node: Any) -> bool:
    """Say whether a schema anywhere admits fields that it does not name."""
    if isinstance(node, list):
        return any(_open(subschema) for subschema in node)
    if not isinstance(node, dict):
        return False
    if node.get("type") == "object" and not node.get("properties"):
        return True
    return node == {} or any(_open(subschema) for subschema in node.values())
