"""CSV (RFC 4180, UTF-8): every text in quotes, numbers bare, and nothing at all where a value is missing.

So a reader that minds quotes, such as Polars, tells an empty text from a missing one. Words are written as they were
said: commas, line ends and quotes are kept, and only ``guard`` changes a cell.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from doxa.exports.columns import Value

if TYPE_CHECKING:
    from doxa.exports.frame import Frame

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Beginnings of a cell that a spreadsheet computes, or after which it looks for one (OWASP, CSV injection)."""


def write_csv(path: Path, frame: "Frame", *, guard: bool = False) -> None:
    """Write a frame with its heading; ``guard`` puts an apostrophe before texts that a spreadsheet would compute."""
    with path.open("w", encoding="utf-8", newline="") as file:
        append_csv(file, frame, heading=True, guard=guard)


def append_csv(file: TextIO, frame: "Frame", *, heading: bool, guard: bool = False) -> None:
    """Write the rows of a frame to an open file."""
    if heading:
        file.write(_line(frame.names, guard=False))
    file.writelines(_lines(frame, guard))


def _lines(frame: "Frame", guard: bool) -> Iterator[str]:
    for cells in zip(*frame.values, strict=True):
        yield _line(cells, guard=guard)


def _line(cells: tuple[Value, ...], *, guard: bool) -> str:
    return ",".join(_cell(cell, guard) for cell in cells) + "\r\n"


def _cell(cell: Value, guard: bool) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return repr(cell)
    if guard and cell.lstrip(" ").startswith(FORMULAS):
        cell = f"'{cell}"
    return f'"{cell.replace(chr(34), chr(34) * 2)}"'
