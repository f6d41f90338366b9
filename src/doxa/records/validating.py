"""Validating a table of settings, and saying in a scenario's own terms what is wrong with it."""

import difflib
from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from doxa.errors import ScenarioError

LONGEST = 160
"""Characters of a wrong value that an error repeats; a longer one, such as a whole table, is left out."""

Kind = TypeVar("Kind", bound=BaseModel)


def settled(model: type[Kind], given: Mapping[str, Any], where: str) -> Kind:
    """Validate a table of settings.

    Args:
        where: the table's dotted path, for the message.

    Raises:
        ScenarioError: a key is unknown, or a value is not valid; it names the key and the nearest known one.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        places = [one["loc"] for one in error.errors() if one["type"] == "extra_forbidden"]
        raise told(error, where, _keys_at(model, places[0][:-1] if places else ())) from None


def _keys_at(model: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """Return the keys of a table within a table."""
    for name in place:
        kind = model.model_fields[str(name)].annotation if str(name) in model.model_fields else None
        inner = [one for one in (kind, *get_args(kind)) if isinstance(one, type) and issubclass(one, BaseModel)]
        if not inner:
            return []
        model = inner[0]
    return list(model.model_fields)


def told(error: ValidationError, where: str, known: list[str]) -> ScenarioError:
    """Put a validation error in a scenario's terms. An unknown key goes first: it is often a missing one misspelt."""
    found = error.errors(include_url=False)
    first = next((one for one in found if one["type"] == "extra_forbidden"), found[0])
    names = [where, *(str(part) for part in first["loc"])] if where else [str(part) for part in first["loc"]]
    key = ".".join(names)
    if first["type"] == "extra_forbidden":
        return unknown_key(key, known)
    if first["type"] == "missing":
        return ScenarioError(f"{key} is missing", key=key)
    message = first["msg"].removeprefix("Value error, ")
    given = repr(first["input"])
    shown = f" (it is {given})" if len(given) <= LONGEST else ""
    return ScenarioError(f"{key}: {message[:1].lower()}{message[1:]}{shown}", key=key)


def unknown_key(key: str, known: list[str]) -> ScenarioError:
    """Say that a key is not known where it stands, and which one may be meant."""
    near = difflib.get_close_matches(key.rsplit(".", 1)[-1], known, 1, cutoff=0.4)
    guess = f"Did you mean {near[0]!r}? " if near else ""
    listed = f"Keys here: {', '.join(sorted(known))}." if known else "Nothing can be set here."
    return ScenarioError(f"{key}: there is no such key", hint=f"{guess}{listed}", key=key)
