"""Validation of tables of settings, with errors in the terms of a scenario."""

import math
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from doxa.errors import ScenarioError, did_you_mean
from doxa.records.base import DECIMALS, tidy

LONGEST = 160
"""Most characters of a wrong value that an error repeats; longer ones, such as whole tables, are left out."""

Kind = TypeVar("Kind", bound=BaseModel)


def settled(model: type[Kind], settings: Mapping[str, Any], where: str) -> Kind:
    """Return a table of settings as a validated model.

    Args:
        where: the table's dotted path, for the message.

    Raises:
        ScenarioError: a key is unknown, or a value is not valid; the error names the key and the nearest known one.
    """
    valid = _validated(model, settings, where)
    if (rounded := _as_recorded(settings)) != settings:
        try:
            _validated(model, rounded, where)
        except ScenarioError as error:
            error.hint = f"{error.hint} Numbers are rounded to {DECIMALS} decimals.".lstrip()
            raise
    return valid


def _validated(model: type[Kind], settings: Mapping[str, Any], where: str) -> Kind:
    try:
        return model.model_validate(settings)
    except ValidationError as error:
        places = [problem["loc"] for problem in error.errors() if problem["type"] == "extra_forbidden"]
        raise scenario_error(error, where, keys_at(model, places[0][:-1] if places else ()), settings) from None


def _as_recorded(value: Any) -> Any:
    """Return a value with its numbers as a log records them; a tiny one becomes 0, which a setting may not allow."""
    if isinstance(value, float) and math.isfinite(value):
        return tidy(value)
    if isinstance(value, Mapping):
        return {key: _as_recorded(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_recorded(inner) for inner in value]
    return value


def keys_at(kind: Any, place: Sequence[int | str]) -> list[str]:
    """Return the keys of the table at a place in a model; empty where any key is allowed, or none.

    Args:
        kind: a model, or another annotation of a field.
    """
    for name in place:
        kind = _inner(kind, str(name))
    return [key for option in _options(kind) if _is_model(option) for key in option.model_fields]


def _inner(kind: Any, name: str) -> Any:
    """Return the type under a name: of a model's field, a table's value or a list's item."""
    for option in _options(kind):
        if _is_model(option) and name in option.model_fields:
            return option.model_fields[name].annotation
        if get_origin(option) is not None:
            return get_args(option)[1 if issubclass(get_origin(option), Mapping) else 0]
    return None


def _options(kind: Any) -> list[Any]:
    """Return the members of a union, or the one type that it is."""
    if get_origin(kind) is Annotated:
        return _options(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [option for member in get_args(kind) for option in _options(member)]
    return [kind]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def keys_of(place: Sequence[int | str], table: Any) -> list[int | str]:
    """Return the parts of an error's place that are keys of a table, and its last part where that is missing.

    pydantic also names the member of a union in a place: ``belief.u.float``.
    """
    keys: list[int | str] = []
    for number, part in enumerate(place):
        is_entry = isinstance(table, list | tuple) and isinstance(part, int) and part < len(table)
        if is_entry or (isinstance(table, Mapping) and part in table):
            table = table[part]
        elif not isinstance(table, Mapping) or number < len(place) - 1:
            continue
        keys.append(part)
    return keys


def scenario_error(
    error: ValidationError, where: str, known_keys: list[str], table: Mapping[str, Any]
) -> ScenarioError:
    """Return an error in a scenario's terms; an unknown key goes first, since it is often a misspelt missing one.

    Args:
        table: the settings that were validated.
    """
    problems = error.errors(include_url=False)
    first = next((problem for problem in problems if problem["type"] == "extra_forbidden"), problems[0])
    key = ".".join([*([where] if where else []), *map(str, keys_of(first["loc"], table))])
    if first["type"] == "extra_forbidden":
        return unknown_key(key, known_keys)
    if first["type"] == "missing":
        return ScenarioError(f"{key} is missing", key=key)
    message, literal = first["msg"].removeprefix("Value error, "), repr(first["input"])
    note = f" (it is {literal})" if len(literal) <= LONGEST else ""
    return ScenarioError(f"{key}: {message[:1].lower()}{message[1:]}{note}", key=key)


def unknown_key(key: str, known_keys: list[str]) -> ScenarioError:
    """Return the error for an unknown key, with the nearest known one."""
    guess = did_you_mean(key.rsplit(".", 1)[-1], known_keys, cutoff=0.4)
    listed = f"Keys here: {', '.join(sorted(known_keys))}." if known_keys else "Nothing can be set here."
    return ScenarioError(f"{key}: there is no such key", hint=f"{guess}{listed}", key=key)
