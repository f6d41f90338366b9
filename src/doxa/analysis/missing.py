"""The plug-ins that a log needs, and those of them that are missing here: not installed, or broken.

A log whose plug-ins are missing is not damaged. The checks that need no plug-in still run; a report, an explanation, a
fork or a further sitting needs all plug-ins. Each sitting records the packages of its plug-ins, so that an error can
say what to install.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

from doxa.beliefs import base as kernels
from doxa.errors import DoxaError, LogError, MissingPluginError, PluginError, UnknownNameError
from doxa.log import journal
from doxa.log.rundir import RunLog
from doxa.policies import registry as policies
from doxa.protocols.registry import protocol_named
from doxa.records import judge_layers
from doxa.records.amend import models_of, stages_of
from doxa.records.base import Record, digest
from doxa.records.plugins import broken_systems, package_of, plugin, point_bringing, shelf_of
from doxa.records.spec import RunSpec
from doxa.tasks.registry import task_named

MODELS, RANKERS = "doxa.models", "doxa.rankers"


LOOKUPS: dict[str, tuple[str, Callable[[str], object]]] = {
    "protocol": ("protocols", protocol_named),
    "kernel": (kernels.GROUP, kernels.kernel_class),
    "task": ("tasks", task_named),
    "rule": (policies.GROUP, policies.rule_named),
    "schedule": (policies.GROUP, policies.schedule_named),
    "layer of judgement": (judge_layers.GROUP, judge_layers.layer_named),
    "ranker": (RANKERS, lambda name: plugin(RANKERS, name, f"no ranker is named {name!r}")),
    "model provider": (MODELS, lambda name: plugin(MODELS, name, f"no model provider is named {name!r}")),
}
"""Kind of plug-in → (its entry-point group, or its kind in a system; the function that looks it up by name)."""


class MissingPlugin(Record):
    """A plug-in that a log needs and that is missing here."""

    kind: str
    """protocol, kernel, task, rule, schedule, layer of judgement, ranker or model provider."""
    name: str
    package: str
    """Package and version of the plug-in in the run; '' where the log does not say."""
    what: str
    """The problem: the plug-in is not installed, or cannot be used."""
    todo: str
    """What to do about the problem."""


def missing_plugins(log: RunLog) -> tuple[MissingPlugin, ...]:
    """Return the missing plug-ins that reading a log needs: its protocol, its kernels, the tasks of its outcomes."""
    tasks = {outcome.task for outcome in log.outcomes}
    return missing_names([*names_of(log.spec), *(("task", task) for task in sorted(tasks))], log.path)


def require_plugins(log: RunLog) -> None:
    """Check that no plug-in that reading a log needs is missing.

    Raises:
        MissingPluginError: a plug-in is missing; the error says what to install.
    """
    _refuse(missing_plugins(log), log.path)


def require_to_drive(spec: RunSpec, path: Path, *, models: bool) -> None:
    """Check that no plug-in that driving a run needs is missing; errors as ``require_plugins``.

    Args:
        models: whether the model providers are needed too.
    """
    _refuse(missing_names(_names_to_drive(spec, models=models), path), path)


def _refuse(missing: Sequence[MissingPlugin], path: Path) -> None:
    if missing:
        raise MissingPluginError(
            f"{path} needs a plug-in that is missing here: {'; '.join(plugin.what for plugin in missing)}",
            hint=" ".join(dict.fromkeys(plugin.todo for plugin in missing)),
        )


def names_of(spec: RunSpec) -> list[tuple[str, str]]:
    """Return the protocol, the kernels and the layers of judgement that a spec names, as (kind, name), each once."""
    kernels_named = (("kernel", person.kernel) for person in spec.participants if person.kernel)
    names = [("protocol", spec.protocol), *kernels_named]
    with suppress(UnknownNameError, PluginError):  # a protocol that is missing is one of the names
        names += protocol_named(spec.protocol).plugins(spec)
    return list(dict.fromkeys(names))


def _names_to_drive(spec: RunSpec, *, models: bool) -> list[tuple[str, str]]:
    """Return the names of ``names_of``, the policies of prompts and, where wanted, the providers of models."""
    names = names_of(spec)
    for person in (person for _, stage in stages_of(spec) for person in stage.participants):
        if prompt := person.policy.prompt:
            names += [("rule", prompt.rule), ("schedule", prompt.schedule)]
    if models:
        names += [("model provider", settings.model.partition(":")[0]) for settings in models_of(spec)]
    return list(dict.fromkeys(names))


def missing_names(names: Iterable[tuple[str, str]], path: Path) -> tuple[MissingPlugin, ...]:
    """Return the missing ones among these plug-ins, with what to do about each."""
    missing = []
    for kind, name in names:
        try:
            LOOKUPS[kind][1](name)
        except (UnknownNameError, PluginError) as error:
            package = _recorded_packages(path).get(f"{kind} {name}", "")
            problem, todo = _words(kind, name, package, error)
            missing.append(MissingPlugin(kind=kind, name=name, package=package, what=problem, todo=todo))
    return tuple(missing)


def _words(kind: str, name: str, package: str, error: DoxaError) -> tuple[str, str]:
    if isinstance(error, PluginError):
        return error.message, error.hint
    for failure in broken_systems() if package else ():
        if f" of {package.split()[0]} " in failure.message:
            return f"the {kind} {name!r}: {failure.message}", failure.hint
    todo = f"Install {package}, which the run used." if package else "Install the package that does."
    return f"no installed package brings the {kind} {name!r}", todo


def _recorded_packages(path: Path) -> dict[str, str]:
    """Return "kind name" → package, as a run's sittings recorded it; later sittings override earlier ones."""
    packages: dict[str, str] = {}
    with suppress(LogError):  # a damaged journal is reported elsewhere
        for sitting in journal.read_sittings(path / journal.NAME):
            packages |= sitting.plugins
    return packages


def plugins_of(spec: RunSpec) -> dict[str, EntryPoint]:
    """Return "kind name" → entry point for the plug-ins that a run may use and that are not doxa's own.

    These are the plug-ins that its spec names, and all tasks of their packages.
    """
    points = {
        f"{kind} {name}": point_bringing(LOOKUPS[kind][0], name) for kind, name in _names_to_drive(spec, models=True)
    }
    packages, tasks = {package_of(point) for point in points.values() if point} - {""}, shelf_of("tasks")
    points |= {f"task {name}": point_bringing("tasks", name) for name in tasks if tasks.package(name) in packages}
    return {name: point for name, point in points.items() if point}


@cache
def code_of(module: str) -> str:
    """Return the hash of the sources of a plug-in's top package, or module; '' where it has none. Nothing is imported.

    It is computed once a process, which goes on with the code that it imported.
    """
    spec = find_spec(module.partition(".")[0])
    folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
    sources = [(path.relative_to(folder).as_posix(), path) for folder in folders for path in folder.rglob("*.py")]
    if spec and spec.origin and spec.has_location:
        sources.append(("", Path(spec.origin)))
    lines = [f"{name} {digest(path.read_bytes())}" for name, path in sorted(sources)]
    return digest("\n".join(lines)) if lines else ""
