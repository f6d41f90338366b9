"""Debates from outside: one transcript per file, one turn per row.

A transcript is CSV with a header or JSON lines, in the order spoken. Columns: speaker, side (pro, con, proposition,
opposition, for, against, government; none, moderator, host, audience), text; optionally kind (speech, point, answer,
interjection), team (where a side has several), phase (such as opening, discussion, closing) and motion (the same in all
rows). With a phase or somebody of no side, each speaker's turns are merged into segments (``readers/segments.py``).
Captions, plain documents and ConvoKit corpora have readers of their own.
Every error names the file and the line.
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError
from doxa.judging.readers.named import NAMED_SUFFIXES, Stand, read_named
from doxa.judging.readers.segments import SpokenTurn, make_debate
from doxa.records.canonical import clean
from doxa.records.json_text import parse_json
from doxa.records.transcripts import SIDES_BY_NAME, Debate, Kind

KINDS: dict[str, Kind] = {
    "speech": "speech",
    "point": "point",
    "answer": "answer",
    "interjection": "interjection",
    "": "speech",
}

NEEDED = ("speaker", "side", "text")
KNOWN = (*NEEDED, "kind", "motion", "team", "phase")

SUFFIXES = (".csv", ".jsonl", *NAMED_SUFFIXES)

SIDES_FILE = "sides.csv"
"""Beside captions and plain documents: who speaks for which side."""

NO_TRANSCRIPTS = ("votes", "sides", "readme", "notice", "license", "licence", "notes")
"""Names of files that stand beside transcripts."""

Row = tuple[int, dict[str, Any]]


def read_debate(path: Path, motion: str = "") -> Debate:
    """Return the debate of a transcript.

    Args:
        motion: the motion; the file's own when empty.

    Raises:
        CorpusError: the file cannot be read, lacks a column, or names no motion or several.
        OneSidedError: the file has no speech of a side.
    """
    if path.suffix.lower() in NAMED_SUFFIXES:
        return read_named(path, _text(path), motion, _listed_sides(path))
    rows = list(_rows(path))
    turns = [_turn(path, line, row) for line, row in rows]
    motions = list(dict.fromkeys(str(row["motion"]).strip() for _, row in rows if row.get("motion")))
    if not motion and len(motions) != 1:
        motion_count = "no motion" if not motions else f"{len(motions)} motions"
        raise CorpusError(
            f"{path}: the file names {motion_count}", hint="Give the motion with --motion 'This House …'."
        )
    merged = any(turn.side == "none" or turn.phase for turn in turns)
    return make_debate(path, turns, motion or motions[0], merged=merged)


def _listed_sides(path: Path) -> dict[str, Stand]:
    """Return the sides of ``sides.csv`` beside a document; empty where there is none.

    Raises:
        CorpusError: the file is no CSV of speaker and side, or a side is unknown.
    """
    beside = path.parent / SIDES_FILE
    if not beside.is_file():
        return {}
    sides: dict[str, Stand] = {}
    for line, row in csv_rows(beside, ("speaker", "side")):
        sides[str(row["speaker"])] = _side(beside, line, row["side"])
    return sides


def _side(path: Path, line: int, word: object) -> Stand:
    side = SIDES_BY_NAME.get(str(word).strip().lower())
    if side is None:
        raise CorpusError(
            f"{path}, line {line}: {str(word)[:60]!r} is no side", hint=f"Sides: {', '.join(SIDES_BY_NAME)}."
        )
    return side


def transcripts(folder: Path) -> list[Path]:
    """Return the transcripts of a folder, by name.

    Raises:
        CorpusError: the folder holds no transcript.
    """
    paths = sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES and path.stem.lower() not in NO_TRANSCRIPTS and path.is_file()
    )
    if not paths:
        raise CorpusError(f"{folder} holds no transcript", hint="Add a CSV or JSON lines file for each debate.")
    return paths


def _rows(path: Path) -> Iterator[Row]:
    return csv_rows(path, NEEDED) if path.suffix.lower() == ".csv" else _json_rows(path)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CorpusError(f"{path}: not UTF-8", hint="Save the file as UTF-8.") from None


def csv_rows(path: Path, needed: tuple[str, ...]) -> Iterator[Row]:
    """Yield the rows of a CSV file, each with the number of its first line.

    Raises:
        CorpusError: the file is not UTF-8 or not CSV, or lacks a needed column.
    """
    reader = csv.DictReader(io.StringIO(_text(path), newline=""), strict=True)
    missing = [column for column in needed if column not in (reader.fieldnames or ())]
    if missing:
        columns = ", ".join(reader.fieldnames or ()) or "none"
        raise CorpusError(
            f"{path}, line 1: the header lacks {', '.join(missing)}; its columns are: {columns}",
            hint=f"Columns: {', '.join(needed)}.",
        )
    before = reader.line_num
    try:
        for row in reader:
            # a quoted speech may span several lines: errors name the first
            start, before = before + 1, reader.line_num
            if None in row or None in row.values():
                raise CorpusError(
                    f"{path}, line {start}: not as many fields as the header",
                    hint="Quote a text that holds commas or line ends.",
                )
            yield start, row
    except csv.Error as error:
        raise CorpusError(f"{path}, line {before + 1}: not CSV ({error})") from None


def _json_rows(path: Path) -> Iterator[Row]:
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
        except ValueError:
            raise CorpusError(f"{path}, line {number}: not JSON", hint="One JSON object a line.") from None
        if not isinstance(row, dict) or any(not isinstance(row.get(column), str) for column in NEEDED):
            raise CorpusError(
                f"{path}, line {number}: not an object with the texts {', '.join(NEEDED)}",
                hint='Such as {"speaker": "Ann Lee", "side": "pro", "text": "…"}.',
            )
        yield number, row


def _turn(path: Path, line: int, row: dict[str, Any]) -> SpokenTurn:
    if unknown := sorted(str(column) for column in row if column not in KNOWN):
        raise CorpusError(
            f"{path}, line {line}: {unknown[0]!r} is not a column of a transcript",
            hint=f"Columns: {', '.join(KNOWN)}.",
        )
    side = _side(path, line, row["side"])
    kind = KINDS.get(str(row.get("kind") or "").strip().lower())
    speaker, text = clean(str(row["speaker"]).strip()), clean(str(row["text"]).strip())
    team = clean(str(row.get("team") or "").strip())
    if kind is None:
        raise CorpusError(
            f"{path}, line {line}: {row['kind']!r} is no kind", hint="Kinds: speech, point, answer, interjection."
        )
    if not speaker or not text:
        empty_column = "speaker" if not speaker else "text"
        raise CorpusError(f"{path}, line {line}: the {empty_column} is empty", hint="Leave the row out, or fill it in.")
    phase = str(row.get("phase") or "").strip().lower()
    return SpokenTurn(speaker=speaker, side=side, text=text, kind=kind, team=team, phase=phase)
