"""Joins the cluster that RAY_ADDRESS names, or starts one on this machine; each failure has words of its own."""

import logging
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from doxa.errors import ClusterError
from doxa.models.cluster.nodes import check_nodes
from doxa.models.cluster.trial import TOKEN_WORDS, try_address
from doxa.records.plugins import install_command

ADDRESS = "RAY_ADDRESS"
AUTHENTICATION = "RAY_AUTH_MODE"
TOKENS = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")

CONNECT_SECONDS = 5.0
"""Within this time something must listen at a cluster's address."""

JOIN_SECONDS = 60.0
"""Within this time a cluster must take this process in; Ray alone would try for minutes."""

ELSEWHERE = "Correct RAY_ADDRESS, or unset it: doxa then starts a cluster of its own on this machine."

_checked: set[str] = set()
"""The jobs, by Ray's identifier, whose cluster was found to run the same doxa on every node."""

_one_at_a_time = threading.Lock()


def join_cluster(*, needs: str, without: str, cpus: int | None = None) -> Any:
    """Return the module ``ray``, connected to a cluster.

    A process that is connected already, as its own driver or as a task, stays where it is.

    Args:
        needs: what needs Ray, for an error's hint.
        without: how to do without Ray, for an error's hint.
        cpus: the cores of a cluster of one's own; all of the machine when absent. A cluster that is joined has its own.

    Raises:
        ClusterError: Ray is not installed, or the cluster cannot be reached or used.
    """
    # under `uv run` Ray would pack the whole working directory and send it to its own machine
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    try:
        import ray
    except ImportError:
        raise ClusterError(
            f"Ray is not installed, which {needs} needs", hint=f"{install_command('ray')}, or {without}."
        ) from None
    with _one_at_a_time, _quiet():
        if not ray.is_initialized():
            _connect(ray, cpus)
        if not is_within_task(ray) and (job := ray.get_runtime_context().get_job_id()) not in _checked:
            check_nodes(ray)
            _checked.add(job)
    return ray


def is_within_task(ray: Any) -> bool:
    """Return whether this process is a worker that carries out a task, not a driver."""
    with _quiet():
        return ray.get_runtime_context().get_task_id() is not None


def _connect(ray: Any, cpus: int | None) -> None:
    address = os.environ.get(ADDRESS, "").strip()
    options: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
    if address in ("", "local"):
        # without "local", Ray would join whatever cluster was started last on this machine
        options |= {"address": "local", "include_dashboard": False} | ({} if cpus is None else {"num_cpus": cpus})
    else:
        _check_address(address)
        options |= {"address": address}
    try:
        with _same_signals():
            ray.init(**options)
    except Exception as error:
        problem = f"the cluster at {address} was not joined" if address else "Ray could not be started on this machine"
        raise ClusterError(f"{problem}: {_shorten(str(error))}", hint=ELSEWHERE if address else "") from None


def _check_address(address: str) -> None:
    """Refuse a cluster that cannot be joined; a token of this machine is shown to a cluster of this machine alone."""
    _check_port(address)
    # Ray's token for clusters of this machine
    has_token = (Path.home() / ".ray" / "auth_token").is_file() or any(map(os.environ.get, TOKENS))
    if AUTHENTICATION not in os.environ and has_token and _is_this_machine(address):
        os.environ[AUTHENTICATION] = "token"  # a cluster of `ray start` asks for it, and others do not mind
        read_mode_again()
    reason = try_address(address, JOIN_SECONDS)
    if not reason:
        return
    if reason == TOKEN_WORDS:
        raise ClusterError(
            f"the cluster at {address} asks for a token",
            hint="Set RAY_AUTH_MODE=token, with the cluster's token in RAY_AUTH_TOKEN or ~/.ray/auth_token "
            "(ray get-auth-token prints it on the cluster's machine).",
        )
    if "Version mismatch" in reason:
        raise ClusterError(
            f"the cluster at {address} has another version of Ray or Python: {_shorten(reason)}",
            hint="Every node and this machine need the same Ray and the same Python.",
        )
    raise ClusterError(f"the cluster at {address} cannot be joined: {_shorten(reason)}", hint=ELSEWHERE)


def _check_port(address: str) -> None:
    """Refuse an address of host and port where nothing listens."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if address == "auto":
        return
    if not (colon and host and port.isdecimal()):
        raise ClusterError(
            f"RAY_ADDRESS is {address!r}, which is no address of a cluster",
            hint="Write HOST:PORT, auto (the cluster of this machine) or local (one of doxa's own).",
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise ClusterError(f"no cluster answers at {address}: {error}", hint=ELSEWHERE) from None


def _is_this_machine(address: str) -> bool:
    """Return whether an address of host and port is one of this machine's own: a socket can be bound to it."""
    host = address.rpartition("://")[2].rpartition(":")[0].strip("[]")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as bound:
            bound.bind(place)
    except OSError:
        return False
    return True


def read_mode_again() -> None:
    """Let a Ray that was imported before see RAY_AUTH_MODE as it is now; Ray older than 2.52 asks for no token."""
    try:
        from ray._raylet import Config  # type: ignore[attr-defined, unused-ignore]
    except ImportError:
        return
    Config.initialize("")


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Ray's own remarks on joining; its errors are raised."""
    logger = logging.getLogger("ray")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextmanager
def _same_signals() -> Iterator[None]:
    """Keep the handler of SIGTERM, which Ray replaces by one that ends the process in the middle of a step."""
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if is_main and handler is not None:
            signal.signal(signal.SIGTERM, handler)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else f"{line[:299]}…"
