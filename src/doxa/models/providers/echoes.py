"""Removal of the key from an answer: a server may repeat in its words or its model's name what the request carried.

Only the key itself is removed. What merely looks like a key may be part of what a model says.
"""

from dataclasses import fields, replace
from typing import Any

from doxa.models.port import Response
from doxa.models.providers.endpoints import NO_KEY
from doxa.models.redaction import HIDDEN, SHORTEST


def hide_key(response: Response, key: str) -> Response:
    """Return a response whose texts do not hold the key."""
    values = {field.name: getattr(response, field.name) for field in fields(response)}
    texts: dict[str, Any] = {name: _without_key(text, key) for name, text in values.items() if isinstance(text, str)}
    # a server may give its model a number for a name, which clients pass on
    return replace(response, **{**texts, "revision": _without_key(str(response.revision), key)})


def _without_key(text: str, key: str) -> str:
    return text if key == NO_KEY or len(key) < SHORTEST else text.replace(key, HIDDEN)
