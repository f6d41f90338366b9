"""The ledger of one mind: every record of its memory with its present contribution to the belief and its exact effect.

Contributions and weights are those that the kernel offers (``doxa.beliefs.base``), else None. The effect on
S = tanh(L / 2) of a contribution to L depends on the others, so that leave-one-out and Shapley value are computed;
a contribution to S is its own effect.
"""

from collections.abc import Iterable, Mapping
from typing import get_args

from doxa.analysis.history import Chapter
from doxa.analysis.view import MemoryRow
from doxa.beliefs.base import Contributing, Items, Weighing, items_of
from doxa.evidence.memory import Entry
from doxa.minds.mind import Mind
from doxa.records.claims import Origin
from doxa.records.events import MovedBody
from doxa.scoring.effects import leave_one_out, shapley

OWN = "own"
"""The origin of a source that is not a record but the kernel's own, such as the initial position."""


ORIGINS: tuple[Origin, ...] = get_args(Origin)


class LedgerRow(MemoryRow):
    """One record of an agent's memory with its effect on the stance."""

    reason: str
    similarity: float | None
    superseded_by: str | None
    message: str | None
    batch: int
    without: float | None = None
    """S minus S without this record; None while the record is archived, and for a kernel without contributions."""
    shapley: float | None = None
    """Shapley share of S; None while the record is archived, and for a kernel without contributions."""


def ledger_of(mind: Mind, when: Mapping[str, int]) -> tuple[LedgerRow, ...]:
    """Return every record of a mind, strongest contribution first, archived records last.

    Args:
        when: claim id → the batch in which the mind admitted it (``admitted_at``).
    """
    items = items_of(mind.kernel, mind.readout)
    contributions = _contributions(mind)
    effects = _effects(items, contributions or {})
    weigh = mind.kernel if isinstance(mind.kernel, Weighing) else None
    weights = {origin: weigh.weigh(mind.state, origin) if weigh else None for origin in ORIGINS}
    rows = [_row(entry, contributions, effects, when, weights) for entry in mind.memory.entries]
    rows += [_own(source, items, contributions or {}, effects) for source in items.own if source in effects]
    return tuple(sorted(rows, key=lambda row: (not row.active, -abs(row.contribution or 0.0))))


def admitted_at(run_chapters: Iterable[Chapter], agent: str) -> dict[str, int]:
    """Return claim id → the number of the batch in which the agent admitted it."""
    batches: dict[str, int] = {}
    for chapter in run_chapters:
        body = chapter.folded.get(agent)
        if isinstance(body, MovedBody):
            batches |= {record.claim: chapter.number for record in body.admitted}
    return batches


def _contributions(mind: Mind) -> dict[str, float] | None:
    """Return each source's contribution to the belief, in the order of memory; None where the kernel offers none."""
    if not isinstance(mind.kernel, Contributing):
        return None
    contributions = dict(mind.kernel.contributions(mind.state))
    ordered = [entry.claim.id for entry in mind.memory.entries if entry.claim.id in contributions]
    return {source: contributions[source] for source in dict.fromkeys((*ordered, *contributions))}


def _effects(items: Items, contributions: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Return source → (S minus S without it, its Shapley share of S)."""
    values = list(contributions.values())
    if items.unit == "L":
        pairs = zip(leave_one_out(values), shapley(values), strict=True)
    else:
        pairs = zip(values, values, strict=True)
    return dict(zip(contributions, pairs, strict=True))


def _row(
    entry: Entry,
    contributions: Mapping[str, float] | None,
    effects: Mapping[str, tuple[float, float]],
    when: Mapping[str, int],
    weights: Mapping[Origin, float | None],
) -> LedgerRow:
    claim, evidence = entry.claim, entry.evidence
    without, share = effects.get(claim.id, (None, None))
    return LedgerRow(
        claim=claim.id,
        text=claim.text,
        origin=evidence.origin,
        polarity=evidence.polarity,
        strength=evidence.strength,
        weight=weights[evidence.origin],
        contribution=None if contributions is None else contributions.get(claim.id, 0.0),
        active=evidence.active,
        reason=evidence.reason,
        similarity=evidence.similarity,
        superseded_by=evidence.superseded_by,
        message=None if evidence.origin == "seed" else claim.source,
        batch=when.get(claim.id, 0),
        without=without,
        shapley=share,
    )


def _own(
    source: str, items: Items, contributions: Mapping[str, float], effects: Mapping[str, tuple[float, float]]
) -> LedgerRow:
    """Return the ledger row of a source of the kernel's own."""
    without, share = effects[source]
    contribution = contributions[source]
    return LedgerRow(
        claim=source,
        text=items.own[source],
        origin=OWN,
        polarity=(contribution > 0) - (contribution < 0),
        strength=None,
        weight=None,
        contribution=contribution,
        active=True,
        reason="",
        similarity=None,
        superseded_by=None,
        message=None,
        batch=0,
        without=without,
        shapley=share,
    )
