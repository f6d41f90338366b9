"""Debates from outside: one transcript per file, one turn per row.

A transcript is CSV with a header or JSON lines, in the order spoken. Columns: speaker, side (pro, con, proposition,
opposition, for, against, government), text; optionally kind (speech, point, answer), team (where a side has several)
and motion (the same in all rows).
Every error names the file and the line.
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError, OneSidedError
from doxa.records.canonical import clean
from doxa.records.json_text import parse_json
from doxa.records.transcripts import SIDE_NAMES, Debate, Kind, Side, Utterance

SIDES: dict[str, Side] = {
    "pro": "pro", "proposition": "pro", "prop": "pro", "for": "pro", "government": "pro", "affirmative": "pro",
    "con": "con", "opposition": "con", "opp": "con", "against": "con", "negative": "con",
}  # fmt: skip

KINDS: dict[str, Kind] = {"speech": "speech", "point": "point", "answer": "answer", "": "speech"}

NEEDED = ("speaker", "side", "text")
KNOWN = (*NEEDED, "kind", "motion", "team")

SUFFIXES = (".csv", ".jsonl")

Row = tuple[int, dict[str, Any]]


def read_debate(path: Path, motion: str = "") -> Debate:
    """Return the debate of a transcript.

    Args:
        motion: the motion; the file's own when empty.

    Raises:
        CorpusError: the file cannot be read, lacks a column, or names no motion or several.
        OneSidedError: the file has no speech of a side.
    """
    rows = list(_rows(path))
    turns = tuple(_turn(path, line, row, place) for place, (line, row) in enumerate(rows, 1))
    motions = list(dict.fromkeys(str(row["motion"]).strip() for _, row in rows if row.get("motion")))
    if not motion and len(motions) != 1:
        motion_count = "no motion" if not motions else f"{len(motions)} motions"
        raise CorpusError(
            f"{path}: the file names {motion_count}", hint="Give the motion with --motion 'This House …'."
        )
    speaking_sides = [turn.side for turn in turns if turn.kind == "speech"]
    for side in SIDE_NAMES:
        if side not in speaking_sides:
            raise OneSidedError(
                f"{path}: there is no speech of the side {side}",
                silent=SIDE_NAMES[side],
                hint="A debate needs both sides.",
            )
    return Debate(motion=clean(motion or motions[0]), turns=_within(turns))


def transcripts(folder: Path) -> list[Path]:
    """Return the transcripts of a folder, by name.

    Raises:
        CorpusError: the folder holds no transcript.
    """
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.name != "votes.csv")
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


def _turn(path: Path, line: int, row: dict[str, Any], place: int) -> Utterance:
    if unknown := sorted(str(column) for column in row if column not in KNOWN):
        raise CorpusError(
            f"{path}, line {line}: {unknown[0]!r} is not a column of a transcript",
            hint=f"Columns: {', '.join(KNOWN)}.",
        )
    side = SIDES.get(str(row["side"]).strip().lower())
    kind = KINDS.get(str(row.get("kind") or "").strip().lower())
    speaker, text = clean(str(row["speaker"]).strip()), clean(str(row["text"]).strip())
    team = clean(str(row.get("team") or "").strip())
    if side is None:
        raise CorpusError(f"{path}, line {line}: {row['side']!r} is no side", hint=f"Sides: {', '.join(SIDES)}.")
    if kind is None:
        raise CorpusError(f"{path}, line {line}: {row['kind']!r} is no kind", hint="Kinds: speech, point, answer.")
    if not speaker or not text:
        empty_column = "speaker" if not speaker else "text"
        raise CorpusError(f"{path}, line {line}: the {empty_column} is empty", hint="Leave the row out, or fill it in.")
    return Utterance(id=f"t{place:02d}", speaker=speaker, name=speaker, side=side, text=text, kind=kind, team=team)


def _within(turns: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """Return the turns, with points and answers linked to the last speech before them."""
    linked_turns: list[Utterance] = []
    speech = ""
    for turn in turns:
        speech = turn.id if turn.kind == "speech" else speech
        linked_turns.append(turn if turn.kind == "speech" else turn.model_copy(update={"within": speech}))
    return tuple(linked_turns)
