"""The runs that are open in the studio, folded once and kept: a what-if then folds only its own side.

A short run is shown whole. A long one is shown as its log has it at once, in parts, while a process of its own folds
it; then its parts are kept as encoded bytes, and its log is given up until a what-if needs it. A log that grows is read
on from where it ended.
"""

import ctypes
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, RLock

from doxa.analysis.building import view_of
from doxa.analysis.glance import Glance, can_glance
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import require_plugins
from doxa.errors import LogError
from doxa.log import journal, ledger
from doxa.log.rundir import RunLog, continued_run, open_run, paused_collection
from doxa.studio.folding import EncodedView, FoldingProcess

MOST = 32

HELD = 192 << 20
"""Bytes that the open runs may hold together, by a guess, beside the one that was looked at last."""

HELD_BY_LOG, HELD_BY_FOLD = 7, 5
"""Bytes that a parsed log and its fold hold, by byte of its events."""

LONG, LONG_ALIVE = 1_500_000, 300_000
"""Bytes of events from which a run is shown in parts: one that ended, and one that is being written."""

MOST_FOUND = 500
"""The most turns that a search returns."""


@dataclass(kw_only=True)
class Opened:
    """A run as it stood when it was read. What it holds can be given up, and is made again when it is asked for."""

    path: Path
    stamp: tuple[int, int]
    folder: FoldingProcess
    spec_hash: str = ""
    last_hash: str = ""
    events: int = 0
    is_finished: bool = False
    _log: RunLog | None = None
    _glance: Glance | None = None
    _encoded: EncodedView | None = None
    _chapters: list[Chapter] | None = None
    _view: bytes | None = None
    _lock: RLock = field(default_factory=RLock)

    @property
    def etag(self) -> str:
        return f'"{self.last_hash[:24]}-{self.stamp[1]:x}"'

    @property
    def log(self) -> RunLog:
        """The run's log, read when it is first asked for."""
        with self._lock:
            return self._log or self.read(None)

    def read(self, before: "Opened | None") -> RunLog:
        """Read the log, from where an earlier reading of the same run ended."""
        earlier = before._log if before else None
        log = self._log = (continued_run(earlier) if earlier else None) or open_run(self.path, late_blobs=True)
        self.spec_hash, self.last_hash = log.spec_hash, log.last_hash
        self.events, self.is_finished = len(log.events), log.finished
        return log

    @property
    def is_long(self) -> bool:
        """Whether it is shown in parts."""
        return self.stamp[0] > (LONG if self.is_finished else LONG_ALIVE)

    def view(self) -> bytes:
        """Return what the page shows of it, as the report shows it, as JSON."""
        with self._lock:
            if self._view is None:
                self._view = view_of(self.log).model_dump_json().encode()
            return self._view

    def opening(self) -> bytes:
        """Return what a page begins with: the whole view of a short run, the head of a long one."""
        after = f"{self.spec_hash[:12]}:{self.events - 1}"
        if not self.is_long:
            return b'{"after":"%s","parts":false,"view":%s}' % (after.encode(), self.view())
        if self._encoded or not can_glance(self.log):
            head = self.whole().head
        else:
            head = self.glance().head().model_dump_json().encode()
        return b'{"after":"%s","parts":true,"head":%s}' % (after.encode(), head)

    def glance(self) -> Glance:
        """Return a first look at the run."""
        with self._lock:
            if self._glance is None:
                self._glance = Glance(log=self.log)
            return self._glance

    def whole(self) -> EncodedView:
        """Return the parts of the view, folded; what the first look needed is given up then."""
        if self._encoded is None:
            encoded = self.folder.fold(self.path)
            with self._lock:
                self._encoded, self._glance = encoded, None
                if self._chapters is None and self.is_finished:
                    self._log = None
            trim_heap()
        return self._encoded

    def page(self, number: int) -> bytes:
        """Return some of a long run's turns and moves.

        Raises:
            LogError: it has no such page.
        """
        if not self._encoded and can_glance(self.log):
            return self.glance().page(number).model_dump_json().encode()
        if not 0 <= number < len(self.whole().pages):
            raise LogError("the run has no such page")
        return self.whole().page(number)

    def memory(self, agent: str) -> bytes:
        """Return an agent's memory at the end of a long run.

        Raises:
            LogError: it has no such agent.
        """
        if agent not in self.whole().memories:
            raise LogError("the run has no such agent")
        return self.whole().memory(agent)

    def find(self, words: str) -> list[str]:
        """Return the keys of the turns that have some words in them, in order."""
        encoded = self._encoded
        turns = encoded.turns() if encoded else ((turn.key, turn.text) for turn in self.glance().turns())
        wanted = words.casefold()
        return [key for key, text in turns if wanted in text.casefold()][:MOST_FOUND]

    def folded(self) -> list[Chapter]:
        """Return the run's chapters as they were recorded, folded once."""
        with self._lock:
            if self._chapters is None:
                require_plugins(self.log)
                with paused_collection():
                    self._chapters = list(chapters(self.log))
            return self._chapters

    @property
    def weight(self) -> int:
        """About how many bytes it holds."""
        parsed = HELD_BY_LOG * self.stamp[0] if self._log else 0
        folded = HELD_BY_FOLD * self.stamp[0] if self._chapters else 0
        return parsed + folded + (self._encoded.size if self._encoded else 0) + len(self._view or b"")

    def give_up(self) -> None:
        """Let go of what can be read and folded again."""
        with self._lock:
            self._log = self._glance = self._chapters = None


@dataclass(kw_only=True)
class OpenedRuns:
    """The runs that were looked at last: at most ``MOST``, and together about ``HELD`` bytes."""

    folder: FoldingProcess = field(default_factory=FoldingProcess)
    _kept: OrderedDict[Path, Opened] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def open(self, path: Path) -> Opened:
        """Return a run, read again where its files changed.

        Raises:
            LogError, DamagedLogError, NewerLogError: as ``open_run``.
        """
        stamp = _size(path / ledger.NAME), _size(path / journal.NAME)
        with self._lock:
            known = self._kept.get(path)
        if known is None or known.stamp != stamp:
            opened = Opened(path=path, stamp=stamp, folder=self.folder)
            opened.read(known)
            known = opened
        with self._lock:
            self._kept[path] = known
            self._kept.move_to_end(path)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
            for run in [*self._kept.values()][:-1]:  # those that were looked at longest ago first
                if sum(kept.weight for kept in self._kept.values()) > HELD:
                    run.give_up()
        return known


def trim_heap() -> None:
    """Give free memory back to the system, which the C library keeps for later otherwise, where that can do so."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
