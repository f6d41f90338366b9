"""Tables and JSON: an entry a turn, with its speaker and its words in fields of their own.

    CSV, TSV (commas, semicolons, tabs)       a header and rows
    JSON                                      an array of objects, or an object that holds one
    JSON lines                                an object a line

Fields, whatever their case: the speaker (``SPEAKER``; of an object its name), the words (``WORDS``; of a list of parts
their texts), and optionally kind, side, team, phase, motion, round, time, id, reply-to and stance. Others are dropped,
and counted by name. An entry without words says nothing, and may state its speaker's stance. What an export marks as an
event, such as somebody's joining, is a notice, and so is what the role ``system`` says. Slack's marks for people,
channels and links are written out; entities are unescaped in Slack's texts and in the ``body`` of threads, whose
formats escape them.
"""

import html
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from doxa.conversations.record import Cutter
from doxa.conversations.tables import table_rows
from doxa.errors import CorpusError
from doxa.records.base import clean
from doxa.records.outside import has_words, parse_json, read_number, stance_on
from doxa.records.transcripts import SIDES_BY_NAME, Kind

SPEAKER = ("speaker", "who", "author", "agent", "user_profile", "name", "user", "username", "sender", "from", "role")
WORDS = ("text", "words", "message", "content", "utterance", "said", "value", "body", "lines")
TIME = ("time", "timestamp", "date", "ts", "start", "created_utc")
ID = ("id", "step", "ts")
REPLY = ("reply_to", "reply-to", "parent_id", "reply_to_message_id", "thread_ts", "reference")
NAME = ("nickname", "display_name", "real_name", "name", "username", "id", "messageid")
"""The fields of an object that name somebody or something."""

KINDS: dict[str, Kind] = {
    "": "speech", "speech": "speech", "post": "speech", "point": "point", "answer": "answer",
    "interjection": "interjection", "aside": "interjection",
}  # fmt: skip

TYPE = ("type", "subtype")

MESSAGES = ("default", "message", "reply", "bot_message", "file_share", "me_message", "thread_broadcast")
"""The types of what somebody said, in exports of chats that state types; any other is an event."""

MOST_ROUNDS = 1_000_000
"""The largest number of a round that is read."""

_MARKED = re.compile(r"<(?P<sign>[@#!]?)(?P<place>[^<>|]*)(?:\|(?P<label>[^<>]*))?>")
"""A person, channel or link in Slack's texts."""

Entry = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Export:
    """What a file says of all of its entries."""

    people: Mapping[str, str] = field(default_factory=dict)
    """Id → name."""
    is_typed: bool = False
    """Whether entries say which of them are messages."""


def cut_table(where: str, text: str) -> Cutter:
    """Return a table, cut.

    Raises:
        CorpusError: it is no table, or has no columns for the speaker and the words.
    """
    cutter = Cutter()
    for at, row in table_rows(where, text, {"the speaker": SPEAKER, "the words": WORDS}):
        cutter.characters += sum(map(len, row.values()))
        _cut_entry(cutter, f"{where}, line {at}", at, row, Export())
    return cutter


def cut_json(where: str, text: str, people: Mapping[str, str]) -> Cutter:
    """Return an array of objects, an object that holds one, or an object a line, cut.

    Args:
        people: id → name, where a file beside it says so.

    Raises:
        CorpusError: it is no JSON, an entry is none of somebody's words, or it holds several conversations.
    """
    cutter, listed = Cutter(), list(_entries(where, text))
    cutter.characters = sum(_characters(entry) for _, _, entry in listed)
    if any(_inner(entry) for _, _, entry in listed):
        if len(listed) > 1:
            raise CorpusError(f"{where}: {len(listed)} conversations in one file", hint="Give one conversation a file.")
        _, _, outer = listed[0]
        inner = _inner(outer)
        _drop_fields(cutter, outer, but=inner)
        listed = [(f"{where}, entry {at}", at, entry) for at, entry in enumerate(outer[inner], 1)]
    for place, _, entry in listed:
        if not isinstance(entry, dict):
            raise CorpusError(f"{place}: not a JSON object", hint='Write {"speaker": "Ana", "text": "…"}.')
    types = {str(entry.get("type") or "").lower() for _, _, entry in listed}
    export = Export(people=people, is_typed=not types.isdisjoint(MESSAGES))
    for place, at, entry in listed:
        _cut_entry(cutter, place, at, {str(key).strip().lower(): value for key, value in entry.items()}, export)
    return cutter


def _entries(where: str, text: str) -> Iterator[tuple[str, int, Any]]:
    """Yield the entries of a file, each with its place in words and its number."""
    if text.lstrip().startswith("["):
        for at, entry in enumerate(_parse(where, text), 1):
            yield f"{where}, entry {at}", at, entry
        return
    with suppress(ValueError):
        yield f"{where}, line 1", 1, parse_json(text)
        return
    for at, row in enumerate(text.split("\n"), 1):
        if row.strip():
            yield f"{where}, line {at}", at, _parse(f"{where}, line {at}", row)


def _parse(where: str, text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise CorpusError(f"{where}: not JSON: {error}", hint="Write an object a line.") from None


def _inner(outer: Any) -> str:
    """Return the field in which an object holds the turns of a conversation; '' where it holds none."""
    if not isinstance(outer, dict) or any(isinstance(outer.get(word), str) for word in WORDS):
        return ""
    lists = (key for key, value in outer.items() if isinstance(value, list))
    return next((key for key in lists if any(isinstance(turn, dict) and _word_field(turn) for turn in outer[key])), "")


def _word_field(fields: Entry) -> str:
    """Return the field that holds the words, or an empty one that could; '' for none."""
    present = [word for word in WORDS if word in fields]
    return next((word for word in present if fields[word] is not None), next(iter(present), ""))


def _cut_entry(cutter: Cutter, where: str, at: int, fields: Entry, export: Export) -> None:
    """Take what an entry says.

    Raises:
        CorpusError: it has no words, names nobody, or states an unknown kind or side.
    """
    given, speaker = _word_field(fields), _speaker(fields, export.people)
    is_event = export.is_typed and not {str(fields.get(key) or "").lower() for key in TYPE} <= {"", *MESSAGES}
    if is_event or speaker == "system":
        cutter.drop("notices", " " * _characters(fields))
        return
    if not given and fields.get("stance") in (None, ""):
        names = ", ".join(map(str, fields)) or "none"
        raise CorpusError(f"{where}: no field with the words; its fields are: {names}", hint="Call it 'text'.")
    text = _text_of(where, fields.get(given))
    if {"type", "ts"} <= fields.keys():
        text = _written_out(text, export.people)
    elif given == "body":
        text = html.unescape(text)
    _drop_fields(cutter, fields, but=given)
    cutter.drop("marks", " " * (_characters(fields.get(given)) - len(text)))
    if motion := str(fields.get("motion") or "").strip():
        cutter.motions.append(clean(motion))
    if has_words(text) and not has_words(speaker):
        raise CorpusError(f"{where}: nobody is named as the speaker", hint="Name the speaker of every line.")
    cutter.begin(
        speaker=" ".join(clean(speaker).split()),
        at=at,
        kind=_kind(where, fields.get("kind")),
        side=_side(where, fields.get("side")),
        round=_round(fields.get("round")),
        team=str(fields.get("team") or "").strip(),
        time=_first(fields, TIME),
        id=(id := _first(fields, ID)),
        reply_to="" if (answered := _first(fields, REPLY)) == id else answered,
    )
    cutter.turns[-1].fields["phase"] = str(fields.get("phase") or "").strip().lower()
    cutter.turns[-1].stance = _stance(where, fields) if has_words(speaker) else None
    cutter.add(text)


def _text_of(where: str, words: Any) -> str:
    """Return the words of an entry: a text, or the texts of a list of parts."""
    if isinstance(words, list):
        words = "".join(part if isinstance(part, str) else str(part.get("text") or "") for part in words if part)
    if not isinstance(words, str | None):
        raise CorpusError(f"{where}: the words are no text but {type(words).__name__}", hint="Write them in quotes.")
    return words or ""


def _drop_fields(cutter: Cutter, fields: Entry, *, but: str) -> None:
    for key, value in fields.items():
        if key != but:
            what = "names" if key in SPEAKER else "times" if key in TIME else f"field {key}"
            cutter.drop(what, " " * _characters(value))


def _characters(cell: Any) -> int:
    """Return the characters of all texts in a cell."""
    if isinstance(cell, str):
        return len(cell)
    inner = cell.values() if isinstance(cell, dict) else cell if isinstance(cell, list) else ()
    return sum(map(_characters, inner))


def _speaker(fields: Entry, people: Mapping[str, str]) -> str:
    """Return who speaks; '' where nobody is named."""
    value = next((fields[key] for key in SPEAKER if fields.get(key)), "")
    if isinstance(value, dict):
        value = next((value[key] for key in NAME if value.get(key)), "")
    return people.get(value, value) if isinstance(value, str) else ""


def _first(fields: Entry, names: tuple[str, ...]) -> str:
    value = next((fields[key] for key in names if fields.get(key)), "")
    if isinstance(value, dict):
        value = next((inner for key, inner in value.items() if str(key).lower() in NAME and inner), "")
    return str(value).strip()


def _kind(where: str, cell: Any) -> Kind:
    word = str(cell or "").strip().lower()
    if word in KINDS:
        return KINDS[word]
    raise CorpusError(
        f"{where}: {str(cell).strip()!r} is no kind",
        hint=f"Kinds: {', '.join(filter(None, KINDS))}; call the column otherwise where it means something else.",
    )


def _side(where: str, cell: Any) -> str | None:
    """Return the side in a field; None where it is empty."""
    word = str(cell or "").strip().lower()
    if word and word not in SIDES_BY_NAME:
        raise CorpusError(
            f"{where}: {str(cell).strip()[:60]!r} is no side",
            hint="Write pro, con or none; call the column otherwise where it means something else.",
        )
    return SIDES_BY_NAME.get(word)


def _stance(where: str, fields: Entry) -> float | None:
    """Return the stance in an entry, in [−1, 1] unless ``low`` and ``high`` state another scale; None for none."""
    cell, low, high = (fields.get(key) for key in ("stance", "low", "high"))
    if cell in (None, ""):
        return None
    try:
        scale = (-1.0 if low in (None, "") else read_number(low), 1.0 if high in (None, "") else read_number(high))
        return stance_on(cell, scale, f"{where}: stance")
    except ValueError as error:
        raise CorpusError(
            str(error), hint="A stance is a number; low and high name its scale, else −1 and 1."
        ) from None


def _round(cell: Any) -> int | None:
    with suppress(ValueError):
        if (number := read_number(str(cell).strip(), 0, MOST_ROUNDS)).is_integer():
            return int(number)
    return None


def _written_out(text: str, people: Mapping[str, str]) -> str:
    """Return a text of Slack with people, channels and links in words."""

    def write(mark: re.Match[str]) -> str:
        shown = mark["label"] or people.get(mark["place"], mark["place"])
        return f"{mark['sign']}{shown}" if mark["sign"] in ("@", "#") else shown

    return html.unescape(_MARKED.sub(write, text))
