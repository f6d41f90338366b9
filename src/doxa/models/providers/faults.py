"""The meaning of a client's exception for the call: wrong setup, try again, or give up.

Messages are doxa's own words followed by the provider's, without keys.
"""

import errno
import socket
import ssl
from collections.abc import Callable
from dataclasses import replace

import aiohttp
import httpx2
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelRequestTimeout,
    UnexpectedModelBehavior,
    UserError,
)

from doxa.errors import DoxaError
from doxa.models.providers.endpoints import Endpoint
from doxa.models.providers.fault_kinds import Kind, ServiceError, kind_of
from doxa.models.redaction import redact
from doxa.models.retries import Fault


class TooLongError(Exception):
    """A body exceeded its bound and was not read to its end."""


class RedirectedError(httpx2.HTTPError):
    """A service redirects to another host, which its message names."""


MALFORMED = (UnexpectedModelBehavior, LookupError, AttributeError, TypeError, ValueError, RuntimeError, AssertionError)
"""Exceptions of clients over an invalid body; no client validates a body completely."""

LOCAL = {
    errno.EMFILE: "this process has too many files open",
    errno.ENFILE: "this machine has too many files open",
    errno.ENOMEM: "this machine has no memory left",
    errno.ENOBUFS: "this machine has no network buffers left",
    errno.ENETDOWN: "the network of this machine is down",
    errno.ENETUNREACH: "this machine is not connected to the network",
    errno.EADDRNOTAVAIL: "this machine has no free address or port left",
    errno.EACCES: "this machine does not allow the connection",
    errno.EPERM: "this machine does not allow the connection",
}
"""Numbers of errors that lie on this machine and not on the model's."""

_UNKNOWN_HOST = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}

FAULTS = (
    ModelAPIError,
    UserError,
    TooLongError,
    aiohttp.ClientError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    TimeoutError,
    OSError,
    MemoryError,
    *MALFORMED,
)
"""All exceptions of a try that concern the call; clients do not wrap all of them."""

SHORTEN = (
    "Give it a larger context (llama.cpp: --ctx-size, which its slots share; Ollama: OLLAMA_CONTEXT_LENGTH; vLLM: "
    "--max-model-len), or begin a run that needs less: policy.retrieved, policy.recent, personas, max_tokens"
)
"""What to do where a prompt is longer than a model's context."""

REFUSED = "refused"
"""The status of a fault that is no failure: the service refuses what is said."""

REJECTED = "rejected"
"""The status of a request that a service rejects in words that no rule knows."""

_EXCERPT = 400


def fault_of(error: Exception, endpoint: Endpoint) -> Fault:
    """Return the fault that an exception means."""
    causes = _causes(error)
    fault = _judge(error, causes, endpoint)
    excerpt = redact(_read_message(error, causes), (endpoint.key,))
    if len(excerpt) > _EXCERPT:
        excerpt = f"{excerpt[:_EXCERPT]}…"
    return replace(fault, message=f"{endpoint.name} {fault.message}: {excerpt}")


def _judge(error: Exception, causes: list[BaseException], endpoint: Endpoint) -> Fault:
    """Return what an exception means; the fault's message is only doxa's words, to follow the endpoint's name."""
    for cause in causes:
        match cause:
            case DoxaError():
                raise cause from None  # a reason of doxa's own, which a client hides
            case TooLongError():
                return Fault(status="too_long", message="sent a reply longer than longest_reply allows")
            case httpx2.DecodingError():
                return _passing_fault("malformed", "sent a body that cannot be decompressed")
            case RedirectedError():
                return _setup_fault(
                    f"redirects to another host, {cause}, to which doxa sends neither prompts nor keys",
                    hint=f"If that host is right, name it in {endpoint.service.url}.",
                )
    if said := _error_said(error, causes):
        return replace(_FAULTS[kind_of(said)](endpoint), retry_after=said.retry_after)
    return _judge_this_machine(causes, endpoint) or _judge_service(error, causes, endpoint)


def _error_said(error: Exception, causes: list[BaseException]) -> ServiceError | None:
    """Return what a service answered that is an error; None where something else went wrong."""
    for cause in causes:
        if isinstance(cause, ServiceError):
            return cause
    return ServiceError(error.status_code, error.body, error.headers) if isinstance(error, ModelHTTPError) else None


def _judge_this_machine(causes: list[BaseException], endpoint: Endpoint) -> Fault | None:
    """Return the fault of an error that lies on this machine or in its settings; None where it lies elsewhere."""
    hint = "Nothing is written down as the model's answer. Mend this, then resume the run."
    asked = "could not be asked, as"
    for cause in causes:
        match cause:
            # what may be tried again may pass: other programs close files, and networks come back
            case socket.gaierror() if cause.errno not in _UNKNOWN_HOST:
                return _setup_fault(f"{asked} this machine cannot look up names of hosts", hint, again=True)
            case socket.gaierror() | httpx2.InvalidURL() | httpx2.UnsupportedProtocol():
                return _setup_fault(
                    f"has a base URL that leads nowhere, {redact(endpoint.base_url, (endpoint.key,))}",
                    hint=f"Check {endpoint.service.url}.",
                )
            case ssl.SSLCertVerificationError():
                return _setup_fault(
                    "shows a certificate that this machine does not trust", hint="Check the base URL and the clock."
                )
            case MemoryError():
                return _setup_fault(f"{asked} {LOCAL[errno.ENOMEM]}", hint)
            case OSError() if cause.errno in LOCAL:
                return _setup_fault(f"{asked} {LOCAL[cause.errno]}", hint, again=True)
    return None


def _judge_service(error: Exception, causes: list[BaseException], endpoint: Endpoint) -> Fault:
    """Return the fault of a service that did not answer, or not with an answer; the next try may not have it."""
    if isinstance(error, UserError):
        return _refused_setting(endpoint)
    # aiohttp's resets are reported as timeouts while connecting: the original exception distinguishes them
    if any(isinstance(cause, aiohttp.ConnectionTimeoutError) for cause in causes):
        return _connection_fault(endpoint)
    if any(isinstance(cause, (TimeoutError, ModelRequestTimeout)) for cause in causes):
        return _passing_fault("timeout", "did not answer in time")
    if isinstance(error, (ModelConnectionError, OSError)):
        return _connection_fault(endpoint)
    return _passing_fault("malformed", "sent something that is not a reply")


def _refused_setting(endpoint: Endpoint) -> Fault:
    return _setup_fault(
        "rejects the request",
        hint="Leave out the setting that it names (temperature, top_p, seed, structured), or lower "
        'max_tokens; max_tokens = "provider" sends none.',
    )


def _setup_fault(problem: str, hint: str, *, again: bool = False) -> Fault:
    return Fault(status="setup", message=problem, hint=hint, setup=True, again=again)


def _passing_fault(status: str, problem: str) -> Fault:
    return Fault(status=status, message=problem, again=True)


def _connection_fault(endpoint: Endpoint) -> Fault:
    """Return the fault of a server that is not there, or goes away before its answer ends."""
    hint = "See to the network" if endpoint.service.needs_key else "Start its server"
    return replace(_passing_fault("connection", "could not be reached, or broke off"), hint=f"{hint}, then go on")


def _read_message(error: Exception, causes: list[BaseException]) -> str:
    """Return the service's message, or else the innermost reason: an error of the network, or else of a client."""
    if said := _error_said(error, causes):
        return str(said)
    if isinstance(error, TimeoutError):
        return "no complete reply within timeout_s"
    reasons: list[BaseException] = [error]
    if isinstance(error, (ModelConnectionError, OSError)):
        reasons += [cause for cause in causes if isinstance(cause, (aiohttp.ClientError, httpx2.HTTPError))]
        reasons += [cause for cause in causes if isinstance(cause, OSError)]
    return str(reasons[-1]) or type(reasons[-1]).__name__


def _causes(error: BaseException | None) -> list[BaseException]:
    """Return an exception and its causes, outermost first."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain


_FAULTS: dict[Kind, Callable[[Endpoint], Fault]] = {
    "content": lambda endpoint: Fault(status=REFUSED, message="refuses the content"),
    "context": lambda endpoint: Fault(
        status="context_exceeded", message="cannot take a prompt this long", hint=SHORTEN
    ),
    "busy": lambda endpoint: _passing_fault("rate_limited", "asks for fewer calls"),
    "timeout": lambda endpoint: _passing_fault("timeout", "did not answer in time"),
    "server": lambda endpoint: _passing_fault("server_error", "failed on its side"),
    "unknown": lambda endpoint: replace(
        _passing_fault(REJECTED, "rejects the request"), hint=_refused_setting(endpoint).hint
    ),
    "setting": _refused_setting,
    "key": lambda endpoint: _setup_fault(
        "does not accept the key", hint=f"Check {' or '.join(endpoint.service.keys)} and what it may use."
    ),
    "model": lambda endpoint: _setup_fault(
        "does not know this model", hint=f"Check the name, and the base URL {endpoint.base_url}."
    ),
    "unpaid": lambda endpoint: _setup_fault(
        "says that the quota or credit is used up", hint="Top the account up, then resume the run."
    ),
    "offer": lambda endpoint: _setup_fault(
        "does not offer what the role needs",
        hint=f"Start it with what it names, or give the role another model. Base URL: {endpoint.base_url}",
    ),
}
"""Kind of error → its fault at an endpoint; ``fault_kinds`` says which is met."""
