"""Things that installed packages register by name: loaded on first use, and refused by name where they are broken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any

from doxa.errors import PluginError

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
    packages = [package_of(point) or point.value for point in points]
    return PluginError(
        f"two installed packages bring the {noun} {name!r}: {' and '.join(packages)}",
        name=name,
        hint="Uninstall one of them. Until then neither is used; everything else works.",
    )


def package_of(point: EntryPoint) -> str:
    """Return the package that registers an entry point, with its version; '' where it is not known."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else ""


def whose(point: EntryPoint) -> str:
    """Return the package as it follows the name of a plug-in in a message: `` of PACKAGE``, or ''."""
    package = package_of(point)
    return f" of {package}" if package else ""


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

    def take(self) -> Any:
        """Return the thing; PluginError where it cannot be loaded."""
        return self.load(self.value) if isinstance(self.value, Later) else self.value

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
        if name in self._taken:
            return self._taken[name]
        offers = self._offers[name]
        if refusal := self.refusal(name):
            raise refusal
        self._taken[name] = offers[0].take()
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
        others = (offer.point for offer in self._offers.get(name, ()) if not is_own(offer.point))
        return next(map(package_of, others), "")

    def sound(self) -> dict[str, Any]:
        """Return all usable things by name, imported."""
        sound: dict[str, Any] = {}
        for name in self:
            try:
                sound[name] = self[name]
            except PluginError:
                continue  # reported when its own name is looked up
        return sound
