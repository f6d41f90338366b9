"""A user's own data: one documented format, as JSON lines (a round a line) or CSV (a message a row).

JSON lines::

    {"person": "p1", "proposition": "…", "group": "g1", "initial": 3, "final": 5, "scale": [1, 6],
     "messages": [{"text": "…", "speaker": "p2", "stance": 4}, {"text": "…", "own": true}]}

CSV columns: person, proposition, initial, final, text; optionally group, round, low, high, speaker, own, stance, key,
control, argued, own_choice. Rows with the same person, proposition and round are one round, in the order of the file.
Stances are in [−1, 1] unless ``scale`` (``low`` and ``high``) says otherwise. A message's ``stance`` is the one that
the person stated after it. Without ``group`` each person is a group. Any other field of a round, or column, is a trait:
something known beforehand (a country, a model's name), the same in all rows of the round. A name that looks like a
misspelt field is refused.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from doxa.errors import CorpusError
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark, StatedStance
from doxa.humans.data.registry import Dataset, csv_rows, text_of, truth
from doxa.records.outside import parse_json, read_number, stance_on

KNOWN = {
    "id",
    "person",
    "proposition",
    "group",
    "initial",
    "final",
    "scale",
    "messages",
    "control",
    "argued",
    "own_choice",
}
KNOWN_MESSAGE = {"text", "speaker", "own", "stance", "key"}
LIKELY = 0.8
"""The least similarity of an unknown name to a known one that is taken for a misspelling (difflib)."""

COLUMNS = ("person", "proposition", "initial", "final", "text")
OPTIONAL = {"group", "round", "low", "high", "speaker", "own", "stance", "key", "control", "argued", "own_choice"}
SIDES = {"": 0, "for": 1, "against": -1}

Found = tuple[str, dict[str, Any]]
"""The place of a round in its file, and its fields in the form of JSON lines."""


def read_own(path: Path | None) -> People:
    """Return the people of a file; an invalid round is dropped with a remark.

    Raises:
        CorpusError: the file cannot be read, is neither JSON lines nor CSV, or has no usable round.
    """
    if path is None:
        raise CorpusError("own data need a file", hint="doxa replay FILE.jsonl, or FILE.csv (doxa docs replay).")
    text, encoding = text_of(path)
    remarks: list[Remark] = []
    if encoding != "UTF-8":
        remarks.append(Remark(where=path.name, why=f"read as {encoding}, not UTF-8", dropped=False))
    raw_rounds = _from_csv(path, text) if path.suffix.lower() == ".csv" else _from_lines(path, text, remarks)
    rounds: dict[str, PersonRound] = {}
    for where, fields in raw_rounds:
        try:
            round = _round(where, fields, path.stem)
            if round.id in rounds:
                raise ValueError(f"a second round with the id {round.id!r}")
            rounds[round.id] = round
        except ValueError as error:
            remarks.append(Remark(where=where, why=str(error)))
    if not rounds:
        complaint = f"; the first problem: {remarks[0].where}: {remarks[0].why}" if remarks else ""
        raise CorpusError(f"{path}: it has no usable round{complaint}", hint="doxa docs replay describes the format.")
    return People(
        name=path.stem,
        about=f"The people of {path.name}.",
        rounds=tuple(rounds.values()),
        remarks=tuple(remarks),
        belief_follows="a stance beside a message was stated after it"
        if any(round.stated for round in rounds.values())
        else "",
    )


def _from_lines(path: Path, text: str, remarks: list[Remark]) -> Iterator[Found]:
    for line, content in enumerate(text.split("\n"), 1):
        if not content.strip():
            continue
        where = f"{path.name}, line {line}"
        try:
            row = parse_json(content)
            if not isinstance(row, dict):
                raise ValueError("is not an object")
        except ValueError as error:
            remarks.append(Remark(where=where, why=f"not a JSON object ({error})"))
            continue
        yield where, row


def _from_csv(path: Path, text: str) -> list[Found]:
    """Return the place and the fields of each round.

    Raises:
        CorpusError: a column is missing or unknown, or a line is not CSV.
    """
    rounds: dict[tuple[str, str, str], Found] = {}
    try:
        rows = list(csv_rows(text))
    except ValueError as error:
        raise CorpusError(f"{path}: {error}", hint="Close the quote, or write it twice within a cell.") from None
    for line, row in rows:
        missing = [name for name in COLUMNS if name not in row]
        traits = [name for name in row if name not in COLUMNS and name not in OPTIONAL]
        misspelt = [name for name in traits if not name or _looks_like(name, {*COLUMNS, *OPTIONAL})]
        if missing or misspelt:
            fault = f"lacks the column {missing[0]!r}" if missing else f"has an unknown column {misspelt[0]!r}"
            raise CorpusError(f"{path} {fault}", hint=f"Columns: {', '.join((*COLUMNS, *sorted(OPTIONAL)))}.")
        key = (row["person"], row["proposition"], row.get("round", ""))
        fields = {name: row[name] for name in ("person", "proposition", "initial", "final")}
        fields |= {name: row[name] for name in ("group", "control", "argued", "own_choice", *traits) if row.get(name)}
        start: dict[str, Any] = {**fields, "messages": []}
        if row.get("low") or row.get("high"):
            start["scale"] = [row.get("low"), row.get("high")]
        if row.get("round"):
            start["id"] = "/".join((row["person"], row["round"], row["proposition"]))
        round_fields = rounds.setdefault(key, (f"{path.name}, line {line}", start))[1]
        if any(round_fields[name] != start[name] for name in ("initial", "final")):
            round_fields["clash"] = f"line {line} gives another initial or final stance than the round's first row"
        if changed := [name for name in traits if round_fields.get(name) != start.get(name)]:
            round_fields["clash"] = f"line {line} gives another {changed[0]} than the round's first row"
        round_fields["messages"].append({name: row[name] for name in KNOWN_MESSAGE if row.get(name)})
    return list(rounds.values())


def _round(where: str, row: dict[str, Any], name: str) -> PersonRound:
    """Return one round.

    Raises:
        ValueError: a field is missing or not valid; the message names it.
    """
    if "clash" in row:
        raise ValueError(row["clash"])
    traits = {name: _read_trait(name, row[name]) for name in sorted(set(row) - KNOWN)}
    person, proposition = (_read_text(row, field) for field in ("person", "proposition"))
    scale = _read_scale(row.get("scale", (-1, 1)))
    messages, stated = [], []
    id = str(row.get("id") or f"{person}/{proposition}")
    if not isinstance(row.get("messages"), list):
        raise ValueError("messages: missing, or not a list")
    for place, message in enumerate(row["messages"]):
        messages.append(_read_message(message, f"{name}/{id}/{place}", person, place))
        if message.get("stance") not in (None, ""):
            stance = stance_on(message["stance"], scale, f"the stance after message {place + 1}")
            stated.append(StatedStance(after=place + 1, stance=stance))
    return PersonRound(
        id=id,
        person=person,
        proposition=proposition,
        group=str(row.get("group") or person),
        initial=stance_on(row.get("initial"), scale, "initial"),
        final=stance_on(row.get("final"), scale, "final"),
        messages=tuple(messages),
        stated=tuple(stated),
        control=truth(row.get("control")),
        argued=_read_side(row.get("argued")),
        of_own_choice=truth(row.get("own_choice")),
        traits=traits,
    )


def _read_trait(name: str, raw: Any) -> str:
    """Return a trait as text; empty where it is not stated."""
    like = _looks_like(name, KNOWN)
    if like:
        raise ValueError(f"unknown field {name!r}; did you mean {like!r}?")
    if isinstance(raw, (list, dict)):
        raise ValueError(f"{name}: a further field is a text or a number, not {type(raw).__name__}")
    return "" if raw is None else str(raw).strip()


def _looks_like(name: str, known: set[str]) -> str | None:
    """Return the known name that another is likely to be a misspelling of; None where there is none."""
    return next(iter(get_close_matches(name.lower(), sorted(known), n=1, cutoff=LIKELY)), None)


def _read_message(message: Any, key: str, person: str, place: int) -> MetMessage:
    if not isinstance(message, dict) or not isinstance(message.get("text", ""), str):
        raise ValueError(f"message {place + 1} is not an object with a text")
    unknown = sorted(set(message) - KNOWN_MESSAGE)
    if unknown:
        raise ValueError(f"message {place + 1} has an unknown field {unknown[0]!r}")
    speaker = str(message.get("speaker") or "")
    is_own = truth(message.get("own")) or speaker == person
    return MetMessage(
        key=str(message.get("key") or key), speaker=speaker or "somebody", text=message.get("text", ""), own=is_own
    )


def _read_text(row: dict[str, Any], field: str) -> str:
    text = row.get(field)
    if text is None or not str(text).strip():
        raise ValueError(f"{field}: missing")
    return str(text).strip()


def _read_scale(raw_scale: Any) -> tuple[float, float]:
    try:
        low, high = (read_number(bound) for bound in raw_scale)
    except (TypeError, ValueError):
        raise ValueError(f"scale: {raw_scale!r} is not a pair of numbers") from None
    if low >= high:
        raise ValueError(f"scale: {low:g} is not below {high:g}")
    return low, high


def _read_side(raw_side: Any) -> int:
    word = str(raw_side or "").strip().lower()
    if word not in SIDES:
        raise ValueError(f"argued: {raw_side!r} is neither 'for' nor 'against'")
    return SIDES[word]


OWN = Dataset(
    read=read_own, recognises=lambda path: path.is_file() and path.suffix.lower() in (".jsonl", ".ndjson", ".csv")
)
