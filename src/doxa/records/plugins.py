"""Plug-ins by name, from the entry-point groups of installed packages; doxa's own register there as well.

A plug-in may be broken: it does not load, or two packages register its name. That is reported when its own name is
looked up, and in the hint of every lookup that fails. All other names keep working.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from doxa.errors import PluginError, UnknownNameError, did_you_mean
from doxa.records.shelf import NOUNS, SYSTEMS, PluginOffer, PluginShelf, doubled, is_own, package_of, unloadable, whose
from doxa.records.shelf import Later as Later  # re-exported for modules that define a system

T = TypeVar("T")


def plugin_names(group: str) -> list[str]:
    """Return the names of all plug-ins of a group, sorted."""
    return sorted({point.name for point in entry_points(group=group)})


def plugin(group: str, name: str, missing: str, *, also: Sequence[str] = ()) -> Any:
    """Return the plug-in of a name, loaded.

    Args:
        missing: the error's message where no plug-in has that name.
        also: further sentences of its hint, after the nearest name and the installed ones.

    Raises:
        UnknownNameError: no plug-in of that name is installed.
        PluginError: it cannot be loaded, or two packages register it.
    """
    points = _distinct(entry_points(group=group, name=name))
    if len(points) > 1:
        raise doubled(NOUNS[group], name, points)
    if points:
        return _loaded(points[0])
    notes = [error.sentence for error in broken_plugins(group)]
    raise UnknownNameError(missing, hint=" ".join([installed(name, plugin_names(group)), *notes, *also]))


def installed(name: str, names: Sequence[str], notes: Iterable[str] = ()) -> str:
    """Return the hint of a failed lookup: the nearest name, all installed names, and notes on broken plug-ins."""
    return " ".join([f"{did_you_mean(name, names)}Installed: {', '.join(names)}.", *notes])


def sound_plugins(group: str) -> dict[str, Any]:
    """Return all usable plug-ins of a group by name, loaded; broken ones are left out."""
    return _sorted_out(group)[0]


def broken_plugins(group: str) -> list[PluginError]:
    """Return the errors of the broken plug-ins of a group, after loading all."""
    return _sorted_out(group)[1]


def _sorted_out(group: str) -> tuple[dict[str, Any], list[PluginError]]:
    sound: dict[str, Any] = {}
    broken = []
    for name in plugin_names(group):
        try:
            sound[name] = plugin(group, name, "")
        except PluginError as error:
            broken.append(error)
    return sound, broken


def _distinct(points: Iterable[EntryPoint]) -> list[EntryPoint]:
    """Return entry points without duplicates of the same object."""
    return list({point.value: point for point in points}.values())


def _loaded(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # importing another package's module can raise anything
        description = f"the {NOUNS[point.group]} {point.name!r}{whose(point)}"
        raise unloadable(description, point.name, point.value, error) from error


@dataclass(frozen=True, kw_only=True, eq=False)
class RegisteredSystem:
    """A system, and the entry point that registers it."""

    system: Any
    point: EntryPoint


def registered_systems() -> tuple[RegisteredSystem, ...]:
    """Return every installed system that can be loaded, sorted by name, with the entry point that registers it."""
    return _registered()[0]


@cache
def _registered() -> tuple[tuple[RegisteredSystem, ...], tuple[PluginError, ...]]:
    """Return every system that can be loaded, sorted by name, and the errors of the others."""
    sound, broken = [], []
    for point in sorted(_distinct(entry_points(group=SYSTEMS)), key=lambda point: (point.name, point.value)):
        try:
            sound.append(RegisteredSystem(system=_loaded(point), point=point))
        except PluginError as error:
            broken.append(error)
    return tuple(sound), tuple(broken)


def systems() -> tuple[Any, ...]:
    """Return every installed system that can be loaded, sorted by name."""
    return tuple(entry.system for entry in _registered()[0])


def broken_systems() -> tuple[PluginError, ...]:
    """Return the errors of the systems that cannot be loaded."""
    return _registered()[1]


@cache
def _offers(registration: RegisteredSystem, category: str) -> Mapping[str, PluginOffer]:
    """Return name → offer of one kind in one system; PluginError where the whole kind cannot be loaded."""
    declared = getattr(registration.system, category, {})
    try:
        offered = declared.load() if isinstance(declared, Later) else declared
        if not isinstance(offered, Mapping):
            raise TypeError(f"it is of type {type(offered).__name__}, not a mapping by name")
    except Exception as error:  # importing another package's module can raise anything
        words = f"what the system {registration.point.name!r}{whose(registration.point)} brings as {category!r}"
        place = declared.place if isinstance(declared, Later) else registration.point.value
        raise unloadable(words, registration.point.name, place, error) from error
    noun = NOUNS.get(category, category)
    return {
        name: PluginOffer(noun=noun, name=name, value=offer, point=registration.point)
        for name, offer in offered.items()
    }


def of_system(system: Any, category: str) -> PluginShelf:
    """Return one system's things of one kind by name; PluginError where the whole kind cannot be loaded."""
    entry = next(entry for entry in _registered()[0] if entry.system is system)
    return _shelf(entry, category)


def _shelf(registration: RegisteredSystem, category: str) -> PluginShelf:
    return PluginShelf({name: (offer,) for name, offer in _offers(registration, category).items()})


@cache
def shelf_of(category: str) -> PluginShelf:
    """Return all systems' things of one kind by name, such as all protocols."""
    sound, broken = _registered()
    failures = list(broken)
    offers: dict[str, list[PluginOffer]] = {}
    for entry in sound:
        try:
            for name, offer in _offers(entry, category).items():
                offers.setdefault(name, []).append(offer)
        except PluginError as error:
            failures.append(error)
    return PluginShelf(offers, failures)


def take_plugin(category: str, name: str, kind: type[T]) -> T | None:
    """Return the thing of one kind that a system registers under a name; None where no installed system does.

    Raises:
        PluginError: it cannot be used; or no system registers it, and a system of the same name cannot be loaded.
    """
    shelf = shelf_of(category)
    if name in shelf:
        offer = shelf[name]
        if not isinstance(offer, kind):
            raise PluginError(
                f"the {NOUNS[category]} {name!r} of {shelf.package(name) or 'an unknown package'} is not a "
                f"{kind.__name__} but of type {type(offer).__name__}",
                name=name,
                hint="Its package must be repaired: doxa docs extending",
            )
        return offer
    for error in shelf.broken:
        if error.name == name:
            raise error
    return None


def beside(category: str, named: str, name: str) -> Any:
    """Return the thing of kind ``category`` under ``name`` in the system that has ``name`` among its kind ``named``.

    ``beside("hooks", "protocols", "feed")`` returns the hooks of feeds; None where there are none. No other system's
    parts are loaded.

    Raises:
        PluginError: it cannot be loaded.
    """
    for entry in _registered()[0]:
        try:
            owns = name in _offers(entry, named)
        except PluginError:
            continue  # its names are unknown; the error is reported when they are looked up
        if owns:
            return _shelf(entry, category).get(name)
    return None


def package_bringing(kind: str, name: str) -> str:
    """Return the installed package that registers a name of a group or kind; '' where doxa or no package does."""
    if kind in NOUNS and not kind.startswith("doxa."):
        return shelf_of(kind).package(name)
    points = entry_points(group=kind, name=name)
    return next((package_of(point) for point in points if not is_own(point)), "")
