"""Debates from outside: one transcript per file, as rows of turns, as captions, or as a document of "NAME: text".

Rows are CSV with a header or JSON lines, in the order spoken. Columns: speaker, side (pro, con, proposition,
opposition, for, against, government; none, moderator, host, audience), text; optionally kind (speech, point, answer,
interjection), team (where a side has several), phase (such as opening, discussion, closing) and motion (the same in all
rows). With a phase or somebody of no side, each speaker's turns are merged into segments (``segments.py``). In
documents and captions (SRT, VTT) who speaks for which side stands at the head ("For: Ann Lee, Bo Noor"), behind a name
("ANN LEE (for):"), or in ``sides.csv`` beside the file (speaker, side). Whoever is not listed is of no side: shown to
judges, never judged. Every error names the file and the line.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, get_args

from doxa.errors import CorpusError
from doxa.judging.readers.segments import SpokenTurn, make_debate, read_text
from doxa.records.base import clean
from doxa.records.outside import parse_json
from doxa.records.transcripts import SIDES_BY_NAME, Debate, Kind, Side

Stand = Side | Literal["none"]

NAMED_SUFFIXES = (".txt", ".srt", ".vtt")

_HEADS: dict[str, Stand] = {**SIDES_BY_NAME, "moderators": "none", "hosts": "none"}
_TIMES = re.compile(r"^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s++([^<>]+)>")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<\d[^<>]*>")
_LABEL = re.compile(
    r"^\s*+(?:>>+|[-–—])?\s*+(?P<name>[^\W\d_][\w .,'’\-]{0,59}?)"
    r"\s*+(?:\((?P<side>[^()]{1,20})\))?\s*+:\s++(?P<text>\S.*)$"
)
_PHASE = re.compile(
    r"^\W*+(?P<phase>opening|introduction|discussion|rebuttal|closing|conclusion)s?(?: statements?)?\W*$", re.I
)
LONGEST_NAME = 6
"""The most words of a speaker's name."""


@dataclass
class _Script:
    """What a document has said so far."""

    sides: dict[str, Stand]
    motion: str = ""
    phase: str = ""
    turns: list[tuple[str, str, list[str]]] = field(default_factory=list)
    """Speaker, phase, lines."""


def read_named(path: Path, text: str, motion: str, listed: Mapping[str, Stand]) -> Debate:
    """Return the debate of a plain document or of captions.

    Args:
        listed: speaker → side, of ``sides.csv``.

    Raises:
        CorpusError: nobody is named, or nobody is listed for a side.
        OneSidedError: a side has no speech.
    """
    lines = list(_caption_lines(text)) if path.suffix.lower() in (".srt", ".vtt") else text.splitlines()
    script = _Script(sides={_plain_name(name): side for name, side in listed.items()})
    _read_heads(script, lines)
    names = _speaking_names(script, lines) | {name.strip() for name in _VOICE.findall(text)}
    for line in lines:
        _read_line(script, line, names)
    if not script.turns:
        raise CorpusError(f"{path}: no line names its speaker", hint='Write "NAME: text", or "<v Name>" in VTT.')
    if not any(side != "none" for side in script.sides.values()):
        ordered = sorted(names)
        more = f" and {len(ordered) - 5} more" if len(ordered) > 5 else ""
        raise CorpusError(
            f"{path}: nobody says who speaks for which side; speakers: {', '.join(ordered[:5])}{more}",
            hint='Begin with "For: NAME, NAME" and "Against: NAME", or put sides.csv (speaker, side) beside the file.',
        )
    turns = [
        SpokenTurn(speaker=name, side=script.sides.get(_listed(script, name), "none"), text=spoken, phase=phase)
        for name, phase, parts in script.turns
        if (spoken := clean(" ".join(" ".join(parts).split())))
    ]
    return make_debate(path, turns, motion or script.motion, merged=True)


def _caption_lines(text: str) -> Iterator[str]:
    """Yield the spoken lines of captions, without cue numbers, times and notes; a voice tag becomes "NAME: "."""
    lines = text.splitlines()
    skipping = False
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        # a block of styles ends with an empty line
        skipping = bool(line.strip() and (skipping or re.match(r"^(?:WEBVTT|STYLE|REGION)\b", line)))
        if line.startswith("NOTE"):
            yield line.removeprefix("NOTE").strip()
        elif line.strip() and not (skipping or _TIMES.match(following) or _TIMES.match(line)):
            yield _TAG.sub("", _VOICE.sub(lambda match: f"{match[1].strip()}: ", line))


def _read_heads(script: _Script, lines: Sequence[str]) -> None:
    """Take the motion and the sides from lines such as "For: Ann Lee, Bo Noor"."""
    for line in lines:
        head, _, rest = (part.strip() for part in line.partition(":"))
        word = head.lower()
        if word == "motion" and rest and not script.motion:
            script.motion = clean(rest)
        elif word in _HEADS and rest and head == head.capitalize():
            for name in re.split(r"[;,]| and ", rest):
                if name.strip():
                    script.sides[_plain_name(name)] = _HEADS[word]


def _speaking_names(script: _Script, lines: Sequence[str]) -> set[str]:
    """Return the names that stand before a colon as speakers: listed, in capitals, with a side, or more than once."""
    counts: Counter[str] = Counter()
    sure: set[str] = set()
    labels = (match for line in lines if not _is_head(line) and (match := _LABEL.match(line)))
    for label in labels:
        name = label["name"].strip()
        if len(name.split()) <= LONGEST_NAME:
            counts[name] += 1
            side = SIDES_BY_NAME.get((label["side"] or "").strip().lower())
            if side:
                script.sides[_plain_name(name)] = side
            if side or name.isupper() or _listed(script, name):
                sure.add(name)
    return sure | {name for name, count in counts.items() if count > 1 and name[:1].isupper()}


def _is_head(line: str) -> bool:
    head = line.partition(":")[0].strip()
    return head.lower() == "motion" or (head.lower() in _HEADS and head == head.capitalize())


def _read_line(script: _Script, line: str, names: set[str]) -> None:
    if match := _PHASE.match(line):
        script.phase = match["phase"].lower()
    elif _is_head(line):
        pass  # heads were read before
    elif (match := _LABEL.match(line)) and match["name"].strip() in names:
        script.turns.append((clean(match["name"].strip()), script.phase, [match["text"]]))
    elif script.turns and line.strip():
        script.turns[-1][2].append(line.strip())


def _listed(script: _Script, name: str) -> str:
    """Return the listed name that a label means: the same, or the only one with this last name; '' for none."""
    plain = _plain_name(name)
    if plain in script.sides:
        return plain
    ending = [listed for listed in script.sides if listed.split()[-1:] == plain.split()[-1:]]
    return ending[0] if len(ending) == 1 and (len(plain.split()) == 1 or len(ending[0].split()) == 1) else ""


def _plain_name(name: str) -> str:
    return " ".join(name.lower().split())


KINDS: dict[str, Kind] = {"": "speech", **{kind: kind for kind in get_args(Kind)}}

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
        return read_named(path, read_text(path), motion, _listed_sides(path))
    rows = list(csv_rows(path, NEEDED) if path.suffix.lower() == ".csv" else _json_rows(path))
    turns = [_turn(path, line, row) for line, row in rows]
    motions = list(dict.fromkeys(str(row["motion"]).strip() for _, row in rows if row.get("motion")))
    if not motion and len(motions) != 1:
        motion_count = "no motion" if not motions else f"{len(motions)} motions"
        raise CorpusError(
            f"{path}: the file names {motion_count}", hint="Give the motion with --motion 'This House …'."
        )
    return make_debate(
        path, turns, motion or motions[0], merged=any(turn.side == "none" or turn.phase for turn in turns)
    )


def _listed_sides(path: Path) -> dict[str, Stand]:
    """Return the sides of ``sides.csv`` beside a document; empty where there is none.

    Raises:
        CorpusError: the file is no CSV of speaker and side, or a side is unknown.
    """
    beside = path.parent / SIDES_FILE
    if not beside.is_file():
        return {}
    rows = csv_rows(beside, ("speaker", "side"))
    return {str(row["speaker"]): _side(beside, line, row["side"]) for line, row in rows}


def _side(path: Path, line: int, word: object) -> Stand:
    if side := SIDES_BY_NAME.get(str(word).strip().lower()):
        return side
    raise CorpusError(f"{path}, line {line}: {str(word)[:60]!r} is no side", hint=f"Sides: {', '.join(SIDES_BY_NAME)}.")


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


def csv_rows(path: Path, needed: tuple[str, ...]) -> Iterator[Row]:
    """Yield the rows of a CSV file, each with the number of its first line.

    Raises:
        CorpusError: the file is not UTF-8 or not CSV, or lacks a needed column.
    """
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
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
    for number, line in enumerate(read_text(path).split("\n"), 1):
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
    cells = {column: clean(str(row.get(column) or "").strip()) for column in KNOWN}
    side, kind = _side(path, line, row["side"]), KINDS.get(cells["kind"].lower())
    if kind is None:
        raise CorpusError(
            f"{path}, line {line}: {row['kind']!r} is no kind", hint="Kinds: speech, point, answer, interjection."
        )
    if empty := [column for column in ("speaker", "text") if not cells[column]]:
        raise CorpusError(f"{path}, line {line}: the {empty[0]} is empty", hint="Leave the row out, or fill it in.")
    return SpokenTurn(
        speaker=cells["speaker"],
        side=side,
        text=cells["text"],
        kind=kind,
        team=cells["team"],
        phase=cells["phase"].lower(),
    )
