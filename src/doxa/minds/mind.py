"""One believer: its kernel, memory and state, and the two functions that create and move it.

``new_mind`` creates a mind from its seeds, ``meet`` folds one batch into it. Both return the body of the event to log.
Admission uses the stance at the start of the batch; belief moves once a batch.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.base import Kernel, Met, Need
from doxa.beliefs.registry import build_kernel
from doxa.errors import BeliefError, ScenarioError
from doxa.evidence.admission import Admission, AdmissionResult, admit, seeded
from doxa.evidence.memory import Entry, Memory
from doxa.minds.gathering import Gathering
from doxa.records.claims import Claim, Exposure, Origin
from doxa.records.events import MovedBody, SeededBody
from doxa.records.people import Participant
from doxa.records.readout import Readout, Trace
from doxa.records.spec import Hearing
from doxa.records.validating import settled

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
) -> tuple[Mind, SeededBody]:
    """Return a believer made from its seeds, and the event body that records it.

    Args:
        memory: of these seeds, where it was made before.

    Raises:
        UnreachablePriorError: these seeds cannot reach the target stance of its prior.
        UnknownNameError, ScenarioError: its kernel or settings are not valid.
    """
    kernel = build_kernel(participant.kernel or "", participant.belief)
    memory = _seeded_memory(claims, vectors) if memory is None else memory
    evidence = tuple(memory.records)
    state, trace = kernel.init(participant.prior, evidence)
    mind = Mind(
        participant=participant,
        kernel=kernel,
        admission=_admission(participant),
        hearing=hearing,
        memory=memory,
        state=state,
    )
    body = SeededBody(listener=participant.id, claims=claims, evidence=evidence, prior=dict(trace.notes), trace=trace)
    return mind, body


@dataclass(frozen=True, kw_only=True)
class BatchReading:
    """What one listener took in of one batch, before its belief moves by it."""

    before: Memory
    settings: Admission
    strength: str
    """The role whose strength counts."""
    needs: frozenset[Need]
    opposing: float
    """The sign of the stance at the start of the batch, which a confirmation bias goes by."""
    exposures: tuple[Exposure, ...]
    admissions: tuple[AdmissionResult, ...]
    memory: Memory
    """After the batch."""

    def is_of(self, mind: Mind) -> bool:
        """Return whether a mind takes the same in of the same batch: nothing that admission goes by differs."""
        return (
            self.before is mind.memory
            and self.needs == mind.kernel.needs
            and self.strength == mind.hearing.strength
            and self.settings == mind.admission
            and (not self.settings.confirmation_bias or self.opposing == _sign(mind.readout.stance))
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
        origin = _origin(mind.participant.id, body.speaker, met.audience[key])
        if origin is None:
            continue
        exposures.append(
            Exposure(message=key, speaker=body.speaker, origin=origin, claims=tuple(claim.id for claim in body.claims))
        )
        if "claims" in mind.kernel.needs:
            for claim in body.claims:
                memory, admitted = _admitted(mind, memory, claim, origin, stance, vectors)
                admissions.append(admitted)
    if "replies" in mind.kernel.needs:
        exposures += met.replies.get(mind.participant.id, ())
    exposures += met.shown.get(mind.participant.id, ())
    return BatchReading(
        before=mind.memory,
        settings=mind.admission,
        strength=mind.hearing.strength,
        needs=mind.kernel.needs,
        opposing=_sign(stance),
        exposures=tuple(exposures),
        admissions=tuple(admissions),
        memory=memory,
    )


def move(mind: Mind, reading: BatchReading, report: float | None) -> tuple[Mind, MovedBody | None]:
    """Return a mind after what it took in of a batch, and the event body; None where that was nothing."""
    if not reading.exposures:
        return mind, None
    return _move_mind(mind, reading.memory, reading.exposures, reading.admissions, report)


def _seeded_memory(claims: tuple[Claim, ...], vectors: Vectors) -> Memory:
    memory = Memory()
    for claim in claims:
        entry = Entry(claim=claim, evidence=seeded(claim, _seed_strength(claim)))
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
    state, trace = kernel.step(mind.state, met) if "claims" in kernel.needs else (mind.state, _still(mind))
    changed = replace(
        mind, participant=participant, kernel=kernel, admission=_admission(participant), hearing=hearing, state=state
    )
    return changed, trace


def _still(mind: Mind) -> Trace:
    return Trace(before=mind.readout, after=mind.readout)


def _origin(listener: str, speaker: str, audience: Iterable[str]) -> Origin | None:
    if speaker == listener:
        return "self"
    return "peer" if listener in audience else None


def _admitted(
    mind: Mind, memory: Memory, claim: Claim, origin: Origin, stance: float | None, vectors: Vectors
) -> tuple[Memory, AdmissionResult]:
    return admit(
        memory,
        claim,
        origin=origin,
        strength=claim.strengths.get(mind.hearing.strength),
        row=vectors(claim.vector) if claim.vector else None,
        stance=stance,
        settings=mind.admission,
    )


def _move_mind(
    mind: Mind,
    memory: Memory,
    exposures: tuple[Exposure, ...],
    admissions: Sequence[AdmissionResult],
    report: float | None,
) -> tuple[Mind, MovedBody]:
    # read from the memory after the batch: one newcomer may have archived another
    admitted = tuple(entry.evidence for entry in memory.entries[len(mind.memory) :])
    new = {evidence.claim for evidence in admitted}
    archived = tuple(
        admission.archived for admission in admissions if admission.archived and admission.archived.claim not in new
    )
    dropped = (evidence for evidence in (*archived, *admitted) if not evidence.active)
    evidence = (*memory.active_records, *dropped)
    state, trace = mind.kernel.step(mind.state, Met(exposures=exposures, evidence=evidence, self_report=report))
    body = MovedBody(
        listener=mind.participant.id, exposures=exposures, admitted=admitted, archived=archived, trace=trace
    )
    return replace(mind, memory=memory, state=state), body


def _admission(participant: Participant) -> Admission:
    return settled(Admission, participant.memory, "memory")


def _seed_strength(claim: Claim) -> float:
    """Return the only strength of a seed, which the corpus or the scorer gave."""
    strengths = list(claim.strengths.values())
    if len(strengths) != 1:
        raise BeliefError(f"seed {claim.id!r} needs exactly one strength, it has {len(strengths)}")
    return strengths[0]
