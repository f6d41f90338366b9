"""Plug-ins by name, from the entry-point groups of installed packages; doxa's own register there as well.

Whatever is wrong with one plug-in is said where its own name is looked up, and in the hint of every lookup that fails:
it does not load, or two packages bring its name. All other names keep working.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from doxa.errors import PluginError, UnknownNameError, did_you_mean
from doxa.records.shelf import NOUNS, SYSTEMS, Offer, Shelf, doubled, is_own, package_of, unloadable, whose
from doxa.records.shelf import Later as Later  # what a system is written with

T = TypeVar("T")

FORMER = {"protocols": "doxa.protocols", "reproductions": "doxa.reproductions"}
"""Kinds that had a group of their own before systems had one. These groups are read for one release more."""


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
        PluginError: it cannot be loaded, or two packages bring one.
    """
    points = _distinct(entry_points(group=group, name=name))
    if len(points) > 1:
        raise doubled(NOUNS[group], name, points)
    if points:
        return _loaded(points[0])
    notes = [error.sentence for error in broken_plugins(group)]
    raise UnknownNameError(missing, hint=" ".join([installed(name, plugin_names(group)), *notes, *also]))


def installed(name: str, names: Sequence[str], notes: Iterable[str] = ()) -> str:
    """Return the hint of a lookup that failed: the nearest name, those that there are, and what cannot be used."""
    return " ".join([f"{did_you_mean(name, names)}Installed: {', '.join(names)}.", *notes])


def sound_plugins(group: str) -> dict[str, Any]:
    """Load all plug-ins of a group; what cannot be used is left out, so that it spoils nothing but itself."""
    return _sorted_out(group)[0]


def broken_plugins(group: str) -> list[PluginError]:
    """Load all plug-ins of a group and return what is wrong with those that cannot be used."""
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
    """Return entry points without those that name the same thing again."""
    return list({point.value: point for point in points}.values())


def _loaded(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # a module of somebody else's can fail anywhere
        description = f"the {NOUNS[point.group]} {point.name!r}{whose(point)}"
        raise unloadable(description, point.name, point.value, error) from error


@dataclass(frozen=True, kw_only=True, eq=False)
class Registered:
    """A system, and the entry point that registers it."""

    system: Any
    point: EntryPoint


def registered_systems() -> tuple[Registered, ...]:
    """Return every installed system that can be loaded, by name, with the entry point that registers it."""
    return _registered()[0]


@cache
def _registered() -> tuple[tuple[Registered, ...], tuple[PluginError, ...]]:
    """Return every system that can be loaded, by name, and what is wrong with the others."""
    sound, broken = [], []
    for point in sorted(_distinct(entry_points(group=SYSTEMS)), key=lambda point: (point.name, point.value)):
        try:
            sound.append(Registered(system=_loaded(point), point=point))
        except PluginError as error:
            broken.append(error)
    return tuple(sound), tuple(broken)


def systems() -> tuple[Any, ...]:
    """Return every installed system that can be loaded, by name. A room asks of them what it needs, and no more."""
    return tuple(entry.system for entry in _registered()[0])


def broken_systems() -> tuple[PluginError, ...]:
    """Return what is wrong with the systems that cannot be loaded."""
    return _registered()[1]


@cache
def _offers(entry: Registered, what: str) -> Mapping[str, Offer]:
    """Return what one system brings of one kind; PluginError where the whole kind cannot be loaded."""
    declared = getattr(entry.system, what, {})
    try:
        offered = declared.load() if isinstance(declared, Later) else declared
        if not isinstance(offered, Mapping):
            raise TypeError(f"it is of type {type(offered).__name__}, not a mapping by name")
    except Exception as error:  # a module of somebody else's can fail anywhere
        words = f"what the system {entry.point.name!r}{whose(entry.point)} brings as {what!r}"
        place = declared.place if isinstance(declared, Later) else entry.point.value
        raise unloadable(words, entry.point.name, place, error) from error
    noun = NOUNS.get(what, what)
    return {name: Offer(noun=noun, name=name, value=offer, point=entry.point) for name, offer in offered.items()}


def of_system(system: Any, what: str) -> Shelf:
    """Return what one system brings of one kind, by name; PluginError where the whole kind cannot be loaded."""
    entry = next(entry for entry in _registered()[0] if entry.system is system)
    return _shelf(entry, what)


def _shelf(entry: Registered, what: str) -> Shelf:
    return Shelf({name: (offer,) for name, offer in _offers(entry, what).items()})


@cache
def brought(what: str) -> Shelf:
    """Return what all systems bring of one kind, by name."""
    sound, broken = _registered()
    failures = list(broken)
    offers: dict[str, list[Offer]] = {}
    for entry in sound:
        try:
            for name, offer in _offers(entry, what).items():
                offers.setdefault(name, []).append(offer)
        except PluginError as error:
            failures.append(error)
    for offer in _former(what, sound):
        offers.setdefault(offer.name, []).append(offer)
    return Shelf(offers, failures)


def _former(what: str, sound: Iterable[Registered]) -> Iterator[Offer]:
    """Yield what packages without a system register in the former group of a kind."""
    if what not in FORMER:
        return
    points = _distinct(entry_points(group=FORMER[what]))
    newer = {package_of(entry.point) for entry in sound if not is_own(entry.point)} if points else set()
    for point in points:
        if package_of(point) in newer - {""}:
            continue  # it serves older versions of doxa as well
        yield Offer(noun=NOUNS[what], name=point.name, value=Later(point.value), point=point, former=FORMER[what])


def taken(what: str, name: str, kind: type[T]) -> T | None:
    """Return what a system brings by a name; None where no installed one does.

    Raises:
        PluginError: it cannot be used; or no other brings it, and the system of that very name cannot be loaded.
    """
    shelf = brought(what)
    if name in shelf:
        offer = shelf[name]
        if not isinstance(offer, kind):
            raise PluginError(
                f"the {NOUNS[what]} {name!r} of {shelf.package(name) or 'an unknown package'} is not a {kind.__name__} "
                f"but of type {type(offer).__name__}",
                name=name,
                hint="Its package has to be mended: doxa docs extending",
            )
        return offer
    for error in shelf.broken:
        if error.name == name:
            raise error
    return None


def beside(what: str, named: str, name: str) -> Any:
    """Return what the one system that brings ``name`` as one of its ``named`` has of another kind under that name.

    ``beside("hooks", "protocols", "feed")`` is how feeds are shown; None where nobody says. No other system is loaded.

    Raises:
        PluginError: it cannot be loaded.
    """
    for entry in _registered()[0]:
        try:
            owns = name in _offers(entry, named)
        except PluginError:
            continue  # what it brings is unknown, and said where its names are looked up
        if owns:
            return _shelf(entry, what).get(name)
    return None


def hooks_of(protocol: str) -> Any:
    """Return how a protocol's runs are shown; None where its system does not say."""
    return beside("hooks", "protocols", protocol)


def package_bringing(kind: str, name: str) -> str:
    """Return the installed package that brings a name of a group or kind; '' where doxa or nobody does."""
    if kind in NOUNS and not kind.startswith("doxa."):
        return brought(kind).package(name)
    points = entry_points(group=kind, name=name)
    return next((package_of(point) for point in points if not is_own(point)), "")
