"""What a person is asked: one step of an agent, as it is shown, and what was given for it."""

import time
from collections.abc import Mapping
from typing import Any, Literal

from doxa.models.port import Request
from doxa.records.base import JsonValue, Record, digest
from doxa.records.steps import Block


class PersonTurn(Record):
    """One step that waits for a person: exactly the blocks that the log has as its prompt."""

    id: str
    """Of step and attempt; an answer names it."""
    step: str
    attempt: int
    """2 where the first answer could not be read; the last block then says why."""
    agent: str
    """The agent's id."""
    name: str
    blocks: tuple[Block, ...]
    answer_schema: dict[str, JsonValue] | None
    """The JSON schema of what is wanted, without references; None where words are wanted."""
    asked: float
    """When it was asked, in seconds since 1970."""
    limit_s: float | None
    """The seconds to answer, from when it is first shown; None for any time."""


class PersonsAnswer(Record):
    """What a person gave for a turn."""

    text: str = ""
    """Words, or JSON of the turn's schema."""
    outcome: Literal["answered", "timeout", "left"] = "answered"


def turn_of(request: Request) -> PersonTurn:
    """Return a request as a turn of a person."""
    step, actor = request.step.key, request.scene.actor
    return PersonTurn(
        id=digest(f"{step}#{request.attempt}")[:16],
        step=step,
        attempt=request.attempt,
        agent=actor.id,
        name=actor.name,
        blocks=request.prompt,
        answer_schema=_form_of(request),
        asked=time.time(),
        limit_s=request.settings.limit_s,
    )


def _form_of(request: Request) -> dict[str, JsonValue] | None:
    if request.task.form:
        return request.task.form(request.inputs)
    return _inlined(request.schema, request.schema) if request.schema else None


def _inlined(schema: Mapping[str, Any], part: Any) -> Any:
    """Return a part of a schema without references, and with "or null" as ``optional``: forms are made of it."""
    if isinstance(part, list):
        return [_inlined(schema, one) for one in part]
    if not isinstance(part, dict):
        return part
    beside = {name: _inlined(schema, below) for name, below in part.items() if name not in ("$ref", "anyOf", "$defs")}
    if reference := part.get("$ref"):
        return {**_inlined(schema, schema["$defs"][reference.rpartition("/")[2]]), **beside}
    if choices := part.get("anyOf"):
        others = [_inlined(schema, choice) for choice in choices if choice != {"type": "null"}]
        return {**others[0], **beside, "optional": len(others) < len(choices)}
    return beside
