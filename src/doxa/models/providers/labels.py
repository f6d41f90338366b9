"""What surrounds an answer and says nothing of it: names, times and places, as a service's client accepts them.

Clients refuse a whole answer over a numeric name of a model or a missing role, and it would be paid for again. Nothing
here is part of what a model said; only its name is recorded, as text.
"""

from typing import Any

from doxa.models.providers.endpoints import Family

LATEST = 10**11
"""The latest second since 1970 that is believed; clients cannot make a date of a much later one."""


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
