"""Append-only files of lines: each line is written at once and never buffered.

When the disk takes only part of a line, the file is truncated to its earlier end before the error is raised, so that a
full disk loses no earlier line. An incomplete last line, left by a killed process or by a disk that did not even let
itself be truncated, is removed on opening.
"""

import os
from contextlib import suppress
from pathlib import Path

from doxa.log import disk
from doxa.log.files import check_file


class LineFile:
    """One append-only file of complete lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = disk.open_file(path)
        try:
            self._size = self._drop_torn_line()
        except OSError as error:
            self.close()
            raise disk.describe_refusal(path, error) from None
        self._synced = -1  # a killed sitting may have left lines that it did not sync
        """The size at the last sync."""
        self._torn = False
        """Whether the file ends with part of a line, so that no line may follow it."""
        self._unsynced: OSError | None = None
        """The error of a sync that failed. Later syncs may succeed although the lines are gone, and are not tried."""

    def append(self, line: bytes) -> None:
        """Write one complete line.

        Raises:
            DiskError: the line could not be written; the file's earlier lines are as they were.
        """
        try:
            if self._torn:
                self._cut_off_part()
            self._torn = True
            disk.write_fully(self._file, line)
            self._torn = False
        except OSError as error:
            with suppress(OSError):  # where the disk refuses that too, the part is removed before the next line
                self._cut_off_part()
            raise disk.describe_refusal(self.path, error) from None
        self._size += len(line)

    @property
    def is_synced(self) -> bool:
        return self._synced == self._size

    def sync(self) -> None:
        """Sync the written lines to disk; those that are written meanwhile count as not synced.

        Raises:
            DiskError: they could not be synced, now or once before.
        """
        if self.is_synced:
            return
        size = self._size
        try:
            if self._unsynced:
                raise self._unsynced
            disk.SYSTEM.sync(self._file)
        except OSError as error:
            self._unsynced = error
            raise disk.describe_refusal(self.path, error) from None
        self._synced = size

    def close(self) -> None:
        disk.close_file(self._file)

    def _cut_off_part(self) -> None:
        disk.SYSTEM.truncate(self._file, self._size)
        self._torn = False

    def _drop_torn_line(self) -> int:
        """Remove an incomplete last line and return the file's size."""
        size = os.fstat(self._file).st_size
        content = self.path.read_bytes()
        if size and not content.endswith(b"\n"):
            size = content.rfind(b"\n") + 1
            disk.SYSTEM.truncate(self._file, size)
        return size


TAIL = 1 << 13
"""Bytes at the end of a file that are read for its last line; a longer line is read whole."""

LONGEST = 1 << 28
"""Bytes of the longest last line that is read."""


def last_line(path: str | Path) -> bytes | None:
    """Return the last complete line of a file, without its end; None where it has none.

    Raises:
        ValueError: it is longer than anything that a run writes.
    """
    check_file(Path(path))
    with suppress(FileNotFoundError), open(path, "rb", buffering=0) as file:
        size, length = file.seek(0, os.SEEK_END), TAIL
        while length <= LONGEST:
            start = max(0, size - length)
            file.seek(start)
            _, cut, line = file.read(size - start).rpartition(b"\n")[0].rpartition(b"\n")
            if cut or start == 0:
                return line or None
            length *= 8
        raise ValueError("too long")
    return None


def complete_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file, line ends included; an incomplete last line is left out."""
    check_file(path)
    if not path.exists():
        return []
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
