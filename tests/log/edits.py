"""Single edits of a log: every field of every line of every file, changed or taken out, and every list made longer.

What a line leaves out is put in with another value.

An edit is plain (the bytes are changed, as a hand or a disk does it) or forged: every hash is made anew as
docs/log-format.md describes, so that only recomputing the log can show it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from doxa.analysis.verify import verify
from doxa.errors import DamagedLogError, LogError
from doxa.log.journal import EXCEPTED
from doxa.records.base import canonical_line
from log.forging import make_hashes_anew, read_objects
from log.remembering import ProblemFoundError

LINES = ("spec.json", "events.jsonl", "calls.jsonl", "blobs.jsonl")

How = Literal["changed", "taken out", "made longer", "put in"]

REMADE = ("prev", "link", "seal", "answer")
"""Hashes that a forger makes anew, so that an edit of them alone leaves nothing behind."""

FREE_WHEN_FORGED = (*EXCEPTED, "finish")
"""Fields of a call that nothing is computed from."""


@dataclass(frozen=True)
class Edit:
    """One edit of a log."""

    file: str
    line: int
    path: tuple[str | int, ...]
    """Keys and places from the line's object down to the field; empty for a file that is not made of lines."""
    how: How

    @property
    def field(self) -> str:
        """The field without the places in lists, such as ``body.claims.text``."""
        return ".".join(key for key in self.path if isinstance(key, str))

    def __str__(self) -> str:
        return f"{self.file}:{self.line + 1} {'.'.join(map(str, self.path))} {self.how}"


def edits_of(run: Path) -> Iterator[Edit]:
    """Yield every edit of every field of a run."""
    for name in LINES:
        lines = (run / name).read_bytes().splitlines()
        for number, (line, whole) in enumerate(zip(lines, read_objects(run / name), strict=True)):
            for path, how in _edits_in(json.loads(line), whole):
                yield Edit(name, number, path, how)
    for shard in sorted((run / "shards").glob("*.npz")):
        yield Edit(shard.relative_to(run).as_posix(), 0, (), "changed")


def forgeries_of(run: Path, each: int) -> Iterator[Edit]:
    """Yield the edits that outlast new hashes: those of events and calls, at most ``each`` of one field and kind.

    Excepted fields, sittings and answers that nobody read are left out.
    """
    lines = {name: read_objects(run / name) for name in ("events.jsonl", "calls.jsonl")}
    counts: Counter[tuple[str, ...]] = Counter()
    for edit in edits_of(run):
        if edit.file not in lines or edit.path[-1] in REMADE:
            continue
        line = lines[edit.file][edit.line]
        if edit.file == "calls.jsonl" and not _is_computed_from(edit, line, lines["events.jsonl"]):
            continue
        sort = (edit.file, line["kind"], str(line.get("role")), edit.field, edit.how)
        counts[sort] += 1
        if counts[sort] <= each:
            yield edit


def is_found(run: Path, edit: Edit, *, forged: bool) -> bool:
    """Return whether verification notices an edit, and put the run back as it was."""
    kept = {name: (run / name).read_bytes() for name in ({*LINES, edit.file} if forged else {edit.file})}
    found = True
    try:
        _make(run, edit, kept[edit.file])
        if forged:
            with suppress(KeyError, DamagedLogError):  # a line that is none any more has no hash to be made anew
                make_hashes_anew(run)
        found = verify(run).status not in ("verified", "unfinished")
    except* (ProblemFoundError, LogError):
        pass  # the first only where ``remembering``, which drives no further; the second where the format is forged
    finally:
        for name, content in kept.items():
            (run / name).write_bytes(content)
    return found


def _make(run: Path, edit: Edit, content: bytes) -> None:
    if not edit.path:
        (run / edit.file).write_bytes(bytes([content[0] ^ 1]) + content[1:])
        return
    lines = content.splitlines(keepends=True)
    changed = json.loads(lines[edit.line])
    whole: Any = read_objects(run / edit.file)[edit.line] if edit.how == "put in" else None
    *above, last = edit.path
    holder: Any = changed
    for key in above:
        holder = holder[key]
        whole = whole[key] if whole else None
    if edit.how == "taken out":
        del holder[last]
    elif edit.how == "made longer":
        holder[last] = [*holder[last], holder[last][-1] if holder[last] else "x"]
    elif edit.how == "put in":
        holder[last] = _another(whole[last])
    else:
        holder[last] = _another(holder[last])
    lines[edit.line] = canonical_line(changed)
    (run / edit.file).write_bytes(b"".join(lines))


def _another(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return -value if value else value + 1
        case str():
            return value + "x"
        case None:
            return 1
        case list():
            return [*value, "x"]
        case _:
            return {**value, "x": 1}


def _edits_in(value: Any, whole: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], How]]:
    if isinstance(value, dict):
        for key in [key for key in whole if key not in value]:
            yield (*path, key), "put in"
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield (*path, key), "taken out"
            yield from _edits_in(inner, whole.get(key, inner), (*path, key))
    elif isinstance(value, list) and value:
        yield path, "made longer"
        wholes = whole if isinstance(whole, list) and len(whole) == len(value) else value
        for place, (inner, filled) in enumerate(zip(value, wholes, strict=True)):
            yield (*path, place), "taken out"
            yield from _edits_in(inner, filled, (*path, place))
    else:
        yield path, "changed"


def _is_computed_from(edit: Edit, call: dict[str, Any], events: list[dict[str, Any]]) -> bool:
    """Return whether an event is computed from this field of this call."""
    if call["kind"] == "sitting" or edit.path[0] in FREE_WHEN_FORGED:
        return False
    if edit.path != ("text",):
        return True
    outcomes = [event["body"] for event in events if event["kind"] == "outcome"]
    return any(outcome["status"] == "ok" and outcome["calls"][-1] == call["id"] for outcome in outcomes)
