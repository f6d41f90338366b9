"""Kernels by name, from the entry-point group ``doxa.kernels``; built-ins register there as well."""

from functools import cache
from typing import Any

from doxa.beliefs.base import Kernel
from doxa.records.plugins import plugin, plugin_names
from doxa.records.validating import settled

GROUP = "doxa.kernels"


def kernel_names() -> list[str]:
    """Return the names of all installed kernels, sorted."""
    return plugin_names(GROUP)


@cache
def kernel_class(name: str) -> type[Kernel[Any]]:
    """Return a kernel's class.

    Raises:
        UnknownNameError: no kernel of that name is installed.
        PluginError: the kernel cannot be used.
    """
    loaded: type[Kernel[Any]] = plugin(GROUP, name, f"no kernel is named {name!r}")
    return loaded


def build_kernel(name: str, settings: dict[str, Any], where: str = "belief") -> Kernel[Any]:
    """Return a kernel built from its name and plain settings.

    Raises:
        UnknownNameError: no kernel of that name is installed.
        ScenarioError: the settings are not valid for the kernel.
    """
    kind = kernel_class(name)
    return kind(settled(kind.Settings, settings, where))
