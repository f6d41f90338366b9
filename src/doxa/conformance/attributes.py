"""The attributes of an object, its classes and their modules, to check whether a call changed them."""

import sys
from copy import copy
from types import FunctionType
from typing import Any

PLAIN = (dict, list, set, str, int, float, tuple, bytearray, type(None))
"""The types in which a module can keep state; its other values are code, or imported when first used."""


def picture_attributes(instance: object) -> dict[str, Any]:
    """Return attribute → present value; containers are copied, so that later changes can be detected."""
    return {name: _copied(attribute) for name, attribute in _attributes(instance).items()}


def changed_attributes(instance: object, before: dict[str, Any]) -> list[str]:
    """Return the names of changed attributes: ``self.name``, ``Class.name`` or ``module.name``."""
    now = _attributes(instance)
    return sorted(name for name in now.keys() | before.keys() if not _is_same(now, before, name))


def _attributes(instance: object) -> dict[str, Any]:
    attributes = {f"self.{name}": attribute for name, attribute in getattr(instance, "__dict__", {}).items()}
    shared = {
        f"{kind.__name__}.{name}": attribute
        for kind in type(instance).__mro__[:-1]
        for name, attribute in vars(kind).items()
        if not name.startswith("__") and not isinstance(attribute, FunctionType)
    }
    return {**attributes, **shared, **_globals(instance)}


def _globals(instance: object) -> dict[str, Any]:
    """Return the values in the modules of an object's classes that a call could change, by name."""
    modules = {kind.__module__ for kind in type(instance).__mro__[:-1]} & sys.modules.keys()
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
