"""What surrounds an answer and says nothing of it: names, times and places, as a service's client accepts them.

Clients refuse a whole answer over a numeric name of a model or a missing role, and it would be paid for again. Nothing
here is part of what a model said; only its name is recorded, as text.
"""

from typing import Any

from doxa.models.providers.endpoints import Family

LATEST = 10**11
"""The latest second since 1970 that is believed; clients cannot make a date of a much later one."""

_UNUSED = ("annotations", "audio")
"""Fields of an OpenAI message that doxa does not read."""


def mend_labels(body: dict[str, Any], family: Family) -> bool:
    """Give the client labels that it accepts; return whether the body changed."""
    if family == "openai":
        return _mend_openai(body)
    if family == "google":
        return _mend_google(body)
    return False  # Anthropic's client takes any label


def _mend_openai(body: dict[str, Any]) -> bool:
    labels: dict[str, Any] = {"object": "chat.completion"}
    labels |= {field: _text(body.get(field)) for field in ("id", "model")}
    labels |= {field: _text(body[field]) for field in ("system_fingerprint", "service_tier") if body.get(field)}
    created = body.get("created")
    if not (type(created) is int and 0 <= created < LATEST):
        labels["created"] = 0
    labels |= {field: None for field in ("moderation",) if body.get(field) is not None}
    changed = [_put(body, labels)]
    for place, choice in enumerate(_dicts(body.get("choices"))):
        around = {"index": choice["index"] if type(choice.get("index")) is int else place}
        around |= {field: None for field in ("logprobs",) if choice.get(field) is not None}
        changed.append(_put(choice, around))
        if isinstance(message := choice.get("message"), dict):
            changed.append(_put(message, _labels_of(message)))
    return any(changed)


def _labels_of(message: dict[str, Any]) -> dict[str, Any]:
    """Return the labels of an OpenAI message. A refusal or a call of a tool of another shape is left to the client."""
    labels: dict[str, Any] = {"role": "assistant"}
    labels |= {field: None for field in _UNUSED if message.get(field) is not None}
    if not message.get("refusal") and message.get("refusal") is not None:
        labels["refusal"] = None
    return labels


def _mend_google(body: dict[str, Any]) -> bool:
    changed = [_put(body, {name: _text(body[name]) for name in ("modelVersion", "responseId") if body.get(name)})]
    for choice in _dicts(body.get("candidates")):
        odd = "index" in choice and type(choice["index"]) is not int
        labels = {"index": None} if odd else {}
        labels |= {field: None for field in ("avgLogprobs", "logprobsResult") if choice.get(field) is not None}
        changed.append(_put(choice, labels))
    return any(changed)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _dicts(entries: object) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _put(holder: dict[str, Any], labels: dict[str, Any]) -> bool:
    """Put labels into a body, and return whether one was another."""
    other = {name: label for name, label in labels.items() if name not in holder or holder[name] != label}
    holder |= other
    return bool(other)
