"""The port: the request that the engine passes to a performer, and the response. One asynchronous method.

A performer receives the step (typed inputs and scene) *and* the composed prompt blocks. A provider sends
the prompt; the offline performer reads the typed inputs; the scripted performer answers from a script.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from doxa.records.base import Brief, JsonValue, Record
from doxa.records.recorded import RecordedWords
from doxa.records.spec import ModelSettings, SpeechCheck
from doxa.records.steps import Prompt, Step, rendered
from doxa.tasks.base import Scene, Task

LONGEST_MESSAGE = 600
"""The most characters of a failed try's message that are recorded."""


CHARACTERS_A_TOKEN = 4
"""For the estimate before a call; afterwards the limiter gets the provider's count."""


@dataclass(frozen=True, kw_only=True)
class Request(Brief):
    """One call to a performer. ``seed`` derives from the run seed and the step, for performers that draw."""

    step: Step
    inputs: Record
    scene: Scene
    task: Task[Any, Any]
    prompt: Prompt
    settings: ModelSettings
    seed: int
    attempt: int = 1
    check: SpeechCheck = "off"
    """How the words of the answer are checked before they count."""
    recorded: RecordedWords | None = None
    """The lines of the transcript that the model's name names, of a recorded speaker."""
    directory: Path | None = None
    """The run's directory, for performers that store large arrays there (docs/decisions/010-population-shards.md)."""
    may_begin: Callable[[], None] = lambda: None
    """Called before each try of a call that waited for its place; raises StoppedError where the run has stopped."""
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits so many seconds before a try; raises StoppedError at once where the run has stopped."""
    find_fault: Callable[["Response"], str] = lambda response: ""
    """Returns why the run cannot use a response, or ''; a performer that tries again asks again for such a one."""

    @property
    def system(self) -> str:
        """The part of the prompt that changes least: what a service calls its system prompt or instructions."""
        return rendered(self.prompt, "system")

    @property
    def user(self) -> str:
        """The rest of the prompt."""
        return rendered(self.prompt, "user")

    @cached_property
    def schema(self) -> dict[str, JsonValue] | None:
        """The JSON schema of the reply to these inputs, with all that is known of it; None for free text."""
        return self.task.schema_for(self.inputs)


class Usage(Record):
    """Tokens of one call; None where the provider did not report them."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None


class Try(Record):
    """One try without an answer: what happened, and the seconds that doxa waited afterwards."""

    status: str
    waited: float = 0.0
    message: str = ""
    """What went wrong, in doxa's words and then the service's, without keys; cut at ``LONGEST_MESSAGE`` characters."""


@dataclass(frozen=True, kw_only=True)
class Response(Brief):
    """A performer's answer: words or JSON in ``text``; ``vectors`` only for the embed task."""

    text: str = ""
    vectors: tuple[bytes, ...] = ()
    """int8 rows, one per text, for ``embed``."""
    finish: str = "stop"
    """Why the answer ended: stop, length, refusal, content_filter, tool_call, or the provider's own word as it came."""
    usage: Usage = Usage()
    reported_usage: str = ""
    """What the provider said it used, where ``usage`` does not believe it as it came."""
    cost: float | None = None
    """In US dollars; None when the price of the model is unknown."""
    revision: str = ""
    """The provider's own name for the model that answered."""
    tries: tuple[Try, ...] = field(default=())
    batch: str = ""
    """The service's id of the batch that the answer came in; empty where it was answered live."""
    tops: tuple[tuple[str, float], ...] = ()
    """The likeliest first tokens with their log-probabilities, of a request that was weighed (``Weigher``)."""

    def __post_init__(self) -> None:
        if self.cost is not None and not isfinite(self.cost):  # no log holds it, and the answer is paid for
            object.__setattr__(self, "cost", None)


@runtime_checkable
class Performer(Protocol):
    """An object that carries out requests.

    ``perform`` raises ModelCallError when the call is given up (the step becomes ``failed``) and ModelSetupError when
    no call can work with the present setup (the run stops and can be resumed). One whose answers can be kept for other
    runs says in an attribute ``place`` which service it asks, and where.
    """

    async def perform(self, request: Request) -> Response: ...

    async def close(self) -> None: ...


@runtime_checkable
class Weigher(Performer, Protocol):
    """A performer that says how likely its model finds each beginning of an answer."""

    async def weigh(self, request: Request) -> Response:
        """Return the likeliest first tokens of the answer to a prompt, and no words; errors as ``perform``."""
