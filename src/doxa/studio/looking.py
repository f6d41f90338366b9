"""What lies below a folder: runs, pages of exhibits and sweeps, by names and files alone.

Links are not followed, and what is no ordinary file is not opened: a pipe would never answer. Folders may be nested as
deeply as the disk allows, and a file may be of any length: neither stops the look at the others.
"""

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG

from doxa.errors import LogError
from doxa.log import ledger
from doxa.log.formats import SPEC
from doxa.log.lines import LONGEST

PAGES = ("exhibits.html", "arguments.html", "landscape.html")
"""The pages that commands write: beside their tables, of a debate's arguments, and the map of many debates'."""

OWN = ("readings", "exhibits")
"""Folders within a run that hold what was made of it later."""

SWEEP = "sweep.json"

Stamp = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """A directory with a run, or with a page of exhibits."""

    path: str
    """Relative to the folder."""
    within: str
    """The path of the run in which it lies; empty for one that lies in none."""


@dataclass(kw_only=True)
class Found:
    """What a look below the folder finds."""

    root: str
    runs: list[Place] = field(default_factory=list)
    pages: list[Place] = field(default_factory=list)
    sweeps: set[str] = field(default_factory=set)

    def absolute(self, relative: str) -> str:
        return self.root if relative in ("", ".") else f"{self.root}/{relative}"

    def look(self) -> None:
        """Look at every folder, without following links; within a run only at what was made of it."""
        left = [Place(path="", within="")]
        while left:
            place = left.pop()
            files, folders = _inside(self.absolute(place.path))
            within = place.within
            if SPEC in files:
                self.runs.append(Place(path=place.path or ".", within=within))
                within = place.path or "."
                folders = [name for name in folders if name in OWN]
            above = f"{place.path}/" if place.path else ""
            self.pages += [Place(path=above + name, within=within) for name in PAGES if name in files]
            if SWEEP in files:
                self.sweeps.add(place.path)
            left += [Place(path=above + name, within=within) for name in folders]


def _inside(folder: str) -> tuple[set[str], list[str]]:
    """Return the ordinary files and the folders of a folder; nothing of one that cannot be read."""
    files: set[str] = set()
    folders: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            elif entry.name in (SPEC, SWEEP, *PAGES) and entry.is_file(follow_symlinks=False):
                files.add(entry.name)
    return files, folders


def stamp_of(directory: str) -> Stamp | None:
    """Return the times and sizes of a run's two files; None where one of them is no ordinary file."""
    stamp: list[int] = []
    for name in (SPEC, ledger.NAME):
        try:
            found = os.lstat(f"{directory}/{name}")
        except OSError:
            stamp += (0, 0)
        else:
            if not S_ISREG(found.st_mode):
                return None
            stamp += (found.st_mtime_ns, found.st_size)
    return stamp[0], stamp[1], stamp[2], stamp[3]


def refuse_odd(file: Path) -> None:
    """Check that a file is an ordinary one, or absent.

    Raises:
        LogError: it is a link, a folder, a pipe or a device.
    """
    if os.path.lexists(file) and not S_ISREG(file.lstat().st_mode):
        raise LogError(f"{file.name} of this run is a link, a folder or a pipe, not a file", hint="It is not opened.")


def read_bytes(path: str) -> bytes:
    """Return the bytes of an ordinary file.

    Raises:
        ValueError: it is longer than anything that is read whole.
    """
    with open(path, "rb", buffering=0) as file:
        if os.fstat(file.fileno()).st_size > LONGEST:
            raise ValueError("too long")
        return file.readall()
