"""The line of each key in a TOML file: dotted path → line number, for error messages.

``tomllib`` reads values but not positions. This module reads positions only, and only those of table headers and of
keys at the start of a line.
"""

import re

HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_\-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_\-]+|"[^"]*"|'[^']*'))*)\s*=""")


def key_lines(text: str) -> dict[str, int]:
    """Return the line (from 1) of every table and key in a TOML text, by dotted path."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = _path(header[1])
            lines.setdefault(table, number)
        elif key := KEY.match(line):
            lines.setdefault(f"{table}.{_path(key[1])}" if table else _path(key[1]), number)
    return lines


def line_of(path: str, lines: dict[str, int]) -> int | None:
    """Return the line of a path, or of the nearest table around it; None where it is not in the file."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return None


def _path(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))
