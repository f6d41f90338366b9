"""What a service itself says about its answer: why it ended and what it used, read from the body before its client.

Clients refuse a whole answer over a count that is missing, null or fractional, and it would be paid for again. The body
is therefore read here first. Where a count, a reason or a label is not as the interface describes it, the client gets a
body that it accepts, and what the service said is kept beside it. They also turn a missing reason into "stop", and drop
a reason that they do not know: both are undone here, since only the service's own word counts. Names, times and places
around an answer say nothing of it; only the model's name is recorded, as text.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import httpx2
from pydantic_ai.messages import ModelResponse, ToolCallPart

from doxa.models.port import Usage
from doxa.models.providers.endpoints import Family
from doxa.models.providers.fault_kinds import error_inside, read_ending, read_error
from doxa.models.providers.usage import NO_COUNTS, USAGE, is_plain, read_usage
from doxa.records.base import clean
from doxa.records.finishing import LENGTH, STOP, TOOL_CALL
from doxa.records.outside import parse_json, read_number

PLACES: dict[Family, tuple[str, str]] = {
    "openai": ("choices", "finish_reason"),
    "anthropic": ("", "stop_reason"),
    "google": ("candidates", "finishReason"),
}
"""Family → the list whose first entry says why the answer ended ('' for the body itself), and the field."""

GOOGLES_WORDS = frozenset(
    {"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE", "OTHER", "BLOCKLIST"}
    | {"PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL", "IMAGE_SAFETY", "UNEXPECTED_TOOL_CALL", "NO_IMAGE"}
    | {"IMAGE_PROHIBITED_CONTENT", "CONTINUATION"}
)
"""Google's client warns of any other word."""

FINISHES = {"stop": STOP, "length": LENGTH, "tool_call": TOOL_CALL}
"""The client's words → doxa's."""

UNFINISHED = frozenset({"pause_turn", "FINISH_REASON_UNSPECIFIED"})
"""Words of services that say that more was to come, or nothing."""

LONGEST_WORD = 60
"""The most characters of a service's own word that are recorded."""

LATEST = 10**11
"""The latest second since 1970 that is believed; clients cannot make a date of a much later one."""


@dataclass(kw_only=True)
class Heard:
    """What a body says; ``is_read`` stays False where it is not a JSON object, such as a stream of events."""

    is_read: bool = False
    finish: str = ""
    """Why the answer ended, in the service's own word; empty where it does not say."""
    usage: Usage = Usage()
    reported: str = ""
    """What the service said it used, where that is not believed as it came."""
    tops: tuple[tuple[str, float], ...] = ()
    """The likeliest first tokens with their log-probabilities, where the service states any."""
    places: tuple[object, ...] = ()
    """Which text each vector of an answer is of, by the service's own count from 0; empty where it does not say."""


_LISTENER: ContextVar[Heard | None] = ContextVar("doxa_wire", default=None)


@contextmanager
def listening() -> Iterator[Heard]:
    """Yield what the body of the request says that is made within the block."""
    heard = Heard()
    token = _LISTENER.set(heard)
    try:
        yield heard
    finally:
        _LISTENER.reset(token)


async def read_body(response: httpx2.Response, family: Family) -> None:
    """Read a successful JSON body for whoever listens, and mend it where its client would refuse it.

    Raises:
        ServiceError: the response is an error, by its status or inside its body.
        TooLongError: the body is longer than a reply may be.
    """
    if response.is_error:
        raise read_error(response, await response.aread())
    heard = _LISTENER.get()
    if heard is None or not response.is_success or "json" not in response.headers.get("content-type", ""):
        return
    try:
        body = parse_json(await response.aread())
    except ValueError:
        return  # the client says what is wrong with it
    if not isinstance(body, dict):
        return
    if error := error_inside(body, family):
        raise error
    sent = len(await response.request.aread())  # a redirected request is not yet read
    heard.is_read = True
    heard.usage, heard.reported = read_usage(body.get(USAGE[family]), family, sent)
    heard.tops = _read_tops(body)
    places = tuple(vector.get("index") for vector in _dicts(body.get("data")))
    heard.places = places if any(place is not None for place in places) else ()
    if any([_mend_usage(body, family, heard), _LABELS[family](body), _hear_finish(body, family, heard)]):
        response._content = json.dumps(body).encode()


def _read_tops(body: dict[str, Any]) -> tuple[tuple[str, float], ...]:
    """Return the likeliest tokens of an answer's first place; none where they are not as the interface has them."""
    try:
        listed = body["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        return tuple((str(top["token"]), read_number(top["logprob"])) for top in listed)
    except (LookupError, TypeError, ValueError):
        return ()


def _mend_usage(body: dict[str, Any], family: Family, heard: Heard) -> bool:
    """Give the client counts that it accepts; return whether the body changed."""
    field = USAGE[family]
    if is_plain(body.get(field), family) and not heard.reported:
        return False
    if field not in body and family != "anthropic":
        return False
    body[field] = dict(NO_COUNTS[family])
    return True


def _hear_finish(body: dict[str, Any], family: Family, heard: Heard) -> bool:
    """Keep the service's word for the end; return whether the body changed, as its client would refuse the word."""
    listed, field = PLACES[family]
    entries = body.get(listed) if listed else [body]
    entry = entries[0] if isinstance(entries, list) and entries else None
    word = entry.get(field) if isinstance(entry, dict) else None
    if not isinstance(word, str):
        return False
    heard.finish = word
    if word and (family != "google" or word in GOOGLES_WORDS):
        return False
    assert isinstance(entry, dict)
    entry[field] = "OTHER" if word else None
    return True


def finish_of(reply: ModelResponse, heard: Heard) -> str | None:
    """Return why a reply ended, in doxa's word or the service's; None where it did not say and broke off.

    Args:
        heard: what its body said.
    """
    details = reply.provider_details or {}
    if details.get("refusal") or reply.finish_reason == "content_filter":
        return "refusal"
    if any(isinstance(part, ToolCallPart) for part in reply.parts):
        return TOOL_CALL
    said = str((heard.finish if heard.is_read else details.get("finish_reason")) or "")
    meaning = read_ending(said)
    if not said or said in UNFINISHED or meaning == "failed":
        return None
    return FINISHES.get(reply.finish_reason or "") or meaning or clean(said)[:LONGEST_WORD]


def _mend_openai(body: dict[str, Any]) -> bool:
    labels: dict[str, Any] = {"object": "chat.completion"}
    labels |= {field: _text(body.get(field)) for field in ("id", "model")}
    labels |= {field: _text(body[field]) for field in ("system_fingerprint", "service_tier") if body.get(field)}
    created = body.get("created")
    if not (type(created) is int and 0 <= created < LATEST):
        labels["created"] = 0
    changed = [_put(body, labels | _without(body, "moderation"))]
    for place, choice in enumerate(_dicts(body.get("choices"))):
        around = {"index": choice["index"] if type(choice.get("index")) is int else place}
        changed.append(_put(choice, around | _without(choice, "logprobs")))
        if isinstance(message := choice.get("message"), dict):
            # a refusal or a call of a tool of another shape is left to the client
            unused = ("annotations", "audio") if message.get("refusal") else ("annotations", "audio", "refusal")
            changed.append(_put(message, {"role": "assistant", **_without(message, *unused)}))
    return any(changed)


def _mend_google(body: dict[str, Any]) -> bool:
    changed = [_put(body, {name: _text(body[name]) for name in ("modelVersion", "responseId") if body.get(name)})]
    for choice in _dicts(body.get("candidates")):
        odd = ("index",) if type(choice.get("index")) is not int else ()
        changed.append(_put(choice, _without(choice, "avgLogprobs", "logprobsResult", *odd)))
    return any(changed)


_LABELS: dict[Family, Callable[[dict[str, Any]], bool]] = {
    "openai": _mend_openai,
    "anthropic": lambda body: False,  # its client takes any label
    "google": _mend_google,
}
"""Family → gives the client labels that it accepts, and returns whether the body changed."""


def _without(holder: dict[str, Any], *names: str) -> dict[str, None]:
    """Return the labels that take fields away that doxa does not read."""
    return {name: None for name in names if holder.get(name) is not None}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _dicts(entries: object) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _put(holder: dict[str, Any], labels: dict[str, Any]) -> bool:
    """Put labels into a body, and return whether one was another."""
    other = {name: label for name, label in labels.items() if name not in holder or holder[name] != label}
    holder |= other
    return bool(other)
