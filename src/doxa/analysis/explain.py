"""Why an agent stands where it stands: the ledger of arguments, each one's exact effect, and the turning points.

Effects are of the active records on the stance that they give together: leave-one-out (S minus S without the
record) and the Shapley value. What the whole run would have been without a claim is another question, for
``what_if``: then admission takes another course too.
"""

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pydantic import Field

from doxa.analysis.ballots import Change, ballot_sentence, changes
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.hooks import Source, analysis_hooks
from doxa.analysis.missing import require_plugins
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.minds.mind import Mind
from doxa.records.base import Record
from doxa.records.claims import Claim
from doxa.records.events import MovedBody, SeededBody
from doxa.records.readout import Item, Readout, Trace
from doxa.scoring.effects import leave_one_out, shapley


class LedgerRow(Record):
    """One record of an agent's memory, and what it does to the stance."""

    claim: str
    text: str
    origin: str
    polarity: int
    strength: float | None
    weight: float
    """γ."""
    contribution: float
    """p·ln(1 + s·γ) while active, else 0."""
    active: bool
    reason: str
    similarity: float | None
    superseded_by: str | None
    message: str | None
    batch: int
    without: float | None = None
    """S minus S without this record; None while it is archived."""
    shapley: float | None = None
    """Its Shapley share of S; None while it is archived."""


class MoveRow(Record):
    """One move of an agent: the stance before and after, and every record that acted."""

    batch: int
    note: str
    heard: tuple[str, ...]
    before: Readout
    after: Readout
    items: tuple[Item, ...]
    moved: dict[str, float] = Field(default_factory=dict)
    """Claim → its part of the move of S: with what it added to L counts what the records that it archived took away.
    A part is proportional to its change of L (Aumann–Shapley), so parts add up to the move."""
    amended: bool = False
    """A change of settings made this move, not an argument."""


class TurningPoint(Record):
    """A batch at which the stance crossed zero, turned back, or moved most."""

    batch: int
    note: str
    kind: str
    before: float
    after: float


class Explanation(Record):
    """Why one agent stands where it stands."""

    agent: str
    name: str
    start: float | None
    now: float | None
    sentence: str
    turning: tuple[TurningPoint, ...]
    moves: tuple[MoveRow, ...]
    ledger: tuple[LedgerRow, ...]
    """Empty for a kernel whose state has no contributions to L: there is nothing to weigh its records by."""
    texts: dict[str, str]
    """Claim or post id → text, for every one that a move names."""


def explain(log: RunLog, agent: str, *, round: int | None = None) -> Explanation:
    """Explain one agent, at the end or at a round.

    Args:
        round: restricts the moves to the batches noted ``round N``; the ledger is then that after the round.

    Raises:
        LogError: the run has no such agent, or no such round yet.
        MissingPluginError: the run rests on a plug-in that is not installed, or cannot be used.
    """
    require_plugins(log)
    told = list(chapters(log))
    if not told or agent not in told[-1].minds:
        known = ", ".join(told[-1].minds) if told else "none yet"
        raise LogError(f"{log.path} has no believer {agent!r}", hint=f"Agents with a belief: {known}.")
    upto = told if round is None else _until(told, round, log)
    mind = upto[-1].minds[agent]
    moves = moves_of(upto, agent)
    shown = moves if round is None else tuple(one for one in moves if one.note == f"round {round}")
    name = log.spec.participant(agent).name
    ledger = ledger_of(mind, upto)
    hooks = analysis_hooks(log.spec.protocol)
    others: Mapping[str, Source] = hooks.sources(log) if hooks and hooks.sources else {}
    start = upto[0].minds[agent].readout.stance
    return Explanation(
        agent=agent,
        name=name,
        start=start,
        now=mind.readout.stance,
        sentence=sentence(name, start, mind.readout.stance, moves, ledger, others),
        turning=turning_points(moves),
        moves=shown,
        ledger=ledger if hasattr(mind.state, "contributions") else (),
        texts={**{one.claim: one.text for one in ledger}, **_met(moves, others)},
    )


def _met(moves: Iterable[MoveRow], posts: Mapping[str, Source]) -> dict[str, str]:
    return {one.source: posts[one.source].text for move in moves for one in move.items if one.source in posts}


def moves_of(told: Iterable[Chapter], agent: str) -> tuple[MoveRow, ...]:
    """Return every move of an agent, amendments included, in order; seeding is none."""
    moves = []
    for chapter in told:
        if agent in chapter.refolded_jumps:
            moves.append(_move(chapter, (), chapter.refolded_jumps[agent], amended=True))
        body = chapter.folded.get(agent)
        if isinstance(body, MovedBody):
            heard = tuple(one.message for one in body.exposures)
            moves.append(_move(chapter, heard, body.trace, moved=_parts(body)))
    return tuple(moves)


def ledger_of(mind: Mind, told: Iterable[Chapter]) -> tuple[LedgerRow, ...]:
    """Return every record of a mind, strongest contribution first, archived ones last."""
    contributions: dict[str, float] = dict(getattr(mind.state, "contributions", {}))
    when = admitted_at(told, mind.participant.id)
    names = [entry.claim.id for entry in mind.memory.entries if entry.claim.id in contributions]
    values = [contributions[name] for name in names]
    without = dict(zip(names, leave_one_out(values), strict=True))
    shares = dict(zip(names, shapley(values), strict=True))
    rows = [
        LedgerRow(
            claim=entry.claim.id,
            text=entry.claim.text,
            origin=entry.evidence.origin,
            polarity=entry.evidence.polarity,
            strength=entry.evidence.strength,
            weight=weight_of(mind, entry.evidence.origin),
            contribution=contributions.get(entry.claim.id, 0.0),
            active=entry.evidence.active,
            reason=entry.evidence.reason,
            similarity=entry.evidence.similarity,
            superseded_by=entry.evidence.superseded_by,
            message=None if entry.evidence.origin == "seed" else entry.claim.source,
            batch=when.get(entry.claim.id, 0),
            without=without.get(entry.claim.id),
            shapley=shares.get(entry.claim.id),
        )
        for entry in mind.memory.entries
    ]
    return tuple(sorted(rows, key=lambda row: (not row.active, -abs(row.contribution))))


def weight_of(mind: Mind, origin: str) -> float:
    """Return γ of a record of this origin, for kernels that weigh records; 0 for the others."""
    weigh = getattr(mind.kernel, "weight", None)
    return float(weigh(origin, mind.state.factor)) if weigh else 0.0


def admitted_at(told: Iterable[Chapter], agent: str) -> dict[str, int]:
    """Return claim id → the number of the batch in which the agent admitted it."""
    found: dict[str, int] = {}
    for chapter in told:
        body = chapter.folded.get(agent)
        if isinstance(body, MovedBody):
            found |= {one.claim: chapter.number for one in body.admitted}
    return found


def claims_of(told: Iterable[Chapter]) -> dict[str, Claim]:
    """Return every claim of a run by id: seeds and what was heard."""
    found: dict[str, Claim] = {}
    for chapter in told:
        seeded = (body for body in chapter.folded.values() if isinstance(body, SeededBody))
        for claims in (*(body.claims for body in chapter.heard.values()), *(body.claims for body in seeded)):
            found |= {one.id: one for one in claims}
    return found


SWING = 0.05
"""A stance has turned back when it returns by this much from its furthest point."""


def turning_points(moves: tuple[MoveRow, ...]) -> tuple[TurningPoint, ...]:
    """Return where a stance crossed zero, where it turned back by 0.05 or more, and where it moved most."""
    crossed = [_turning(one, "crossed zero") for one in _crossings(moves)]
    largest = max(moves, key=_size, default=None)
    most = [_turning(largest, "largest move")] if largest is not None and _size(largest) > 0 else []
    return tuple(sorted([*crossed, *_reversals(moves), *most], key=lambda point: point.batch))


def _crossings(moves: tuple[MoveRow, ...]) -> Iterable[MoveRow]:
    """Find the moves to the other side of zero, also those of a stance that stood at zero between the sides."""
    side = 0.0
    for one in moves:
        side = one.before.stance or side
        if side * (one.after.stance or 0.0) < 0:
            yield one


def _reversals(moves: tuple[MoveRow, ...]) -> Iterable[TurningPoint]:
    """Find the extremes of a stance from which it came back by SWING or more, after going there by as much."""
    if not moves:
        return
    extreme, start = moves[0], moves[0].before.stance or 0.0
    for one in moves:
        furthest, here = extreme.after.stance or 0.0, one.after.stance or 0.0
        direction = 1 if furthest >= start else -1
        if (here - furthest) * direction >= 0 or one is extreme:
            extreme = one
        elif abs(here - furthest) >= SWING:
            if abs(furthest - start) >= SWING:
                yield _turning(extreme, "turned back")
            extreme, start = one, furthest


def roles_changed(moves: Iterable[MoveRow]) -> tuple[Change, ...]:
    """Return every role that moves of a ballot changed, in order."""
    return tuple(one for move in moves for one in changes(move.note, move.before, move.after, move.heard))


SETTINGS = "-"
"""Stands for a change of settings among the causes of a movement."""


def moved_by(moves: Iterable[MoveRow]) -> dict[str, float]:
    """Return claim → how far it moved the stance over a run; parts add up to the whole movement."""
    total: dict[str, float] = {}
    for move in moves:
        if move.amended:
            jump = (move.after.stance or 0.0) - (move.before.stance or 0.0)
            total[SETTINGS] = total.get(SETTINGS, 0.0) + jump
        for claim, part in move.moved.items():
            total[claim] = total.get(claim, 0.0) + part
    return total


def sentence(
    name: str,
    start: float | None,
    now: float | None,
    moves: tuple[MoveRow, ...],
    ledger: tuple[LedgerRow, ...],
    others: Mapping[str, Source] = MappingProxyType({}),
) -> str:
    """Say in one sentence where an agent went and what moved it most."""
    if any(move.after.ballot is not None for move in moves):
        return ballot_sentence(name, roles_changed(moves))
    if start is None or now is None:
        return f"{name} exposes no stance of its own."
    stayed = f"{name} stayed at {_signed(now)}"
    went = stayed if start == now else f"{name} went from {_signed(start)} to {_signed(now)}"
    if any(item.origin == "self_report" for move in moves for item in move.items):
        return f"{went} by its own report; no argument can be named for it."
    causes = {claim: part for claim, part in moved_by(moves).items() if part}
    if not causes:
        return f"{went}; no argument that it met moved it." if moves else f"{went}; it met no argument."
    toward = [claim for claim, part in causes.items() if (part < 0) == (now < start)] or list(causes)
    most = max(toward, key=lambda claim: abs(causes[claim]))
    effect = f"by {_signed(causes[most], 3)}"
    if most in others:
        post = others[most]
        return f"{went}; what moved it most, {effect}, was {post.whose} “{_short(post.text)}” ({most})."
    row = next((one for one in ledger if one.claim == most), None)
    if row is None:
        cause = "a change of settings" if most == SETTINGS else f"the post {most}"
        return f"{went}; what moved it most, {effect}, was {cause}."
    whose = "its own words" if row.origin == "self" else "an argument"
    side = "for" if row.polarity > 0 else "against"
    source, end = ("", f", from {row.message}") if row.message else (" that it began with", "")
    told = f"{whose} {side} the motion{source}, “{_short(row.text)}”{end}"
    return f"{went}; what moved it most, {effect}, was {told}."


def _signed(value: float, digits: int = 2) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _until(told: list[Chapter], round: int, log: RunLog) -> list[Chapter]:
    last = max((place for place, one in enumerate(told) if one.note == f"round {round}"), default=None)
    if last is None:
        notes = [one.note for one in told if one.note.startswith("round ")]
        raise LogError(
            f"{log.path} has no round {round}", hint=f"It has {notes[0]} to {notes[-1]}." if notes else "It has none."
        )
    return told[: last + 1]


def _parts(body: MovedBody) -> dict[str, float]:
    """Split a move of S among the claims that made it, each with what it archived."""
    before, after = body.trace.before.log_odds, body.trace.after.log_odds
    if before is None or after is None:
        # a kernel without log-odds itemises in units of stance, so its items are the parts
        return {item.source: item.after - item.before for item in body.trace.items}
    by = {one.claim: one.superseded_by for one in (*body.archived, *body.admitted) if not one.active}
    changes: dict[str, float] = {}
    for item in body.trace.items:
        cause = by.get(item.source) or item.source
        changes[cause] = changes.get(cause, 0.0) + item.after - item.before
    moved = (body.trace.after.stance or 0.0) - (body.trace.before.stance or 0.0)
    slope = moved / (after - before) if after != before else (1.0 - math.tanh(before / 2) ** 2) / 2
    return {claim: change * slope for claim, change in changes.items()}


def _move(
    chapter: Chapter,
    heard: tuple[str, ...],
    trace: Trace,
    *,
    moved: dict[str, float] | None = None,
    amended: bool = False,
) -> MoveRow:
    return MoveRow(
        batch=chapter.number,
        note=chapter.note,
        heard=heard,
        before=trace.before,
        after=trace.after,
        items=trace.items,
        moved=moved or {},
        amended=amended,
    )


def _turning(move: MoveRow, kind: str) -> TurningPoint:
    return TurningPoint(
        batch=move.batch,
        note=move.note,
        kind=kind,
        before=move.before.stance or 0.0,
        after=move.after.stance or 0.0,
    )


def _size(move: MoveRow) -> float:
    return abs((move.after.stance or 0.0) - (move.before.stance or 0.0))


def _short(text: str, width: int = 90) -> str:
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"
