"""Human data sets by name, from the entry-point group ``doxa.datasets``; built-ins register there as well.

A plug-in is a ``Dataset`` value in a module of its own and one line of ``pyproject.toml``. Below are the readers that
data sets share: text in various encodings, and rows with their lines.
"""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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


def text_of(path: Path) -> tuple[str, str]:
    """Return a file's text and its encoding: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252.

    Raises:
        CorpusError: the file cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror or error}", hint="Check the path and its permissions.") from None
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace"), "UTF-16"
    try:
        return content.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), "Windows-1252"


def csv_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line, row) of a CSV text with a header; cells are stripped, missing ones empty.

    Raises:
        ValueError: a quote is not closed or a cell is too long, so that following rows would be read as part of it.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    line = 2
    try:
        for row in reader:
            yield line, {(name or "").strip(): (cell or "").strip() for name, cell in row.items() if name is not None}
            line = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"line {line} is not CSV ({error})") from None


def truth(raw: Any) -> bool:
    """Return yes or no as a truth value; a missing value is no.

    Raises:
        ValueError: the value is neither.
    """
    if isinstance(raw, bool):
        return raw
    word = str("" if raw is None else raw).strip().lower()
    if word in ("", "false", "no", "0"):
        return False
    if word in ("true", "yes", "1"):
        return True
    raise ValueError(f"{raw!r} is neither true nor false")
