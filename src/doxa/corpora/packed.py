"""Packed tables: compressed CSV or JSON lines of a set, whose first line says what was changed.

The sets that a run or a replay reads are in ``shipped/SET/``. Those that teach and examine models are in doxa-models.
"""

import csv
import io
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from doxa.corpora.models_package import models_folder
from doxa.errors import CorpusError
from doxa.records.inflating import inflate

NOTICE = "#"
"""Begins the first line, which states the changes, as the licences require."""


def packed_rows(folder: str, name: str) -> Iterator[dict[str, str]]:
    """Return the rows of a shipped table in the order of its data set.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    lines = io.StringIO(_unpacked(folder, name), newline="")
    if not lines.readline().startswith(NOTICE):
        lines.seek(0)
    return iter(csv.DictReader(lines))


def packed_lines(folder: str, name: str) -> list[str]:
    """Return the lines of a shipped file of JSON lines, without the one that states the changes.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    lines = _unpacked(folder, name).split("\n")
    return [line for line in lines if line and not line.startswith(NOTICE)]


def set_folder(name: str) -> Traversable:
    """Return the folder of a set: doxa's own, or that of doxa-models.

    Raises:
        ModelSetupError: doxa-models is not installed, has another version, or lacks the set.
    """
    own = files("doxa.corpora") / "shipped" / name
    return own if own.is_dir() else models_folder(f"texts/{name}")


def _unpacked(folder: str, name: str) -> str:
    try:
        return inflate((set_folder(folder) / name).read_bytes()).decode()
    except (OSError, ValueError) as error:
        raise CorpusError(f"the shipped file {name} cannot be read: {error}", hint="Install doxa again.") from None
