"""The runs below a folder: what each is, read from ``spec.json`` and the last line of its events alone.

A row is kept as long as the two files keep their time and size, so that listing ten thousand runs again costs one look
at each directory. Runs are known to the page by handles; no path comes from it. Links are not followed.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.errors import LogError
from doxa.log import ledger
from doxa.log.formats import SPEC
from doxa.records.base import JsonValue, Record
from doxa.studio.processes import holder, running

TAIL = 1 << 16
"""Bytes at the end of the events that are read for the last line; a longer line is read whole."""

SHOWN = ("name", "seed", "replicate", "protocol", "parent", "proposition", "participants", "roles")
"""Keys of a spec that rows are made of; the others, such as seeds, can be large and are not read."""

AFTER_LABELS = '],"name":'
"""Where the labels of a spec end: the quotes of a text are escaped, and labels hold no lists."""

_DECODER = json.JSONDecoder()


class Row(Record):
    """One run on the shelf."""

    handle: str
    path: str
    """Relative to the folder."""
    group: str
    """The folder that holds it, relative to the shelf's; runs of a sweep or an ensemble share it."""
    name: str = ""
    motion: str = ""
    protocol: str = ""
    seed: int = 0
    replicate: int = 0
    parent: str = ""
    """The first characters of the parent's hash; empty for a run that is no fork."""
    spec: str = ""
    """The hash of its spec."""
    agents: int = 0
    speakers: tuple[str, ...] = ()
    """The models that speak."""
    status: str = "damaged"
    """finished, unfinished, running, or damaged: its files cannot be read."""
    events: int | None = None
    stances: dict[str, float | None] = Field(default_factory=dict)
    """The last stance of every agent, of a finished run."""
    changed: float = 0.0
    """When its events were last written, in seconds since 1970."""


Stamp = tuple[int, int, int, int]


@dataclass(kw_only=True)
class RunShelf:
    """The runs below a folder, by handle."""

    root: Path
    _rows: dict[str, tuple[Stamp, Row]] = field(default_factory=dict)

    def rows(self) -> list[Row]:
        """Return every run below the folder, the one written last first."""
        kept: dict[str, tuple[Stamp, Row]] = {}
        for directory in _run_directories(self.root):
            handle = handle_of(self.root, directory)
            stamp = _stamp(directory)
            known = self._rows.get(handle)
            row = known[1] if known and known[0] == stamp else _row_of(self.root, directory, stamp)
            kept[handle] = (stamp, row)
        self._rows = kept
        held = running()
        rows = [self._with_status(row, held) for _, row in kept.values()]
        return sorted(rows, key=lambda row: (-row.changed, row.path))

    def _with_status(self, row: Row, held: dict[int, int]) -> Row:
        """Return an unfinished row as running where a process drives it; that is no property of its files."""
        is_driven = row.status == "unfinished" and holder(self.root / row.path, held) is not None
        return row.model_copy(update={"status": "running"}) if is_driven else row

    def path(self, handle: str) -> Path:
        """Return the directory of a run.

        Raises:
            LogError: there is none of this handle below the folder.
        """
        if handle not in self._rows:
            self.rows()
        if handle not in self._rows:
            raise LogError("there is no such run below the studio's folder", hint="It may have been moved: go back.")
        path = self.root / self._rows[handle][1].path
        if not path.resolve().is_relative_to(self.root.resolve()) or _is_link(path):
            raise LogError("the run lies outside the studio's folder", hint="Open the studio on the folder it lies in.")
        return path


def handle_of(root: Path, directory: Path) -> str:
    """Return the name by which the page knows a run: a hash of its path below the folder."""
    return sha256(os.fsencode(directory.relative_to(root))).hexdigest()[:16]


def _run_directories(root: Path) -> Iterator[Path]:
    """Yield the directories with a spec, without following links; what lies within a run is its own (readings)."""
    for folder, inner, files in os.walk(root, followlinks=False):
        if SPEC in files:
            inner.clear()
            directory = Path(folder)
            if not _is_link(directory):
                yield directory


def _is_link(directory: Path) -> bool:
    return directory.is_symlink() or any((directory / name).is_symlink() for name in (SPEC, ledger.NAME))


def _stamp(directory: Path) -> Stamp:
    spec, events = (_look(directory / name) for name in (SPEC, ledger.NAME))
    return (*spec, *events)


def _look(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def _row_of(root: Path, directory: Path, stamp: Stamp) -> Row:
    relative = directory.relative_to(root)
    about = {
        "handle": handle_of(root, directory),
        "path": str(relative),
        "group": "" if str(relative.parent) == "." else str(relative.parent),
        "changed": (stamp[2] or stamp[0]) / 1e9,
    }
    try:
        spec = (directory / SPEC).read_bytes()
        return Row.model_validate(about | _told_by_spec(spec) | _told_by_end(directory / ledger.NAME))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Row.model_validate(about)  # whatever such a directory holds, the others are listed


def _told_by_spec(spec: bytes) -> dict[str, Any]:
    known = _top_values(spec.decode())
    people, roles = known["participants"], known["roles"]
    speaking = {person.get("role", "speaker") for person in people} & roles.keys() or {"speaker"} & roles.keys()
    return {
        "name": known["name"],
        "motion": known["proposition"]["text"],
        "protocol": known["protocol"],
        "seed": known["seed"],
        "replicate": known["replicate"],
        "parent": (known["parent"] or {}).get("spec", "")[:12],
        "spec": sha256(spec).hexdigest(),
        "agents": len(people),
        "speakers": tuple(sorted({roles[role]["model"] for role in speaking})),
    }


def _top_values(text: str) -> dict[str, Any]:
    """Return the values of ``SHOWN``, decoded one after the other. Keys are sorted, so that seeds come after them."""
    found: dict[str, Any] = {}
    place = 1
    while text[place - 1] != "}" and len(found) < len(SHOWN):
        key, place = _DECODER.raw_decode(text, place)
        after = text.find(AFTER_LABELS, place) if key == "labels" else -1
        if after >= 0:
            place = after + 1
        else:
            found[key], place = _DECODER.raw_decode(text, place + 1)
            if key not in SHOWN:
                del found[key]
        place += 1
    return found


def _told_by_end(events: Path) -> dict[str, Any]:
    line = last_line(events)
    if line is None:
        return {"status": "unfinished", "events": 0}
    last = json.loads(line)
    count = int(last["seq"]) + 1
    if last["kind"] != "end":
        return {"status": "unfinished", "events": count}
    stances: dict[str, JsonValue] = last["body"].get("stances") or {}
    return {"status": "finished", "events": count, "stances": stances}


def last_line(path: Path) -> bytes | None:
    """Return the last complete line of a file; None where it has none."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            length = TAIL
            while True:
                start = max(0, size - length)
                file.seek(start)
                end = file.read().rpartition(b"\n")[0]
                _, cut, line = end.rpartition(b"\n")
                if cut or start == 0:
                    return line or None
                length *= 8
    except FileNotFoundError:
        return None
