"""Requests of a script and their results: steps, batches, outcomes, the type of scripts, and prompts as values.

A prompt is tagged blocks, which the engine composes and the log stores once each, with sourced passages among them.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from doxa.records.base import Brief, JsonValue, Record, digest
from doxa.records.claims import Exposure, Readout

ENGINE = "-"
"""The actor of steps that no agent performs."""

Status = Literal["ok", "refused", "unparsed", "unfit", "failed"]


class Message(Record):
    """Public words with their speaker and the key of their step."""

    key: str
    speaker: str
    text: str


class Step(Record):
    """A request of a script that an actor does a task.

    ``key`` is a readable path, unique in a run. ``audience`` names the participants who hear the message;
    a step with an empty audience is not public.
    """

    key: str
    actor: str
    task: str
    audience: tuple[str, ...] = ()
    inputs: dict[str, JsonValue]


class Outcome(Record):
    """The result of a step. A missing value is never replaced by a default."""

    key: str
    task: str
    actor: str
    audience: tuple[str, ...] = ()
    status: Status
    text: str | None = None
    """The words of a free-text task."""
    reply: JsonValue = None
    """The parsed reply of a structured task."""
    reason: str = ""
    """Why there is no reply, in one fixed word (empty, refused, not_json, rate_limited, timeout, …)."""
    flaw: str = Field(default="", exclude_if=lambda flaw: not flaw)
    """What the check of speech found in words that are kept all the same (``speech.check = "mark"``)."""
    cut: tuple[str, ...] = Field(default=(), exclude_if=lambda cut: not cut)
    """What the check of speech took off the words, in the order of the answer."""
    request: str = ""
    """Hash over prompt blocks, reply schema, model and sampling settings."""
    calls: tuple[str, ...] = ()
    answer: str = ""
    """Hash of what its calls hold, but for the fields that docs/log-format.md excepts."""

    @property
    def ok(self) -> bool:
        return self.status == "ok"


Rows = Callable[[str], NDArray[np.float64]]


@dataclass(frozen=True, kw_only=True)
class Batch(Brief):
    """Steps that are performed together: one step is a turn, several are a simultaneous round."""

    steps: tuple[Step, ...]
    note: str = ""
    """A readable name for progress lines, such as ``round 3``."""
    exposures: Mapping[str, tuple[Exposure, ...]] = field(default_factory=dict)
    """Believer → its exposures in this batch beside public words, such as the posts on its feed. A batch may have
    exposures and no steps."""


@dataclass(frozen=True, kw_only=True)
class Floor:
    """The value that a script receives after a batch: outcomes in step order and the current readouts."""

    outcomes: tuple[Outcome, ...] = ()
    readouts: Mapping[str, Readout] = field(default_factory=dict)
    rows: Rows | None = None
    """Returns the integer row of a vector from an ``embed`` step of the script, by its blob hash."""


Result = dict[str, Any] | Record
"""The result of a script: a record that its protocol declares, or plain JSON values."""

Script = Generator[Batch, Floor, Result]


class Passage(Record):
    """One chunk of an agent's knowledge base."""

    id: str
    """File and number of the passage, such as ``access.md#2``."""
    text: str = Field(min_length=1)
    source: str = ""
    """The public source that the file names for the passage; empty where it names none."""


Part = Literal["system", "user"]


class Block(Record):
    """A tagged piece of a prompt. ``system`` blocks come first and change least."""

    tag: str
    text: str
    part: Part = "user"

    @cached_property
    def id(self) -> str:
        return digest(f"{self.part}\x1f{self.tag}\x1f{self.text}")


Prompt = tuple[Block, ...]


def rendered(prompt: Prompt, part: Part | None = None) -> str:
    """Return the text of a prompt, or of one part of it, with an empty line between blocks."""
    return "\n\n".join(block.text for block in prompt if part is None or block.part == part)
