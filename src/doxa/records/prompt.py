"""Prompts as values: tagged blocks that the engine composes and the log stores once each, and sourced passages."""

from functools import cached_property
from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.records.canonical import digest


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
