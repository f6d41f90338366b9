"""Append-only files of lines: each line is written at once and never buffered.

When the disk takes only part of a line, the file is truncated to its earlier end before the error is raised, so that a
full disk loses no earlier line. An incomplete last line, left by a killed process, is removed on opening.
"""

import os
from pathlib import Path

from doxa.errors import LogError


class LineFile:
    """One append-only file of complete lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise LogError(
                f"{path} cannot be written: {error.strerror}",
                hint="Choose a directory that you may write to with --out.",
            ) from None
        self._drop_torn_line()
        self._size = os.fstat(self._file).st_size
        self._dirty = True  # a killed sitting may have left lines that it did not sync

    def append(self, line: bytes) -> None:
        """Write one complete line.

        Raises:
            LogError: the line could not be written; the file is as it was before.
        """
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise self._refused(error.strerror or str(error)) from None
        if written != len(line):
            os.ftruncate(self._file, self._size)
            raise self._refused("no space left on device")
        self._size += written
        self._dirty = True

    def sync(self) -> None:
        """Sync the written lines to disk."""
        if self._dirty:
            os.fsync(self._file)
            self._dirty = False

    def close(self) -> None:
        os.close(self._file)

    def _refused(self, why: str) -> LogError:
        return LogError(
            f"{self.path} could not be written: {why}",
            hint="Everything written before is intact. Make room, then resume the run.",
        )

    def _drop_torn_line(self) -> None:
        size = os.fstat(self._file).st_size
        content = self.path.read_bytes()
        if size and not content.endswith(b"\n"):
            os.ftruncate(self._file, content.rfind(b"\n") + 1)


def complete_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file, line ends included; an incomplete last line is left out."""
    if not path.exists():
        return []
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
