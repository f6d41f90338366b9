"""Reply schemas as each service takes them: every field required, no others, and what its decoder can be told.

A service refuses a request whose schema has a keyword that it does not know. What a dialect does not take is therefore
taken out here; doxa checks every reply anyway. The dialects are those of October 2026:

    openai      strict mode: lengths and ranges, no ``prefixItems``; a fine-tuned model takes neither lengths nor ranges
    anthropic   enums, and lists that are not empty; no other lengths or ranges
    google      numbers of entries and ranges of numbers, no lengths of text; a long list is too much for its decoder
    server      ollama, and anything compatible (llama.cpp, vLLM, LM Studio): all of it. llama.cpp takes ranges of
                fractions and does not keep to them: such numbers are told as an enum, in hundredths or tenths
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from doxa.models.providers.endpoints import Endpoint

_DROPPED = frozenset({"default", "title", "$schema"})
"""Keywords that say nothing to a decoder, and that strict modes refuse."""

_LENGTHS = frozenset({"minLength", "maxLength"})
_RANGES = frozenset({"minimum", "maximum"})
_ENTRIES = frozenset({"minItems", "maxItems"})


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """What a service takes of a schema."""

    name: str
    dropped: frozenset[str] = frozenset()
    """Keywords that it refuses."""
    has_cases: bool = False
    """Whether it takes entries of a list one by one, and the cases of an object beside its fields."""
    keeps_ranges: bool = True
    """Whether its decoder keeps a fraction in its range."""
    most_entries: int | None = None
    """The largest number of entries that it is told."""
    most_values: int | None = None
    """The most values of an enum that it is told."""
    most_characters: int | None = None
    """The longest length of a text that it is told."""


OPENAI = Dialect(name="openai", most_values=100)
FINE_TUNED = Dialect(name="openai, fine-tuned", dropped=_LENGTHS | _RANGES | _ENTRIES, most_values=100)
ANTHROPIC = Dialect(name="anthropic", dropped=_LENGTHS | _RANGES | {"maxItems"}, most_values=100)
GOOGLE = Dialect(name="google", dropped=_LENGTHS, most_entries=30, most_values=100)
SERVER = Dialect(name="server", has_cases=True, keeps_ranges=False, most_characters=1_900)
"""llama.cpp refuses a grammar that repeats anything more than 2,000 times."""

SHORT_RANGE, LONGEST_RANGE = 2, 20
"""The lengths of ranges that are told in hundredths, and in tenths."""

_HOSTED = {"openai": OPENAI, "anthropic": ANTHROPIC, "google": GOOGLE}


def dialect_of(endpoint: Endpoint) -> Dialect:
    """Return the dialect of an endpoint's model."""
    if endpoint.service.name == "openai" and endpoint.model.startswith("ft:"):
        return FINE_TUNED
    return _HOSTED[endpoint.service.family] if endpoint.service.needs_key else SERVER


def encode_schema(schema: Mapping[str, Any], dialect: Dialect) -> tuple[dict[str, Any], bool]:
    """Return a reply schema as a dialect takes it, and whether strict mode can enforce it; nobody changes it."""
    return _encode_text(json.dumps(schema), dialect)


@lru_cache(maxsize=256)
def _encode_text(text: str, dialect: Dialect) -> tuple[dict[str, Any], bool]:
    """Return ``encode_schema`` of a schema as JSON: made once for a type of reply, which is sent with every call."""
    encoded = _encode(json.loads(text), dialect)
    used = _used_definitions(encoded)
    if used:
        encoded["$defs"] = used
    else:
        encoded.pop("$defs", None)
    return encoded, not any(map(_is_open, _parts(encoded)))


def _encode(node: Any, dialect: Dialect, names: bool = False) -> Any:
    """Return a part of a schema in a dialect; ``names``: the keys are field names and not keywords."""
    if isinstance(node, list):
        return [_encode(part, dialect) for part in node]
    if not isinstance(node, dict):
        return node
    if names:
        return {name: _encode(part, dialect) for name, part in node.items()}
    if dialect.has_cases and "anyOf" in node and "properties" in node:
        beside = {keyword: node[keyword] for keyword in ("$defs", "description", "type") if keyword in node}
        # a case says nothing of the definitions and notes of the object
        cases = [{word: case[word] for word in case if word not in ("$defs", "description")} for case in node["anyOf"]]
        return _encode({**beside, "anyOf": cases}, dialect)
    if not dialect.keeps_ranges and (grid := _grid(node)):
        return {"type": "number", "enum": grid}
    encoded = {
        keyword: part if keyword in ("enum", "const") else _encode(part, dialect, keyword in ("properties", "$defs"))
        for keyword, part in node.items()
        if _is_taken(keyword, part, node, dialect)
    }
    if isinstance(node.get("properties"), dict):
        encoded["required"] = list(node["properties"])
        encoded["additionalProperties"] = False
    return encoded


def _grid(node: Mapping[str, Any]) -> list[float]:
    """Return the hundredths of a short range of numbers, or the tenths of a longer one; nothing for any other value."""
    least, most = node.get("minimum"), node.get("maximum")
    if node.get("type") != "number" or least is None or most is None or most - least > LONGEST_RANGE:
        return []
    steps = 100 if most - least <= SHORT_RANGE else 10
    values = (step / steps for step in range(math.ceil(least * steps), math.floor(most * steps) + 1))
    return [int(value) if value.is_integer() else value for value in values]


def _is_taken(keyword: str, part: Any, node: Mapping[str, Any], dialect: Dialect) -> bool:
    """Return whether a dialect takes a keyword of a part of a schema."""
    if keyword in _DROPPED or keyword in dialect.dropped:
        return False
    if keyword in ("prefixItems", "items") and "prefixItems" in node:
        return (keyword == "prefixItems") is dialect.has_cases
    if keyword == "anyOf" and "properties" in node:
        return False
    if keyword == "minItems" and dialect is ANTHROPIC:
        return bool(part in (0, 1))
    if keyword == "enum":
        return dialect.most_values is None or len(part) <= dialect.most_values
    entries = dialect.most_entries
    bound = {"minItems": entries, "maxItems": entries, "maxLength": dialect.most_characters}.get(keyword)
    return bound is None or part <= bound


def _used_definitions(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definitions to which a schema refers, also through others, in their order."""
    definitions = schema.get("$defs", {})
    used: set[str] = set()
    waiting: list[Any] = [{keyword: part for keyword, part in schema.items() if keyword != "$defs"}]
    while waiting:
        parts = [part for part in _parts(waiting.pop()) if isinstance(part, dict)]
        names = {str(part.get("$ref", "")).removeprefix("#/$defs/") for part in parts} & set(definitions) - used
        used |= names
        waiting += [definitions[name] for name in names]
    return {name: part for name, part in definitions.items() if name in used}


def _parts(node: Any) -> Iterator[Any]:
    """Yield a schema and every part of it."""
    yield node
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _parts(part)


def _is_open(part: Any) -> bool:
    """Return whether a part of a schema allows fields that it does not name."""
    if not isinstance(part, dict):
        return False
    return not part or (part.get("type") == "object" and not part.get("properties") and "anyOf" not in part)
