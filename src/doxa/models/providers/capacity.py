"""How long a prompt and how many calls at once a server takes, as it states them itself.

llama.cpp states both (``GET /props``), vLLM the context (``GET /v1/models``); others state neither.
"""

from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from doxa.models.providers.endpoints import Endpoint
from doxa.records.base import JsonValue, Record
from doxa.records.outside import parse_json
from doxa.tasks.examples import parts_of

PATIENCE = 5.0
"""Seconds to wait for an answer."""

LONGEST = 1_000_000
"""Bytes of an answer that are read."""


class Capacity(Record):
    """What a server takes; None where it does not say so."""

    context: int | None = None
    """Tokens of one call."""
    slots: int | None = None
    """Calls at once."""


def read_capacity(endpoint: Endpoint) -> Capacity:
    """Return what the server at an endpoint states of itself; hosted services are not asked."""
    if endpoint.service.needs_key:
        return Capacity()
    base = endpoint.base_url
    parts = [part for url in (f"{base.removesuffix('/v1')}/props", f"{base}/models") for part in _get(url, endpoint)]
    return Capacity(context=_find(parts, "n_ctx", "max_model_len"), slots=_find(parts, "total_slots"))


def _get(url: str, endpoint: Endpoint) -> list[JsonValue]:
    """Return the parts of the JSON at a URL; none where there is no such answer. No redirect is followed."""
    place = urlsplit(url)
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    connection = kind(place.netloc, timeout=PATIENCE)
    with suppress(OSError, HTTPException, ValueError):
        connection.request("GET", place.path, headers={"authorization": f"Bearer {endpoint.key}"})
        return list(parts_of(parse_json(connection.getresponse().read(LONGEST))))
    return []


def _find(parts: list[JsonValue], *names: str) -> int | None:
    """Return the first whole number above 0 that has one of these names."""
    values = (part.get(name) for part in parts if isinstance(part, dict) for name in names)
    return next((value for value in values if type(value) is int and value > 0), None)
