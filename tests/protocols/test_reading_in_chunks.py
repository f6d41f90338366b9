"""Readers of a chunk are taken on together until each has ended; their values come back by key, in order."""

from collections.abc import Generator
from typing import NamedTuple

from doxa.protocols.reading import Reader, one_each, read_all
from doxa.records.steps import Batch, Floor, Outcome, Step


class Word(NamedTuple):
    key: str
    steps: int


def count_steps(word: Word) -> Reader[str]:
    """Ask as many steps, one after another, as the word says, and return what came of each."""
    statuses = []
    for number in range(word.steps):
        (outcome,) = yield (Step(key=f"{word.key}/{number}", actor="judge", task="extract", inputs={}),)
        statuses.append(outcome.status)
    return " ".join(statuses)


def answer_batch(batch: Batch, failing: frozenset[str] = frozenset()) -> Floor:
    return Floor(
        outcomes=tuple(
            Outcome(key=one.key, task=one.task, actor=one.actor, status="failed" if one.key in failing else "ok")
            for one in batch.steps
        )
    )


def drive_reading(
    reading: Generator[Batch, Floor, dict[str, str]], failing: frozenset[str] = frozenset()
) -> tuple[list[tuple[str, list[str]]], dict[str, str]]:
    """Return note and step keys of every batch, and the values."""
    batches = []
    try:
        batch = next(reading)
        while True:
            batches.append((batch.note, [step.key for step in batch.steps]))
            batch = reading.send(answer_batch(batch, failing))
    except StopIteration as end:
        return batches, end.value


def test_a_chunk_takes_as_many_batches_as_its_longest_reader() -> None:
    words = [Word("a", 1), Word("b", 3), Word("c", 0), Word("d", 1), Word("e", 2)]
    batches, values = drive_reading(read_all(words, one_each(count_steps), chunk=3))
    assert batches == [
        ("3 of 5", ["a/0", "b/0"]),
        ("3 of 5", ["b/1"]),
        ("3 of 5", ["b/2"]),
        ("5 of 5", ["d/0", "e/0"]),
        ("5 of 5", ["e/1"]),
    ]
    assert values == {"a": "ok", "b": "ok ok ok", "c": "", "d": "ok", "e": "ok ok"}
    assert list(values) == ["a", "b", "c", "d", "e"]


def test_a_reader_that_is_lost_leaves_the_others_alone() -> None:
    _, values = drive_reading(read_all([Word("a", 2), Word("b", 2)], one_each(count_steps)), frozenset({"a/0"}))
    assert values == {"a": "failed ok", "b": "ok ok"}


def test_without_texts_nothing_is_asked() -> None:
    assert drive_reading(read_all([], one_each(count_steps))) == ([], {})
