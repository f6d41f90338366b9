"""A person's seat in the page of a run: what is asked, the draft, the answer, and leaving, by the run's mailbox.

One window has a seat at a time. Nothing is kept here but which window that is, so that a studio that is killed loses
nothing: the mailbox has the question, the draft and the answer.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

from doxa.analysis.who_does import list_persons
from doxa.errors import LogError
from doxa.log.formats import SPEC
from doxa.log.rundir import is_finished, read_spec
from doxa.models.person.mailbox import Mailbox
from doxa.models.person.turns import PersonsAnswer
from doxa.records.base import Record
from doxa.studio.asking import address
from doxa.studio.looking import refuse_odd
from doxa.studio.processes import is_driven

SILENCE = 6.0
"""Seconds without a question of a window, after which another may have its seat."""


class Gift(Record):
    """What a window sends for a turn."""

    window: str = Field(max_length=40)
    id: str = Field(pattern="^[0-9a-f]{16}$")
    kind: Literal["answer", "draft", "leave"]
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Seats:
    """The seats of all runs below the folder."""

    path_of: Callable[[str], Path]
    """(handle) → a run's directory."""
    _windows: dict[str, tuple[str, float]] = field(default_factory=dict)
    """Handle → the window that has its seat, and when it last asked."""

    def routes(self) -> list[Route]:
        return [address("/api/runs/{run}/seat", self.ask), address("/api/runs/{run}/give", self.give, takes=Gift)]

    def ask(self, request: Request) -> dict[str, Any]:
        """Return for whom persons speak, until the run has ended, and the turn that waits, with its draft and time."""
        handle, window = request.path_params["run"], request.query_params.get("window", "")[:40]
        run = self.path_of(handle)
        persons = sitting_in(run)
        if not persons:
            return {"persons": []}
        self._hold(handle, window)
        box = _own_box(run)
        turn = next(iter(box.pending()), None)
        found: dict[str, Any] = {"persons": persons, "turn": None, "driven": is_driven(run)}
        if turn is None:
            return found
        since = time.time() - box.show(turn.id)
        left = None if turn.limit_s is None else max(0.0, turn.limit_s - since)
        return found | {"turn": turn.model_dump(mode="json"), "draft": box.draft(turn.id), "left": left}

    def give(self, request: Request, gift: Gift) -> dict[str, Any]:
        handle = request.path_params["run"]
        self._hold(handle, gift.window)
        box = _own_box(self.path_of(handle))
        if gift.kind == "answer":
            box.give(gift.id, PersonsAnswer(text=gift.text))
        elif gift.kind == "draft":
            box.keep_draft(gift.id, gift.text)
        else:
            for agent in {turn.agent for turn in box.pending() if turn.id == gift.id}:
                box.leave(agent)
        return {}

    def _hold(self, handle: str, window: str) -> None:
        """Note that a window has a seat.

        Raises:
            LogError: another one has it.
        """
        holder, asked = self._windows.get(handle, ("", 0.0))
        if holder not in ("", window) and time.monotonic() - asked < SILENCE:
            raise LogError("another window has this seat", hint="Go on there, or close it and wait a few seconds.")
        self._windows[handle] = (window, time.monotonic())


def _own_box(run: Path) -> Mailbox:
    """Return a run's mailbox.

    Raises:
        LogError: it, or a file in it, is a link, a pipe or a device, which somebody else put there.
    """
    box = Mailbox(run)
    if box.folder.is_symlink():
        raise LogError(f"{box.folder.name} of this run is a link, not a folder", hint="It is not opened.")
    for file in box.folder.glob("*"):
        refuse_odd(file)
    return box


def sitting_in(run: Path) -> list[str]:
    """Return the names of the agents for whom persons speak in a run that has not ended."""
    return [] if is_finished(run) else list(_persons_of(run, (run / SPEC).stat().st_mtime_ns))


@lru_cache(maxsize=256)
def _persons_of(run: Path, written: int) -> tuple[str, ...]:
    """Return who they are, by a spec that was written then: it is never written again, and can be large."""
    return tuple(list_persons(read_spec(run)))


def refuse_sight(run: Path) -> None:
    """Refuse to show what minds do in a run in which a person takes part: it is measured before it is told.

    Raises:
        LogError: the run has not ended.
    """
    if persons := sitting_in(run):
        raise LogError(
            f"a person speaks for {' and for '.join(persons)}: where everybody stands is shown when the run has ended"
        )
