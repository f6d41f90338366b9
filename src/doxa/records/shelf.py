"""Things by name as installed packages bring them: taken when asked for, refused by name where they cannot be used."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any

from doxa.errors import PluginError

SYSTEMS = "doxa.systems"
"""The group of systems: each brings protocols, tasks, offline skills, and how its runs are shown."""

NOUNS = {
    SYSTEMS: "system",
    "doxa.kernels": "kernel",
    "doxa.models": "model provider",
    "doxa.policies": "policy",
    "doxa.datasets": "data set",
    "commands": "command",
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
"""Group, or kind of thing that a system brings → what one of them is called."""


class PluginWarning(UserWarning):
    """A plug-in that works today and will not with the next release."""


@dataclass(frozen=True)
class Later:
    """Something that a system brings, imported when it is first asked for."""

    place: str
    """As ``module:name``."""

    def load(self) -> Any:
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)


def unloadable(what: str, name: str, place: str, error: Exception) -> PluginError:
    """Return the error of something that fails where it is imported."""
    return PluginError(
        f"{what} cannot be loaded: {type(error).__name__}: {error}",
        name=name,
        hint=f"Its entry is {place!r}. To see where it fails: python -c 'import {place.partition(':')[0]}'",
    )


def doubled(noun: str, name: str, points: Sequence[EntryPoint]) -> PluginError:
    """Return the error of a name that two packages bring."""
    packages = [package_of(point) or point.value for point in points]
    return PluginError(
        f"two installed packages bring the {noun} {name!r}: {' and '.join(packages)}",
        name=name,
        hint="Uninstall one of them; until then neither is used, and everything else is.",
    )


def package_of(point: EntryPoint) -> str:
    """Return which package registers an entry point, with its version; '' where that is not known."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else ""


def whose(point: EntryPoint) -> str:
    """Return the same as it follows the name of a plug-in."""
    package = package_of(point)
    return f" of {package}" if package else ""


def is_own(point: EntryPoint) -> bool:
    """Say whether a plug-in comes with doxa."""
    return point.value.partition(":")[0].partition(".")[0] == "doxa"


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One thing as one system brings it."""

    noun: str
    name: str
    value: Any
    """The thing, or ``Later``."""
    point: EntryPoint
    """Of the system, or of the thing itself."""
    former: str = ""
    """The group that it is registered in, where that is read for one release more only."""

    def take(self) -> Any:
        """Return the thing; PluginError where it cannot be loaded."""
        if not isinstance(self.value, Later):
            return self.value
        if self.former:
            warnings.warn(
                f"the {self.noun} {self.name!r} is registered in the entry-point group {self.former}, which the next "
                f"release of doxa no longer reads: let its package register a system in {SYSTEMS} "
                "(doxa docs extending)",
                PluginWarning,
                stacklevel=2,
            )
        return self.load(self.value)

    def load(self, later: Later) -> Any:
        """Import what the thing is, or leads to; PluginError where that fails."""
        try:
            return later.load()
        except Exception as error:  # a module of somebody else's can fail anywhere
            system = "" if self.former else f" of the system {self.point.name!r}"
            description = f"the {self.noun} {self.name!r}{system}{whose(self.point)}"
            raise unloadable(description, self.name, later.place, error) from error


class Shelf(Mapping[str, Any]):
    """Things by name. One that is given as ``Later`` is imported when it is taken; a name that two bring is refused."""

    def __init__(self, offers: Mapping[str, Sequence[Offer]], broken: Sequence[PluginError] = ()) -> None:
        self._offers = offers
        self.broken = broken
        """What is wrong with what might have brought more names."""

    def __getitem__(self, name: str) -> Any:
        offers = self._offers[name]
        if refusal := self.refusal(name):
            raise refusal
        return offers[0].take()

    def __contains__(self, name: object) -> bool:
        return name in self._offers  # without importing it

    def __iter__(self) -> Iterator[str]:
        return iter(self._offers)

    def __len__(self) -> int:
        return len(self._offers)

    @property
    def notes(self) -> list[str]:
        """What the hint of a failed lookup says of what cannot be used, a sentence each."""
        return [error.sentence for error in self.broken]

    def refusal(self, name: str) -> PluginError | None:
        """Return why a name is refused without importing anything: two bring it; None where one does."""
        offers = self._offers.get(name, ())
        return doubled(offers[0].noun, name, [offer.point for offer in offers]) if len(offers) > 1 else None

    def load(self, name: str, place: str) -> Any:
        """Import what a thing leads to, as a command does; PluginError where that fails."""
        return self._offers[name][0].load(Later(place))

    def is_own(self, name: str) -> bool:
        """Say whether doxa itself brings a name."""
        return any(is_own(offer.point) for offer in self._offers.get(name, ()))

    def package(self, name: str) -> str:
        """Return the package that brings a name, with its version; '' where doxa or nobody does."""
        others = (offer.point for offer in self._offers.get(name, ()) if not is_own(offer.point))
        return next(map(package_of, others), "")

    def sound(self) -> dict[str, Any]:
        """Return everything that can be used, by name, and import it."""
        sound: dict[str, Any] = {}
        for name in self:
            try:
                sound[name] = self[name]
            except PluginError:
                continue  # said where its own name is looked up
        return sound
