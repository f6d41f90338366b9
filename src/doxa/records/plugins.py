"""Plug-ins by name, from the entry-point groups of installed packages; doxa's own register there as well."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
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


SYSTEMS = "doxa.systems"
"""The group of systems: each brings protocols, tasks, offline skills, and how its runs are shown."""


@cache
def systems() -> tuple[Any, ...]:
    """Load every installed system that can be loaded, by name. A room asks of them what it needs, and no more."""
    return tuple(one for _, one in sorted(sound_plugins(SYSTEMS).items()))


@dataclass(frozen=True)
class Later:
    """Something that a system brings, imported when it is first asked for."""

    place: str
    """As ``module:name``."""

    def load(self) -> Any:
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)


class Shelf(Mapping[str, Any]):
    """Things by name; one that is given as ``Later`` is imported when it is taken."""

    def __init__(self, things: Mapping[str, Any]) -> None:
        self._things = things

    def __getitem__(self, name: str) -> Any:
        return _there(self._things[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)


def _there(found: Any) -> Any:
    return found.load() if isinstance(found, Later) else found


def of_system(system: Any, what: str) -> Mapping[str, Any]:
    """Return what one system brings of one kind, by name."""
    return Shelf(_there(getattr(system, what, {})))


@cache
def brought(what: str) -> Mapping[str, Any]:
    """Return what all systems bring of one kind, by name.

    Raises:
        DoxaError: two of them bring something of one name.
    """
    found: dict[str, Any] = {}
    for system in systems():
        things = _there(getattr(system, what, {}))
        if twice := sorted(found.keys() & things.keys()):
            raise DoxaError(f"two installed systems bring {twice[0]!r} ({what})", hint="Uninstall one of them.")
        found |= things
    return Shelf(found)


def beside(what: str, named: str, name: str) -> Any:
    """Return what the one system that brings ``name`` as one of its ``named`` has of another kind under that name.

    ``beside("hooks", "protocols", "feed")`` is how feeds are shown; None where nobody says. No other system is loaded.
    """
    owner = next((one for one in systems() if name in of_system(one, named)), None)
    return of_system(owner, what).get(name) if owner is not None else None


def hooks_of(protocol: str) -> Any:
    """Return how a protocol's runs are shown; None where its system does not say."""
    return beside("hooks", "protocols", protocol)
