"""Everything that is installed, by kind and name, for ``doxa list`` and ``doxa show``: one line each, and each in full.

An entry that cannot be loaded is listed with its error in place of its line.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from doxa.errors import DoxaError, UnknownNameError, did_you_mean
from doxa.experiments.scenario import load_scenario
from doxa.experiments.shipped import builtin_scenarios
from doxa.models.setup import describe
from doxa.records.plugins import is_own, package_of, plugin, registered_systems, shelf_of


@dataclass(frozen=True, kw_only=True)
class CatalogueEntry:
    """One installed thing."""

    kind: str
    name: str
    about: str
    """One line."""
    package: str
    """The package that brings the thing, with its version; '' for doxa."""
    place: str
    """Where the thing is: ``module:name``, or a file."""
    thing: Any
    """The thing, loaded, or its file; None where it cannot be loaded."""


GROUPS = {
    "kernel": "doxa.kernels",
    "policy": "doxa.policies",
    "dataset": "doxa.datasets",
    "judge-layer": "doxa.judge_layers",
    "measure": "doxa.measures",
    "ranker": "doxa.rankers",
    "model": "doxa.models",
}
"""Kind → the entry-point group of its plug-ins."""

NAMED = re.compile(r"^(Kernel ``\w+``[.:] ?|The record of the system \w+: )")
"""The beginning of a docstring that repeats the plug-in's name."""


def list_entries(kind: str = "") -> list[CatalogueEntry]:
    """Return all entries, or those of one kind, by kind and name.

    Raises:
        UnknownNameError: there is no such kind.
    """
    makers = _makers()
    chosen = [name for name in makers if kind in ("", name, plural(name))]
    if not chosen:
        kinds = [plural(name) for name in makers]
        raise UnknownNameError(
            f"there is no kind {kind!r}", hint=f"{did_you_mean(kind, kinds)}Kinds: {', '.join(kinds)}."
        )
    return [entry for name in chosen for entry in makers[name]()]


def find_entries(name: str, kind: str = "") -> list[CatalogueEntry]:
    """Return the entries of a name; several kinds may use the same name.

    Raises:
        UnknownNameError: nothing of that name is installed.
    """
    entries = list_entries(kind)
    matching = [entry for entry in entries if entry.name == name]
    if not matching:
        guess = did_you_mean(name, [entry.name for entry in entries])
        what = kind.removesuffix("s") if kind else "scenario, plug-in or model"
        raise UnknownNameError(f"no {what} is named {name!r}", hint=f"{guess}All names: doxa list")
    return matching


def plural(kind: str) -> str:
    """Return the plural of a kind."""
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def _makers() -> dict[str, Callable[[], Iterable[CatalogueEntry]]]:
    """Return kind → the function that makes its entries, in the order of the list."""
    return {
        "scenario": _scenarios,
        "system": _systems,
        "protocol": partial(_offered, "protocol"),
        "kernel": partial(_registered, "kernel"),
        "policy": partial(_registered, "policy"),
        "dataset": partial(_registered, "dataset"),
        "judge-layer": partial(_registered, "judge-layer"),
        "measure": partial(_registered, "measure"),
        "ranker": partial(_registered, "ranker"),
        "model": _models,
        "reproduction": partial(_offered, "reproduction"),
        **{kind: partial(_files, kind) for kind in sorted(shelf_of("files"))},
    }


def _scenarios() -> Iterator[CatalogueEntry]:
    for name, path in sorted(builtin_scenarios().items()):
        try:
            about = load_scenario(name).description
        except DoxaError as error:
            about = _refused(error)
        yield CatalogueEntry(
            kind="scenario", name=name, about=about, package=_owner_of_file(path), place=str(path), thing=path
        )


def _owner_of_file(path: Path) -> str:
    """Return the package of a system beside whose module a file lies; '' for doxa's own."""
    for entry in registered_systems():
        folder = Path(inspect.getfile(sys.modules[entry.point.module])).parent
        if not is_own(entry.point) and path.is_relative_to(folder):
            return package_of(entry.point)
    return ""


def _systems() -> Iterator[CatalogueEntry]:
    for entry in registered_systems():
        about = NAMED.sub("", about_plugin("system", None, entry.point.value))
        yield _entry("system", entry.point, entry.system, f"{about[:1].upper()}{about[1:]}")


def _registered(kind: str) -> Iterator[CatalogueEntry]:
    """Yield the plug-ins of an entry-point group."""
    for point in sorted(entry_points(group=GROUPS[kind]), key=lambda point: point.name):
        try:
            thing = plugin(GROUPS[kind], point.name, "")
            yield _entry(kind, point, thing, about_plugin(kind, thing, point.value))
        except DoxaError as error:
            yield _entry(kind, point, None, _refused(error))


def _models() -> Iterator[CatalogueEntry]:
    """Yield the model providers, each with whether it can be used."""
    statuses = {status.name: status for status in describe()}
    for entry in _registered("model"):
        status = statuses.get(entry.name)
        if status and status.example != entry.name:
            ready = f"{status.example}, {'ready' if status.ready else 'not set up'}:"
            entry = replace(entry, about=" ".join(filter(None, (ready, status.base_url or entry.about))))
        yield entry


def _offered(kind: str) -> Iterator[CatalogueEntry]:
    """Yield the things of one kind that systems bring."""
    shelf = shelf_of(plural(kind))
    for name in sorted(shelf):
        try:
            thing = shelf[name]
            place = place_of(thing)
            about = about_plugin(kind, thing, place)
        except DoxaError as error:
            thing, place, about = None, "", _refused(error)
        yield CatalogueEntry(kind=kind, name=name, about=about, package=shelf.package(name), place=place, thing=thing)


def _files(kind: str) -> Iterator[CatalogueEntry]:
    shelf = shelf_of("files")
    for name, file in shelf[kind]().items():
        yield CatalogueEntry(
            kind=kind, name=name, about=file.about, package=shelf.package(kind), place=str(file.path), thing=file.path
        )


def _entry(kind: str, point: EntryPoint, thing: Any, about: str) -> CatalogueEntry:
    package = "" if is_own(point) else package_of(point)
    return CatalogueEntry(kind=kind, name=point.name, about=about, package=package, place=point.value, thing=thing)


def _refused(error: DoxaError) -> str:
    return f"cannot be used: {error.message}"


def place_of(thing: Any) -> str:
    """Return the module of the function or class behind a plug-in, as ``module:name``; '' where there is none."""
    worker = worker_of(thing)
    return str(getattr(thing, "place", "") or (f"{worker.__module__}:{worker.__qualname__}" if worker else ""))


def worker_of(thing: Any) -> Callable[..., Any] | None:
    """Return the class or function that does a plug-in's work: the plug-in, or the first function that it holds."""
    if inspect.isclass(thing) or inspect.isfunction(thing):
        return thing
    members = vars(thing).values() if hasattr(thing, "__dict__") else ()
    return next((member for member in members if inspect.isfunction(member)), None)


def own_text(thing: Any) -> str:
    """Return what a plug-in says of itself, or its class or function; '' where there is nothing of its own."""
    if about := getattr(thing, "about", ""):
        return str(about)
    worker = worker_of(thing)
    text = (inspect.getdoc(worker) or "") if worker else ""
    return "" if text.startswith("See the module") else text


def module_text(place: str) -> str:
    """Return the docstring of the loaded module of ``module:name``; '' where there is none."""
    module = sys.modules.get(place.partition(":")[0])
    return (inspect.getdoc(module) or "") if module else ""


def about_plugin(kind: str, thing: Any, place: str) -> str:
    """Return one line on a plug-in, from the text that says most: its module's, or its own."""
    own, whole = NAMED.sub("", own_text(thing)), module_text(place)
    of_module = kind in ("protocol", "dataset", "system", "reproduction") and not getattr(thing, "about", "")
    line = first_line(whole if of_module or not own else own)
    bare = line.removeprefix("Return ")
    return f"{bare[:1].upper()}{bare[1:]}" if bare != line or own != own_text(thing) else line


def first_line(text: str) -> str:
    """Return the first sentence of the first paragraph on one line."""
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence, dot, _ = paragraph.partition(". ")
    return f"{sentence}." if dot else paragraph
