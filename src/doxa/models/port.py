"""The port: what the engine hands to a performer, and what comes back. One asynchronous method.

A performer receives the step (typed inputs and scene) *and* the composed prompt blocks. A provider sends
the prompt; the offline performer reads the typed inputs; the scripted one answers from a script.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from doxa.records.base import Record
from doxa.records.prompt import Prompt
from doxa.records.spec import ModelSettings
from doxa.records.steps import Step
from doxa.tasks.base import Scene, Task


def _always() -> None:
    """Let a try begin."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call to be made. ``seed`` derives from the run seed and the step, for performers that draw."""

    step: Step
    inputs: Record
    scene: Scene
    task: Task[Any, Any]
    prompt: Prompt
    settings: ModelSettings
    seed: int
    attempt: int = 1
    directory: Path | None = None
    """The run's directory, for performers that keep large arrays there (docs/decisions/010-population-shards.md)."""
    may_begin: Callable[[], None] = _always
    """Called before each try of a call that waited for its place; raises StoppedError where nothing new is asked."""
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits so many seconds before a try; raises StoppedError at once where nothing new is asked any more."""


class Usage(Record):
    """Tokens of one call; None where the provider did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None


class Try(Record):
    """One transport attempt that did not answer: what happened and how long we waited afterwards."""

    status: str
    waited: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Response:
    """What a performer answered: words or JSON in ``text``; ``vectors`` only for the embed task."""

    text: str = ""
    vectors: tuple[bytes, ...] = ()
    """int16 little-endian rows, one per text, for ``embed``."""
    finish: str = "stop"
    """stop, length, refusal or content_filter."""
    usage: Usage = Usage()
    cost: float | None = None
    """In US dollars; None when the price of the model is unknown."""
    revision: str = ""
    """The provider's own name for the model that answered."""
    tries: tuple[Try, ...] = field(default=())


@runtime_checkable
class Performer(Protocol):
    """Carries out requests.

    ``perform`` raises ModelCallError when it gave up (the step becomes ``failed``) and ModelSetupError when
    it can never work as set up (the run stops and can be resumed).
    """

    async def perform(self, request: Request) -> Response: ...

    async def close(self) -> None: ...
