"""What a line leaves out is read back: whatever an event says, and whatever the events before it in its batch said."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from doxa.log.journal import Answers, Shorthand, read_lines
from doxa.log.rundir import open_run
from doxa.log.shortening import BatchLines
from doxa.records.base import plain
from doxa.records.events import EVENTS, BatchOpened, Event
from library import Library

KINDS = ("dialogue", "round table", "votes", "feed", "troubles", "joint hearing")

OTHERS = (None, "", "x", 0, 1, -1, 0.5, 1.0, True, False, [], {})


def batches_of(events: list[Event]) -> list[list[Event]]:
    """Return the events before the first batch, and those of each batch."""
    begun = [number for number, event in enumerate(events) if isinstance(event, BatchOpened)]
    return [events[start:stop] for start, stop in pairwise([0, *begun, len(events)])]


def check_read_back(events: list[Event], answers: Answers) -> int:
    """Check that events come back as they were written, and return the bytes of their lines."""
    writing, reading = BatchLines(answers), BatchLines(answers)
    lines = [writing.line_of(event) for event in events]
    assert [reading.read(line) for line in lines] == events
    return sum(map(len, lines))


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inner for place in places_in(one, (*path, key)))]


def changed(event: Event, other: Event, random: Random) -> Event | None:
    """Return an event with one value of its body changed, also to that of another event; None where it is none."""
    fields = plain(event)
    *above, last = random.choice(places_in(fields["body"])[1:] or [("x",)])
    holder, source = fields["body"], plain(other)["body"]
    for key in above:
        holder = holder[key]
        source = source[key] if isinstance(source, dict) and key in source else None
    said = source[last] if isinstance(source, dict) and last in source and random.random() < 0.5 else ...
    holder[last] = random.choice(OTHERS) if said is ... else said
    try:
        made: Event = EVENTS.validate_python(fields)
    except ValidationError:
        return None
    body = made.body
    is_answered = made.kind != "outcome" or not body.ok or body.text is not None or body.reply is not None
    return EVENTS.validate_json(made.line) if is_answered else None


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_an_event_says_comes_back(kind: str, library: Library, tmp_path: Path) -> None:
    run = library.copy(kind, tmp_path / "run")
    random, answers = Random(kind), Answers(run / "calls.jsonl")
    batches, tried = batches_of(list(open_run(run).events)), 0
    size = sum(check_read_back(batch, answers) for batch in batches)
    assert size < sum(len(event.line) for batch in batches for event in batch)
    while tried < 150:
        batch = random.choice(batches)
        place = random.randrange(len(batch))
        alike = [event for one in batches for event in one if event.kind == batch[place].kind]
        other = changed(batch[place], random.choice(alike), random)
        if other is not None:
            tried += 1
            check_read_back([*batch[:place], other, *batch[place + 1 :]], answers)


@pytest.mark.parametrize("kind", KINDS)
def test_calls_come_back_in_any_order(kind: str, library: Library, tmp_path: Path) -> None:
    run = library.copy(kind, tmp_path / "run")
    records = list(read_lines(run / "calls.jsonl"))
    for seed in range(5):
        Random(seed).shuffle(records)
        writing, reading = Shorthand(), Shorthand()
        assert [reading.read(writing.line_of(record)) for record in records] == records
