"""The event types: every kind of line in ``events.jsonl``, in the order in which a run writes them.

``opened`` · (``outcome`` of seeding) · ``seeded`` per believer · then per batch: ``batch``, each step's
``outcome``, its ``heard`` claims and the outcomes that gave them, ``moved`` per believer · ``end``.
A fork adds ``amended`` where its settings change.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from doxa.records.base import JsonValue, Record, Stance, canonical, canonical_line, digest
from doxa.records.claims import Claim, Evidence, Exposure, Polarity, Trace
from doxa.records.steps import Outcome

LOG_FORMAT = 4
"""The format in which logs are written and read (docs/log-format.md)."""


LONGEST_VALUE = 1_000
"""Characters of the longest value of a spec that the log repeats; a longer one is repeated as its hash."""


def repeated(spec: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the values of a spec as the first event repeats them."""
    spelled = {name: canonical(value) for name, value in spec.items()}
    return {
        name: value if len(spelled[name]) <= LONGEST_VALUE else {"sha256": digest(spelled[name])}
        for name, value in spec.items()
    }


class OpenedBody(Record):
    """The run begins; the spec is repeated so that changes to ``spec.json`` can be reported field by field."""

    format: int
    """The format of the log."""
    spec: dict[str, JsonValue]


class SeededBody(Record):
    """One believer's prior: its seed claims, their records in memory, and the stance that they give."""

    listener: str
    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    prior: dict[str, JsonValue]
    """Numbers that the kernel solved for; for log-odds, the common factor on the seeds' weight."""
    trace: Trace


class BatchBody(Record):
    """A batch begins; ``keys`` are those of its steps."""

    keys: tuple[str, ...]
    note: str = ""


class HeardBody(Record):
    """The claims that were heard in one message."""

    speaker: str
    text: str
    claims: tuple[Claim, ...]
    lost: str = ""
    """Why there are no claims, when extraction or judgement gave no answer."""
    refused: dict[str, int] = Field(default_factory=dict, exclude_if=lambda refused: not refused)
    """Why claims that the extractor proposed are none (motion, whole, duplicate, unplaced), with the number of each."""
    side: Polarity = Field(default=0, exclude_if=lambda one: one == 0)
    """The side that the message was heard to argue, where ``hearing.direction`` is the speaker's; 0 for none."""
    contradicted: bool = Field(default=False, exclude_if=lambda contradicted: not contradicted)
    """Whether its claims are unclear because more of its decided readings are against its side than with it."""

    @property
    def flag(self) -> str:
        """Why nothing that was said in the message counts; '' where it does."""
        return self.lost or ("contradicts its side" if self.contradicted else "")

    def words_of(self, claim: Claim) -> str:
        """Return the words of the message that make a claim; '' where the claim has no place in the message."""
        return self.text[slice(*claim.place)] if claim.place else ""


class MovedBody(Record):
    """One believer after one batch: its exposures, the changes of its memory, and the trace of its stance."""

    listener: str
    exposures: tuple[Exposure, ...]
    admitted: tuple[Evidence, ...]
    archived: tuple[Evidence, ...]
    """Records that this batch's newcomers superseded."""
    trace: Trace


class AmendedBody(Record):
    """Settings that change from this batch on, and the jump of each believer's stance that they alone cause."""

    set: dict[str, JsonValue]
    jumps: dict[str, Trace]


class EndBody(Record):
    """The script's result. ``seal`` is the hash of this line with an empty seal."""

    result: dict[str, JsonValue]
    stances: dict[str, Stance | None]
    outcomes: dict[str, int]
    """Status → the number of steps that ended in it."""
    seal: str = ""


class _Event(Record):
    seq: int
    key: str
    prev: str
    """Hash of the line before; in the first line, the hash of ``spec.json``."""

    @property
    def line(self) -> bytes:
        return canonical_line(self)


class RunOpened(_Event):
    kind: Literal["opened"] = "opened"
    body: OpenedBody


class EvidenceSeeded(_Event):
    kind: Literal["seeded"] = "seeded"
    body: SeededBody


class BatchOpened(_Event):
    kind: Literal["batch"] = "batch"
    body: BatchBody


class OutcomeReached(_Event):
    kind: Literal["outcome"] = "outcome"
    body: Outcome


class MessageHeard(_Event):
    kind: Literal["heard"] = "heard"
    body: HeardBody


class BeliefsMoved(_Event):
    kind: Literal["moved"] = "moved"
    body: MovedBody


class RunAmended(_Event):
    kind: Literal["amended"] = "amended"
    body: AmendedBody


class RunEnded(_Event):
    kind: Literal["end"] = "end"
    body: EndBody


Event = Annotated[
    RunOpened | EvidenceSeeded | BatchOpened | OutcomeReached | MessageHeard | BeliefsMoved | RunAmended | RunEnded,
    Field(discriminator="kind"),
]
Body = OpenedBody | SeededBody | BatchBody | Outcome | HeardBody | MovedBody | AmendedBody | EndBody

EVENTS: TypeAdapter[Event] = TypeAdapter(Event)

_EVENT_OF: dict[type[Record], type[_Event]] = {
    OpenedBody: RunOpened,
    SeededBody: EvidenceSeeded,
    BatchBody: BatchOpened,
    Outcome: OutcomeReached,
    HeardBody: MessageHeard,
    MovedBody: BeliefsMoved,
    AmendedBody: RunAmended,
    EndBody: RunEnded,
}


def event(seq: int, key: str, body: Body, prev: str) -> Event:
    """Return the event with a body; the body's type determines its kind."""
    return _EVENT_OF[type(body)](seq=seq, key=key, prev=prev, body=body)  # type: ignore[call-arg, return-value]


def sealed(ended: RunEnded) -> RunEnded:
    """Return an end event that contains its own hash, so that changes of the last line are detected as well."""
    bare = ended.model_copy(update={"body": ended.body.model_copy(update={"seal": ""})})
    return bare.model_copy(update={"body": bare.body.model_copy(update={"seal": digest(bare.line)})})
