"""Recite a fixed line: the turn of an opponent that speaks prepared arguments and never adapts."""

from doxa.records.base import Record
from doxa.tasks.base import FreeText, Task


class Inputs(Record):
    text: str


RECITE = Task(
    name="recite",
    role="reciter",
    Inputs=Inputs,
    Reply=FreeText,
    speaks=True,
    stable="You read prepared lines aloud.",
    request="{{ inputs.text }}",
)
