"""Asks every node of a cluster something, and refuses a cluster whose nodes do not all run this doxa."""

from collections.abc import Callable
from typing import Any, TypeVar

from doxa.errors import ClusterError
from doxa.log.code import VERSION, code_hash

NODE_SECONDS = 180.0
"""Within this time every node must start a worker and answer."""

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
    nodes = {node["NodeID"]: _name(node) for node in _living(ray)}
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
            if node in {living["NodeID"] for living in _living(ray)}:
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


def _living(ray: Any) -> list[dict[str, Any]]:
    return [node for node in ray.nodes() if node["Alive"]]


def _name(node: dict[str, Any]) -> str:
    """Return a node's address, with the beginning of its identifier: nodes of one machine share the address."""
    return f"{node['NodeManagerAddress']} ({node['NodeID'][:8]})"


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:300] if lines else type(error).__name__
