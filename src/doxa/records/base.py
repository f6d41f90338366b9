"""The base classes of frozen values, checked numbers and words, groups, and canonical JSON with its hashes.

Canonical JSON defines the bytes of the log (version 1, docs/log-format.md). Each value has exactly one line of bytes:
keys sorted, no spaces, UTF-8 without escapes, numbers finite, floats rounded to 12 decimals with −0 written as 0, lone
surrogates replaced. Hashes are SHA-256 in hexadecimal.
"""

import hashlib
import json
import math
import reprlib
from collections.abc import Callable, Iterable
from dataclasses import fields
from random import Random
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    JsonValue as JsonValue,
    ValidationInfo,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError

from doxa.errors import BeliefError
from doxa.records.attributes import HEAD

Key = TypeVar("Key")
Member = TypeVar("Member")

Stance = Annotated[float, Field(ge=-1.0, le=1.0, allow_inf_nan=False)]
"""A stance S in [−1, 1]; positive supports the proposition."""

Unit = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
"""A number in [0, 1]: a strength, a confidence, a share."""


def _refuse_wordless(text: str, info: ValidationInfo) -> str:
    if info.context and text and not any(map(str.isalpha, text)):
        raise PydanticCustomError("no_words", "a text without a letter")
    return text


Words = Annotated[str, AfterValidator(_refuse_wordless)]
"""A text with a letter in a reply: a number, "..." or a row of signs is refused. It may be empty where the field may.

Only an answer that a model has just given is held to it, by a true context of validation: what is recorded is read as
it stands."""

Sentence = Annotated[Words, Field(json_schema_extra={"maxLength": 600})]
"""Words for which a sentence or two are asked; no decoder goes on for longer."""

Paragraph = Annotated[Words, Field(json_schema_extra={"maxLength": 1_900})]
"""Words for which a paragraph is asked; llama.cpp is told no longer length."""


_BRIEF = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = 80
"""Writes the parts of a value, cut."""

LONGEST_REPR = 800
"""Characters after which the parts of a value are cut; the value itself holds everything."""


def _parts(value: Any) -> dict[str, str]:
    """Return the fields of a record or a dataclass with their values, cut."""
    names = type(value).model_fields if isinstance(value, BaseModel) else [field.name for field in fields(value)]
    return {name: _BRIEF.repr(getattr(value, name)) for name in names}


class Brief:
    """A value that a terminal and a notebook show by its fields, cut; its subclasses may be dataclasses."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if "__repr__" not in cls.__dict__:  # a dataclass writes no other
            cls.__repr__ = Brief.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        text = ", ".join(f"{name}={part}" for name, part in _parts(self).items())
        return f"{type(self).__name__}({text if len(text) <= LONGEST_REPR else f'{text[:LONGEST_REPR]}…'})"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        from doxa.records import notebook  # which rests on records

        rows = list(_parts(self).items())
        return notebook.render(notebook.title(type(self).__name__), notebook.table(("field", "value"), rows))


class Record(Brief, BaseModel):
    """A frozen value: keyword-only, no unknown fields, finite numbers."""

    # schemas are built when first used: a command uses few of two hundred
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    # pydantic notes in every record which fields were given, in a set that takes twice what the record itself does
    # (evidence: 730 of 1,080 bytes; a call: 2,260 of 3,230). Only of settings somebody asks: here it is thrown away
    __pydantic_fields_set__ = property(lambda record: set(record.__dict__), lambda record, given: None)

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema with the class's own docstring, whether or not ``help`` shows more of it."""
        schema = handler(core_schema)
        described = handler.resolve_ref_schema(schema)
        if "description" in described:
            described["description"] = described["description"].partition(HEAD)[0]
        return schema


class Settings(Record):
    """Settings of a plug-in, as a scenario contains them; the docstring of a field is its documentation.

    ``model_fields_set`` names the fields that were given; other records do not remember them.
    """

    model_config = ConfigDict(use_attribute_docstrings=True)
    __pydantic_fields_set__ = BaseModel.__dict__["__pydantic_fields_set__"]


DECIMALS = 12


def canonical(value: Any) -> str:
    """Return the canonical JSON text of a value, without a line end.

    Raises:
        BeliefError: a number in it is NaN or infinite.
    """
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="python")
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical_line(value: Any) -> bytes:
    """Return the canonical JSON of a value as one line of UTF-8 bytes, its line end included."""
    return canonical(value).encode() + b"\n"


def digest(content: bytes | str) -> str:
    """Return the SHA-256 of bytes, or of a text's UTF-8, in hexadecimal."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def clean(text: str) -> str:
    """Return a text that UTF-8 can encode: lone surrogates become U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def tidy(number: float) -> float:
    """Return a float rounded as in the log: 12 decimals, no negative zero.

    Raises:
        BeliefError: the number is NaN or infinite.
    """
    if not math.isfinite(number):
        raise BeliefError(f"{number} cannot be recorded: every number in a log is finite")
    return round(number, DECIMALS) + 0.0


def plain(value: Any) -> Any:
    """Return a value as plain types that ``json`` writes, with numbers and texts in canonical form."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else clean(value)
    if value is None or kind is int or kind is bool:
        return value
    if kind is float:
        return tidy(value)
    if kind is dict:
        return {clean(str(key)): plain(inner) for key, inner in value.items()}
    if kind is list or kind is tuple:
        return [plain(inner) for inner in value]
    return _unusual(value)


def _unusual(value: Any) -> Any:
    """Return rarer values as plain types: models, sets, and subclasses of the plain types."""
    match value:
        case BaseModel():
            return plain(value.model_dump(mode="python"))
        case set() | frozenset():
            return sorted(plain(inner) for inner in value)
        case str():
            return clean(str(value))
        case float():
            return tidy(float(value))
        case int():
            return int(value)
        case dict():
            return plain(dict(value))
        case list() | tuple():
            return plain(list(value))
    raise TypeError(f"{type(value).__name__} has no canonical form")


def stream(seed: int, key: str, purpose: str) -> Random:
    """Return the random stream of one purpose at one step of one run.

    The same (seed, key, purpose) always gives the same numbers; different ones give independent streams.
    """
    return Random(int.from_bytes(hashlib.sha256(f"{seed}\x1f{key}\x1f{purpose}".encode()).digest()[:16], "big"))


def group_by(members: Iterable[Member], key: Callable[[Member], Key]) -> dict[Key, list[Member]]:
    """Return the members with each key, in the order in which keys first occur."""
    groups: dict[Key, list[Member]] = {}
    for member in members:
        groups.setdefault(key(member), []).append(member)
    return groups
