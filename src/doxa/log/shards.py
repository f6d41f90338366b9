"""Large arrays of a run, in ``shards/`` of its directory: each file is named by the hash of its bytes.

Events name shards by hash, as they name blobs. The saved state of an audience lies in ``shards/state`` and is no part
of the log: without it, resuming computes the earlier rounds again.
"""

from pathlib import Path

from doxa.errors import DamagedLogError
from doxa.log.disk import write_whole
from doxa.records.canonical import digest

FOLDER = "shards"
STATE = "state"
SUFFIX = ".npz"


def put_shard(run: Path, content: bytes) -> str:
    """Write a shard, synced to disk, and return its name.

    Raises:
        LogError: the shard could not be written.
    """
    name = digest(content)
    if not has_shard(run, name):
        write_whole(run / FOLDER / f"{name}{SUFFIX}", content)
    return name


def has_shard(run: Path, name: str) -> bool:
    return (run / FOLDER / f"{name}{SUFFIX}").exists()


def read_shard(run: Path, name: str) -> bytes:
    """Return the bytes of a shard.

    Raises:
        DamagedLogError: the shard is missing, or was changed.
    """
    path = run / FOLDER / f"{name}{SUFFIX}"
    try:
        content = path.read_bytes()
    except OSError:
        raise DamagedLogError(f"shard {name[:12]}… is missing from {run / FOLDER}") from None
    if digest(content) != name:
        raise DamagedLogError(f"{path} was changed after it was written")
    return content
