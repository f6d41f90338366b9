"""Whether the files of a run can be opened without harm: ordinary files, that fit memory, each under one name.

A pipe never ends, a log that is larger than the memory ends the process in the middle of reading, and a line that is
appended to a file of two names belongs to both runs. Each is refused before anything is read or written.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from doxa.errors import DamagedLogError, LogError

LARGE = 1 << 26
"""Bytes from which on a file is compared with the memory."""

HELD = 2
"""How often a file that is read whole is in memory at least: its bytes, and its lines."""


def check_file(path: Path, *, appended: bool = False) -> None:
    """Raise where a file of a run cannot be read whole, or where what is appended to it would reach another run.

    Raises:
        LogError: it cannot; the error says why, and nothing was read or written.
    """
    try:
        status = path.stat()
    except OSError:
        return  # it is absent, or whoever opens it says what is wrong
    if not S_ISREG(status.st_mode):
        raise LogError(
            f"{path} is a folder, a pipe or a device, not a file",
            hint="It is not opened. Put the run's own file there.",
        )
    if appended and (status.st_nlink > 1 or path.is_symlink()):
        raise LogError(
            f"{path} has another name too (a link): what is written here would be written to the other run as well",
            hint=f"Nothing was written. Make a copy of its own, and use that: cp -rL {path.parent} COPY",
        )
    if status.st_size > LARGE and HELD * status.st_size > (free := available_memory()):
        raise LogError(
            f"{path} has {status.st_size / 1e9:.1f} GB, and reading it takes twice that: {free / 1e9:.1f} GB of memory "
            "are available",
            hint="Nothing was read. Use a machine with more memory, or end other programs.",
        )


def require_files(path: Path, events: str, *others: str) -> None:
    """Raise where a run directory holds events, and lacks files to which they refer.

    Raises:
        DamagedLogError: it does; nothing was written.
    """
    missing = [name for name in others if not (path / name).exists()]
    if missing and (path / events).exists() and (path / events).stat().st_size:
        raise DamagedLogError(
            f"{path} holds events, but no {' and no '.join(missing)}, to which they refer",
            hint="Copy the whole directory again, or put the file back.",
        )


def available_memory() -> int:
    """Return the bytes of memory that can be used without swapping, of Linux; elsewhere all that the machine has."""
    with suppress(OSError):
        return 1024 * int(re.findall(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())[0])
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
