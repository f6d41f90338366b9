"""Transcripts of any origin as lines: CSV, JSON lines and Markdown, with the line of the file in which each begins.

Columns or fields, whatever their case: the speaker (``speaker``, ``name``, ``who``, ``agent``, ``author``, ``user`` or
``role``) and the words (``text``, ``words``, ``message``, ``content``, ``utterance`` or ``said``); optionally ``kind``
(speech, point, answer), ``round``, and ``side``, which counts for that line (pro, con or none, by any of their names).
Others are ignored. Words are kept as they are, but for white space around them; an entry without words is left out.
What ``doxa transcript`` writes is read here.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError
from doxa.models.recorded.markdown import SpokenLine, read_markdown, stated_side
from doxa.records.base import clean, digest
from doxa.records.outside import has_words, parse_json, read_number, separator_of
from doxa.records.spec import LineKind, Side
from doxa.records.transcripts import SIDES_BY_NAME

SPEAKER = ("speaker", "name", "who", "agent", "author", "user", "role")
WORDS = ("text", "words", "message", "content", "utterance", "said")

KINDS: dict[str, LineKind] = {"": "speech", "speech": "speech", "post": "speech", "point": "point", "answer": "answer"}

LARGEST = 32 << 20
"""The most bytes of a transcript: its lines become part of the run's spec."""

MOST_ROUNDS = 1_000_000
"""The largest number of a round that is read."""

CSV, JSON_LINES, MARKDOWN = (".csv", ".tsv"), (".jsonl", ".ndjson", ".json"), (".md", ".markdown", ".txt")


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """A transcript as read."""

    path: Path
    sha256: str
    lines: tuple[SpokenLine, ...]
    """What was said, in the order of the file."""

    @property
    def speakers(self) -> dict[str, int]:
        """The speakers with the numbers of their lines, in the order in which they first speak."""
        return Counter(line.speaker for line in self.lines)


def read_transcript(path: Path, names: frozenset[str] = frozenset()) -> Transcript:
    """Return the lines of a transcript.

    Args:
        names: how the agents are called, normalised; in Markdown a line that begins with such a name is theirs.

    Raises:
        CorpusError: the file is missing, too large, not UTF-8, of an unknown kind, or not laid out as above.
    """
    content = _read_bytes(path)
    text = _decode(path, content)
    suffix = path.suffix.lower()
    if suffix in CSV:
        lines = list(_from_csv(path, text))
    elif suffix in JSON_LINES:
        lines = list(_from_json(path, text))
    elif suffix in MARKDOWN:
        lines = read_markdown(text, names)
    else:
        raise CorpusError(
            f"{path}: {suffix or 'no ending'} is no kind of transcript",
            hint=f"Transcripts end in {', '.join((*CSV, *JSON_LINES, *MARKDOWN))}.",
        )
    if not lines:
        raise CorpusError(
            f"{path}: the file contains no words of anybody",
            hint="A row a line in CSV (speaker,text); an object a line in JSON lines; 'NAME: words' in Markdown.",
        )
    return Transcript(path=path, sha256=digest(content), lines=tuple(lines))


def _read_bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise CorpusError(
                f"{path} has {size / (1 << 20):,.0f} MB; a transcript may have {LARGEST >> 20} MB",
                hint="Its lines become part of the run. Cut the file, or divide it by debate.",
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CorpusError(f"{path}: the transcript cannot be read: {reason}", hint="Check the path.") from None


def _decode(path: Path, content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with its mark."""
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line, name = content.count(b"\n", 0, error.start) + 1, "UTF-16" if is_wide else "UTF-8"
        raise CorpusError(f"{path}, line {line}: not {name}", hint="Save the file as UTF-8.") from None


def _from_csv(path: Path, text: str) -> Iterator[SpokenLine]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator_of(text))
    before = 0
    columns: list[str] = []
    try:
        for cells in reader:
            at, before = before + 1, reader.line_num
            if not any(has_words(cell) for cell in cells):
                continue
            if not columns:
                columns = [cell.strip().lower() for cell in cells]
                _check_columns(path, at, columns)
                continue
            if len(cells) != len(columns):
                raise CorpusError(
                    f"{path}, line {at}: {len(cells)} fields, and the header has {len(columns)}",
                    hint="Quote a text that contains separators or line ends.",
                )
            yield from _spoken(f"{path}, line {at}", at, dict(zip(columns, cells, strict=True)))
    except csv.Error as error:
        raise CorpusError(
            f"{path}, line {before + 1}: not CSV ({error})", hint="Close the quote, or write it twice within a cell."
        ) from None


def _check_columns(path: Path, at: int, columns: list[str]) -> None:
    for what, names in (("the speaker", SPEAKER), ("the words", WORDS)):
        if not any(name in columns for name in names):
            raise CorpusError(
                f"{path}, line {at}: the header has no column for {what}; its columns are: {', '.join(columns)}",
                hint=f"Call it {' or '.join(map(repr, names[:3]))}.",
            )


def _from_json(path: Path, text: str) -> Iterator[SpokenLine]:
    """Yield the lines of JSON lines, or of one JSON array of objects."""
    if text.lstrip().startswith("["):
        for at, entry in enumerate(_parse(f"{path}", text), 1):
            yield from _spoken(f"{path}, entry {at}", at, entry)
        return
    for at, content in enumerate(text.split("\n"), 1):
        if content.strip():
            where = f"{path}, line {at}"
            yield from _spoken(where, at, _parse(where, content))


def _parse(where: str, text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise CorpusError(f"{where}: not JSON: {error}", hint="Write an object a line.") from None


def _spoken(where: str, at: int, entry: Any) -> Iterator[SpokenLine]:
    """Yield the line that an entry of a file holds; none where it has no words."""
    if not isinstance(entry, dict):
        raise CorpusError(f"{where}: not a JSON object", hint='Write {"speaker": "Ana", "text": "…"}.')
    fields = {str(name).strip().lower(): value for name, value in entry.items()}
    speaker = next((fields[name] for name in SPEAKER if fields.get(name)), None)
    words = next((fields[name] for name in WORDS if fields.get(name) is not None), None)
    if words is None and not any(name in fields for name in WORDS):
        names = ", ".join(map(str, fields)) or "none"
        raise CorpusError(f"{where}: no field with the words; its fields are: {names}", hint="Call it 'text'.")
    if not isinstance(words, str | None):
        raise CorpusError(f"{where}: the words are no text but {type(words).__name__}", hint="Write them in quotes.")
    text = clean(words or "").strip()
    if not has_words(text):
        return
    if not isinstance(speaker, str) or not has_words(speaker):
        raise CorpusError(f"{where}: nobody is named as the speaker", hint="Name the speaker of every line.")
    kind = KINDS.get(str(fields.get("kind") or "").strip().lower())
    if kind is not None:  # an interjection or an aside is nobody's turn
        name = " ".join(clean(speaker).split())
        side = _side(where, fields.get("side"))
        yield SpokenLine(speaker=name, text=text, at=at, kind=kind, round=_round(fields.get("round")), side=side)


def _side(where: str, value: Any) -> Side | None:
    """Return the side in a field; None where it is empty."""
    word = str(value or "").strip().lower()
    if word and word not in SIDES_BY_NAME:
        raise CorpusError(
            f"{where}: {str(value).strip()!r} is no side",
            hint="Write pro, con or none; call the column otherwise where it means something else.",
        )
    return stated_side(word)


def _round(value: Any) -> int | None:
    with suppress(ValueError):
        if (number := read_number(str(value).strip(), 0, MOST_ROUNDS)).is_integer():
            return int(number)
    return None
