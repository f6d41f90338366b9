"""The journal of calls: each request to a model with its answer, written the moment the answer arrives.

A journalled call is never repeated, whether it was answered or given up. The line that begins a sitting records its
run conditions (budget, concurrency, endpoints), which may differ between sittings.
"""

import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field

from doxa.errors import DamagedLogError
from doxa.log.lines import LineFile, complete_lines
from doxa.records.base import JsonValue, Record
from doxa.records.canonical import canonical_line

NAME = "calls.jsonl"

Kind = TypeVar("Kind", bound=Record)


class CallRecord(Record):
    """One call: ``id`` is ``step#attempt``."""

    kind: Literal["call"] = "call"
    id: str
    role: str
    model: str
    request: str
    """Hash over prompt blocks, reply schema, model and sampling settings."""
    blocks: tuple[str, ...]
    """The prompt's blocks by blob id, in order."""
    status: str
    """ok, or a word that says why the call was given up."""
    text: str = ""
    finish: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    cost: float | None = None
    """US dollars; None when the price is unknown."""
    reported_usage: str = Field(default="", exclude_if=lambda report: not report)
    """What the provider said it used, cut at 400 characters, where that is not believed as it came."""
    revision: str = ""
    tries: tuple[dict[str, JsonValue], ...] = ()
    """Transport attempts without an answer: status, message without keys, and the wait after each."""
    began: float = 0.0
    """Unix time."""
    seconds: float = 0.0

    @property
    def step(self) -> str:
        return self.id.rsplit("#", 1)[0]


class SittingRecord(Record):
    """The run conditions of one sitting; none of them determines an event."""

    kind: Literal["sitting"] = "sitting"
    began: float
    doxa: str
    conditions: dict[str, JsonValue]
    plugins: dict[str, str] = Field(default_factory=dict, exclude_if=lambda plugins: not plugins)
    """Plug-in that is not doxa's own, such as ``kernel stubborn`` → its package with version."""


class Journal:
    """The writer of ``calls.jsonl``, with all earlier calls in memory."""

    def __init__(self, path: Path) -> None:
        self._file = LineFile(path)
        calls = list(read_calls(path))
        self.calls = {call.id: call for call in calls}
        # over all lines: a call whose arrays were lost is made, and paid for, again
        self.cost = sum(call.cost or 0.0 for call in calls)
        self.unpriced = sum(is_unpriced(call) for call in calls)
        """Answers whose cost is unknown; ``cost`` is that of the others."""
        self.tokens = sum(_tokens(call) for call in calls)

    def find(self, id: str) -> CallRecord | None:
        return self.calls.get(id)

    def add(self, call: CallRecord) -> None:
        """Append a call."""
        self._file.append(canonical_line(call))
        self.calls[call.id] = call
        self.cost += call.cost or 0.0
        self.unpriced += is_unpriced(call)
        self.tokens += _tokens(call)

    def open_sitting(self, sitting: SittingRecord) -> None:
        self._file.append(canonical_line(sitting))

    def sync(self) -> None:
        self._file.sync()

    def close(self) -> None:
        self._file.close()


def read_calls(path: Path) -> Iterator[CallRecord]:
    """Yield the calls of a journal.

    Raises:
        DamagedLogError: a complete line is not a journal line.
    """
    for where, record in _read_lines(path):
        if record.get("kind") == "call":
            yield _valid(CallRecord, record, where)


def read_sittings(path: Path) -> Iterator[SittingRecord]:
    """Yield the sittings of a journal, first to last."""
    for where, record in _read_lines(path):
        if record.get("kind") == "sitting":
            yield _valid(SittingRecord, record, where)


def is_unpriced(call: CallRecord) -> bool:
    """Return whether a call was answered at an unknown cost."""
    return call.status == "ok" and call.cost is None


def total_cost(calls: Iterable[CallRecord]) -> float | None:
    """Return the cost of calls in US dollars; None where one was answered at an unknown cost."""
    costs = [(is_unpriced(call), call.cost or 0.0) for call in calls]
    return None if any(unpriced for unpriced, _ in costs) else math.fsum(cost for _, cost in costs)


def _read_lines(path: Path) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    for number, line in enumerate(complete_lines(path), 1):
        where = f"{path}:{number}"
        try:
            record = json.loads(line)
        except ValueError:
            raise DamagedLogError(f"{where} is not JSON: it was changed after it was written") from None
        if not isinstance(record, dict):
            raise DamagedLogError(f"{where} is not a journal line")
        yield where, record


def _valid(kind: type[Kind], record: dict[str, JsonValue], where: str) -> Kind:
    try:
        return kind.model_validate(record)
    except ValueError:
        raise DamagedLogError(f"{where} is not a journal line: it was changed after it was written") from None


def _tokens(call: CallRecord) -> int:
    return (call.input_tokens or 0) + (call.output_tokens or 0)
