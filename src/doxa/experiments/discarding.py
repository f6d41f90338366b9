"""The one place that decides whether a run directory may be removed: never where a call would be lost with it.

A run that cannot be resumed leaves nothing behind as long as plain code alone answered in it. A call that a model
answered, or that was given up after it was sent, may have been paid for and cannot be had again.
"""

from pathlib import Path

from doxa.errors import LogError
from doxa.log import blobs, disk, journal, ledger
from doxa.log.formats import SPEC
from doxa.log.rundir import LOCK, locked

OWN_FILES = (f"{SPEC}{disk.UNFINISHED}", ledger.NAME, journal.NAME, blobs.NAME, blobs.FOLDER, SPEC, LOCK)
"""What doxa writes into a run directory; a directory with any other file is somebody else's too.

They are removed in this order: where the disk stops that halfway, the others are still a run that can be resumed.
"""


def discard_run(path: Path, copied_from: Path | None = None) -> bool:
    """Return whether a run directory was removed; it is kept where a model's call or another file would be lost.

    Args:
        copied_from: the parent run; calls that its journal holds as well are not lost.
    """
    if not path.exists():
        return True
    try:
        with locked(path):
            own = {entry.name for entry in path.iterdir()} <= set(OWN_FILES)
            removable = own and not _lost_calls(path, copied_from)
            if removable:
                for name in OWN_FILES:
                    disk.remove(path / name)
                disk.remove(path)
    except (LogError, OSError):
        return False  # in use, unreadable or damaged: what it holds is not known
    return removable


def kept_hint(path: Path) -> str:
    """Return the sentence that says where the calls of a run that cannot go on are kept."""
    return f"The calls that were made are kept in {path}."


def _lost_calls(path: Path, copied_from: Path | None) -> bool:
    """Return whether a model's call would be lost with a directory.

    Raises:
        DamagedLogError: a line of a journal is not a journal line.
    """
    copied = set(map(_mark_of, journal.read_calls(copied_from / journal.NAME))) if copied_from else set()
    return any(_mark_of(call) not in copied and not call.simulated for call in journal.read_calls(path / journal.NAME))


def _mark_of(call: journal.CallRecord) -> tuple[str, str, str, float]:
    """Return what a call and its copy in another journal share, and no other call."""
    return call.id, call.request, call.text, call.began
