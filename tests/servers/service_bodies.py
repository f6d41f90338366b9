"""Errors that services were seen to answer with, each with its public source, and what doxa has to make of them.

A line of ``service_bodies.jsonl`` is one answer: the service, the HTTP status, the body (an object, or text that is
none), the ``kind`` of the fault, and the ``source``: the specification or the complaint that the body is taken from.
Names of organisations, keys and requests are left out. ``held`` marks the bodies that were looked for after the rule
was written, so that they say whether it holds for bodies that it was not written on.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from servers.misbehaviour import Reply, http
from servers.openai_server import OpenAIServer
from servers.provider_faults import DIALECTS, Ask, ask

FILE = Path(__file__).with_suffix(".jsonl")

FAMILIES = {
    "openai": "openai",
    "compatible": "openai",
    "ollama": "openai",
    "anthropic": "anthropic",
    "google": "google",
}
"""Interface → the interface that its bodies have."""

GIVEN_UP = {
    "busy": ("rate_limited", "server_error", "timeout"),
    "failed": ("server_error", "malformed", "broken_off"),
    "unknown": ("rejected",),
    "context": ("context_exceeded",),
}
"""Kind → the statuses that its call may be given up with; the last kind is not asked twice."""


@dataclass(frozen=True, kw_only=True)
class ServiceBody:
    """One answer of a service; ``kind``: setup, refused, or one of ``GIVEN_UP``."""

    service: str
    status: int
    kind: str
    source: str
    body: Any
    held: int = 0
    """Whether it was looked for after the rule was written: in the first search (1) or the second (2)."""
    looks_like: str = ""
    """The other kind that its words resemble."""

    @property
    def words(self) -> str:
        """The service's own words, as far as they are long enough to be kept whole."""
        inner = self.body.get("error", self.body) if isinstance(self.body, dict) else {}
        message = inner.get("message", inner.get("detail", "")) if isinstance(inner, dict) else inner
        return message[0]["msg"] if isinstance(message, list) else str(message)[:60]

    @property
    def is_answer(self) -> bool:
        """Whether it stands in OpenAI's form of an answer, which the other interfaces do not have."""
        return isinstance(self.body, dict) and "choices" in self.body

    def reply(self) -> Reply:
        """Return the answer as the test server sends it."""
        try:
            phrase = HTTPStatus(self.status).phrase
        except ValueError:
            phrase = "Unknown"
        is_text = isinstance(self.body, str)
        content = self.body if is_text else json.dumps(self.body, ensure_ascii=False)
        return http(f"{self.status} {phrase}", content.encode(), kind="text/html" if is_text else "application/json")


def service_bodies() -> Iterator[ServiceBody]:
    """Yield the bodies of the file, in its order."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        yield ServiceBody(**json.loads(line))


def fits(body: ServiceBody, dialect: str) -> bool:
    """Return whether an interface can show a body."""
    return not body.is_answer or FAMILIES[dialect] == "openai"


def describe_wrong(server: OpenAIServer, dialect: str, body: ServiceBody) -> str:
    """Return what doxa makes wrong of a body; empty where nothing is wrong."""
    server.always(body.reply())
    came = ask(server, dialect)
    server.always(None)
    if body.kind == "setup":
        is_right = (came.status, came.requests) == ("setup", 1)
    elif body.kind == "refused":
        is_right = (came.status, came.requests) == ("ok", 1) and came.answer is not None
        is_right = is_right and came.answer.finish == "refusal"
    else:
        is_right = came.status in GIVEN_UP[body.kind] and came.requests == (1 if body.kind == "context" else 2)
    if not is_right:
        return f"{body.kind} taken for {describe(came)}"
    return "" if body.words in came.words else f"the service's words are lost: {came.words[:200]!r}"


def describe(came: Ask) -> str:
    """Return what came of a request, in a few words."""
    ending = came.answer.finish if came.answer else came.status
    return f"{ending} after {came.requests} request{'s' if came.requests > 1 else ''}"


def dialects_of(body: ServiceBody) -> list[str]:
    """Return the interfaces that can show a body."""
    return [dialect for dialect in DIALECTS if fits(body, dialect)]
