"""Sections and fields of a form, made from a JSON schema and the values of a text: no setting is written by hand.

A table is a section, a list of tables has a section for each row, tables by name have one for each name. A value that
is neither plain nor a list of plain values, such as a list of lists, is a field in which TOML is written.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import tomlkit
from pydantic import BaseModel
from tomlkit.exceptions import TOMLKitError

from doxa.records.base import JsonValue, Record

PLAIN = {"string": "text", "number": "number", "integer": "whole", "boolean": "switch"}
"""The type of a plain value in a JSON schema → the kind of its field."""

MOST_ROWS = 12
"""Tables of a list or by name that have a section; those of more are in the text."""

DEEPEST = 6
"""Tables within tables that have a section; below them a table is written as TOML."""

Place = tuple[str | int, ...]


class FormField(Record):
    """One setting."""

    path: str
    """Its place as it is written on a command line."""
    place: tuple[str | int, ...]
    """Its place in the text, part by part; names may have dots in them."""
    kind: str
    """text, number, whole, switch, choice; list: plain values; toml: any other value, written as TOML."""
    value: JsonValue
    """What the text says, or the default."""
    written: bool
    """Whether the text says it."""
    meaning: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    item: str = ""
    """The kind of a list's values."""
    toml: str = ""
    """The value of the kind ``toml`` as text."""


class Section(Record):
    """A table, or several of one kind."""

    path: str
    place: tuple[str | int, ...]
    title: str
    kind: str
    """table; rows: a list of tables; names: tables by name."""
    meaning: str = ""
    written: bool = False
    addable: str = ""
    """What can be added: table (this one, which is absent), row or name; empty for nothing."""
    removable: bool = False
    more: int = 0
    """Tables of the text that have no section."""
    fields: tuple[FormField, ...] = ()
    sections: tuple["Section", ...] = ()


@dataclass(frozen=True)
class FormSchema:
    """A JSON schema with the definitions that its references name."""

    plain: Mapping[str, Any]
    defs: Mapping[str, Any] = field(default_factory=dict)

    def at(self, plain: Mapping[str, Any]) -> "FormSchema":
        """Return a part of this schema."""
        return FormSchema(plain, self.defs)

    def resolved(self) -> "FormSchema":
        """Return the schema behind a reference, with the meaning and default given beside the reference."""
        name = self.plain.get("$ref")
        if name is None:
            return self
        beside = {key: value for key, value in self.plain.items() if key != "$ref"}
        return self.at({**self.defs[str(name).rpartition("/")[2]], **beside}).resolved()

    def variants(self) -> list["FormSchema"]:
        """Return the schemas of which a value has one, but for that of no value."""
        schema = self.resolved()
        options = schema.plain.get("anyOf") or schema.plain.get("oneOf")
        if options is None:
            return [schema]
        variants = (variant for option in options for variant in schema.at(option).variants())
        return [variant for variant in variants if variant.plain.get("type") != "null"]

    @property
    def is_optional(self) -> bool:
        """Whether the value may be absent."""
        return any(option.get("type") == "null" for option in self.resolved().plain.get("anyOf", ()))

    @property
    def is_table(self) -> bool:
        return self.plain.get("type") == "object" and "properties" in self.plain

    @property
    def kind(self) -> str:
        """The kind of a plain value's field; empty where it is not plain."""
        if "enum" in self.plain or "const" in self.plain:
            return "choice"
        return PLAIN.get(str(self.plain.get("type")), "")

    def entry(self, kind: str) -> "FormSchema | None":
        """Return the schema of the tables in a list (``array``) or by name (``object``); None where there are none."""
        if self.plain.get("type") != kind:
            return None
        named = next(iter(self.plain.get("patternProperties", {}).values()), self.plain.get("additionalProperties"))
        entries = self.plain.get("items") if kind == "array" else named
        found = self.at(entries).variants() if isinstance(entries, Mapping) else []
        return found[0] if len(found) == 1 else None

    @property
    def meaning(self) -> str:
        return " ".join(str(self.plain.get("description", "")).replace("``", "").split())

    def limit(self, *names: str) -> float | None:
        return next((float(self.plain[name]) for name in names if name in self.plain), None)

    @property
    def choices(self) -> tuple[str, ...]:
        values = self.plain.get("enum", [self.plain["const"]] if "const" in self.plain else [])
        return tuple(str(value) for value in values)


@cache
def schema_of(kind: type[BaseModel]) -> FormSchema:
    """Return the JSON schema of a type."""
    plain = kind.model_json_schema()
    return FormSchema(plain, plain.get("$defs", {}))


@dataclass(frozen=True, kw_only=True)
class Former:
    """Makes the form of a text from a schema."""

    text: Mapping[str, Any]
    other: Callable[[Place], FormSchema | None] = lambda place: None
    """The schema of a table that has another one than its place in the whole says, such as a rule's settings."""
    choices: Callable[[Place], Sequence[str]] = lambda place: ()
    """The names that a text may have where only those installed are known."""
    default: Callable[[Place], JsonValue] = lambda place: None
    """The value of an absent setting, where another setting of the text says it."""
    leaves_out: Callable[[Place], bool] = lambda place: False

    def section(self, schema: FormSchema, place: Place, title: str, default: Any = None, **more: Any) -> Section:
        """Return the section of a table."""
        default = default if isinstance(default, Mapping) else {}
        parts: list[FormField | Section] = []
        for name, plain in schema.plain.get("properties", {}).items():
            where = (*place, name)
            if not self.leaves_out(where):
                inner = self.other(where) or schema.at(plain)
                inner_default = default.get(name, inner.resolved().plain.get("default"))
                parts.append(self._part(inner, where, inner_default, schema.at(plain).resolved().meaning))
        return Section(
            path=path_of(place),
            place=place,
            title=title,
            kind="table",
            written=value_at(self.text, place) is not None,
            fields=tuple(part for part in parts if isinstance(part, FormField)),
            sections=tuple(part for part in parts if isinstance(part, Section)),
            **{"meaning": schema.meaning, **more},
        )

    def _part(self, schema: FormSchema, place: Place, default: JsonValue, meaning: str) -> FormField | Section:
        variants = schema.variants()
        value = value_at(self.text, place)
        tables = [variant for variant in variants if variant.is_table]
        if tables and len(place) <= DEEPEST and (isinstance(value, str | Mapping | None)):
            name, optional = str(place[-1]), schema.is_optional
            if optional and value is None:
                absent = {"path": path_of(place), "place": place, "title": name, "meaning": meaning}
                return Section(**absent, kind="table", addable="table")
            return self.section(tables[0], place, name, default, meaning=meaning, removable=optional)
        for variant in variants:
            for kind, shape in (("array", "rows"), ("object", "names")):
                entry = variant.entry(kind)
                if entry is not None and entry.is_table and len(place) <= DEEPEST:
                    return self._many(entry, place, shape, meaning)
        return self._field(schema, variants, place, default, meaning)

    def _many(self, entry: FormSchema, place: Place, shape: str, meaning: str) -> Section:
        """Return the section of a list of tables, or of tables by name."""
        value = value_at(self.text, place)
        keys: list[str | int] = []
        if isinstance(value, list if shape == "rows" else Mapping):
            keys = [*range(len(value))] if shape == "rows" else [*map(str, value)]
        title = str(place[-1])
        return Section(
            path=path_of(place),
            place=place,
            title=title,
            kind=shape,
            meaning=meaning,
            written=value is not None,
            addable="row" if shape == "rows" else "name",
            more=max(0, len(keys) - MOST_ROWS),
            sections=tuple(
                self.section(
                    entry, (*place, key), f"{title} {key + 1}" if isinstance(key, int) else key, removable=True
                )
                for key in keys[:MOST_ROWS]
            ),
        )

    def _field(
        self, schema: FormSchema, variants: Sequence[FormSchema], place: Place, default: JsonValue, meaning: str
    ) -> FormField:
        value, general, known = value_at(self.text, place), self.default(place), self.choices(place)
        variant = variants[0] if len({variant.kind for variant in variants}) == 1 else FormSchema({})
        kind, item = _kinds(variant, value)
        shown = value if value is not None else default if general is None else general
        choices = tuple(known) or (variant.choices if kind == "choice" else ())
        entry = variant.entry("array")
        return FormField(
            path=path_of(place),
            place=place,
            kind="choice" if known and kind == "text" else kind,
            value=shown,
            written=value is not None,
            meaning=meaning or schema.resolved().meaning,
            low=variant.limit("minimum", "exclusiveMinimum"),
            high=variant.limit("maximum", "exclusiveMaximum"),
            choices=choices or (entry.choices if entry else ()),
            item=item,
            toml=as_toml(shown) if kind == "toml" else "",
        )


def _kinds(variant: FormSchema, value: Any) -> tuple[str, str]:
    """Return the kind of a field and that of its list's values; a text of another type than expected is TOML."""
    if variant.kind:
        return (variant.kind, "") if not isinstance(value, Mapping | list) else ("toml", "")
    entry = variant.entry("array")
    if entry is not None and entry.kind and (value is None or isinstance(value, list)):
        return "list", entry.kind
    return "toml", ""


def path_of(place: Place) -> str:
    return ".".join(map(str, place))


def value_at(text: Any, place: Place) -> Any:
    """Return the value at a place of plain tables; None where they have none."""
    for part in place:
        if isinstance(text, str):  # a model by its name alone stands for a table
            text = {"model": text}
        try:
            text = text[part]
        except (LookupError, TypeError):
            return None
    return text


def as_toml(value: JsonValue) -> str:
    """Return a value as TOML on one line; as JSON where TOML cannot say it."""
    if value is None:
        return ""
    try:
        document = tomlkit.document()
        document["value"] = _inline(value)
        return tomlkit.dumps(document).partition("=")[2].strip()
    except (TOMLKitError, ValueError, TypeError):
        return json.dumps(value)


def _inline(value: JsonValue) -> Any:
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        table.update({name: _inline(inner) for name, inner in value.items() if inner is not None})
        return table
    return [_inline(inner) for inner in value] if isinstance(value, list) else value


def empty_table(schema: FormSchema) -> dict[str, JsonValue]:
    """Return what a new table must say, to be filled in: an empty text, the least number, the first choice."""
    table: dict[str, JsonValue] = {}
    for name in schema.plain.get("required", ()):
        variant = schema.at(schema.plain["properties"][name]).variants()[0]
        low = variant.limit("minimum")
        fillers: dict[str, JsonValue] = {
            "text": "",
            "number": low or 0.0,
            "whole": int(low or 0),
            "switch": False,
            "choice": next(iter(variant.choices), ""),
        }
        table[name] = fillers.get(variant.kind, [] if variant.plain.get("type") == "array" else {})
    return table
