"""A person at the terminal: shows what a run asks of persons, takes the words, and gives them by the run's mailbox.

Words end with an empty line. Every line is kept as a draft at once, so that a run that was stopped or killed shows it
again. Where there is no terminal, nothing is asked here, and the studio's page of the run asks.
"""

import os
import select
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from doxa.analysis.who_does import list_persons
from doxa.errors import DoxaError, UsageError
from doxa.models.person.mailbox import Mailbox
from doxa.models.person.turns import PersonsAnswer, PersonTurn
from doxa.records.base import JsonValue, canonical
from doxa.records.spec import RunSpec
from doxa.terminal.console import clock, console, plain

TICK = 0.2
"""Seconds between two looks at the mailbox and at the keyboard."""

LEAVE = "/leave"

HOW = f"[dim]An empty line gives your words; {LEAVE} leaves the run; Ctrl-C pauses it, and doxa resume goes on.[/]"


class _AwayError(Exception):
    """The person left, or the run stopped, while words were awaited."""


@contextmanager
def seat_at_terminal(*runs: tuple[RunSpec, Path]) -> Iterator[None]:
    """Ask here what runs ask of persons while the context lasts; without a terminal, say where it is asked.

    Args:
        runs: their specs and directories.
    """
    folders = [path for spec, path in runs if list_persons(spec)]
    if not folders:
        yield
        return
    if not (sys.stdin.isatty() and console.is_terminal):
        folder = plain(str(folders[0].parent))
        console.print(f"A person is asked: answer in the page of this run, doxa studio {folder}", soft_wrap=True)
        yield
        return
    seat = _Seat([Mailbox(folder) for folder in folders])
    thread = Thread(target=seat.serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        seat.stopped.set()
        thread.join()


class _Seat:
    def __init__(self, boxes: Sequence[Mailbox]) -> None:
        self.stopped = Event()
        self._boxes = boxes
        self._box = boxes[0]
        """The one whose turn is shown."""
        self._typed = b""
        self._seen: set[str] = set()
        """The blocks that this terminal has shown."""

    def serve(self) -> None:
        """Ask one turn after the other until the run ends."""
        while not self.stopped.wait(TICK):
            waiting = ((box, box.pending()) for box in self._boxes)
            for self._box, turns in waiting:
                if not turns:
                    continue
                try:
                    self._ask(turns[0])
                except _AwayError:
                    continue
                except DoxaError as error:  # the time was over, a page of the studio was quicker, the disk is full
                    console.print(f"[yellow]{plain(error.message)}[/]")

    def _ask(self, turn: PersonTurn) -> None:
        self._show(turn)
        shown = self._box.show(turn.id)
        if turn.limit_s:
            left = max(0.0, shown + turn.limit_s - time.time())
            console.print(f"[yellow]{clock(left)} to answer[/]")
        schema = turn.answer_schema
        text = self._words(turn) if schema is None else canonical(self._value(turn, schema, ""))
        self._box.give(turn.id, PersonsAnswer(text=text))
        console.print("[dim]given[/]")

    def _show(self, turn: PersonTurn) -> None:
        """Print what this terminal has not shown yet of a turn, and always its request."""
        console.rule(f"[bold]{plain(turn.name)}, it is your turn[/]")
        for block in turn.blocks:
            if block.id not in self._seen or block.tag in ("request", "correction"):
                console.print("\n".join(map(plain, block.text.split("\n"))), soft_wrap=False)
                console.print()
        self._seen |= {block.id for block in turn.blocks}

    def _words(self, turn: PersonTurn) -> str:
        """Return the lines up to an empty one, after those that were kept as a draft."""
        console.print(HOW)
        if draft := self._box.draft(turn.id):
            console.print(f"[dim]So far you had written:[/]\n{plain(draft)}")
        lines = draft.split("\n") if draft else []
        while (line := self._line(turn)) or not lines:
            lines += [line] if line else []
            self._box.keep_draft(turn.id, "\n".join(lines))
        return "\n".join(lines)

    def _value(self, turn: PersonTurn, wanted: Any, name: str) -> JsonValue:
        """Return a value of a part of a schema, field by field; None for an empty line where it may be missing."""
        if fields := wanted.get("properties"):
            return {field: self._value(turn, below, field) for field, below in fields.items()}
        if "items" in wanted:
            return list(self._entries(turn, wanted, name))
        if wanted.get("type") == "null":
            return None
        if "const" in wanted:
            console.print(f"[bold]{plain(_title(wanted, name))}[/]: {plain(str(wanted['const']))}")
            return str(wanted["const"])
        while True:
            console.print(f"[bold]{plain(_title(wanted, name))}[/][dim]{plain(_limits(wanted))}[/]: ", end="")
            line = self._line(turn).strip()
            if not line and wanted.get("optional"):
                return None
            try:
                return _read_value(line, wanted)
            except ValueError as error:
                console.print(f"[yellow]{plain(str(error))}[/]")

    def _entries(self, turn: PersonTurn, wanted: Any, name: str) -> Iterator[JsonValue]:
        """Yield the entries of a list, until the person wants no more or there may be no more."""
        console.print(f"[bold]{plain(_title(wanted, name))}[/]")
        for count in range(wanted.get("maxItems", 99)):
            if count >= wanted.get("minItems", 0):
                console.print(f"[dim]{'another' if count else 'one'}? y, or an empty line for no:[/] ", end="")
                if not self._line(turn).strip():
                    return
            known = wanted.get("prefixItems", [])[count : count + 1] or [wanted["items"]]
            yield self._value(turn, known[0], f"{name} {count + 1}")

    def _line(self, turn: PersonTurn) -> str:
        """Return one line from the keyboard; raise where the run stops, the turn is answered, or the person leaves."""
        while b"\n" not in self._typed:
            if self.stopped.is_set():
                raise _AwayError
            if self._box.given(turn.id):
                raise UsageError("this step is answered already, or its time is over")
            if select.select([sys.stdin], [], [], TICK)[0]:
                if not (typed := os.read(sys.stdin.fileno(), 65_536)):
                    self.stopped.wait()  # the terminal is gone; a page can still answer
                self._typed += typed
        line, _, self._typed = self._typed.partition(b"\n")
        text = line.decode(errors="replace").rstrip("\r")
        if text.strip() == LEAVE:
            self._box.leave(turn.agent)
            raise _AwayError
        return text


def _title(wanted: Any, name: str) -> str:
    return str(wanted.get("description") or name.replace("_", " "))


def _limits(wanted: Any) -> str:
    """Return in brackets what a value may be."""
    if choices := wanted.get("enum"):
        return f" ({', '.join(map(str, choices))})"
    if wanted.get("type") == "boolean":
        return " (yes or no)"
    low, high = wanted.get("minimum"), wanted.get("maximum")
    return f" ({low} to {high})" if low is not None and high is not None else ""


def _read_value(line: str, wanted: Any) -> JsonValue:
    """Return what a line says as a value of a schema.

    Raises:
        ValueError: it is none; the message says what is wanted.
    """
    if choices := wanted.get("enum"):
        if named := next((choice for choice in choices if line.casefold() == str(choice).casefold()), None):
            return str(named)
        raise ValueError(f"one of {', '.join(map(str, choices))}, please")
    kind = wanted.get("type")
    if kind == "boolean":
        if line.casefold() in ("y", "yes", "n", "no"):
            return line.casefold().startswith("y")
        raise ValueError("yes or no, please")
    if kind in ("number", "integer"):
        return _read_number(line, wanted)
    if not line:
        raise ValueError("some words, please")
    return line


def _read_number(line: str, wanted: Any) -> float:
    try:
        number = int(line) if wanted["type"] == "integer" else float(line.replace(",", "."))
    except ValueError:
        raise ValueError(f"a {'whole ' * (wanted['type'] == 'integer')}number, please") from None
    low, high = wanted.get("minimum", number), wanted.get("maximum", number)
    if not low <= number <= high:
        raise ValueError(f"a number from {low:g} to {high:g}, please")
    return number
