"""JSON lines (UTF-8): one object a row with every column of its table; null where a value is missing."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from doxa.exports.frame import Frame


def write_json_lines(path: Path, frame: "Frame") -> None:
    """Write a frame."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        append_json_lines(file, frame)


def append_json_lines(file: TextIO, frame: "Frame") -> None:
    """Write the rows of a frame to an open file."""
    file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in frame.rows())
