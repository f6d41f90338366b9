"""Built-in scenarios by name, the TOML files that doxa and installed systems bring, and the files that scenarios name.

A relative name of a file is looked for beside the scenario, then where doxa was started, then beside the built-in
scenarios, so that the text of one of these can be copied to anywhere.
"""

from collections.abc import Iterator
from importlib import resources
from importlib.metadata import EntryPoint
from pathlib import Path

from doxa.errors import PluginError, ScenarioError, did_you_mean
from doxa.records.plugins import broken_systems, doubled, registered_systems, unloadable, whose

PACKAGE = Path(str(resources.files("doxa"))).resolve()

OWN = "doxa:"
"""What the recorded place of a file in doxa's own package begins with."""


def builtin_scenarios() -> dict[str, Path]:
    """Return the files of the scenarios that can be used, by name."""
    return {name: path for name, path, refusal in _scenarios() if refusal is None}


def refused_scenarios() -> list[PluginError]:
    """Return the errors of scenarios that two systems bring, and of systems whose scenarios cannot be read."""
    return [*broken_systems(), *_collected()[1], *(refusal for _, _, refusal in _scenarios() if refusal)]


def find_scenario(name_or_path: str | Path) -> Path:
    """Return the file of a built-in scenario or of a path.

    Raises:
        ScenarioError: there is neither a built-in scenario nor a file of that name.
        PluginError: two systems bring a scenario of that name, or the system of that name cannot be loaded.
    """
    path = Path(name_or_path)
    if path.is_file():
        return path
    scenarios = builtin_scenarios()
    if str(name_or_path) in scenarios:
        return scenarios[str(name_or_path)]
    refused = refused_scenarios()
    for refusal in refused:
        if refusal.name == str(name_or_path):
            raise refusal
    guess = did_you_mean(str(name_or_path), scenarios)
    built_in = f"{guess}Built in: {', '.join(sorted(scenarios))}; or give the path of a TOML file."
    raise ScenarioError(
        f"there is no scenario {str(name_or_path)!r}",
        hint=" ".join([built_in, *(refusal.sentence for refusal in refused)]),
    )


def find_file(name: str | Path, folder: Path | None = None) -> Path:
    """Return the file or folder that a scenario names; the name as it is where there is none.

    Args:
        folder: of the scenario; None for one that was not read from a file.
    """
    path = Path(name).expanduser()
    beside = folder / path if folder else path
    return next((place for place in (beside, path) if place.exists()), shipped_file(path) or path)


def shipped_file(name: str | Path) -> Path | None:
    """Return the file that lies beside a built-in scenario under a relative name; None where there is none.

    Names without an ending, as those of corpora, are of no file, so that nothing is looked through for them.
    """
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or not path.suffix:
        return None
    folders = dict.fromkeys(scenario.parent for scenario in builtin_scenarios().values())
    return next(filter(Path.is_file, (folder / name for folder in folders)), None)


def name_place(place: str) -> str:
    """Return how a run records where a file lies: in doxa's package from there, so that another install finds it."""
    path = Path(place)
    return f"{OWN}{path.relative_to(PACKAGE).as_posix()}" if path.is_relative_to(PACKAGE) else place


def find_place(recorded: str) -> str:
    """Return where the file of a recorded place lies in this install."""
    return str(PACKAGE / recorded.removeprefix(OWN)) if recorded.startswith(OWN) else recorded


def _scenarios() -> Iterator[tuple[str, Path, PluginError | None]]:
    """Yield each name, sorted, with its file and, where two systems bring it, the error that refuses it."""
    for name, files in sorted(_collected()[0].items()):
        points = [point for _, point in files]
        yield name, files[0][0], doubled("scenario", name, points) if len(files) > 1 else None


def _collected() -> tuple[dict[str, list[tuple[Path, EntryPoint]]], list[PluginError]]:
    """Return every name with its files and the system of each, and the errors of systems that cannot be read."""
    collected: dict[str, list[tuple[Path, EntryPoint]]] = {}
    broken = []
    for entry in registered_systems():
        package = getattr(entry.system, "scenarios", "")
        if not package:
            continue
        try:
            root = Path(str(resources.files(package))) / "scenarios"
        except Exception as error:  # a plug-in's package can fail in any way
            description = f"the scenarios of the system {entry.point.name!r}{whose(entry.point)}"
            broken.append(unloadable(description, entry.point.name, package, error))
            continue
        for file in root.rglob("*.toml"):
            collected.setdefault(file.relative_to(root).with_suffix("").as_posix(), []).append((file, entry.point))
    return collected, broken
