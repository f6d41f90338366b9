"""Append-only files of lines: each line is written at once and never buffered.

When the disk takes only part of a line, the file is truncated to its earlier end before the error is raised, so that a
full disk loses no earlier line. An incomplete last line, left by a killed process or by a disk that did not even let
itself be truncated, is removed on opening.
"""

import os
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import overload

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
        size, whole = os.fstat(self._file).st_size, Lines(self.path).size
        if whole < size:
            disk.SYSTEM.truncate(self._file, whole)
        return whole


class Lines(Sequence[bytes]):
    """The complete lines that a file had when it was opened, read from it whenever they are asked for."""

    def __init__(self, path: Path, ends: "array[int] | None" = None) -> None:
        self.path = path
        self._ends = array("Q", ends or ())
        """The offset of the end of each line."""
        check_file(path)
        with suppress(FileNotFoundError), path.open("rb") as file:
            file.seek(self.size)
            for line in file:
                if line.endswith(b"\n"):
                    self._ends.append(self.size + len(line))

    @property
    def size(self) -> int:
        """The bytes of all lines."""
        return self._ends[-1] if self._ends else 0

    def grown(self) -> "Lines":
        """Return these lines and those that were written after them."""
        return Lines(self.path, self._ends)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lines) and self._ends == other._ends and all(map(bytes.__eq__, self, other))

    def __hash__(self) -> int:
        return hash(self.size)

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[bytes]:
        return self.between(0)

    @overload
    def __getitem__(self, place: int) -> bytes: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[bytes, ...]: ...

    def __getitem__(self, place: int | slice) -> bytes | tuple[bytes, ...]:
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        number = range(len(self))[place]
        return next(self.between(number, number + 1), b"")

    def between(self, start: int, stop: int | None = None) -> Iterator[bytes]:
        """Yield the lines from one number up to another."""
        if not self._ends:
            return
        with self.path.open("rb") as file:
            file.seek(self._ends[start - 1] if start else 0)
            yield from islice(file, max(0, (len(self) if stop is None else stop) - start))


KEPT = 2 << 20
"""Bytes of the largest file whose lines stay in memory as what they say, which takes about twenty times as much."""

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
