"""Passages, of which knowledge bases consist, each with its source."""

from pydantic import Field

from doxa.records.base import Record


class Passage(Record):
    """One chunk of an agent's knowledge base."""

    id: str
    """File and number of the passage, such as ``access.md#2``."""
    text: str = Field(min_length=1)
    source: str = ""
    """The public source that the file names for the passage; empty where it names none."""
