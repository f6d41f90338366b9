"""What is known of a reply before it is written, put into its schema, so that a constrained decoder is told.

A task says it by place: ``{"judgements": exactly(3), "judgements[].claim": among((1, 2, 3))}``. A place is a path of
field names; ``[]`` stands for each entry of a list. What is said of a place is a patch of JSON Schema keywords, merged
into the schema there. In a patch ``prefixItems`` are patches of the list's entries, one by one, ``anyOf`` are patches
of the whole place, one of which holds, and ``properties`` are patches of fields, or of a table's values. ``const``,
``enum`` and ``type`` take the place of the values that the schema allows. A decoder that knows neither ``prefixItems``
nor ``anyOf`` can go by the keywords beside them, which allow more.

Telling forbids no reply that has a meaning: what the schema forbids, the task's ``check`` or its Reply refuses too, or
it could not be (a list of more points than a text has room for), or it is longer than asked and taken all the same. It
fixes the order of named entries, which means nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from doxa.records.base import JsonValue

Patch = Mapping[str, Any]
"""JSON Schema keywords → their values."""

Known = Mapping[str, Patch]
"""Place in a reply → what holds there."""

WORDS_A_POINT = 4
"""The fewest words of a point that shares its sentence with others."""
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""A character of a script without spaces; two of them count as a word."""
SENTENCE = re.compile(r"\w[^.!?…;\n\r。！？]*+")
"""A sentence from its first letter or digit on."""
CHARACTERS_A_WORD = 30
"""No text of a bounded number of words is as long as so many characters a word."""

_VALUES = frozenset({"const", "enum", "type"})
"""Keywords that say by themselves which values there can be."""
_NOTES = frozenset({"title", "description"})


def exactly(count: int) -> Patch:
    """Return that a list has a number of entries."""
    return {"minItems": count, "maxItems": count}


def at_most(count: int) -> Patch:
    """Return that a list has no more than a number of entries."""
    return {"maxItems": count}


def points_of(text: str) -> Patch:
    """Return that a list has no more entries than a text has room for points."""
    words = len(text.split()) + len(UNSPACED.findall(text)) // 2
    return at_most(max(len(SENTENCE.findall(text)), 1 + words // WORDS_A_POINT))


def among(values: Iterable[JsonValue]) -> Patch:
    """Return that a value is one of these."""
    return {"enum": list(dict.fromkeys(values))}


def no_longer_than(text: str, most: int | None = None) -> Patch:
    """Return that a text is no longer than another, from which it is copied, and than so many characters."""
    return {"maxLength": len(text) if most is None else min(most, len(text))}


def in_words(count: int) -> Patch:
    """Return that a text has no more characters than so many words can have."""
    return {"maxLength": count * CHARACTERS_A_WORD}


def one_for_each(place: str, field: str, keys: Sequence[JsonValue]) -> dict[str, Patch]:
    """Return that a list has one entry for each key, in their order, whose ``field`` names the key."""
    if not keys:
        return {place: exactly(0)}
    entries = [{"properties": {field: {"const": key}}} for key in keys]
    return {place: {**exactly(len(keys)), "prefixItems": entries}, f"{place}[].{field}": among(keys)}


def keyed_by(keys: Sequence[str]) -> Patch:
    """Return that a table has exactly these keys."""
    return {"properties": {key: {} for key in keys}, "required": list(keys), "additionalProperties": False}


def narrow_schema(schema: Mapping[str, Any], known: Known) -> dict[str, Any]:
    """Return a schema in which every place says what is known of it; the schema itself stays as it is.

    Raises:
        KeyError: the schema has no such place.
    """
    definitions = schema.get("$defs", {})
    narrowed = dict(schema)
    # the deepest places first: what is known of every entry of a list is then in each entry that is given its key
    for place in sorted(known, key=lambda place: -len(_steps(place))):
        narrowed = _patch_at(narrowed, _steps(place), known[place], definitions)
    return narrowed


def _steps(place: str) -> tuple[str, ...]:
    """Return a place as the names of fields and ``[]``."""
    return tuple(step for step in place.replace("[]", ".[]").split(".") if step)


def _patch_at(node: Mapping[str, Any], steps: tuple[str, ...], patch: Patch, definitions: Patch) -> dict[str, Any]:
    """Return a part of a schema with a patch at a place below it; definitions on the way are written out."""
    whole = _resolve(node, definitions)
    if not steps:
        return _merge(whole, patch, definitions)
    first, below = steps[0], steps[1:]
    if first == "[]":
        return {**whole, "items": _patch_at(whole["items"], below, patch, definitions)}
    fields = whole["properties"]
    return {**whole, "properties": {**fields, first: _patch_at(fields[first], below, patch, definitions)}}


def _merge(node: Mapping[str, Any], patch: Patch, definitions: Patch) -> dict[str, Any]:
    """Return a part of a schema with the keywords of a patch."""
    whole = _resolve(node, definitions)
    if _VALUES & set(patch):
        notes = {keyword: value for keyword, value in whole.items() if keyword in _NOTES}
        plain_type = {} if "type" in patch or not isinstance(whole.get("type"), str) else {"type": whole["type"]}
        return {**notes, **plain_type, **patch}
    merged = dict(whole)
    for keyword, value in patch.items():
        if keyword == "properties":
            merged[keyword] = _merge_fields(whole, value, definitions)
        elif keyword == "prefixItems":
            merged[keyword] = [_merge(whole["items"], entry, definitions) for entry in value]
        elif keyword == "anyOf":
            merged[keyword] = [_merge(whole, variant, definitions) for variant in value]
        else:
            merged[keyword] = value
    return merged


def _merge_fields(whole: Mapping[str, Any], patches: Patch, definitions: Patch) -> dict[str, Any]:
    """Return the fields of an object, patched; those of a table are made from what it says of all its values."""
    fields: Mapping[str, Any] = whole.get("properties", {})
    patched = {
        name: _merge(fields.get(name, whole.get("additionalProperties")), patch, definitions)
        if patch
        else dict(fields.get(name, whole.get("additionalProperties")))
        for name, patch in patches.items()
    }
    return {**fields, **patched}


def _resolve(node: Mapping[str, Any], definitions: Patch) -> dict[str, Any]:
    """Return a part of a schema, or the definition to which it refers."""
    reference = node.get("$ref")
    if reference is None:
        return dict(node)
    beside = {keyword: value for keyword, value in node.items() if keyword != "$ref"}
    return {**definitions[str(reference).removeprefix("#/$defs/")], **beside}
