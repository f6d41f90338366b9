"""One believer: its kernel, memory and state, and the two functions that create and move it.

``new_mind`` creates a mind from its seeds, ``meet`` folds one batch into it. Both return the body of the event to log.
Admission uses the stance at the start of the batch; belief moves once a batch.
Drive and replay gather the input of a batch for all believers here, so that they fold the same values.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.base import Kernel, Met, build_kernel
from doxa.errors import BeliefError, DoxaError, ScenarioError
from doxa.evidence.admission import Admission, AdmissionResult, admit, seeded
from doxa.evidence.memory import Entry, Memory
from doxa.evidence.vectors import Tables, new_tables
from doxa.records.claims import Claim, Evidence, Exposure, Origin, Readout, Trace
from doxa.records.events import HeardBody, MovedBody, SeededBody
from doxa.records.spec import Hearing, Participant
from doxa.records.steps import Outcome
from doxa.records.validating import settled
from doxa.tasks.registry import task_named


@dataclass(frozen=True, kw_only=True)
class Gathering:
    """The public words of a batch in step order, its replies, and the exposures that the script set."""

    heard: dict[str, HeardBody]
    """Message key → its text and claims; without claims where nobody needed them."""
    audience: dict[str, tuple[str, ...]]
    """Message key → its listeners, without the speaker."""
    replies: dict[str, tuple[Exposure, ...]] = field(default_factory=dict)
    """Agent → its own structured replies, for a kernel that needs them."""
    shown: Mapping[str, tuple[Exposure, ...]] = field(default_factory=dict)
    """Agent → the exposures that the script set for it."""


def gather_batch(
    outcomes: Iterable[Outcome], heard: Mapping[str, HeardBody], exposures: Mapping[str, tuple[Exposure, ...]]
) -> Gathering:
    """Return the input of a batch for all believers.

    Args:
        outcomes: of the script's steps, in order; self-updates among them are not replies to the script.
        heard: message key → claims, for the messages that were heard.
        exposures: believer → the exposures that the script set, from the batch or from the log.
    """
    in_order = list(outcomes)
    spoken = [outcome for outcome in in_order if is_public(outcome)]
    replies: dict[str, tuple[Exposure, ...]] = {}
    for outcome in in_order:
        if outcome.ok and isinstance(outcome.reply, dict) and outcome.task != "self_update":
            exposure = Exposure(message=outcome.key, speaker=outcome.actor, origin="self", reply=outcome.reply)
            replies[outcome.actor] = (*replies.get(outcome.actor, ()), exposure)
    return Gathering(
        heard={outcome.key: heard.get(outcome.key) or unheard(outcome) for outcome in spoken},
        audience={outcome.key: outcome.audience for outcome in spoken},
        replies=replies,
        shown=exposures,
    )


def check_exposures(shown: Mapping[str, tuple[Exposure, ...]], believers: Iterable[str]) -> None:
    """Check the exposures that a script sets.

    Raises:
        DoxaError: an exposure is for somebody without a belief, or is not marked as shown.
    """
    for who in shown.keys() - set(believers):
        raise DoxaError(f"the protocol shows something to {who!r}, who has no belief")
    for who, exposures in shown.items():
        if not all(exposure.shown for exposure in exposures):
            raise DoxaError(f"the protocol shows {who!r} something that is not marked as shown")


def is_public(outcome: Outcome) -> bool:
    """Return whether a step gave public words."""
    return outcome.ok and task_named(outcome.task).speaks


def unheard(outcome: Outcome) -> HeardBody:
    """Return the body of a message from which no claims were drawn."""
    return HeardBody(speaker=outcome.actor, text=outcome.text or "", claims=())


def reported(outcome: Outcome) -> float | None:
    """Return the stance that a self-update step reported, in [−1, 1]; None where it gave none."""
    if not (outcome.ok and isinstance(outcome.reply, dict)):
        return None
    return float(str(outcome.reply["stance"]))


Vectors = Callable[[str], NDArray[np.float64]]
"""Returns the integer row of a blob hash."""


@dataclass(frozen=True, kw_only=True)
class Mind:
    """A believer at one moment. Only its kernel reads ``state``."""

    participant: Participant
    kernel: Kernel[Any]
    admission: Admission
    hearing: Hearing
    memory: Memory
    state: Any

    @property
    def readout(self) -> Readout:
        return self.kernel.readout(self.state)


def new_mind(
    participant: Participant,
    claims: tuple[Claim, ...],
    hearing: Hearing,
    vectors: Vectors,
    *,
    memory: Memory | None = None,
    tables: Tables | None = None,
) -> tuple[Mind, SeededBody]:
    """Return a believer made from its seeds, and the event body that records it.

    Args:
        memory: of these seeds, where it was made before.
        tables: of the vectors that all believers of a run share; its own when absent.

    Raises:
        UnreachablePriorError: these seeds cannot reach the target stance of its prior.
        UnknownNameError, ScenarioError: its kernel or settings are not valid.
    """
    kernel = build_kernel(participant.kernel or "", participant.belief)
    memory = _seeded_memory(claims, vectors, tables or new_tables()) if memory is None else memory
    evidence = tuple(memory.records)
    state, trace = kernel.init(participant.prior, evidence)
    mind = Mind(
        participant=participant,
        kernel=kernel,
        admission=settled(Admission, participant.memory, "memory"),
        hearing=hearing,
        memory=memory,
        state=state,
    )
    body = SeededBody(listener=participant.id, claims=claims, evidence=evidence, prior=dict(trace.notes), trace=trace)
    return mind, body


@dataclass(frozen=True, kw_only=True)
class BatchReading:
    """What one listener took in of one batch, before its belief moves by it."""

    reader: Mind
    """The listener at the start of the batch."""
    exposures: tuple[Exposure, ...]
    admissions: tuple[AdmissionResult, ...]
    memory: Memory
    """After the batch."""

    def is_of(self, mind: Mind) -> bool:
        """Return whether a mind takes the same in of the same batch: nothing that admission goes by differs."""
        reader = self.reader
        return (
            reader.memory is mind.memory
            and reader.kernel.needs == mind.kernel.needs
            and reader.hearing.strength == mind.hearing.strength
            and reader.admission == mind.admission
            # a confirmation bias goes by the sign of the stance at the start of the batch
            and (not mind.admission.confirmation_bias or _sign(reader.readout.stance) == _sign(mind.readout.stance))
        )


def meet(
    mind: Mind,
    met: Gathering,
    report: float | None,
    vectors: Vectors,
) -> tuple[Mind, MovedBody | None]:
    """Return a mind after one batch, and the event body; None when nothing in the batch reached this listener.

    Args:
        met: the input of the batch for all believers.
        report: the stance that the agent itself reports, where its kernel needs that.
    """
    return move(mind, read(mind, met, vectors), report)


def read(mind: Mind, met: Gathering, vectors: Vectors) -> BatchReading:
    """Return what a mind takes in of a batch."""
    exposures: list[Exposure] = []
    admissions: list[AdmissionResult] = []
    stance, memory = mind.readout.stance, mind.memory
    for key, body in met.heard.items():
        listener = mind.participant.id
        if body.speaker != listener and listener not in met.audience[key]:
            continue
        origin: Origin = "self" if body.speaker == listener else "peer"
        exposures.append(
            Exposure(message=key, speaker=body.speaker, origin=origin, claims=tuple(claim.id for claim in body.claims))
        )
        if "claims" in mind.kernel.needs:
            for claim in body.claims:
                memory, admitted = admit(
                    memory,
                    claim,
                    origin=origin,
                    strength=claim.strengths.get(mind.hearing.strength),
                    row=vectors(claim.vector) if claim.vector else None,
                    stance=stance,
                    settings=mind.admission,
                )
                admissions.append(admitted)
    if "replies" in mind.kernel.needs:
        exposures += met.replies.get(mind.participant.id, ())
    exposures += met.shown.get(mind.participant.id, ())
    return BatchReading(reader=mind, exposures=tuple(exposures), admissions=tuple(admissions), memory=memory)


def move(mind: Mind, reading: BatchReading, report: float | None) -> tuple[Mind, MovedBody | None]:
    """Return a mind after what it took in of a batch, and the event body; None where that was nothing."""
    if not reading.exposures:
        return mind, None
    memory = reading.memory
    # read from the memory after the batch: one newcomer may have archived another
    admitted = tuple(entry.evidence for entry in memory.entries[len(mind.memory) :])
    new = {evidence.claim for evidence in admitted}
    replaced = (admission.archived for admission in reading.admissions)
    archived = tuple(evidence for evidence in replaced if evidence and evidence.claim not in new)
    dropped = tuple(evidence for evidence in (*archived, *admitted) if not evidence.active)
    met = Met(
        exposures=reading.exposures,
        evidence=LateRecords(memory, dropped),
        changed=(*(evidence for evidence in admitted if evidence.active), *archived),
        self_report=report,
    )
    state, trace = mind.kernel.step(mind.state, met)
    body = MovedBody(
        listener=mind.participant.id, exposures=reading.exposures, admitted=admitted, archived=archived, trace=trace
    )
    return replace(mind, memory=memory, state=state), body


class LateRecords(Sequence[Evidence]):
    """The active records of a memory and those that a batch archived, gathered when a rule first reads them."""

    def __init__(self, memory: Memory, dropped: tuple[Evidence, ...]) -> None:
        self._memory, self._dropped = memory, dropped

    @cached_property
    def _records(self) -> tuple[Evidence, ...]:
        return (*self._memory.active_records, *self._dropped)

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, place: int) -> Evidence: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Evidence, ...]: ...

    def __getitem__(self, place: int | slice) -> Evidence | tuple[Evidence, ...]:
        return self._records[place]


def _seeded_memory(claims: tuple[Claim, ...], vectors: Vectors, tables: Tables) -> Memory:
    memory = Memory(tables=tables)
    for claim in claims:
        if len(claim.strengths) != 1:  # the corpus or the scorer gave it
            raise BeliefError(f"seed {claim.id!r} needs exactly one strength, it has {len(claim.strengths)}")
        entry = Entry(claim, seeded(claim, next(iter(claim.strengths.values()))))
        memory = memory.stored(entry, vectors(claim.vector))
    return memory


def _sign(stance: float | None) -> float:
    return 0.0 if not stance else math.copysign(1.0, stance)


def amended(mind: Mind, participant: Participant, hearing: Hearing) -> tuple[Mind, Trace]:
    """Return a mind with other settings, and the jump of its belief that they alone cause.

    Raises:
        ScenarioError: the amendment names another kernel; only a kernel's settings can change in a run.
    """
    if participant.kernel != mind.participant.kernel:
        raise ScenarioError(
            f"{participant.id}: a fork cannot change the kernel from {mind.participant.kernel} to {participant.kernel}",
            hint="Start a new run with the other kernel instead.",
        )
    kernel = build_kernel(participant.kernel or "", participant.belief)
    met = Met(evidence=tuple(mind.memory.active_records))
    state, trace = (
        kernel.step(mind.state, met)
        if "claims" in kernel.needs
        else (mind.state, Trace(before=mind.readout, after=mind.readout))
    )
    changed = replace(
        mind,
        participant=participant,
        kernel=kernel,
        admission=settled(Admission, participant.memory, "memory"),
        hearing=hearing,
        state=state,
    )
    return changed, trace
