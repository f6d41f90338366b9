"""Corpora by shipped name, or from a user's own file: CSV with a header, or JSON lines, one argument a row.

Columns of a file, whatever their case: proposition, text, polarity (1, -1, pro, con, for, against), and optionally
strength in [0, 1], id, part, and topic (what an evaluation keeps together; else the proposition). Fields are separated
by commas, semicolons or tabs. The proposition of a file without that column may be named beside it. Texts that examine
a judge may also take no side (0, none, neutral, unclear). Every error names the file, the line and the column. A
scenario that contains its arguments (``[[seeds.arguments]]``: text, side, strength) is such a file too.
"""

import csv
import difflib
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from doxa.corpora.argument_sets import ARGUMENTS
from doxa.corpora.corpus import Argument, Corpus, Side
from doxa.errors import CorpusError
from doxa.records.base import clean, group_by
from doxa.records.claims import Polarity
from doxa.records.outside import parse_json, parse_toml, read_number, separator_of

SHIPPED = ("argkp",)
"""The names of the shipped corpora."""

JSON_LINES = (".jsonl", ".ndjson")
SCENARIO = ".toml"
SUFFIXES = (".csv", ".tsv", *JSON_LINES, SCENARIO)

REQUIRED = ("proposition", "text", "polarity")
OPTIONAL = ("strength", "id", "part", "topic")

POLARITIES: dict[str, Side] = {
    "1": 1, "+1": 1, "pro": 1, "for": 1,
    "-1": -1, "−1": -1, "con": -1, "against": -1,
}  # fmt: skip

SIDELESS = ("0", "none", "neutral", "unclear")

Row = tuple[int, dict[str, Any]]
"""A line number, counted from 1, and the row of that line."""


@dataclass(frozen=True, kw_only=True)
class OwnText:
    """A text that examines a judge."""

    id: str
    proposition: str
    text: str
    polarity: Polarity
    """0: it takes no side."""
    topic: str


def load_corpus(name_or_path: str | Path, *, motion: str | None = None) -> Corpus:
    """Return a shipped corpus by name, or that of a file with columns proposition, text, polarity[, strength, id].

    Args:
        motion: the proposition of all arguments of a file that has no such column.

    Raises:
        CorpusError: there is no such corpus or file, or a row of it is not valid.
    """
    name = str(name_or_path)
    return _shipped(name) if name in SHIPPED else read_own(_own_path(name), motion=motion)


def load_texts(path: str | Path) -> tuple[OwnText, ...]:
    """Return the texts of a user's file that are to examine a judge; those that take no side have polarity 0.

    Raises:
        CorpusError: there is no such file, or a row of it is not valid.
    """
    place = _own_path(str(path))
    return tuple(_own_text(place, line, row) for line, row in _rows(place, None))


def _own_path(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise CorpusError(
            f"no corpus is named {name!r}, and there is no such file",
            hint=f"Shipped corpora: {', '.join(sorted(SHIPPED))}. Your own: the path of a CSV or JSON lines file.",
        )
    if path.suffix.lower() not in SUFFIXES:
        raise CorpusError(
            f"{path}: a corpus file is CSV, JSON lines or a scenario, as its ending says",
            hint=f"Endings: {', '.join(SUFFIXES)}.",
        )
    return path


@cache
def _shipped(name: str) -> Corpus:
    return _by_motion(name, ARGUMENTS.read())


def _by_motion(name: str, arguments: Iterable[Argument]) -> Corpus:
    motions = group_by(arguments, lambda argument: argument.motion)
    return Corpus(name=name, motions={motion: tuple(on_motion) for motion, on_motion in motions.items()})


def read_own(path: Path, *, motion: str | None = None) -> Corpus:
    """Return the corpus of a file of arguments.

    Args:
        motion: the proposition of all arguments where the file has no such column.

    Raises:
        CorpusError: the file cannot be read, lacks a column, or a row is not valid.
    """
    return _by_motion(path.name, (_argument(path, line, row) for line, row in _rows(path, motion)))


def _rows(path: Path, motion: str | None) -> list[Row]:
    """Return the rows of a file, each with an id of its own."""
    text = decode_file(path)
    suffix = path.suffix.lower()
    read_rows = _json_rows if suffix in JSON_LINES else _scenario_rows if suffix == SCENARIO else _csv_rows
    rows = list(read_rows(path, text, {} if motion is None else {"proposition": motion}))
    lines: dict[str, int] = {}
    for line, row in rows:
        row["id"] = clean(str(row.get("id") or f"line{line}"))
        if row["id"] in lines:
            _complain(path, line, "id", f"{row['id']!r} is already the id of line {lines[row['id']]}")
        lines[row["id"]] = line
    if not rows:
        raise CorpusError(f"{path} contains no argument", hint=_shape())
    return rows


def decode_file(path: Path) -> str:
    """Return the text of a file in UTF-8, without a mark at its beginning.

    Raises:
        CorpusError: the file cannot be read, or is not UTF-8.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror or error}", hint="Check the path and its permissions.") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CorpusError(f"{path}, line {line}: not UTF-8", hint="Save the file as UTF-8.") from None


def _csv_rows(path: Path, text: str, preset: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows of a CSV file; columns that it lacks have the values given."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=separator_of(text))
    before = 0
    try:
        reader.fieldnames = [_plain(column) for column in reader.fieldnames or ()]
        _check_columns(path, reader.fieldnames or (), preset)
        before = reader.line_num
        for row in reader:
            # a quoted field may span lines: errors name the first line of a row
            start, before = before + 1, reader.line_num
            if None in row:
                _complain(path, start, "", "has more fields than the header; quote a text that contains separators")
            yield start, {**preset, **row}
    except csv.Error as error:
        _complain(path, before + 1, "", f"is not CSV ({error})")


def _json_rows(path: Path, text: str, preset: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows of a JSON lines file; columns that a row lacks have the values given."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
        except ValueError:
            _complain(path, number, "", "is not JSON")
        if not isinstance(row, dict):
            _complain(path, number, "", "is not a JSON object")
        row = {_plain(column): cell for column, cell in row.items()}
        for column in REQUIRED:
            if column not in row and column not in preset:
                _complain(path, number, column, "is missing")
        _check_spelling(path, number, row)
        yield number, {**preset, **row}


def _scenario_rows(path: Path, text: str, preset: Mapping[str, str]) -> Iterator[Row]:
    """Yield the arguments that a scenario contains, numbered from 1."""
    try:
        tables = parse_toml(text)
        preset = {"proposition": tables["proposition"], **preset}
        for number, row in enumerate(tables["seeds"]["arguments"], 1):
            yield number, {**preset, "id": f"argument{number}", "polarity": row["side"], **row}
    except (ValueError, LookupError, TypeError):
        problem = f"{path} is no scenario that contains arguments"
        raise CorpusError(problem, hint="Each is a table [[seeds.arguments]] with text and side.") from None


def _plain(column: str) -> str:
    return column.strip().lower()


def _check_columns(path: Path, columns: Any, preset: Mapping[str, str]) -> None:
    missing = [column for column in REQUIRED if column not in columns and column not in preset]
    if missing:
        column_names = ", ".join(str(column) for column in columns) or "none"
        raise CorpusError(
            f"{path}, line 1: the header lacks {', '.join(missing)}; its columns are: {column_names}", hint=_shape()
        )
    _check_spelling(path, 1, columns)


def _check_spelling(path: Path, line: int, columns: Iterable[Any]) -> None:
    """Refuse a column whose name is nearly an optional one, since its values would be ignored; allow others."""
    for column in columns:
        near = difflib.get_close_matches(str(column).strip().lower(), OPTIONAL, 1, cutoff=0.7)
        if near and column not in OPTIONAL:
            _complain(path, line, str(column), f"is not a column of a corpus. Did you mean {near[0]!r}?")


def _argument(path: Path, line: int, row: dict[str, Any]) -> Argument:
    return Argument(
        id=row["id"],
        text=_words(path, line, "text", row),
        polarity=_side(path, line, row["polarity"]),
        motion=_words(path, line, "proposition", row),
        strength=_strength(path, line, row.get("strength")),
        part=clean(str(row.get("part") or "")),
        topic=clean(str(row.get("topic") or "")),
    )


def _own_text(path: Path, line: int, row: dict[str, Any]) -> OwnText:
    takes_none = str(row["polarity"]).strip().lower() in SIDELESS
    return OwnText(
        id=row["id"],
        text=_words(path, line, "text", row),
        polarity=0 if takes_none else _side(path, line, row["polarity"], SIDELESS),
        proposition=_words(path, line, "proposition", row),
        topic=clean(str(row.get("topic") or "")),
    )


def _words(path: Path, line: int, column: str, row: dict[str, Any]) -> str:
    cell = row[column]
    if not isinstance(cell, str) or not cell.strip():
        _complain(path, line, column, "is empty or not a text")
    return clean(cell.strip())


def _side(path: Path, line: int, cell: Any, others: Iterable[str] = ()) -> Side:
    word = str(cell).strip().lower()
    if word not in POLARITIES:
        _complain(path, line, "polarity", f"{cell!r} is none of {', '.join((*POLARITIES, *others))}")
    return POLARITIES[word]


def _strength(path: Path, line: int, cell: Any) -> float | None:
    if cell is None or cell == "":
        return None
    try:
        return read_number(cell, 0, 1)
    except ValueError as error:
        _complain(path, line, "strength", str(error))


def _complain(path: Path, line: int, column: str, problem: str) -> NoReturn:
    where = f"{path}, line {line}" + (f", column {column}" if column else "")
    raise CorpusError(f"{where}: {problem}", hint=_shape())


def _shape() -> str:
    return f"Columns: {', '.join(REQUIRED)}; optional: {', '.join(OPTIONAL)}."
