"""Whether all nodes of a cluster share the disk of run directories: each must read and write what this process does.

The driver writes a file beside the run directories. Before any run, each node reads this file and writes another one,
which the driver reads. Each task looks for the file again, since a cluster can gain nodes meanwhile.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from doxa.errors import ClusterError
from doxa.models.cluster.nodes import ask_nodes

SENTENCE = "run directories need a disk that all nodes of the cluster share"
HINT = "Give --out a directory on a disk that every node mounts at the same path, or leave out --on ray."


@contextmanager
def sharing_disk(ray: Any, paths: Sequence[Path]) -> Iterator[Path]:
    """Yield a file that every node sees while the runs at ``paths`` are made.

    Args:
        paths: run directories, absolute.

    Raises:
        ClusterError: a node does not see the directory around the runs, or cannot write to it.
    """
    folder = Path(os.path.commonpath([path.parent for path in paths]))
    created = [missing for missing in (folder, *folder.parents) if not missing.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    token = folder / f".doxa-{uuid4().hex}"
    try:
        token.write_text(token.name)
        _check_nodes_share(ray, token)
        yield token
    finally:
        for file in folder.glob(f"{token.name}*"):
            file.unlink(missing_ok=True)
        for empty in created:
            with suppress(OSError):  # it is not empty: runs were made
                empty.rmdir()


def _check_nodes_share(ray: Any, token: Path) -> None:
    for node, (answer, reason) in ask_nodes(ray, answer_token, token).items():
        if reason or not is_shared(answer, token.name):
            problem = reason or f"what it writes to {token.parent} is not there"
            raise ClusterError(f"{SENTENCE}: node {node} {problem}", hint=HINT)


def answer_token(token: Path) -> tuple[Path, str]:
    """Return the file that this node wrote beside the driver's, and why it could not; '' where it could."""
    answer = token.with_name(f"{token.name}-{uuid4().hex}")
    if not is_shared(token, token.name):
        return answer, f"does not see {token.parent}"
    try:
        answer.write_text(token.name)
    except OSError as error:
        return answer, f"cannot write to {token.parent} ({error.strerror or error})"
    return answer, ""


def is_shared(file: Path, text: str) -> bool:
    """Return whether a file of another machine is seen here with its text."""
    try:
        return file.read_text() == text
    except OSError:
        return False


def unshared(folder: Path) -> ClusterError:
    """Return the error of a task on a node that does not see the directory of the runs."""
    return ClusterError(f"{SENTENCE}: a node does not see {folder}", hint=HINT)
