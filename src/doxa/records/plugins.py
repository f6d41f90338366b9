"""Plug-ins by name, from the entry-point groups of installed packages; doxa's own register there as well."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from doxa.errors import DoxaError, UnknownNameError, did_you_mean


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
        DoxaError: it cannot be loaded.
    """
    for point in entry_points(group=group, name=name):
        return _loaded(point)
    names = plugin_names(group)
    hint = " ".join([f"{did_you_mean(name, names)}Installed: {', '.join(names)}.", *also])
    raise UnknownNameError(missing, hint=hint)


def sound_plugins(group: str) -> dict[str, Any]:
    """Load all plug-ins of a group; one that cannot be loaded is left out, so that it spoils nothing but itself."""
    found = {}
    for point in entry_points(group=group):
        try:
            found[point.name] = _loaded(point)
        except DoxaError:
            continue
    return found


def _loaded(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # a module of somebody else's can fail anywhere
        raise DoxaError(
            f"the plug-in {point.name!r} of {point.group} cannot be loaded: {type(error).__name__}: {error}",
            hint=f"Its entry is {point.value!r}. To see where it fails: python -c 'import {point.module}'",
        ) from error
