"""Plug-ins by name, from the entry-point groups of installed packages; doxa's own register there as well.

A plug-in is loaded on first use. It may be broken: it does not load, or two packages register its name. That is
reported when its own name is looked up, and in the hint of every lookup that fails. All other names keep working.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from doxa.errors import PluginError, UnknownNameError, did_you_mean

GUIDE = "https://doxa-lab.github.io/doxa/"
"""The address of the documentation; ``[project.urls]`` of pyproject.toml names it too."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra of doxa, such as ``pip install 'doxa[plots]'``.

    The brackets are markup to Rich: print the command through ``terminal.console.plain``, or as an error's hint.
    """
    return f"pip install 'doxa[{extra}]'"


def guide_page(name: str) -> str:
    """Return the address of a page of the documentation; ``models`` is the page of docs/models.md."""
    return GUIDE if name == "index" else f"{GUIDE}{name}/"


SYSTEMS = "doxa.systems"
"""The entry-point group of systems."""

RELEASED_TOGETHER = ("doxa", "doxa_train")
"""The packages that doxa's own repository contains and that register plug-ins."""

NOUNS = {
    SYSTEMS: "system",
    "doxa.kernels": "kernel",
    "doxa.models": "model provider",
    "doxa.policies": "policy",
    "doxa.datasets": "data set",
    "doxa.judge_layers": "layer of judgement",
    "doxa.measures": "measure",
    "doxa.rankers": "ranker",
    "commands": "command",
    "files": "kind of files",
    "hooks": "hooks of the protocol",
    "offline": "offline skill of the task",
    "offline_models": "offline model",
    "plans": "plan hooks of the protocol",
    "protocols": "protocol",
    "reproductions": "reproduction",
    "roles": "model role",
    "tables": "scenario table",
    "tasks": "task",
}
"""Entry-point group, or kind of thing in a system → the noun for one of them in messages."""


@dataclass(frozen=True)
class Later:
    """A reference to a part of a system, imported on first use."""

    place: str
    """Where the part is, as ``module:name``."""

    def load(self) -> Any:
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)


def unloadable(subject: str, name: str, place: str, error: Exception) -> PluginError:
    """Return the error for a plug-in whose import fails."""
    return PluginError(
        f"{subject} cannot be loaded: {type(error).__name__}: {error}",
        name=name,
        hint=f"Its entry is {place!r}. To see where it fails: python -c 'import {place.partition(':')[0]}'",
    )


def doubled(noun: str, name: str, points: Sequence[EntryPoint]) -> PluginError:
    """Return the error for a name that two packages register."""
    packages = " and ".join(package_of(point) or point.value for point in points)
    return PluginError(
        f"two installed packages bring the {noun} {name!r}: {packages}",
        name=name,
        hint="Uninstall one of them. Until then neither is used; everything else works.",
    )


def package_of(point: EntryPoint) -> str:
    """Return the package that registers an entry point, with its version; '' where it is not known."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else ""


def whose(point: EntryPoint) -> str:
    """Return the package as it follows the name of a plug-in in a message: `` of PACKAGE``, or ''."""
    return f" of {package_of(point)}" if point.dist else ""


def is_own(point: EntryPoint) -> bool:
    """Return whether a plug-in comes with doxa, or with a package that doxa is released with."""
    return point.value.partition(":")[0].partition(".")[0] in RELEASED_TOGETHER


@dataclass(frozen=True, kw_only=True)
class PluginOffer:
    """One thing that one system registers."""

    noun: str
    name: str
    value: Any
    """The thing, or ``Later``."""
    point: EntryPoint
    """The entry point of the system, or of the thing itself."""

    def load(self, later: Later) -> Any:
        """Return what a reference names, imported; PluginError where the import fails."""
        try:
            return later.load()
        except Exception as error:  # importing another package's module can raise anything
            description = f"the {self.noun} {self.name!r} of the system {self.point.name!r}{whose(self.point)}"
            raise unloadable(description, self.name, later.place, error) from error


class PluginShelf(Mapping[str, Any]):
    """A mapping of things by name. ``Later`` is imported on access; a name that two packages register is refused."""

    def __init__(self, offers: Mapping[str, Sequence[PluginOffer]], broken: Sequence[PluginError] = ()) -> None:
        self._offers = offers
        self.broken = broken
        """Errors of systems that could not be loaded, and that might have more names."""
        self._taken: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._taken:
            offers = self._offers[name]
            if refusal := self.refusal(name):
                raise refusal
            thing = offers[0].value
            self._taken[name] = offers[0].load(thing) if isinstance(thing, Later) else thing
        return self._taken[name]

    def __contains__(self, name: object) -> bool:
        return name in self._offers  # Mapping's own would import the thing

    def __iter__(self) -> Iterator[str]:
        return iter(self._offers)

    def __len__(self) -> int:
        return len(self._offers)

    @property
    def notes(self) -> list[str]:
        """A sentence for each broken system, for the hint of a failed lookup."""
        return [error.sentence for error in self.broken]

    def refusal(self, name: str) -> PluginError | None:
        """Return the error for a name that two packages register, else None; nothing is imported."""
        offers = self._offers.get(name, ())
        return doubled(offers[0].noun, name, [offer.point for offer in offers]) if len(offers) > 1 else None

    def load(self, name: str, place: str) -> Any:
        """Return the object to which a thing refers, such as a command's function; PluginError where that fails."""
        return self._offers[name][0].load(Later(place))

    def is_own(self, name: str) -> bool:
        """Return whether doxa itself registers a name."""
        return any(is_own(offer.point) for offer in self._offers.get(name, ()))

    def package(self, name: str) -> str:
        """Return the package that registers a name, with its version; '' where doxa or no package does."""
        return next((package_of(point) for point in self.points(name) if not is_own(point)), "")

    def points(self, name: str) -> list[EntryPoint]:
        """Return the entry points that register a name."""
        return [offer.point for offer in self._offers.get(name, ())]

    def sound(self) -> dict[str, Any]:
        """Return all usable things by name, imported."""
        return sort_out(self, self.__getitem__)[0]  # the others are reported when their own names are looked up


Key = TypeVar("Key")
T = TypeVar("T")


def sort_out(keys: Iterable[Key], load: Callable[[Key], T]) -> tuple[dict[Key, T], list[PluginError]]:
    """Return key → what it loads, for all that can be loaded, and the errors of the others."""
    sound: dict[Key, T] = {}
    broken = []
    for key in keys:
        try:
            sound[key] = load(key)
        except PluginError as error:
            broken.append(error)
    return sound, broken


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
    return sort_out(plugin_names(group), lambda name: plugin(group, name, ""))


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
    points = sorted(_distinct(entry_points(group=SYSTEMS)), key=lambda point: (point.name, point.value))
    sound, broken = sort_out(points, _loaded)
    return tuple(RegisteredSystem(system=system, point=point) for point, system in sound.items()), tuple(broken)


def systems() -> tuple[Any, ...]:
    """Return every installed system that can be loaded, sorted by name."""
    return tuple(entry.system for entry in _registered()[0])


def broken_systems() -> tuple[PluginError, ...]:
    """Return the errors of the systems that cannot be loaded."""
    return _registered()[1]


USED: dict[str, tuple[str, Callable[[Any], Iterable[str]]]] = {
    "hooks": ("the system brings no protocol of this name", lambda system: system.protocols),
    "plans": ("the system brings no protocol of this name", lambda system: system.protocols),
    "offline": ("the system brings no task of this name", lambda system: system.tasks),
    "tables": (
        "the plan hooks of no protocol name it (PlanHooks.tables)",
        lambda system: [table for plan in system.plans.values() for table in plan.tables],
    ),
}
"""Kind of things in a system → why one would be ignored, and the function that returns the names that are not."""

GUIDE_TO_SYSTEMS = "Its package must be repaired: doxa docs extending"


@cache
def _offers(registration: RegisteredSystem, category: str) -> Mapping[str, PluginOffer]:
    """Return name → offer of one kind in one system; PluginError where the whole kind cannot be loaded."""
    system = registration.system
    declared = getattr(system, category, None)
    try:
        offered = declared.load() if isinstance(declared, Later) else declared
        if not isinstance(offered, Mapping):
            raise TypeError(f"it is of type {type(offered).__name__}, not a mapping by name")
        why, used = USED.get(category, ("", lambda _: offered))
        ignored = sorted(set(offered).difference(used(system)))
    except Exception as error:  # importing another package's module can raise anything
        words = f"what the system {registration.point.name!r}{whose(registration.point)} brings as {category!r}"
        place = declared.place if isinstance(declared, Later) else registration.point.value
        raise unloadable(words, registration.point.name, place, error) from error
    if ignored:
        raise PluginError(
            f"the {NOUNS[category]} {ignored[0]!r} of the system {registration.point.name!r}"
            f"{whose(registration.point)} would be ignored: {why}",
            name=registration.point.name,
            hint=GUIDE_TO_SYSTEMS,
        )
    return {
        name: PluginOffer(noun=NOUNS.get(category, category), name=name, value=offer, point=registration.point)
        for name, offer in offered.items()
    }


def of_system(system: Any, category: str) -> PluginShelf:
    """Return one system's things of one kind by name; PluginError where the whole kind cannot be loaded."""
    return _shelf(next(entry for entry in registered_systems() if entry.system is system), category)


def _shelf(registration: RegisteredSystem, category: str) -> PluginShelf:
    return PluginShelf({name: (offer,) for name, offer in _offers(registration, category).items()})


@cache
def shelf_of(category: str) -> PluginShelf:
    """Return all systems' things of one kind by name, such as all protocols."""
    by_system, broken = sort_out(registered_systems(), lambda entry: _offers(entry, category))
    offers: dict[str, list[PluginOffer]] = {}
    for name, offer in (named for offered in by_system.values() for named in offered.items()):
        offers.setdefault(name, []).append(offer)
    return PluginShelf(offers, [*broken_systems(), *broken])


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
                hint=GUIDE_TO_SYSTEMS,
            )
        return offer
    for error in (error for error in shelf.broken if error.name == name):
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


def point_bringing(kind: str, name: str) -> EntryPoint | None:
    """Return the entry point of another package that brings a name of a group or kind; None where doxa or none does."""
    points = entry_points(group=kind, name=name) if kind.startswith("doxa.") else shelf_of(kind).points(name)
    return next((point for point in points if not is_own(point)), None)
