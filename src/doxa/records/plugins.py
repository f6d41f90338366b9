"""Plug-ins by name, from the entry-point groups of installed packages; doxa's own register there as well."""

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any

from doxa.errors import UnknownNameError, did_you_mean


def plugin_names(group: str) -> list[str]:
    """Return the names of all plug-ins of a group, sorted."""
    return sorted({point.name for point in entry_points(group=group)})


def plugin(group: str, name: str, missing: str, *, also: Sequence[str] = ()) -> Any:
    """Load the plug-in of a name.

    Args:
        missing: what is said where none has that name.
        also: what else its hint says, after the nearest name and those that are installed.

    Raises:
        UnknownNameError: none of that name is installed.
    """
    for point in entry_points(group=group, name=name):
        return point.load()
    names = plugin_names(group)
    hint = " ".join([f"{did_you_mean(name, names)}Installed: {', '.join(names)}.", *also])
    raise UnknownNameError(missing, hint=hint)
