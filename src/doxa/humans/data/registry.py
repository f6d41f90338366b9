"""Human data sets by name, from the entry-point group ``doxa.datasets``; built-ins register there as well.

A plug-in is a ``Dataset`` value in a module of its own and one line of ``pyproject.toml``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from doxa.errors import CorpusError
from doxa.humans.data.people import People
from doxa.records.plugins import plugin, plugin_names

GROUP = "doxa.datasets"


@dataclass(frozen=True, kw_only=True)
class Dataset:
    """A plug-in that reads one layout of files."""

    read: Callable[[Path | None], People]
    """Reads the people; raises CorpusError where no round can be read, and remarks every dropped row."""
    recognises: Callable[[Path], bool]
    """Returns whether a path looks like this layout; must not raise for a path that exists."""
    shipped: bool = False
    """Whether it can be read without a path."""


def dataset_names() -> list[str]:
    """Return the names of all installed data sets, sorted."""
    return plugin_names(GROUP)


@cache
def dataset_named(name: str) -> Dataset:
    """Return a data set's loader.

    Raises:
        UnknownNameError: no data set of that name is installed.
    """
    missing = f"no data set is named {name!r}, and no file or folder is there"
    own_files = "Your own: a JSON lines or CSV file, or a folder of runs (doxa docs replay)."
    loaded: Dataset = plugin(GROUP, name, missing, also=[own_files])
    return loaded


def read_people(source: str, path: Path | None = None) -> People:
    """Return the people of a named data set, or of a path in any known layout.

    Args:
        source: a data set's name, or a path.
        path: the files of a named set that doxa does not ship.

    Raises:
        UnknownNameError, CorpusError: there is no such set, its files are missing, or no layout fits.
    """
    if source in dataset_names():
        chosen = dataset_named(source)
        if path is None and not chosen.shipped:
            raise CorpusError(
                f"doxa does not ship {source}: give the folder of its files",
                hint=f"doxa replay {source} --path DIR",
            )
        return chosen.read(path)
    place = Path(source)
    if not place.exists():
        dataset_named(source)
    for name in dataset_names():
        if dataset_named(name).recognises(place):
            return dataset_named(name).read(place)
    raise CorpusError(
        f"{place}: no data set has this layout",
        hint="Known: a JSON lines or CSV file, a folder of runs, of ConvoKit or of DEBATE (doxa docs replay).",
    )
