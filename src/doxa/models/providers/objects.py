"""The JSON object that answers a request, without what a model writes around it and beside it.

A model without constrained decoding introduces its object ("Here is the JSON:"), fences it, explains it, or adds fields
that nobody asked for. Like reasoning (``spoken.py``) that is left out before the answer is recorded. An answer with
several objects, with none, or in which the object does not close stays as it is: which was meant is not for doxa to
choose, and the model is asked again.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from doxa.records.outside import check_depth

_DECODER = json.JSONDecoder()


def bare_object(text: str, schema: Mapping[str, Any]) -> str:
    """Return the only JSON object of an answer, with the fields of the schema alone; any other answer as it is.

    Args:
        schema: the JSON schema of the reply; its references point into its own ``$defs``.
    """
    try:
        objects = list(_objects(text))
    except (ValueError, RecursionError):
        return text
    if len(objects) != 1:
        return text
    source, answer = objects[0]
    asked_for = _known_fields(answer, schema, schema)
    return source if asked_for == answer else json.dumps(asked_for, ensure_ascii=False)


def _objects(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the objects of a text that stand in no other, each with its words.

    Raises:
        ValueError: a brace opens no object, as in an answer that broke off, of which no part is the answer; or it is
            nested too deeply.
    """
    at = text.find("{")
    while at >= 0:
        answer, end = _DECODER.raw_decode(text, at)
        check_depth(answer)
        yield text[at:end], answer
        at = text.find("{", end)


def _known_fields(answer: Any, part: Mapping[str, Any], whole: Mapping[str, Any]) -> Any:
    """Return an answer, or a part of one, without fields that its part of the schema does not list."""
    part = _followed(part, whole)
    if isinstance(answer, list) and "items" in part:
        return [_known_fields(each, part["items"], whole) for each in answer]
    if not isinstance(answer, dict) or "properties" not in part:
        return answer
    fields = part["properties"]
    return {name: _known_fields(field, fields[name], whole) for name, field in answer.items() if name in fields}


def _followed(part: Mapping[str, Any], whole: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = str(part.get("$ref", ""))
    return whole["$defs"][reference.rpartition("/")[2]] if reference.startswith("#/$defs/") else part
