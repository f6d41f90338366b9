"""Where a scenario's file says what: the line of every table and key, for errors that name it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue

HEADER = re.compile(r"^\s*+\[\[?\s*+([^\]]+?)(?<!\s)\s*+\]\]?\s*+(#.*)?$")
KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_\-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_\-]+|"[^"]*"|'[^']*'))*)\s*=""")


@contextmanager
def located(path: Path, text: str, changes: Mapping[str, JsonValue] | None, hint: str = "") -> Iterator[None]:
    """Add the place of its key to a ScenarioError: the file and line, or the ``--set`` that made it.

    Args:
        hint: for errors without a hint of their own.
    """
    try:
        yield
    except ScenarioError as error:
        if not error.key:
            raise
        by_set = any(
            f"{change}.".startswith(f"{error.key}.") or error.key.startswith(f"{change}.") for change in changes or {}
        )
        line = line_of(error.key, key_lines(text))
        where = "--set " if by_set else f"{path}:{line}: " if line else f"{path}: "
        raise ScenarioError(f"{where}{error.message}", hint=error.hint or hint) from None


def key_lines(text: str) -> dict[str, int]:
    """Return the line (from 1) of every table and key in a TOML text, by dotted path.

    A table of a list (``[[bots]]``) and its keys also have paths with its number: ``bots.0``, ``bots.0.name``.
    """
    lines: dict[str, int] = {}
    lists: dict[str, int] = {}
    tables = [""]
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            path = _plain_path(header[1])
            if line.lstrip().startswith("[["):
                lists = {name: count for name, count in lists.items() if not name.startswith(f"{path}.")}
                lists[path] = lists.get(path, -1) + 1
            tables = list(dict.fromkeys([path, _numbered(path, lists)]))
            for table in tables:
                lines.setdefault(table, number)
        elif key := KEY.match(line):
            for table in tables:
                lines.setdefault(f"{table}.{_plain_path(key[1])}" if table else _plain_path(key[1]), number)
    return lines


def _numbered(path: str, lists: dict[str, int]) -> str:
    """Return a table's path with the number of each list's table that it lies in."""
    plain, numbered = "", ""
    for part in path.split("."):
        plain = f"{plain}.{part}" if plain else part
        numbered = f"{numbered}.{part}" if numbered else part
        numbered += f".{lists[plain]}" if plain in lists else ""
    return numbered


def line_of(path: str, lines: dict[str, int]) -> int | None:
    """Return the line of a path, or of the nearest table around it; None where it is not in the file."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return None


def _plain_path(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))
