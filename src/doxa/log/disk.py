"""The one way to disk: every file that belongs to a run is opened, written, synced, renamed, locked and removed here.

``FileSystem`` makes the calls of the operating system; tests put one that fails into its place (``SYSTEM``), so that
every place that writes is tested with a full disk and with I/O errors.

A whole file is written under another name, synced, and renamed, so that it exists complete or not at all. A new name
survives a power cut once its directory is synced, so that directories are synced too.

Every error names the file. A DiskError is one that goes away with its cause, such as a full disk, so that the same
call goes on; any other LogError says that nobody may write there.
"""

import errno
import fcntl
import os
import shutil
from contextlib import suppress
from pathlib import Path

from doxa.errors import DiskError, LogError

SYNC_UNABLE = (errno.EACCES, errno.EINVAL, errno.ENOTSUP)
"""Errors of syncing a directory without read permission, or on a file system that cannot sync directories."""

REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "Make room"),
    errno.EFBIG: "Allow larger files (ulimit -f)",
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), "Allow more open files (ulimit -n)"),
    errno.ENOMEM: "Free some memory",
    errno.ENOLCK: "Use a file system that has locks",
}
"""What ends an error; any other is a fault of the disk."""

WRONG_PLACE = (
    *(errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY),
    *(errno.ENAMETOOLONG, errno.ELOOP, errno.ENOENT, errno.ENXIO, errno.EINVAL),
)
"""Errors that the same call would meet again, since nobody may write there, or nothing can be there."""

TO_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND
TO_REPLACE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
TO_LOCK = os.O_RDWR | os.O_CREAT


class FileSystem:
    """The calls of the operating system that change files; each raises OSError."""

    def open_file(self, path: Path, flags: int) -> int:
        """Return the descriptor of a file, which is created where ``flags`` say so."""
        return os.open(path, flags, 0o666)

    def write(self, file: int, content: bytes) -> int:
        """Return how many bytes of the content were written."""
        return os.write(file, content)

    def truncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        os.fsync(file)

    def lock(self, file: int) -> None:
        """Lock a file for this process alone; BlockingIOError where another process has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def rename(self, old: Path, new: Path) -> None:
        os.replace(old, new)

    def make_folder(self, path: Path) -> None:
        os.mkdir(path)

    def remove(self, path: Path) -> None:
        os.unlink(path)

    def remove_folder(self, path: Path) -> None:
        """Remove a folder with everything in it."""
        shutil.rmtree(path)


SYSTEM = FileSystem()

UNFINISHED = ".part"
"""Suffix of a file that is written beside its earlier one; a disk that breaks, or a kill, can leave it behind."""


def describe_refusal(path: Path, error: OSError) -> LogError:
    """Return the error that says what happened to which file, and what to do."""
    reason = error.strerror or str(error)
    if error.errno in WRONG_PLACE:
        return LogError(
            f"{path} cannot be written: {reason}", hint="Choose a place that you may write to, such as with --out."
        )
    remedy = REMEDIES.get(error.errno or 0, "See to the disk")
    return DiskError(f"{path if path.name else path.resolve()} could not be written: {reason}", remedy=remedy)


def open_file(path: Path, flags: int = TO_APPEND) -> int:
    """Return the descriptor of a file, by default to append lines; it is created where it does not exist.

    Raises:
        LogError: it cannot be opened.
    """
    try:
        return SYSTEM.open_file(path, flags)
    except OSError as error:
        raise describe_refusal(path, error) from None


def write_fully(file: int, content: bytes) -> None:
    """Write all bytes; the system may take them in several parts.

    Raises:
        OSError: the disk took none of them, or only a first part.
    """
    while content:
        content = content[SYSTEM.write(file, content) :]


def close_file(file: int) -> None:
    """Close a file. What it holds was synced before, so that an error here loses nothing and must not hide another."""
    with suppress(OSError):
        os.close(file)


def lock_file(path: Path) -> int:
    """Return the descriptor of a locked file; the operating system frees the lock when the process ends.

    Raises:
        BlockingIOError: another process has it locked.
        LogError: it cannot be opened or locked.
    """
    file = open_file(path, TO_LOCK)
    try:
        SYSTEM.lock(file)
    except BlockingIOError:
        close_file(file)
        raise
    except OSError as error:
        close_file(file)
        raise describe_refusal(path, error) from None
    return file


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, complete or not at all; LogError as ``write_whole``."""
    write_whole(path, text.encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file with its missing folders, complete or not at all, and sync it to disk.

    A link stays a link, to the new content; a device such as /dev/stdout is written as it is.

    Raises:
        LogError: the file could not be written; an earlier file of that name is as it was.
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f"{target.name}{UNFINISHED}")
    try:
        if path.exists() and not path.is_file():
            _write_file(path, content, os.O_WRONLY)
            return
        make_folders(target.parent)
        _write_file(part, content, TO_REPLACE, synced=True)
        SYSTEM.rename(part, target)
    except BrokenPipeError:
        raise  # whoever read a device such as /dev/stdout went away
    except OSError as error:
        with suppress(OSError):
            SYSTEM.remove(part)
        raise describe_refusal(path, error) from None
    sync_folder(target.parent)


def make_folders(path: Path) -> None:
    """Create a folder with its missing parents, and sync their names to disk.

    Raises:
        LogError: it cannot be created, or could not be synced.
    """
    try:
        missing = [folder for folder in (path, *path.parents) if not folder.exists()]
        for folder in reversed(missing):
            with suppress(FileExistsError):  # another process made it meanwhile
                SYSTEM.make_folder(folder)
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as error:
        raise describe_refusal(path, error) from None
    for folder in missing:
        sync_folder(folder.parent)


def sync_folder(path: Path) -> None:
    """Sync the names in a folder to disk, where the file system supports that.

    Raises:
        LogError: the folder could not be synced.
    """
    try:
        file = SYSTEM.open_file(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            SYSTEM.sync(file)
        finally:
            close_file(file)
    except OSError as error:
        if error.errno not in SYNC_UNABLE:
            raise describe_refusal(path, error) from None


def rename(old: Path, new: Path) -> None:
    """Give a file or folder its final name, and sync the name to disk; LogError where that is not possible."""
    try:
        SYSTEM.rename(old, new)
    except OSError as error:
        raise describe_refusal(new, error) from None
    sync_folder(new.parent)


def remove(path: Path) -> None:
    """Remove a file or folder with everything in it, where it exists; LogError where it cannot be removed."""
    try:
        if path.is_dir() and not path.is_symlink():
            SYSTEM.remove_folder(path)
        else:
            with suppress(FileNotFoundError):
                SYSTEM.remove(path)
    except OSError as error:
        raise describe_refusal(path, error) from None


def _write_file(path: Path, content: bytes, flags: int, *, synced: bool = False) -> None:
    file = SYSTEM.open_file(path, flags)
    try:
        write_fully(file, content)
        if synced:
            SYSTEM.sync(file)
    finally:
        close_file(file)
