"""The runs below a folder: what each is, read from ``spec.json`` and the last line of its events alone.

A row is kept as long as the two files keep their time and size, so that listing ten thousand runs again costs one look
at each directory. Runs are known to the page by handles; no path comes from it.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.errors import LogError
from doxa.log import blobs, journal, ledger
from doxa.log.formats import SPEC
from doxa.log.lines import last_line
from doxa.log.rundir import paused_collection
from doxa.records.base import Record, clean, group_by
from doxa.records.model_kinds import source_of_words
from doxa.studio.looking import Found, Place, Stamp, read_bytes, refuse_odd, stamp_of
from doxa.studio.processes import holder, running

SHOWN = ("amendments", "name", "seed", "replicate", "protocol", "parent", "proposition", "participants", "roles")
"""Keys of a spec that rows are made of; the others, such as seeds, can be large and are not read."""

AFTER_LABELS = '],"name":'
"""Where the labels of a spec end: the quotes of a text are escaped, and labels hold no lists."""

KEY = re.compile(r'"([^"\\]*)":')

_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # without the checks of raw_decode, twice as fast


class Row(Record):
    """One run on the shelf."""

    handle: str
    path: str
    """Relative to the folder."""
    group: str
    """The folder that holds it, relative to the shelf's; runs of a sweep or an ensemble share it."""
    within: str = ""
    """The handle of the run that this one judges or reads, where it lies within that."""
    name: str = ""
    motion: str = ""
    protocol: str = ""
    seed: int = 0
    replicate: int = 0
    parent: str = ""
    """The first characters of the parent's hash; empty for a run that is no fork."""
    parent_at: str = ""
    """The turn at which the fork begins."""
    parent_run: str = ""
    """The handle of the parent, where it lies below the folder."""
    changes: tuple[str, ...] = ()
    """What a fork changes at its turn, as ``path=value``."""
    agents: int = 0
    speakers: tuple[str, ...] = ()
    """The models that speak."""
    words: str = ""
    """simulated, recorded or model: who speaks; mixed where it is not the same for all."""
    status: str = "damaged"
    """finished, unfinished, running, or damaged: its files cannot be read."""
    verified: str = ""
    """What verification found since the studio began; empty where nobody asked, or the files changed."""
    events: int | None = None
    stances: dict[str, float | None] = Field(default_factory=dict)
    """The last stance of every agent, of a finished run."""
    changed: float = 0.0
    """When its events were last written, in seconds since 1970."""


class ExhibitPage(Record):
    """A page of tables and figures that a command wrote."""

    handle: str
    path: str
    within: str
    """The handle of the run that it is of, where it lies within one."""
    group: str
    """The folder that holds it."""


@dataclass(kw_only=True)
class RunShelf:
    """The runs below a folder, by handle."""

    root: Path
    pages: dict[str, ExhibitPage] = field(default_factory=dict)
    """The pages of exhibits that the last look found, by handle."""
    sweeps: set[str] = field(default_factory=set)
    """The folders that the last look found to be those of sweeps."""
    _rows: dict[str, tuple[Stamp, Row]] = field(default_factory=dict)
    _paths: dict[str, str] = field(default_factory=dict)
    """Handle → path; rows tell it as text, which a name on a disk need not be."""
    _hashes: dict[str, tuple[Stamp, str]] = field(default_factory=dict)
    _verified: dict[str, tuple[Stamp, str]] = field(default_factory=dict)

    @paused_collection()
    def rows(self) -> list[Row]:
        """Return every run below the folder, the one written last first."""
        found = Found(root=str(self.root))
        found.look()
        kept: dict[str, tuple[Stamp, Row]] = {}
        for place in found.runs:
            handle = handle_of(place.path)
            if (stamp := stamp_of(found.absolute(place.path))) is not None:
                known = self._rows.get(handle)
                row = known[1] if known and known[0] == stamp else _row_of(found, place, handle, stamp)
                kept[handle] = (stamp, row)
        self._rows, self.sweeps = kept, found.sweeps
        self.pages = {page.handle: page for page in map(_page_of, found.pages)}
        self._paths = {handle_of(place.path): place.path for place in (*found.pages, *found.runs)}
        held, parents = running(), self._parents()
        rows = [self._at_present(row, stamp, held, parents) for stamp, row in kept.values()]
        return sorted(rows, key=lambda row: (-row.changed, row.path))

    def note_verified(self, handle: str, status: str) -> None:
        """Remember what verification of a run found, until its files change or the studio ends."""
        if handle in self._rows:
            self._verified[handle] = (self._rows[handle][0], status)

    def _at_present(self, row: Row, stamp: Stamp, held: dict[int, int], parents: dict[str, str]) -> Row:
        """Return a row with what is no property of its files: whether it runs, is verified, and where its parent is."""
        more: dict[str, str] = {}
        if row.status == "unfinished" and holder(self._directory(row.handle), held) is not None:
            more["status"] = "running"
        if self._verified.get(row.handle, (None,))[0] == stamp:
            more["verified"] = self._verified[row.handle][1]
        if row.parent in parents:
            more["parent_run"] = parents[row.parent]
        return row.model_copy(update=more) if more else row

    def _parents(self) -> dict[str, str]:
        """Return the first characters of a spec's hash → its run, for the parents of forks.

        Only specs that can be a parent are hashed: those of a motion that some fork has.
        """
        motions = {row.motion for _, row in self._rows.values() if row.parent}
        wanted = {row.parent for _, row in self._rows.values() if row.parent}
        found: dict[str, str] = {}
        for handle, (stamp, row) in self._rows.items():
            if row.motion in motions and (hashed := self._hash(handle, stamp)) in wanted:
                found.setdefault(hashed, handle)
        return found

    def _hash(self, handle: str, stamp: Stamp) -> str:
        if self._hashes.get(handle, (None,))[0] != stamp:
            self._hashes[handle] = (stamp, "")
            with suppress(OSError, ValueError):
                text = sha256(read_bytes(str(self._directory(handle) / SPEC))).hexdigest()[:12]
                self._hashes[handle] = (stamp, text)
        return self._hashes[handle][1]

    def _directory(self, handle: str) -> Path:
        return self.root / self._paths[handle]

    def path(self, handle: str) -> Path:
        """Return the directory of a run.

        Raises:
            LogError: there is none of this handle below the folder, or its files are not ordinary ones.
        """
        if handle not in self._rows and handle not in {row.handle for row in self.rows()}:
            raise LogError("there is no such run below the studio's folder", hint="It may have been moved: go back.")
        path = self._directory(handle)
        if not path.resolve().is_relative_to(self.root.resolve()) or path.is_symlink():
            raise LogError("the run lies outside the studio's folder", hint="Open the studio on the folder it lies in.")
        for name in (SPEC, ledger.NAME, journal.NAME, blobs.NAME):
            refuse_odd(path / name)
        return path

    def folder(self, name: str) -> Path:
        """Return a folder that holds runs, by the name that its runs tell.

        Raises:
            LogError: no run lies in such a folder.
        """
        handle = next((row.handle for _, row in self._rows.values() if row.group == name and not row.within), "")
        if not handle:
            raise LogError("there is no such folder of runs", hint="It may have been moved: go back.")
        return self.path(handle).parent

    def page(self, handle: str) -> Path:
        """Return the file of a page of exhibits.

        Raises:
            LogError: there is none of this handle below the folder.
        """
        if handle not in self.pages:
            self.rows()
        if handle not in self.pages:
            raise LogError("there is no such page below the studio's folder", hint="It may have been moved: go back.")
        path = self._directory(handle)
        if not path.resolve().is_relative_to(self.root.resolve()):
            raise LogError("the page lies outside the studio's folder")
        refuse_odd(path)
        return path


def handle_of(relative: str) -> str:
    """Return the name by which the page knows a run or a page: a hash of its path below the folder."""
    return sha256(os.fsencode(relative)).hexdigest()[:16]


def _page_of(place: Place) -> ExhibitPage:
    return ExhibitPage(
        handle=handle_of(place.path),
        path=clean(place.path),
        within=handle_of(place.within) if place.within else "",
        group=clean(os.path.dirname(place.path)),
    )


def _row_of(found: Found, place: Place, handle: str, stamp: Stamp) -> Row:
    about = {
        "handle": handle,
        "path": clean(place.path),
        "group": clean(os.path.dirname(place.path)),
        "within": handle_of(place.within) if place.within else "",
        "changed": (stamp[2] or stamp[0]) / 1e9,
    }
    directory = found.absolute(place.path)
    try:
        spec = read_bytes(f"{directory}/{SPEC}")
        return Row.model_validate(about | _told_by_spec(spec) | _told_by_end(f"{directory}/{ledger.NAME}"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration, RecursionError):
        return Row.model_validate(about)  # whatever such a directory holds, the others are listed


def _told_by_spec(spec: bytes) -> dict[str, Any]:
    known = _top_values(spec.decode())
    people, roles, parent = known["participants"], known["roles"], known["parent"] or {}
    speaking = {person.get("role", "speaker") for person in people} & roles.keys() or {"speaker"} & roles.keys()
    spoken_by = [roles[role] for role in speaking - {"reciter"}]
    speakers = sorted({role["model"] for role in spoken_by})
    return {
        "name": known["name"],
        "motion": known["proposition"]["text"],
        "protocol": known["protocol"],
        "seed": known["seed"],
        "replicate": known["replicate"],
        "parent": parent.get("spec", "")[:12],
        "parent_at": parent.get("at", ""),
        "changes": [
            f"{path}={json.dumps(value)}"[:80]
            for change in known["amendments"]
            if parent.get("at") and change["at"] == parent["at"]
            for path, value in change["set"].items()
        ][:6],
        "agents": len(people),
        "speakers": speakers,
        "words": kind_of_words(spoken_by),
    }


def kind_of_words(roles: Iterable[Mapping[str, Any]]) -> str:
    """Return whose the words are, as ``source_of_words`` says; ``mixed`` for several, empty where nobody speaks.

    Args:
        roles: the plain settings of the roles that speak.
    """
    kinds = {source_of_words(role["model"], role.get("declared")) for role in roles}
    return "mixed" if len(kinds) > 1 else "".join(kinds)


def _top_values(text: str) -> dict[str, Any]:
    """Return the values of ``SHOWN``. Labels can be most of a spec: their end is looked for from the nearer side."""
    with suppress(ValueError, StopIteration):
        if len(found := _values_after(text, text.rfind)) == len(SHOWN):
            return found
    return _values_after(text, text.find)


def _values_after(text: str, find: Callable[[str, int], int]) -> dict[str, Any]:
    """Return the values of ``SHOWN``, decoded one after the other. Keys are sorted, so that seeds come after them."""
    found: dict[str, Any] = {}
    place = 1
    while text[place - 1] != "}" and len(found) < len(SHOWN):
        named = KEY.match(text, place)
        if named is None:
            raise ValueError("not as a run writes it")
        key, place = named[1], named.end()
        after = find(AFTER_LABELS, place) if key == "labels" else -1
        if after >= 0:
            place = after + 1
        else:
            value, place = _scan(text, place)
            if key in SHOWN:
                found[key] = value
        place += 1
    return found


def _told_by_end(events: str) -> dict[str, Any]:
    line = last_line(events)
    if line is None:
        return {"status": "unfinished", "events": 0}
    last = json.loads(line)
    count = int(last["seq"]) + 1
    if last["kind"] != "end":
        return {"status": "unfinished", "events": count}
    return {"status": "finished", "events": count, "stances": last["body"].get("stances") or {}}


def is_reading_of(row: Row, handle: str) -> bool:
    """Return whether a run judges or reads another one: it lies within that, or began from it at no turn."""
    return row.within == handle or (row.parent_run == handle and not row.parent_at)


def tree_of(rows: Sequence[Row], handle: str) -> list[Row]:
    """Return the run with its forebears and all their forks, parents before their forks; nothing without kin."""
    by_handle = {row.handle: row for row in rows}
    root, above = handle, {handle}
    while (row := by_handle.get(root)) and row.parent_at and row.parent_run in by_handle.keys() - above:
        root = row.parent_run
        above.add(root)
    beginning_at_turns = (row for row in rows if row.parent_run and row.parent_at and not row.within)
    forks = group_by(beginning_at_turns, lambda row: row.parent_run)
    tree: dict[str, Row] = {}
    left = [by_handle[root]] if root in by_handle else []
    while left:
        row = left.pop()
        if row.handle not in tree:
            tree[row.handle] = row
            left += sorted(forks.get(row.handle, ()), key=lambda fork: (fork.changed, fork.path), reverse=True)
    return list(tree.values()) if len(tree) > 1 else []
