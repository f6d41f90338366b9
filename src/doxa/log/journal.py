"""The journal of calls: each request to a model with its answer, written the moment the answer arrives.

A journalled call is never repeated, whether it was answered or given up. The line that begins a sitting records its
run conditions (budget, concurrency, endpoints), which may differ between sittings. Each line is linked to the line
before, and each outcome holds a hash of its calls, so that no call can change without a trace.
"""

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Literal

from pydantic import Field

from doxa.errors import DamagedLogError
from doxa.log.lines import KEPT, LineFile, Lines
from doxa.log.shortening import Answer, Fields, fill_in, leave_out
from doxa.records.base import JsonValue, Record, canonical, canonical_line, digest, plain
from doxa.records.model_kinds import ModelKind, is_simulated
from doxa.records.outside import parse_json

NAME = "calls.jsonl"

EXCEPTED = (
    *("input_tokens", "output_tokens", "cached_tokens", "cost", "reported_usage"),
    *("revision", "tries", "began", "seconds", "kept", "batch"),
)
"""Fields of a call that no event rests on: the same answers may come at other times, prices and tries."""


class LinkedLine(Record):
    """A line of the journal."""

    link: str = ""
    """Hash of the link of the line before, followed by this line without its link."""

    def link_after(self, before: str) -> str:
        """Return the link of this line behind a line with the link ``before`` ('' for none)."""
        return digest(before.encode() + canonical_line(self.model_dump(exclude={"link"})))


class CallRecord(LinkedLine):
    """One call: ``id`` is ``step#attempt``."""

    kind: Literal["call"] = "call"
    id: str
    role: str
    model: str
    request: str
    """Hash over prompt blocks, reply schema, model and sampling settings."""
    blocks: tuple[str, ...]
    """The prompt's blocks by blob id, in order."""
    reply_schema: str
    """The blob id of the schema of the reply that was asked for."""
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
    kept: str = Field(default="", exclude_if=lambda kept: not kept)
    """The run and the call that paid for this answer, where it is a kept one."""
    declared: ModelKind | None = Field(default=None, exclude_if=lambda kind: kind is None)
    """What the package of a model that doxa does not bring declares it to be."""
    batch: str = Field(default="", exclude_if=lambda batch: not batch)
    """The service's id of the batch that the answer came in, at half the price; empty where it was answered live."""

    @property
    def simulated(self) -> bool:
        """Whether plain code answered in place of a model."""
        return is_simulated(self.model, self.declared)

    @property
    def step(self) -> str:
        return self.id.rsplit("#", 1)[0]

    @property
    def asked_as(self) -> tuple[str, bool]:
        """The model, and whether it was asked for vectors, for which a service may state another name of itself."""
        return self.model, self.role == "embedder"


class SittingRecord(LinkedLine):
    """The run conditions of one sitting; none of them determines an event."""

    kind: Literal["sitting"] = "sitting"
    began: float
    doxa: str
    """The version of doxa."""
    code: str
    """Hash of the code that folds a log; where it is the same, everything is recomputed to the same bytes."""
    conditions: dict[str, JsonValue]
    plugins: dict[str, str] = Field(default_factory=dict, exclude_if=lambda plugins: not plugins)
    """Plug-in that is not doxa's own, such as ``kernel stubborn`` → its package with version."""
    codes: dict[str, str] = Field(default_factory=dict, exclude_if=lambda codes: not codes)
    """The same plug-in → hash of its sources."""
    as_changed: bool = Field(default=False, exclude_if=lambda confirmed: not confirmed)
    """Whether models and plug-ins may be others than before (``--as-changed``)."""


KINDS: dict[str, type[CallRecord | SittingRecord]] = {"call": CallRecord, "sitting": SittingRecord}

SHARED = (
    *("model", "revision", "reply_schema", "finish"),
    *("input_tokens", "output_tokens", "cached_tokens", "cost"),
)
"""Fields of a call that are expected to be as in the last call of its role."""


class Shorthand:
    """Writes and reads the lines of one journal, first to last.

    A call leaves out what is as usual, and of ``SHARED`` what is as in the last call of its role. A block is named by
    its id where it first stands in the journal, and later by the number of that place among all such.
    """

    def __init__(self) -> None:
        self._last: dict[str, Fields] = {}
        self._blocks: list[str] = []
        self._numbers: dict[str, int] = {}

    def line_of(self, record: CallRecord | SittingRecord) -> bytes:
        """Return the line of a record that follows."""
        return canonical_line(self.shorten(plain(record)))

    def read(self, line: bytes) -> CallRecord | SittingRecord:
        """Return the record of a line that follows; ValueError, LookupError or TypeError where it is none."""
        fields = self.restore(parse_json(line))
        return KINDS[fields["kind"]].model_validate(fields)

    def shorten(self, fields: Fields) -> Fields:
        """Return the fields of a record as its line has them."""
        if fields["kind"] != "call":
            return fields
        short = leave_out(fields, CallRecord, self._expected(fields))
        short["blocks"] = [self._numbers.get(block, block) for block in fields["blocks"]]
        self._note(fields)
        return short

    def restore(self, fields: Fields) -> Fields:
        """Return the fields of a line in full."""
        if fields.get("kind", "call") != "call":
            return fields
        blocks = [self._blocks[block] if isinstance(block, int) else block for block in fields["blocks"]]
        whole = fill_in({**fields, "blocks": blocks}, CallRecord, self._expected(fields))
        self._note(whole)
        return whole

    def _expected(self, call: Fields) -> Fields:
        last = self._last.get(call["role"], {})
        return {"status": "ok"} | {shared: last[shared] for shared in SHARED if shared in last}

    def _note(self, call: Fields) -> None:
        self._last[call["role"]] = call
        for block in call["blocks"]:
            if block not in self._numbers:
                self._numbers[block] = len(self._blocks)
                self._blocks.append(block)


NAMED_CALLS = 3
"""Most steps that an error about the disk names."""


class Journal:
    """The writer of ``calls.jsonl``, with all earlier calls in memory."""

    def __init__(self, path: Path) -> None:
        self._file = LineFile(path)
        self._shorthand = Shorthand()
        self._link = ""
        self.calls: dict[str, CallRecord] = {}
        self.unkept: list[str] = []
        """Calls that were answered and could not be written down."""
        self.cost, self.unpriced, self.tokens = 0.0, 0, 0
        """Of all lines, since a call whose arrays were lost is made, and paid for, again; ``unpriced`` counts answers
        whose cost is unknown, ``cost`` is that of the others."""
        self.stated: dict[tuple[str, bool], frozenset[str]] = {}
        """Model as it is asked → the models that it stated to be: at its first answer, and in confirmed sittings."""
        every, is_confirmed = dict(self.stated), False
        for line in read_lines(path, self._shorthand):
            self._link = line.link
            if isinstance(line, CallRecord):
                self._count(line)
                every |= (
                    {line.asked_as: every.get(line.asked_as, frozenset()) | {line.revision}} if line.revision else {}
                )
            else:
                is_confirmed = line.as_changed
            self.stated = every | ({} if is_confirmed else self.stated)

    def find(self, id: str) -> CallRecord | None:
        return self.calls.get(id)

    def answer_of(self, id: str) -> Answer | None:
        """Return the answer of a call; None where there is no such call."""
        call = self.calls.get(id)
        return (call.request, call.text) if call else None

    def add(self, call: CallRecord) -> None:
        """Append a call."""
        self._append(call)
        self._count(call)

    def describe_unkept(self) -> str:
        """Return the sentence about answers that arrived and could not be written down; empty where there are none."""
        if not self.unkept:
            return ""
        steps = ", ".join(call.rpartition("#")[0] for call in self.unkept[:NAMED_CALLS])
        more = f" and {len(self.unkept) - NAMED_CALLS} more" if len(self.unkept) > NAMED_CALLS else ""
        return f"What had just been answered for {steps}{more} is not recorded and is asked again. "

    def open_sitting(self, sitting: SittingRecord) -> None:
        self._append(sitting)

    def sync(self) -> None:
        self._file.sync()

    def close(self) -> None:
        self._file.close()

    def _count(self, call: CallRecord) -> None:
        self.calls[call.id] = call
        self.cost += call.cost or 0.0
        self.unpriced += is_unpriced(call)
        self.tokens += (call.input_tokens or 0) + (call.output_tokens or 0)

    def _append(self, line: CallRecord | SittingRecord) -> None:
        link = line.link_after(self._link)
        self._file.append(self._shorthand.line_of(line.model_copy(update={"link": link})))
        self._link = link


def answer_hash(calls: Iterable[CallRecord]) -> str:
    """Return the hash of what some calls hold, but for the fields that docs/log-format.md excepts."""
    return digest(canonical([call.model_dump(mode="json", exclude={"link", *EXCEPTED}) for call in calls]))


def read_calls(path: Path) -> Iterator[CallRecord]:
    """Yield the calls of a journal.

    Raises:
        DamagedLogError: a complete line is not a journal line.
    """
    return (line for line in read_lines(path) if isinstance(line, CallRecord))


def read_sittings(path: Path) -> Iterator[SittingRecord]:
    """Yield the sittings of a journal, first to last; DamagedLogError as ``read_calls``."""
    return (line for line in read_lines(path) if isinstance(line, SittingRecord))


def is_unpriced(call: CallRecord) -> bool:
    """Return whether a call was answered at an unknown cost."""
    return call.status == "ok" and call.cost is None


def total_cost(calls: Iterable[CallRecord]) -> float | None:
    """Return the cost of calls in US dollars; None where one was answered at an unknown cost."""
    costs = [(is_unpriced(call), call.cost or 0.0) for call in calls]
    return None if any(unpriced for unpriced, _ in costs) else math.fsum(cost for _, cost in costs)


def read_lines(path: Path, shorthand: Shorthand | None = None) -> Iterator[CallRecord | SittingRecord]:
    """Yield the calls and sittings of a journal in order; DamagedLogError as ``read_calls``."""
    shorthand = shorthand or Shorthand()
    for number, line in enumerate(Lines(path), 1):
        try:
            yield shorthand.read(line)
        except (ValueError, LookupError, TypeError, AttributeError):
            what = f"{path}:{number} is not a journal line: it was changed after it was written"
            raise DamagedLogError(what) from None


class CallsById:
    """The calls of a journal by id, read on as they are asked for: about in the order in which they were made.

    A call is let go when it was given out, and read again if it is asked for again. Of several lines the last counts.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.places = {call.id: place for place, call in enumerate(read_calls(path))}
        """Call → its place among all."""
        self._coming = enumerate(read_calls(path))
        self._waiting: dict[str, CallRecord] = {}
        """The calls that were read on the way to others."""

    def get(self, id: str) -> CallRecord | None:
        """Return a call; None where the journal has no such call."""
        if id in self.places and id not in self._waiting:
            for place, call in chain(self._coming, enumerate(read_calls(self._path))):
                if place == self.places[call.id]:
                    self._waiting[call.id] = call
                if place == self.places[id]:
                    break
        return self._waiting.pop(id, None)


class Answers:
    """The answers of a journal by the ids of their calls; those of a large one are read whenever they are asked for."""

    def __init__(self, path: Path) -> None:
        self._lines = Lines(path)
        self._known: dict[str, Answer | int] = {}
        """Call → its answer, or in a large journal the number of its line."""
        self._learn(0)

    def __call__(self, id: str) -> Answer | None:
        if id not in self._known:  # it may have been written since
            read = len(self._lines)
            self._lines = self._lines.grown()
            self._learn(read)
        known = self._known.get(id)
        return _answer(self._lines[known]) if isinstance(known, int) else known

    def _learn(self, first: int) -> None:
        for number, line in enumerate(self._lines.between(first), first):
            with suppress(ValueError, LookupError, TypeError):  # a line that is none is no answer
                self._known[parse_json(line)["id"]] = number if self._lines.size > KEPT else _answer(line)


def _answer(line: bytes) -> Answer:
    call = parse_json(line)
    return call["request"], call.get("text", "")


def broken_links(lines: Iterable[CallRecord | SittingRecord]) -> Iterator[int]:
    """Yield the places of the lines that do not have the link that they must have behind the line before."""
    before = ""
    for place, line in enumerate(lines):
        if line.link != line.link_after(before):
            yield place
        before = line.link
