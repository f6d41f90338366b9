"""Readers for the text files of human data sets, in various encodings, with the line of every row."""

import csv
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError


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


def number(raw: Any) -> float:
    """Return a finite number.

    Raises:
        ValueError: the value is missing, or not a finite number.
    """
    if isinstance(raw, bool) or raw is None or raw == "":
        raise ValueError("missing")
    try:
        parsed = float(raw)
    except (TypeError, ValueError):
        raise ValueError(f"{raw!r} is not a number") from None
    if not math.isfinite(parsed):
        raise ValueError(f"{raw!r} is not a finite number")
    return parsed


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
