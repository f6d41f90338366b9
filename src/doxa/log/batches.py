"""Which batch of a service each request of a run went in, on the disk before the batch is sent and once it is taken.

``batches.jsonl`` gets a line before a batch is sent, and another with the service's id as soon as that is known. The
last line of a name counts, and for a request the last batch that names it. Nothing in it determines an event.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from doxa.errors import DamagedLogError
from doxa.log.lines import LineFile, Lines
from doxa.records.base import Record, canonical_line, plain
from doxa.records.outside import parse_json

NAME = "batches.jsonl"


class BatchLine(Record):
    """A batch with the requests of one run in it."""

    name: str
    """Doxa's own name of the batch, which the service is told where it takes one."""
    service: str
    """The service and its address."""
    size: int
    """How many requests it has, of all runs."""
    sent: float
    """Unix time."""
    requests: Mapping[str, str] = Field(default_factory=dict)
    """This run's requests (call, hash of the body, number of the try) → the ids by which the service knows them."""
    id: str = ""
    """The service's own id; empty as long as nobody knows whether it took the batch."""


class BatchBook:
    """The batches with requests of one run; they are few, so that the file is open only while a line is written.

    Raises:
        DamagedLogError: a complete line is not of this form.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._batch_of: dict[str, BatchLine] = {}
        for number, line in enumerate(Lines(self._path), 1):
            try:
                self._learn(BatchLine.model_validate(parse_json(line)))
            except ValueError:
                raise DamagedLogError(f"{self._path}:{number} was changed after it was written") from None

    def find(self, request: str) -> BatchLine | None:
        """Return the batch that a request went in; None where it went in none."""
        return self._batch_of.get(request)

    def write(self, line: BatchLine) -> None:
        """Write a line, which is on the disk when this returns.

        Raises:
            DiskError: it could not be written.
        """
        file = LineFile(self._path)
        try:
            file.append(canonical_line(plain(line)))
            file.sync()
        finally:
            file.close()
        self._learn(line)

    def forget(self, request: str) -> None:
        """Forget the batch of a request, which its service never took."""
        self._batch_of.pop(request, None)

    def _learn(self, line: BatchLine) -> None:
        self._batch_of |= dict.fromkeys(line.requests, line)
