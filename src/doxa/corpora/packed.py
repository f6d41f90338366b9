"""Shipped sets: where their files lie, and one reader for all of them.

A file is CSV or JSON lines, packed; its first line says what was changed. The sets that a run or a replay reads are in
``shipped/SET/``. Those that teach and examine models are in the package doxa-models, with the weights of the small
models; doxa needs exactly the version ``VERSION``, as other weights read other beliefs out of the same words.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from doxa.corpora.corpus import Side
from doxa.errors import CorpusError, ModelSetupError
from doxa.records.outside import inflate

Row = TypeVar("Row")
Columns = dict[str, Any]

NAME = "doxa-models"
VERSION = "1.4.0"
"""The version that doxa's pyproject.toml names too."""

HINT = f"pip install '{NAME}=={VERSION}'     (in a clone of doxa: make .venv/.demo)"


def models_folder(name: str) -> Path:
    """Return a folder of doxa-models, such as ``minilm`` or ``texts/ukp``.

    Raises:
        ModelSetupError: doxa-models is not installed, has another version, or lacks the folder.
    """
    folder = _package_folder() / name
    if not folder.is_dir():
        raise ModelSetupError(
            f"the installed {NAME} has no folder {name!r}: {folder}", hint=f"Install it again: {HINT}"
        )
    return folder


@cache
def _package_folder() -> Path:
    """Return the folder of the installed doxa-models; ModelSetupError where that is not the version wanted."""
    try:
        package = import_module("doxa_models")
    except ModuleNotFoundError as error:
        raise ModelSetupError(
            f"the package {NAME}, which contains the weights of doxa's offline judge, is not installed", hint=HINT
        ) from error
    if package.__version__ != VERSION:
        raise ModelSetupError(
            f"{NAME} {package.__version__} is installed, and this doxa needs {NAME} {VERSION}: "
            "other weights read the same words otherwise",
            hint=HINT,
        )
    return Path(str(package.__file__)).parent


def set_folder(name: str) -> Traversable:
    """Return the folder of a set: doxa's own, or that of doxa-models.

    Raises:
        ModelSetupError: doxa-models is not installed, has another version, or lacks the set.
    """
    own = files("doxa.corpora") / "shipped" / name
    return own if own.is_dir() else models_folder(f"texts/{name}")


NOTICE = "#"
"""Begins the first line, which states the changes, as the licences require."""

SIDES: dict[str, Side] = {
    "1": 1, "for": 1, "PRO": 1, "SUPPORT": 1, "-1": -1, "against": -1, "CON": -1, "UNDERMINE": -1,
}  # fmt: skip
"""Word for a side in any of the sets → the side."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ShippedSet(Generic[Row]):
    """A file of a shipped set."""

    kind: type[Row]
    folder: str
    file: str = "messages.jsonl.gz"
    columns: Mapping[str, str] = field(default_factory=dict)
    """Field → the column that it has, where their names differ."""
    rows_of: Callable[[Columns], Iterator[Columns]] = lambda columns: iter((columns,))
    """Returns the rows that a line of the file stands for."""

    def read(self, part: str | None = None) -> tuple[Row, ...]:
        """Return the rows of a part, or all of them, in the order of the file.

        Raises:
            CorpusError: the file is missing or damaged.
        """
        rows: tuple[Row, ...] = _read_rows(self)
        return rows if part is None else tuple(row for row in rows if attrgetter("part")(row) == part)


@cache
def _read_rows(shipped: ShippedSet[Any]) -> tuple[Any, ...]:
    adapter = TypeAdapter[Any](shipped.kind)
    place = set_folder(shipped.folder) / shipped.file
    sided = {column.name for column in fields(shipped.kind) if column.type in (Side, Side | None)}
    try:
        return tuple(
            adapter.validate_python(_row(shipped, columns, sided))
            for line in _lines(inflate(place.read_bytes()).decode(), shipped.file)
            for columns in shipped.rows_of(line)
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise CorpusError(f"the shipped file {place} cannot be read: {error}", hint="Install doxa again.") from None


def _row(shipped: ShippedSet[Any], columns: Columns, sided: set[str]) -> Columns:
    row = columns | {name: columns[column] for name, column in shipped.columns.items()}
    return row | {name: SIDES.get(row[name], row[name]) for name in sided}


def _lines(text: str, file: str) -> Iterator[Columns]:
    """Yield the lines of a file, each with its number, without the line that states the changes."""
    if ".csv" in file:
        table = io.StringIO(text, newline="")
        if not table.readline().startswith(NOTICE):
            table.seek(0)
        yield from csv.DictReader(table)
    else:
        written = (line for line in text.split("\n") if line and not line.startswith(NOTICE))
        for number, line in enumerate(written, 1):
            yield {"number": str(number), **json.loads(line)}
