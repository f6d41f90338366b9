"""Every way in which a service can answer wrongly, in every interface, with what doxa has to make of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from doxa.errors import ModelCallError, ModelSetupError
from doxa.models.port import Response
from doxa.records.finishing import ending_of
from servers.altered import ENDINGS, INSTEAD, LABELS, THOUGHT, USAGES, WRAPPED
from servers.asking import ask_model
from servers.openai_server import OpenAIServer

DIALECTS = {
    "openai": "openai:gpt-4o-mini",
    "compatible": "compatible:test",
    "ollama": "ollama:test",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-2.5-flash",
}

BROKEN = ("no_finish", "null_finish", "empty_finish")
FAILED = ("error_finish", "network_finish", "abort_finish", "resource_finish")
"""Endings that say that the service broke off: half a text is never speech."""
FINISHES = {
    "odd_finish": "guardrail_intervened",
    "length": "length",
    "content_filter": "refusal",
    "sensitive_finish": "refusal",
}
COUNTS: dict[str, tuple[int | None, int | None]] = {
    "no_usage": (None, None),
    "null_usage": (None, None),
    "half_usage": (40, None),
    "fractional_usage": (41, 12),
    "text_usage": (None, None),
    "negative_usage": (None, 12),
    "absurd_usage": (None, None),
    "infinite_usage": (None, 3),
    "endless_usage": (None, 12),
    "list_usage": (None, None),
}
"""Report → the tokens in and out that are believed."""

PASSING = {
    "rate_limited": "rate_limited",
    "server_error": "server_error",
    "unavailable": "server_error",
    "request_timeout": "timeout",
    "reset": "connection",
    "cut_off": "connection",
    "garbage": "",
    "truncated": "malformed",
    "not_an_object": "malformed",
    "html": "malformed",
    "nested": "malformed",
    "invalid_utf8": "malformed",
}
"""Trouble of one try → its status; '' where clients differ in what they make of it."""

LASTING = ("forbidden", "not_found", "payment", "key_echo", "unsupported")


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What came of one request under one misbehaviour."""

    answer: Response | None
    status: str
    """ok, setup, or the status of the call that was given up."""
    tries: tuple[str, ...]
    requests: int
    words: str = ""
    """What is said of it: the error's message, or the words that are kept of a refusal."""


def ask(server: OpenAIServer, dialect: str, *, tries: int = 2, **settings: object) -> Ask:
    """Return what comes of asking a model for a speech."""
    before = server.count
    try:
        response = ask_model(server, DIALECTS[dialect], conditions={"tries": tries}, **settings)
    except ModelSetupError as error:
        return Ask(answer=None, status="setup", tries=(), requests=server.count - before, words=error.message)
    except ModelCallError as error:
        statuses = tuple(attempt.status for attempt in error.tries)  # type: ignore[attr-defined]
        return Ask(
            answer=None, status=error.status, tries=statuses, requests=server.count - before, words=error.message
        )
    statuses = tuple(attempt.status for attempt in response.tries)
    return Ask(answer=response, status="ok", tries=statuses, requests=server.count - before, words=response.text)


def cases(dialect: str) -> Iterator[str]:
    """Yield the misbehaviours that an interface can show; Google's has no such word for the call of a tool."""
    yield from (name for name in ENDINGS if (dialect, name) != ("google", "tool_finish"))
    yield from (*WRAPPED, *INSTEAD, *USAGES, *LABELS, *PASSING, *LASTING)


def fault_of(server: OpenAIServer, dialect: str, name: str, plain: Response) -> str:
    """Return what doxa makes wrong of a misbehaviour; empty where nothing is wrong.

    Args:
        plain: the right answer.
    """
    server.always(None)
    if name in PASSING:
        server.plan(name)
    else:
        server.always(name)
    came = ask(server, dialect)
    server.always(None)
    if name in LASTING:
        return "" if (came.status, came.requests) == ("setup", 1) else f"not set up wrongly: {came}"
    if name in BROKEN:
        return "" if (came.status, came.requests) == ("broken_off", 2) else f"not broken off: {came}"
    if name in FAILED:
        return "" if (came.status, came.requests) == ("server_error", 2) else f"not failed: {came}"
    if came.answer is None:
        return f"an answer was lost: {came}"
    if name in PASSING:
        expected = PASSING[name] or (came.tries[0] if came.tries else "")
        right = came.answer.text == plain.text and came.tries == (expected,) and came.requests == 2
        return "" if right else f"not recovered: {came}"
    if came.requests != 1:
        return f"asked, and billed, {came.requests} times"
    return _fault_of_answer(name, came.answer, plain)


def _fault_of_answer(name: str, answer: Response, plain: Response) -> str:
    if THOUGHT in answer.text:
        return "a thought was taken for speech"
    ending = ending_of(answer.finish, answer.text)
    if name in INSTEAD or name == "tool_finish":
        says_nothing = ending.verdict == "again" or not answer.text.strip()
        return "" if says_nothing else f"taken for speech: {answer.text[:60]!r}"
    if name in FINISHES:
        return "" if answer.finish == FINISHES[name] else f"ended as {answer.finish}"
    if answer.text.strip() != plain.text:
        return f"other words: {answer.text[:60]!r}"
    counts = (answer.usage.input_tokens, answer.usage.output_tokens)
    return f"counted {counts}" if name in COUNTS and counts != COUNTS[name] else ""
