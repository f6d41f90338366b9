"""What an object, its classes and their modules hold, to see whether a call changed it."""

import sys
from copy import copy
from types import FunctionType
from typing import Any

PLAIN = (dict, list, set, str, int, float, tuple, bytearray, type(None))
"""What a module keeps state in; other values of it are code, or are imported when they are first used."""


def picture_attributes(thing: object) -> dict[str, Any]:
    """Return attribute → value, as it is now; containers are copied, so that a later change of them shows."""
    return {name: _copied(attribute) for name, attribute in _attributes(thing).items()}


def changed_attributes(thing: object, before: dict[str, Any]) -> list[str]:
    """Return what is not as it was, as ``self.name``, ``Class.name`` or ``module.name``."""
    now = _attributes(thing)
    return sorted(name for name in now.keys() | before.keys() if not _is_same(now, before, name))


def _attributes(thing: object) -> dict[str, Any]:
    attributes = {f"self.{name}": attribute for name, attribute in getattr(thing, "__dict__", {}).items()}
    shared = {
        f"{kind.__name__}.{name}": attribute
        for kind in type(thing).__mro__[:-1]
        for name, attribute in vars(kind).items()
        if not name.startswith("__") and not isinstance(attribute, FunctionType)
    }
    return {**attributes, **shared, **_globals(thing)}


def _globals(thing: object) -> dict[str, Any]:
    """Return what the modules of its classes hold by name, as far as a call could change it."""
    modules = {kind.__module__ for kind in type(thing).__mro__[:-1]} & sys.modules.keys()
    return {
        f"{module}.{name}": attribute
        for module in modules
        for name, attribute in vars(sys.modules[module]).items()
        if not name.startswith("__") and isinstance(attribute, PLAIN)
    }


def _copied(value: Any) -> Any:
    return copy(value) if isinstance(value, dict | list | set | bytearray) or hasattr(value, "__array__") else value


def _is_same(now: dict[str, Any], before: dict[str, Any], name: str) -> bool:
    if name not in now or name not in before:
        return False
    if now[name] is before[name]:
        return True
    same = now[name] == before[name]
    return bool(same.all()) if hasattr(same, "all") else bool(same)
