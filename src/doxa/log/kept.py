"""Answers that are kept across runs, so that forks, sweeps, second judgings and reproductions pay for each once.

One SQLite file for any number of runs and processes. An answer is found by all that determines it (the hash of its
request), by who gave it, and by which draw it is: the run's random choices and how often the run asked the same before.
So a replicate gets answers of its own, and a fork those of its parent.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from doxa.errors import LogError
from doxa.log.disk import make_folders
from doxa.log.files import check_file
from doxa.records.base import Record

COLUMNS = "request TEXT, service TEXT, served TEXT, draw TEXT, text TEXT, vectors BLOB, width INTEGER, finish TEXT,"
COLUMNS += " input_tokens INTEGER, output_tokens INTEGER, cost REAL, source TEXT, kept REAL"
KEY = "request, service, served, draw"
DRAWS = "run TEXT, call TEXT, request TEXT, service TEXT, nth INTEGER, PRIMARY KEY (run, call, request, service)"


class KeptAnswer(Record):
    """One answer, and where it was paid for."""

    request: str
    """Hash over prompt blocks, reply schema, model and sampling settings."""
    service: str
    """The model as it was asked for, with the base URL of a service that is not its provider's usual one."""
    served: str = ""
    """The model that the service stated to be."""
    draw: str
    """The run's random choices, and how often the run had made this request before."""
    text: str = ""
    vectors: bytes = b""
    """int8 rows of ``width`` numbers each, one after the other."""
    width: int = 0
    finish: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """US dollars that it took; None where that is unknown."""
    source: str
    """The run that paid for it, and the id of the call there."""
    kept: float = 0.0
    """Unix time."""

    @property
    def rows(self) -> tuple[bytes, ...]:
        """Each vector's bytes."""
        return tuple(self.vectors[at : at + self.width] for at in range(0, len(self.vectors), self.width or 1))


class KeptAnswers:
    """A file of kept answers, made where there is none.

    Raises:
        LogError: it cannot be opened, or is another file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        check_file(path)
        with self._told():
            make_folders(path.parent)
            self._base = sqlite3.connect(path, timeout=60.0, isolation_level=None, check_same_thread=False)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")  # what a power cut takes, journals have
            self._base.execute(f"CREATE TABLE IF NOT EXISTS answers ({COLUMNS}, PRIMARY KEY ({KEY}))")
            self._base.execute(f"CREATE TABLE IF NOT EXISTS draws ({DRAWS})")

    def number_draw(self, run: str, call: str, request: str, service: str, least: int) -> int:
        """Return which draw of its request a call of a run is, which no other call of the run is; remember it.

        Args:
            run: the hash of its spec, so that an equal run has the same draws.
            least: how many draws of the request the run has besides.
        """
        draw = {"run": run, "call": call, "request": request, "service": service, "least": least}
        equal = "FROM draws WHERE run = :run AND request = :request AND service = :service"
        numbered = f"(SELECT nth {equal} AND call = :call)"
        nth = f"coalesce({numbered}, (SELECT max(max(nth) + 1, :least) {equal}), :least)"
        with self._told():
            self._base.execute(f"INSERT OR REPLACE INTO draws VALUES (:run, :call, :request, :service, {nth})", draw)
            return int(self._base.execute(f"SELECT {numbered}", draw).fetchone()[0])

    def find_draw(self, run: str, call: str, request: str) -> tuple[str, int] | None:
        """Return the service that a call of a run asked last, and which draw it was; None where it asked none."""
        query = "SELECT service, nth FROM draws WHERE run = ? AND call = ? AND request = ? ORDER BY rowid DESC"
        with self._told():
            draw: tuple[str, int] | None = self._base.execute(query, (run, call, request)).fetchone()
        return draw

    def list_kept_calls(self, run: str, seed: int) -> list[tuple[str, str]]:
        """Return each call of a run whose answer is kept, and the service that gives it."""
        same = "answers.request = draws.request AND answers.service = draws.service AND draw = ? || '/' || nth"
        query = f"SELECT call, service FROM draws WHERE run = ? AND EXISTS (SELECT 1 FROM answers WHERE {same})"
        with self._told():
            return self._base.execute(query, (run, seed)).fetchall()

    def find(self, request: str, service: str, draw: str, served: str = "") -> KeptAnswer | None:
        """Return an answer, the latest where the service stated several models.

        Args:
            served: the model that the service stated to be in this run; '' where it stated none so far.
        """
        where = "request = ? AND service = ? AND draw = ? AND (? = '' OR served = ?)"
        return next(self._select(where, request, service, draw, served, served), None)

    def keep(self, answer: KeptAnswer) -> None:
        """Keep an answer; the first of those that several processes paid for at once stays."""
        fields = answer.model_copy(update={"kept": round(time.time(), 3)}).model_dump()
        names = ", ".join(fields)
        with self._told():
            holes = ", ".join("?" * len(fields))
            self._base.execute(f"INSERT OR IGNORE INTO answers ({names}) VALUES ({holes})", tuple(fields.values()))

    def count(self) -> int:
        """Return the number of answers."""
        with self._told():
            return int(self._base.execute("SELECT count(*) FROM answers").fetchone()[0])

    def answers(self, service: str = "") -> Iterator[KeptAnswer]:
        """Yield the answers, the latest first; those of one service where one is named."""
        return self._select("? = '' OR service = ?", service, service)

    def prune(self, before: float, service: str = "") -> int:
        """Remove the answers that were kept before a Unix time, of one service where one is named; return how many."""
        with self._told():
            where = "kept < ? AND (? = '' OR service = ?)"
            return self._base.execute(f"DELETE FROM answers WHERE {where}", (before, service, service)).rowcount

    def close(self) -> None:
        self._base.close()

    def _select(self, where: str, *values: str) -> Iterator[KeptAnswer]:
        names = list(KeptAnswer.model_fields)
        with self._told():
            query = f"SELECT {', '.join(names)} FROM answers WHERE {where} ORDER BY kept DESC"
            for row in self._base.execute(query, values):
                yield KeptAnswer(**dict(zip(names, row, strict=True)))

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise LogError(
                f"{self.path} cannot be used for kept answers: {error}",
                hint="Name another file with --keep, or leave it out.",
            ) from None
