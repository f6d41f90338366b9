"""A run's events as they are written, for a page that watches: server-sent events whose id is the log's number.

The log is the only source, so that a run is watched alike whoever started it, and a page that comes back after a
broken connection is sent what it missed and nothing twice. A name that no longer fits (another run in this directory,
or a log that a resumed run cut back) is answered with ``reset``: the page begins anew. What is being said now stands
in the journal before the event; it is sent without an id, since it is not in the log yet. So is whether a process
drives the run, which no file says.
"""

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from doxa.log import journal, ledger
from doxa.studio.processes import is_driven

POLL = 0.2
"""Seconds between two looks at the files."""

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is alive."""

RETRY = 500
"""Milliseconds after which a browser connects again."""

CHUNK = 1 << 20

EVERY = 5
"""Looks at the files for each look at who drives the run."""

OUTCOME = b'"kind":"outcome"'
KEY = re.compile(rb'"key":"([^"\\]*)","kind":"outcome"')
LONGEST_KEY = 400
"""Bytes before the kind of an event in which its key stands."""

END = b'"kind":"end"'
"""What stands in the last line of a log, and where a text quotes it in another line."""


@dataclass(kw_only=True)
class Tail:
    """The complete lines that were appended to a file since the last look."""

    path: Path
    place: int = 0

    def lines(self) -> list[bytes] | None:
        """Return the new lines; None where the file was cut back, after which it is read from the beginning."""
        size = self.path.stat().st_size if self.path.exists() else 0
        if size < self.place:
            self.place = 0
            return None
        if size == self.place:
            return []
        with self.path.open("rb") as file:
            file.seek(self.place)
            read = file.read(CHUNK)
            while b"\n" not in read and (more := file.read(CHUNK)):  # a line longer than a chunk
                read += more
        complete = read[: read.rfind(b"\n") + 1]
        self.place += len(complete)
        return complete.splitlines(keepends=True)


def message(kind: str, content: object, id: str = "") -> bytes:
    """Return a server-sent event with JSON as its data; JSON escapes line ends, so that no text can end an event."""
    head = f"id: {id}\n" if id else ""
    return f"{head}event: {kind}\ndata: {json.dumps(content, ensure_ascii=True)}\n\n".encode()


RESET = message("reset", {})
OVER = message("over", {})


@dataclass(kw_only=True)
class Watch:
    """One page's stream of one run."""

    path: Path
    spec: str
    """The first characters of the spec's hash, which stand in every id."""
    last_id: str = ""
    """The id of the last event that the page has; empty for a page that begins."""
    stopped: Callable[[], bool] = lambda: False
    _events: Tail = field(init=False)
    _calls: Tail = field(init=False)
    _next: int = 0
    """The number of the next event in the file."""
    _had: int = 0
    """How many events the page has."""
    _reached: set[str] = field(default_factory=set)
    """The steps whose outcome is in the log."""
    _driven: bool | None = None
    """Whether a process drives the run, as the page was told last."""

    def __post_init__(self) -> None:
        self._events = Tail(path=self.path / ledger.NAME)
        self._calls = Tail(path=self.path / journal.NAME)

    async def stream(self) -> AsyncIterator[bytes]:
        """Yield the stream until the run has ended, or the studio does."""
        yield f"retry: {RETRY}\n\n".encode()
        if not self._take_up():
            yield RESET
        silent, looks = 0.0, 0
        while not self.stopped():
            parts = [*self._new_events(), *self._new_words()]
            if looks % EVERY == 0 and OVER not in parts:
                parts += self._new_driver()
            looks += 1
            for part in parts:
                yield part
            if OVER in parts:
                return
            silent = 0.0 if parts else silent + POLL
            if silent >= HEARTBEAT:
                silent = 0.0
                yield b": alive\n\n"
            await anyio.sleep(POLL)

    def _take_up(self) -> bool:
        """Note how many events the page has; return False where these are of another log, so that it begins anew."""
        if not self.last_id:
            return True
        spec, _, number = self.last_id.partition(":")
        if spec != self.spec or not number.isdigit() or len(number) > 11:
            return False
        self._had = int(number) + 1
        with suppress(FileNotFoundError), self._events.path.open("rb") as file:
            if sum(line.endswith(b"\n") for line in file) >= self._had:
                return True
        self._had = 0
        return False

    def _new_events(self) -> Iterator[bytes]:
        while lines := self._events.lines():
            for line in lines:
                yield from self._tell(line)
                self._next += 1
        if lines is None:
            self._next = self._had = 0
            yield RESET

    def _new_words(self) -> Iterator[bytes]:
        """Yield what calls of the journal said, where they speak and their steps are not in the log yet."""
        for line in self._calls.lines() or []:
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                call = json.loads(line)
                step = call["id"].partition("#")[0]
                if "status" not in call and call["role"].startswith("speaker") and step not in self._reached:
                    yield message("said", {"step": step, "text": call["text"]})

    def _new_driver(self) -> Iterator[bytes]:
        driven = is_driven(self.path)
        if driven is not None and driven != self._driven:
            self._driven = driven
            yield message("driven", {"driven": driven})

    def _tell(self, line: bytes) -> Iterator[bytes]:
        if OUTCOME in line and (named := KEY.search(line, max(0, line.rfind(OUTCOME) - LONGEST_KEY))):
            self._reached.add(named[1].decode(errors="replace"))
        if self._next < self._had and END not in line:
            return
        kind = "damaged"
        with suppress(ValueError, KeyError, TypeError):
            kind = json.loads(line)["kind"]
        if self._next >= self._had:
            yield message("log", {"seq": self._next, "kind": kind}, f"{self.spec}:{self._next}")
        if kind == "end":
            yield OVER
