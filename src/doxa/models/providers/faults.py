"""The meaning of a client's exception for the call: wrong setup, try again, or give up.

Messages are doxa's own words followed by the provider's, without keys.
"""

import asyncio
import errno
import math
import re
import socket
import ssl
from contextlib import suppress

import aiohttp
import httpx2
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelServerError,
    ModelUnavailableError,
    UnexpectedModelBehavior,
    UserError,
)

from doxa.models.providers.endpoints import Endpoint
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

_TOO_LONG = re.compile(
    r"exceeds? the available context size|maximum context length|exceed_context_size|too large to process",
    re.IGNORECASE,
)
"""What servers of one's own (llama.cpp, vLLM) say to a prompt that is too long for them, with whatever status."""

_FILTERED = ("content_filter", "content_policy_violation", "moderation_blocked")
_EXCERPT = 400


def is_filtered(error: Exception) -> bool:
    """Return whether a service refused the content of a request, which counts as a refusal and not as wrong setup."""
    error_codes = {getattr(error, "provider_error_code", None), getattr(error, "provider_error_type", None)}
    return isinstance(error, ModelRequestRejectedError) and bool(error_codes & set(_FILTERED))


def fault_of(error: Exception, endpoint: Endpoint) -> Fault:
    """Return the fault that an exception means."""
    causes = _causes(error)
    if any(isinstance(cause, TooLongError) for cause in causes):
        return _fault(error, endpoint, "too_long", "sent a reply longer than longest_reply allows")
    if any(isinstance(cause, httpx2.DecodingError) for cause in causes):
        return _fault(error, endpoint, "malformed", "sent a body that cannot be decompressed", again=True)
    if redirect := next((cause for cause in causes if isinstance(cause, RedirectedError)), None):
        problem = f"redirects to another host, {redirect}, to which doxa sends neither prompts nor keys"
        hint = f"If that host is right, name it in {endpoint.service.url}."
        return _fault(error, endpoint, "setup", problem, hint=hint, setup=True)
    if isinstance(error, ModelContextWindowExceededError) or _is_too_long(error):
        return _fault(error, endpoint, "context_exceeded", "cannot take a prompt this long")
    if isinstance(error, (ModelRequestRejectedError, ModelQuotaExceededError, UserError)) or _status(error) == 501:
        return _setup(error, endpoint)
    return _local(error, endpoint, causes) or _passing(error, endpoint, causes)


def _local(error: Exception, endpoint: Endpoint, causes: list[BaseException]) -> Fault | None:
    """Return the fault of an error that lies on this machine or in its settings; None where it lies elsewhere."""
    hint = "Nothing is written down as the model's answer. Mend this, then resume the run."
    for cause in causes:
        if isinstance(cause, (httpx2.InvalidURL, httpx2.UnsupportedProtocol)) or _is_unknown_host(cause):
            problem = f"has a base URL that leads nowhere, {redact(endpoint.base_url, (endpoint.key,))}"
            return _fault(error, endpoint, "setup", problem, hint=f"Check {endpoint.service.url}.", setup=True)
        if isinstance(cause, ssl.SSLCertVerificationError):
            problem = "shows a certificate that this machine does not trust"
            return _fault(error, endpoint, "setup", problem, hint="Check the base URL and the clock.", setup=True)
        if isinstance(cause, MemoryError):
            problem = f"could not be asked, as {LOCAL[errno.ENOMEM]}"
            return _fault(error, endpoint, "setup", problem, hint=hint, setup=True)
        if problem := _problem_here(cause):
            # it may pass: other programs close files, and networks come back
            problem = f"could not be asked, as {problem}"
            return _fault(error, endpoint, "setup", problem, hint=hint, setup=True, again=True)
    return None


def _problem_here(cause: BaseException) -> str:
    """Return what is wrong with this machine; empty where an error does not say that anything is."""
    if isinstance(cause, socket.gaierror):
        return "this machine cannot look up names of hosts"
    return LOCAL.get(cause.errno or 0, "") if isinstance(cause, OSError) else ""


def _is_unknown_host(cause: BaseException) -> bool:
    return isinstance(cause, socket.gaierror) and cause.errno in _UNKNOWN_HOST


def _passing(error: Exception, endpoint: Endpoint, causes: list[BaseException]) -> Fault:
    """Return the fault of an error that the next try may not have."""
    if isinstance(error, ModelRateLimitError):
        return _fault(error, endpoint, "rate_limited", "asks for fewer calls", again=True)
    if isinstance(error, (ModelRequestTimeout, asyncio.TimeoutError)) or _status(error) == 408:
        return _fault(error, endpoint, "timeout", "did not answer in time", again=True)
    if isinstance(error, (ModelServerError, ModelUnavailableError)) or _status(error) >= 500:
        return _fault(error, endpoint, "server_error", "failed on its side", again=True)
    if isinstance(error, (ModelConnectionError, OSError)):
        # aiohttp's resets are reported as timeouts while connecting: the original exception distinguishes them.
        if any(isinstance(cause, TimeoutError) for cause in causes):
            return _fault(error, endpoint, "timeout", "did not answer in time", again=True)
        return _fault(error, endpoint, "connection", "could not be reached, or broke off", again=True)
    if _status(error) >= 400:
        return _setup(error, endpoint)
    return _fault(error, endpoint, "malformed", "sent something that is not a reply", again=True)


def _is_too_long(error: Exception) -> bool:
    """Return whether a server says that a prompt is too long, and not that a limit of output is too large."""
    if not isinstance(error, ModelHTTPError):
        return False
    message = _read_message(error)
    return bool(_TOO_LONG.search(message)) and "is too large:" not in message


def _setup(error: Exception, endpoint: Endpoint) -> Fault:
    service = endpoint.service
    if isinstance(error, ModelAuthenticationError):
        problem, hint = "does not accept the key", f"Check {' or '.join(service.keys)} and what it may use."
    elif isinstance(error, ModelNotFoundError):
        problem, hint = "does not know this model", f"Check the name, and the base URL {endpoint.base_url}."
    elif isinstance(error, ModelQuotaExceededError):
        problem, hint = "says that the quota or credit is used up", "Top the account up, then resume the run."
    elif _status(error) == 501:
        problem = "does not offer what the role needs"
        hint = f"Start it with what it names, or give the role another model. Base URL: {endpoint.base_url}"
    else:
        problem = "rejects the request"
        hint = "Leave out the setting that it names (temperature, top_p, seed, max_tokens, structured)."
    return _fault(error, endpoint, "setup", problem, hint=hint, setup=True)


def _fault(
    error: Exception,
    endpoint: Endpoint,
    status: str,
    problem: str,
    *,
    hint: str = "",
    setup: bool = False,
    again: bool = False,
) -> Fault:
    excerpt = redact(_read_message(error), (endpoint.key,))
    if len(excerpt) > _EXCERPT:
        excerpt = f"{excerpt[:_EXCERPT]}…"
    return Fault(
        status=status,
        message=f"{endpoint.name} {problem}: {excerpt}",
        hint=hint,
        setup=setup,
        again=again,
        retry_after=_retry_after(error),
    )


def _read_message(error: Exception) -> str:
    """Return the service's message, or else the innermost reason."""
    body = getattr(error, "body", None)
    for _ in range(2):
        if isinstance(body, dict):
            body = body.get("message") or body.get("error")
    if isinstance(error, ModelHTTPError):
        return f"{error.status_code} {body if isinstance(body, str) and body else 'without an explanation'}"
    if isinstance(error, TimeoutError):
        return "no complete reply within timeout_s"
    innermost = _innermost(error) if isinstance(error, (ModelConnectionError, OSError)) else error
    return str(innermost) or type(innermost).__name__


def _innermost(error: Exception) -> BaseException:
    """Return the innermost network error among causes, or else the innermost error of a client."""
    causes = _causes(error)
    of_network = [cause for cause in causes if isinstance(cause, OSError)]
    of_clients = [cause for cause in causes if isinstance(cause, (aiohttp.ClientError, httpx2.HTTPError))]
    return [error, *of_clients, *of_network][-1]


def _retry_after(error: Exception) -> float | None:
    """Return the seconds that the service asks to wait; fractions are read here, as the client does not read them."""
    seconds: float | None = getattr(error, "retry_after", None)
    headers = getattr(error, "headers", None) or {}
    if seconds is None and isinstance(error, ModelHTTPError):
        with suppress(ValueError):
            seconds = float(headers.get("retry-after", ""))
    return seconds if seconds is not None and math.isfinite(seconds) and seconds >= 0 else None


def _status(error: Exception) -> int:
    return error.status_code if isinstance(error, ModelHTTPError) else 0


def _causes(error: BaseException | None) -> list[BaseException]:
    """Return an exception and its causes, outermost first."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain
