"""Reading: many texts are read in chunks, each by a reader that yields steps until it has a value.

    texts ─▶ a chunk's readers ─▶ batch ─▶ outcomes ─▶ the next batch … ─▶ value by key

A reader is a generator like ``minds.hearing.hear``: it yields the steps that it needs next, receives their outcomes,
and returns its value. The readers of a chunk run together, so that a chunk takes as many batches as its longest
reader. Where a step gave no answer, the reader decides which value its text gets.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Protocol, TypeVar

from doxa.records.steps import Batch, Floor, Outcome, Step


class TextWithKey(Protocol):
    """A text that has a key of its own."""

    @property
    def key(self) -> str: ...


Text = TypeVar("Text")
KeyedText = TypeVar("KeyedText", bound=TextWithKey)
Value = TypeVar("Value")

Reader = Generator[tuple[Step, ...], tuple[Outcome, ...], Value]
"""Yields steps, receives their outcomes in the same order, returns a value."""

Readers = Callable[[Sequence[Text]], Mapping[str, Reader[Value]]]
"""Returns the readers of a chunk of texts, by key. A reader may read several texts, and a text may have several."""

CHUNK = 64
"""Texts in a chunk; it decides how many are read at once, and how often the log is synced."""


def read_all(
    texts: Sequence[Text], readers: Readers[Text, Value], *, chunk: int = CHUNK
) -> Generator[Batch, Floor, dict[str, Value]]:
    """Yield the batches that read every text; return the readers' values by key, in the order of the readers."""
    values: dict[str, Value] = {}
    for start in range(0, len(texts), chunk):
        part = texts[start : start + chunk]
        values |= yield from _read_chunk(readers(part), note=f"{start + len(part)} of {len(texts)}")
    return values


def one_each(reader: Callable[[KeyedText], Reader[Value]]) -> Readers[KeyedText, Value]:
    """Return a function that opens one reader for each text, under the text's own key."""
    return lambda texts: {text.key: reader(text) for text in texts}


def _read_chunk(readers: Mapping[str, Reader[Value]], note: str) -> Generator[Batch, Floor, dict[str, Value]]:
    """Yield the batches of all readers of a chunk until each has ended; return their values by key."""
    values: dict[str, Value] = {}
    asked = _advance(readers, dict.fromkeys(readers), values)
    while asked:
        floor = yield Batch(steps=tuple(step for steps in asked.values() for step in steps), note=note)
        outcomes = {outcome.key: outcome for outcome in floor.outcomes}
        answers = {key: tuple(outcomes[step.key] for step in steps) for key, steps in asked.items()}
        asked = _advance(readers, answers, values)
    return {key: values[key] for key in readers}


def _advance(
    readers: Mapping[str, Reader[Value]],
    answers: Mapping[str, tuple[Outcome, ...] | None],
    values: dict[str, Value],
) -> dict[str, tuple[Step, ...]]:
    """Return the next steps of each reader, given its answers (None starts it); values of ended readers are stored."""
    asked: dict[str, tuple[Step, ...]] = {}
    for key, outcomes in answers.items():
        try:
            asked[key] = next(readers[key]) if outcomes is None else readers[key].send(outcomes)
        except StopIteration as end:
            values[key] = end.value
    return asked
