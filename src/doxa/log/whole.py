"""Files that are there whole or not at all, and directories that a power cut does not take back.

A file is written beside its place, made durable, and renamed into place. A new name is durable once the directory that
holds it is, so that directories are made durable too.
"""

import errno
import os
from pathlib import Path

from doxa.errors import LogError

UNABLE = (errno.EACCES, errno.EINVAL, errno.ENOTSUP)
"""What is said of a directory that one may not read, and on a file system that keeps directories its own way."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all, and durable when this returns.

    Raises:
        LogError: the disk did not take it.
    """
    part = path.with_suffix(".part")
    try:
        make_directory(path.parent)
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        sync_directory(path.parent)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _refused(path, error) from None


def make_directory(path: Path) -> None:
    """Make a directory that is durable when this returns, with those above it that are not there.

    Raises:
        OSError: it cannot be made.
        LogError: the disk did not take it.
    """
    missing = [directory for directory in (path, *path.parents) if not directory.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for directory in missing:
        sync_directory(directory.parent)


def sync_directory(path: Path) -> None:
    """Make the names in a directory durable, where the file system does that at all.

    Raises:
        LogError: the disk did not take it.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        if error.errno not in UNABLE:
            raise _refused(path, error) from None


def _refused(path: Path, error: OSError) -> LogError:
    return LogError(
        f"{path} could not be written: {error.strerror}",
        hint="Everything written before is intact. Make room, then give the same call again.",
    )
