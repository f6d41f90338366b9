"""The line of each key in a TOML file: dotted path → line number, for error messages.

``tomllib`` reads values but not positions. This module reads positions only, and only those of table headers and of
keys at the start of a line.
"""

import re

HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_\-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_\-]+|"[^"]*"|'[^']*'))*)\s*=""")


def key_lines(text: str) -> dict[str, int]:
    """Return the line (from 1) of every table and key in a TOML text, by dotted path.

    A table of a list (``[[bots]]``) and its keys also have paths with its number: ``bots.0``, ``bots.0.name``.
    """
    lines: dict[str, int] = {}
    lists: dict[str, int] = {}
    tables = [""]
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            path = _path(header[1])
            if line.lstrip().startswith("[["):
                lists = {name: count for name, count in lists.items() if not name.startswith(f"{path}.")}
                lists[path] = lists.get(path, -1) + 1
            tables = list(dict.fromkeys([path, _numbered(path, lists)]))
            for table in tables:
                lines.setdefault(table, number)
        elif key := KEY.match(line):
            for table in tables:
                lines.setdefault(f"{table}.{_path(key[1])}" if table else _path(key[1]), number)
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


def _path(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))
