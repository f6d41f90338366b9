"""The mailbox of a run in which persons speak: files in its directory, by which the run asks and a person answers.

The run writes what it asks; a terminal or the studio shows it and writes the answer, which exists complete or not at
all, and once. So it does not matter which of them is killed when: a run that goes on finds the answer, and a page that
is opened again finds the question and the draft. The folder is removed when the run ends; the log has it all.

    asked-ID.json    the turn               shown-ID.json   when it was first shown, for its time limit
    draft-ID.json    words not yet given    given-ID.json   the answer
    left-AGENT.json  the person of this agent has left
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from doxa.errors import UsageError
from doxa.log.disk import close_file, lock_file, remove, write_text
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from doxa.records.base import Record, canonical
from doxa.records.outside import file_name

FOLDER = "person"

TRIES = 200
"""How often a lock is tried that another process has for the moment of a write."""

Kept = TypeVar("Kept", bound=Record)


class KeptDraft(Record):
    """Words that a person has written and not given."""

    text: str


class FirstShown(Record):
    """When a turn was first shown, in seconds since 1970."""

    at: float


class Mailbox:
    """The mailbox of one run directory.

    Raises:
        LogError: from all methods that write, where the folder cannot be written.
    """

    def __init__(self, run: Path) -> None:
        self.folder = run / FOLDER

    def ask(self, turn: PersonTurn) -> None:
        """Put a turn where it is seen."""
        self._write("asked", turn.id, turn)

    def pending(self) -> tuple[PersonTurn, ...]:
        """Return the turns that wait for an answer, in the order in which they were asked."""
        ids: list[str] = []
        with suppress(FileNotFoundError):  # a run that ends takes the folder with it, also while it is read
            ids = [file.stem.partition("-")[2] for file in self.folder.glob("asked-*.json")]
        turns = (self._read("asked", id, PersonTurn) for id in ids if not self._place("given", id).exists())
        return tuple(sorted((turn for turn in turns if turn), key=lambda turn: turn.asked))

    def show(self, id: str) -> float:
        """Return when a turn was first shown, which is now where it never was; its time limit runs from then."""
        if (shown := self.shown(id)) is None:
            self._write("shown", id, FirstShown(at=(shown := round(time.time(), 3))))
        return shown

    def shown(self, id: str) -> float | None:
        """Return when a turn was first shown; None where it was not."""
        found = self._read("shown", id, FirstShown)
        return found.at if found else None

    def keep_draft(self, id: str, text: str) -> None:
        """Keep words that are not given yet, in place of those before; nothing for what is asked no more."""
        if self._place("asked", id).exists() and not self._place("given", id).exists():
            self._write("draft", id, KeptDraft(text=text))

    def draft(self, id: str) -> str:
        """Return the words that are kept for a turn; '' for none."""
        found = self._read("draft", id, KeptDraft)
        return found.text if found else ""

    def give(self, id: str, answer: PersonsAnswer) -> None:
        """Give the answer to a turn, once.

        Raises:
            UsageError: nobody asks this, or it is answered already.
        """
        if not self._place("asked", id).exists():
            raise UsageError("nobody asks this any more", hint="Look at the run: it may have gone on or ended.")
        lock = self._lock()
        try:
            if self.given(id):
                raise UsageError("this step is answered already; the first answer counts")
            self._write("given", id, answer)
        finally:
            close_file(lock)
        remove(self._place("draft", id))

    def given(self, id: str) -> PersonsAnswer | None:
        """Return the answer to a turn; None where there is none yet."""
        return self._read("given", id, PersonsAnswer)

    def leave(self, agent: str) -> None:
        """Let the person of an agent leave: what waits for it is answered so, and nothing more is asked of it."""
        self._write("left", file_name(agent), KeptDraft(text=agent))
        for turn in self.pending():
            if turn.agent == agent:
                self.give(turn.id, PersonsAnswer(outcome="left"))

    def has_left(self, agent: str) -> bool:
        """Return whether the person of an agent has left."""
        return self._place("left", file_name(agent)).exists()

    def clear(self) -> None:
        """Remove the mailbox, once the journal has what was given; first what asks, so that nobody answers again."""
        for file in self.folder.glob("asked-*.json"):
            remove(file)
        remove(self.folder)

    def _lock(self) -> int:
        for _ in range(TRIES):
            try:
                return lock_file(self.folder / "lock")
            except BlockingIOError:
                time.sleep(0.01)
        return lock_file(self.folder / "lock")

    def _place(self, kind: str, id: str) -> Path:
        return self.folder / f"{kind}-{id}.json"

    def _write(self, kind: str, id: str, record: Record) -> None:
        write_text(self._place(kind, id), canonical(record))

    def _read(self, kind: str, id: str, record: type[Kept]) -> Kept | None:
        try:
            return record.model_validate_json(self._place(kind, id).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
