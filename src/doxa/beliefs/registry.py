"""Kernels by name, from the entry-point group ``doxa.kernels``; built-ins register there as well."""

import difflib
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from doxa.beliefs.base import Kernel
from doxa.errors import UnknownNameError
from doxa.records.validating import settled

GROUP = "doxa.kernels"


def kernel_names() -> list[str]:
    """Return the names of all installed kernels, sorted."""
    return sorted({point.name for point in entry_points(group=GROUP)})


@cache
def kernel_class(name: str) -> type[Kernel[Any]]:
    """Return a kernel's class.

    Raises:
        UnknownNameError: none of that name is installed.
    """
    for point in entry_points(group=GROUP, name=name):
        loaded: type[Kernel[Any]] = point.load()
        return loaded
    near = difflib.get_close_matches(name, kernel_names(), 1)
    guess = f"Did you mean {near[0]!r}? " if near else ""
    raise UnknownNameError(f"no kernel is named {name!r}", hint=f"{guess}Installed: {', '.join(kernel_names())}.")


def build_kernel(name: str, settings: dict[str, Any], where: str = "belief") -> Kernel[Any]:
    """Build a kernel from its name and plain settings.

    Raises:
        UnknownNameError: none of that name is installed.
        ScenarioError: the settings are not the kernel's.
    """
    kind = kernel_class(name)
    return kind(settled(kind.Settings, settings, where))
