"""The event union: every kind of line in ``events.jsonl``, in the order a run writes them.

``opened`` · (``outcome`` of seeding) · ``seeded`` per believer · then per batch: ``batch``, each step's
``outcome``, its ``heard`` claims and the outcomes that gave them, ``moved`` per believer · ``end``.
A fork adds ``amended`` where its settings change.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from doxa.records.base import JsonValue, Record, Stance
from doxa.records.canonical import canonical_line, digest
from doxa.records.claims import Claim, Evidence, Exposure
from doxa.records.readout import Trace
from doxa.records.steps import Outcome


class OpenedBody(Record):
    """The run begins; the spec is repeated so that a changed ``spec.json`` can be told field by field."""

    spec: dict[str, JsonValue]


class SeededBody(Record):
    """One believer's prior: its seed claims, the records they became, and the stance they give."""

    listener: str
    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    prior: dict[str, JsonValue]
    """What the kernel solved for: the common factor on the seeds' weight, for log-odds."""
    trace: Trace


class BatchBody(Record):
    """A batch opens; its steps by key."""

    keys: tuple[str, ...]
    note: str = ""


class HeardBody(Record):
    """What one message was heard to claim."""

    speaker: str
    text: str
    claims: tuple[Claim, ...]
    lost: str = ""
    """Why nothing could be heard, when extraction or judgement did not answer."""


class MovedBody(Record):
    """One believer after one batch: what it met, what its memory did, and why its stance moved."""

    listener: str
    exposures: tuple[Exposure, ...]
    admitted: tuple[Evidence, ...]
    archived: tuple[Evidence, ...]
    """Records that this batch's newcomers superseded."""
    trace: Trace


class AmendedBody(Record):
    """Settings that change from this batch on, and the jump that this alone gives each believer."""

    set: dict[str, JsonValue]
    jumps: dict[str, Trace]


class EndBody(Record):
    """The script's result. ``seal`` is the hash of this line with an empty seal."""

    result: dict[str, JsonValue]
    stances: dict[str, Stance | None]
    outcomes: dict[str, int]
    """How many steps ended in each status."""
    seal: str = ""


class _Event(Record):
    seq: int
    key: str
    prev: str
    """Hash of the line before; the first line carries the hash of ``spec.json``."""

    @property
    def line(self) -> bytes:
        return canonical_line(self)


class Opened(_Event):
    kind: Literal["opened"] = "opened"
    body: OpenedBody


class Seeded(_Event):
    kind: Literal["seeded"] = "seeded"
    body: SeededBody


class BatchOpened(_Event):
    kind: Literal["batch"] = "batch"
    body: BatchBody


class OutcomeReached(_Event):
    kind: Literal["outcome"] = "outcome"
    body: Outcome


class Heard(_Event):
    kind: Literal["heard"] = "heard"
    body: HeardBody


class Moved(_Event):
    kind: Literal["moved"] = "moved"
    body: MovedBody


class Amended(_Event):
    kind: Literal["amended"] = "amended"
    body: AmendedBody


class Ended(_Event):
    kind: Literal["end"] = "end"
    body: EndBody


Event = Annotated[
    Opened | Seeded | BatchOpened | OutcomeReached | Heard | Moved | Amended | Ended, Field(discriminator="kind")
]
Body = OpenedBody | SeededBody | BatchBody | Outcome | HeardBody | MovedBody | AmendedBody | EndBody

EVENTS: TypeAdapter[Event] = TypeAdapter(Event)

_EVENT_OF: dict[type[Record], type[_Event]] = {
    OpenedBody: Opened,
    SeededBody: Seeded,
    BatchBody: BatchOpened,
    Outcome: OutcomeReached,
    HeardBody: Heard,
    MovedBody: Moved,
    AmendedBody: Amended,
    EndBody: Ended,
}


def event(seq: int, key: str, body: Body, prev: str) -> Event:
    """Make the event that carries a body; the body's type decides its kind."""
    return _EVENT_OF[type(body)](seq=seq, key=key, prev=prev, body=body)  # type: ignore[call-arg, return-value]


def sealed(ended: Ended) -> Ended:
    """Return an end event that carries its own hash, so that its last digit is protected as well."""
    bare = ended.model_copy(update={"body": ended.body.model_copy(update={"seal": ""})})
    return bare.model_copy(update={"body": bare.body.model_copy(update={"seal": digest(bare.line)})})
