"""Responses of the offline performer: text, JSON or vectors, free of charge, with the performer's revision."""

from collections.abc import Iterable
from typing import TypeVar

from doxa.errors import ModelSetupError
from doxa.models.port import Request, Response, Usage
from doxa.records.base import Record, canonical

REVISION = "offline/26"
"""The version of the answers; it changes whenever an answer to the same request may change."""

FREE = Usage(input_tokens=0, output_tokens=0, cached_tokens=0)

Inputs = TypeVar("Inputs", bound=Record)


def inputs_of(request: Request, expected: type[Inputs]) -> Inputs:
    """Return the request's inputs as the type that its task declares."""
    if not isinstance(request.inputs, expected):
        raise ModelSetupError(
            f"step {request.step.key}: the task {request.task.name!r} got {type(request.inputs).__name__}",
            hint=f"Give it {expected.__module__}.{expected.__name__}.",
        )
    return request.inputs


def words(text: str) -> Response:
    """Return a response of free text."""
    return Response(text=text, usage=FREE, cost=0.0, revision=REVISION)


def reply(value: Record | str) -> Response:
    """Return a response with a structured reply, or of words."""
    return words(value if isinstance(value, str) else canonical(value))


def rows(vectors: Iterable[bytes]) -> Response:
    """Return a response of vectors."""
    return Response(vectors=tuple(vectors), usage=FREE, cost=0.0, revision=REVISION)
