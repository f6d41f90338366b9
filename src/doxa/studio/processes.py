"""Runs as processes: who holds a run's lock, and runs that the studio starts, each a command of its own.

A run started here goes on when the studio ends, as one started in a terminal does, and either is watched through its
log. Which process drives a run is read from the system's list of locks, where there is one (Linux).
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from os.path import samestat
from pathlib import Path
from stat import S_ISREG

from doxa.errors import LogError
from doxa.log.rundir import LOCK

LOCKS = Path("/proc/locks")

NOBODY, BY_HAND = "no process of this machine is running it", "Press Ctrl-C where it was started."

MAIN = "from doxa.app.cli import main; main()"


def running() -> dict[int, int]:
    """Return the inode of each locked file with the process that holds it; empty where the system does not tell."""
    try:
        lines = LOCKS.read_text().splitlines()
    except OSError:
        return {}
    locks = (words for line in lines if len(words := line.split()) >= 6 and words[1] == "FLOCK")
    return {int(words[5].rpartition(":")[2]): int(words[4]) for words in locks}


def holder(path: Path, held: dict[int, int]) -> int | None:
    """Return the process that drives a run; None where nobody does, or the system does not tell."""
    lock = _own_lock(path)
    return held.get(lock.st_ino) if lock else None


def _own_lock(path: Path) -> os.stat_result | None:
    """Return the status of a run's lock; None where it has none, or where that is a link, which may be another's."""
    with suppress(OSError):
        lock = (path / LOCK).lstat()
        if S_ISREG(lock.st_mode) and lock.st_nlink == 1:
            return lock
    return None


def _is_holding(process: int, lock: os.stat_result) -> bool:
    """Return whether a process has locked this very file, by device and inode; a number alone may be another disk's.

    Raises:
        OSError: the process is over, or not this user's.
    """
    for opened in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):  # it is closed meanwhile
            if samestat(opened.stat(), lock) and "FLOCK" in (opened.parents[1] / "fdinfo" / opened.name).read_text():
                return True
    return False


def is_driven(path: Path) -> bool | None:
    """Return whether a process of this machine drives a run; None where the system does not tell."""
    return holder(path, running()) is not None if LOCKS.exists() else None


def stop(path: Path) -> None:
    """Interrupt the process that drives a run, as Ctrl-C in its terminal does: it ends resumably.

    Raises:
        LogError: nobody drives it, or its process is not to be found or not this user's.
    """
    lock, process = _own_lock(path), holder(path, running())
    if lock is None or process is None:
        raise LogError(NOBODY, hint=BY_HAND)
    try:
        handle = os.pidfd_open(process)  # the process itself: its number may become that of another
        try:
            if not _is_holding(process, lock):
                raise LogError(NOBODY, hint=BY_HAND)
            signal.pidfd_send_signal(handle, signal.SIGINT)
        finally:
            os.close(handle)
    except OSError as error:
        raise LogError(f"its process, {process}, cannot be stopped: {error.strerror}") from None


@dataclass(kw_only=True)
class Children:
    """The commands that the studio started, by number."""

    _started: dict[int, tuple[Sequence[str], subprocess.Popen[bytes]]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def start(self, words: Sequence[str]) -> int:
        """Start a ``doxa`` command in a process of its own and return its number."""
        number = next(self._numbers)  # two pages may start commands at once, each in a thread of the studio's
        with (self._folder / f"{number}.txt").open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-c", MAIN, *words],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._started[number] = words, process
        return number

    def report(self, number: int) -> dict[str, str | int | None]:
        """Return a command, its exit code (None while it runs) and the last lines that it printed.

        Raises:
            LogError: the studio did not start it.
        """
        if number not in self._started:
            raise LogError("the studio did not start this command")
        words, process = self._started[number]
        code, printed = process.poll(), self._folder / f"{number}.txt"
        lines = printed.read_text(errors="replace").strip().splitlines()[-6:] if printed.exists() else []
        return {"command": command(words), "code": code, "told": "\n".join(lines)}

    @cached_property
    def _folder(self) -> Path:
        """The folder of what they print, which goes when the studio ends; commands that go on print to nobody then."""
        folder = Path(tempfile.mkdtemp(prefix="doxa-studio-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return folder

    @property
    def going(self) -> int:
        """How many are not over."""
        return sum(process.poll() is None for _, process in self._started.values())


def command(words: Sequence[str]) -> str:
    """Return what a user would type."""
    return shlex.join(["doxa", *words])
