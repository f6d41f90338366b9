"""What knowledge bases are made of: passages, each with the place that it came from."""

from pydantic import Field

from doxa.records.base import Record


class Passage(Record):
    """One chunk of an agent's knowledge base."""

    id: str
    """Its file and its number there, such as ``access.md#2``."""
    text: str = Field(min_length=1)
    source: str = ""
    """The public source that it names; empty where it names none."""
