"""Files that exist complete or not at all, and directories that survive a power cut.

A file is written under another name, synced, and renamed. A new name survives a power cut once its directory is synced,
so that directories are synced too.
"""

import errno
import os
from pathlib import Path

from doxa.errors import LogError

UNABLE = (errno.EACCES, errno.EINVAL, errno.ENOTSUP)
"""Errors of syncing a directory without read permission, or on a file system that cannot sync directories."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, complete or not at all, and sync it to disk.

    Raises:
        LogError: the file could not be written.
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
    """Create a directory with its missing parents, and sync them to disk.

    Raises:
        OSError: it cannot be created.
        LogError: it could not be synced.
    """
    missing = [directory for directory in (path, *path.parents) if not directory.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for directory in missing:
        sync_directory(directory.parent)


def sync_directory(path: Path) -> None:
    """Sync the names in a directory to disk, where the file system supports that.

    Raises:
        LogError: the directory could not be synced.
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
