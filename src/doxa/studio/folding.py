"""The whole view of a long run, folded in a process of its own: what it takes is given back when it ends.

The process sends the view in parts, as a page asks for them: encoded, and most of them compressed. One run is folded at
a time. The process ends with the studio, whose end it notices by its standard input.
"""

import json
import os
import pickle
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from doxa.analysis.building import view_of
from doxa.analysis.view import MemoryView, RunView, ViewPage, head_of, pages_of
from doxa.errors import DoxaError, LogError
from doxa.log.rundir import open_run

START = "from doxa.studio.folding import main; main()"

MEMORIES: TypeAdapter[tuple[MemoryView, ...]] = TypeAdapter(tuple[MemoryView, ...])

QUICK = 1
"""The level of compression: a tenth of the size in a hundredth of the time that the fold takes."""


@dataclass(frozen=True, kw_only=True)
class EncodedView:
    """A view in parts, as JSON."""

    head: bytes
    pages: tuple[bytes, ...]
    """Compressed."""
    memories: dict[str, bytes]
    """Compressed."""

    @property
    def size(self) -> int:
        return len(self.head) + sum(map(len, self.pages)) + sum(map(len, self.memories.values()))

    def page(self, number: int) -> bytes:
        return zlib.decompress(self.pages[number])

    def memory(self, agent: str) -> bytes:
        return zlib.decompress(self.memories[agent])

    def turns(self) -> Iterator[tuple[str, str]]:
        """Yield the key and the text of every turn."""
        for number in range(len(self.pages)):
            for turn in ViewPage.model_validate_json(self.page(number)).turns:
                yield turn.key, turn.text


def encode_view(view: RunView) -> EncodedView:
    """Return a view in encoded parts."""
    return EncodedView(
        head=head_of(view).model_dump_json().encode(),
        pages=tuple(zlib.compress(page.model_dump_json().encode(), QUICK) for page in pages_of(view)),
        memories={agent: zlib.compress(MEMORIES.dump_json(rows), QUICK) for agent, rows in view.memory.items()},
    )


@dataclass(kw_only=True)
class FoldingProcess:
    """Folds runs, one after the other."""

    _turn: threading.Lock = field(default_factory=threading.Lock)
    _process: subprocess.Popen[bytes] | None = None
    _is_over: bool = False

    def fold(self, path: Path) -> EncodedView:
        """Return the whole view of a run in encoded parts.

        Raises:
            DoxaError: the run cannot be read or folded.
        """
        with self._turn:
            if self._is_over:
                raise DoxaError("the studio ends")
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdout
            with self._process:
                sent = self._process.stdout.read()
        return _received(sent, self._process.returncode)

    def stop(self) -> None:
        """End the process, if one is at work, and start no other."""
        self._is_over = True
        if self._process is not None and self._process.poll() is None:
            self._process.kill()


def _received(sent: bytes, code: int) -> EncodedView:
    if code == 0:
        found = pickle.loads(sent)  # by a process of this very program
        assert isinstance(found, EncodedView)
        return found
    try:
        told = json.loads(sent)
    except ValueError:
        raise LogError(
            "the run could not be folded", hint="doxa report on its directory says why, or makes its page."
        ) from None
    raise DoxaError(told["error"], hint=told["hint"])


def main(words: Sequence[str] | None = None) -> None:
    """Write the parts of the view of the run that the first word names to the standard output."""
    path = Path((sys.argv[1:] if words is None else words)[0])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        sent, code = pickle.dumps(encode_view(view_of(open_run(path)))), 0
    except DoxaError as error:
        sent, code = json.dumps({"error": error.message, "hint": error.hint}).encode(), 1
    sys.stdout.buffer.write(sent)
    sys.stdout.buffer.flush()
    os._exit(code)  # at once: taking the fold apart object by object would take as long as some of the work


def _end_with_parent() -> None:
    """End the process when nobody holds the other end of its standard input any more."""
    sys.stdin.buffer.read()
    os._exit(2)
