"""Reply schemas in the strict form that providers enforce: every field required, no others, no defaults.

Keywords that strict modes do not know (defaults, titles, lengths of text) are removed; doxa validates the reply anyway.
"""

from functools import cache
from typing import Any

from doxa.tasks.base import Task

_DROPPED = frozenset({"default", "title", "minLength", "maxLength", "$schema"})


@cache
def strict_schema(task: Task[Any, Any]) -> tuple[dict[str, Any], bool]:
    """Return a task's reply schema, and whether strict mode can enforce it."""
    plain = task.schema()
    if plain is None:
        raise ValueError(f"task {task.name} answers in free text and has no schema")
    return _strict(plain), not _open(plain)


def schema_name(task: Task[Any, Any]) -> str:
    return f"{task.name}_reply"


def _strict(node: Any, names: bool = False) -> Any:
    """Return a schema in strict form; ``names``: the keys are field names and not keywords."""
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
    """Return whether any part of a schema allows fields that it does not name."""
    if isinstance(node, list):
        return any(_open(subschema) for subschema in node)
    if not isinstance(node, dict):
        return False
    if node.get("type") == "object" and not node.get("properties"):
        return True
    return node == {} or any(_open(subschema) for subschema in node.values())
