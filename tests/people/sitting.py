"""Scripted persons for tests: whoever is asked by a run's mailbox says the next of some lines."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from doxa.models.person.mailbox import Mailbox
from doxa.models.person.turns import PersonsAnswer, PersonTurn

LINES = {
    "r01/violet": "Compulsory voting makes politicians address everybody, also those who are poor.",
    "r02/violet": "A fine is small, and whoever wants to abstain can hand in an empty paper.",
}


def line_of(turn: PersonTurn) -> PersonsAnswer:
    """Return the line of a step."""
    return PersonsAnswer(text=LINES[turn.step])


@contextmanager
def person_at(run: Path, answer: Callable[[PersonTurn], PersonsAnswer | None] = line_of) -> Iterator[list[PersonTurn]]:
    """Let a scripted person answer what a run asks; None gives no answer. Yields the turns that were shown."""
    over, shown, box = Event(), list[PersonTurn](), Mailbox(run)

    def serve() -> None:
        while not over.wait(0.02):
            for turn in box.pending():
                if turn.id not in {one.id for one in shown}:
                    shown.append(turn)
                    box.show(turn.id)
                    if given := answer(turn):
                        box.give(turn.id, given)

    thread = Thread(target=serve)
    thread.start()
    try:
        yield shown
    finally:
        over.set()
        thread.join()


def as_transcript(folder: Path, lines: Mapping[str, str] = LINES, name: str = "Violet") -> Path:
    """Write the lines as a transcript and return it."""
    folder.mkdir(exist_ok=True)
    rows = "".join(f'{name},"{line}"\n' for line in lines.values())
    (folder / "lines.csv").write_text(f"speaker,text\n{rows}")
    return folder / "lines.csv"


def wait_for(found: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until something is found; a bound that only a hang breaks."""
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
