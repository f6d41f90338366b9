"""Asks every node of a cluster something: whether all run this doxa, and whether all share the disk of the runs.

Each node must read and write what this process does. The driver writes a file beside the run directories. Before any
run, each node reads this file and writes another one, which the driver reads. Each task looks for the file again, since
a cluster can gain nodes meanwhile.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from doxa.errors import ClusterError
from doxa.log.formats import VERSION, code_hash

NODE_SECONDS = 180.0
"""Within this time every node must start a worker and answer."""

SENTENCE = "run directories need a disk that all nodes of the cluster share"
HINT = "Give --out a directory on a disk that every node mounts at the same path, or leave out --on ray."

Answer = TypeVar("Answer")


def ask_nodes(ray: Any, question: Callable[..., Answer], *words: object) -> dict[str, Answer]:
    """Return each node's answer to a question, by the node's name; a node that goes away meanwhile is left out.

    Args:
        question: a function that each node calls with ``words``.

    Raises:
        ClusterError: a node cannot call the function, or gives no answer in time.
    """
    from ray.exceptions import GetTimeoutError, RayError, RayTaskError
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    task = ray.remote(question)
    # nodes of one machine share its address: the beginning of the identifier tells them apart
    nodes = {node: f"{address} ({node[:8]})" for node, address in _living(ray).items()}
    asked = {
        node: task.options(
            num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False), max_retries=3
        ).remote(*words)
        for node in nodes
    }
    answers: dict[str, Answer] = {}
    for node, reference in asked.items():
        try:
            answers[nodes[node]] = ray.get(reference, timeout=NODE_SECONDS)
        except GetTimeoutError:
            raise ClusterError(
                f"node {nodes[node]} of the cluster does not answer within {NODE_SECONDS:g} s",
                hint="ray status shows whether the node is overloaded; ray stop on it takes it out of the cluster.",
            ) from None
        except RayTaskError as error:
            raise ClusterError(
                f"node {nodes[node]} of the cluster cannot run doxa: {_last_line(error)}",
                hint="Install the same doxa, with the same plug-ins, on every node.",
            ) from None
        except RayError:
            if node in _living(ray):
                raise ClusterError(f"node {nodes[node]} of the cluster cannot start a worker") from None
    return answers


def check_nodes(ray: Any) -> None:
    """Refuse a cluster in which a node runs another doxa: its bytes might be others.

    Raises:
        ClusterError: a node runs another doxa or none, or does not answer.
    """
    for node, code in ask_nodes(ray, describe_code).items():
        if code != describe_code():
            raise ClusterError(
                f"node {node} of the cluster runs another doxa: {code[0]} with the code {code[1]}; this is "
                f"{VERSION} with the code {describe_code()[1]}",
                hint="Install the same doxa on every node.",
            )


def describe_code() -> tuple[str, str]:
    """Return the version of this process's doxa, and the beginning of its code's hash."""
    return VERSION, code_hash()[:8]


def _living(ray: Any) -> dict[str, str]:
    """Return identifier → address of the nodes that are alive."""
    return {node["NodeID"]: node["NodeManagerAddress"] for node in ray.nodes() if node["Alive"]}


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:300] if lines else type(error).__name__


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
        for node, (answer, reason) in ask_nodes(ray, answer_token, token).items():
            if reason or not is_shared(answer, token.name):
                problem = reason or f"what it writes to {folder} is not there"
                raise ClusterError(f"{SENTENCE}: node {node} {problem}", hint=HINT)
        yield token
    finally:
        for file in folder.glob(f"{token.name}*"):
            file.unlink(missing_ok=True)
        for empty in created:
            with suppress(OSError):  # it is not empty: runs were made
                empty.rmdir()


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
