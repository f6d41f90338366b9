"""The JSON schema of a reply: it is part of a request's hash, so the names in it outlive the names of classes.

A reply's class that is renamed keeps its earlier name in schemas, and with it the hashes of recorded requests, by
``model_config = ConfigDict(title="EarlierName")``. pydantic honours a title only as a title; here the definitions below
``$defs`` stand under their titles too. A class that inherits from a titled one inherits the title: give it its own.
A docstring becomes the schema's description, so a recorded class that has none gets none.
"""

from typing import Any

from pydantic import BaseModel


def reply_schema(reply: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a reply, its definitions under their titles."""
    schema = reply.model_json_schema()
    definitions = schema.get("$defs", {})
    names = {key: definition.get("title", key) for key, definition in definitions.items()}
    if all(key == name for key, name in names.items()):
        return schema
    schema["$defs"] = {names[key]: definition for key, definition in definitions.items()}
    renamed: dict[str, Any] = _with_references(
        schema, {f"#/$defs/{key}": f"#/$defs/{name}" for key, name in names.items()}
    )
    return renamed


def _with_references(node: Any, targets: dict[str, str]) -> Any:
    """Return a part of a schema with its references led to their new targets."""
    if isinstance(node, list):
        return [_with_references(part, targets) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        key: targets.get(part, part) if key == "$ref" and isinstance(part, str) else _with_references(part, targets)
        for key, part in node.items()
    }
