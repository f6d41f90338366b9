"""Explanation of an agent's stance: the ledger of arguments, the exact effect of each, and the turning points.

Effects are those of the active records on the stance that they give together: leave-one-out (S minus S without the
record) and the Shapley value. The effect of a claim on the whole run is another question, which ``what_if`` answers:
without the claim, admission changes too.
"""

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pydantic import Field

from doxa.analysis.ballots import RoleChange, ballot_sentence, changes
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.hooks import Source, analysis_hooks
from doxa.analysis.ledger import OWN, LedgerRow, ledger_of
from doxa.analysis.missing import require_plugins
from doxa.beliefs.base import Contributing, ItemUnit, items_of
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.minds.mind import Mind
from doxa.records.base import Record
from doxa.records.claims import Claim, DirectionSource
from doxa.records.events import MovedBody, SeededBody
from doxa.records.readout import Readout, Trace

MARKS: Mapping[DirectionSource, str] = {"judge": "", "corpus": "labelled", "speaker": "by side"}
"""Whose direction a claim has → how it is marked."""


class ItemRow(Record):
    """The effect of one source on the belief in one batch: an item of a trace, in the unit that its kernel declares."""

    source: str
    origin: str
    polarity: int
    strength: float | None
    scored: float | None
    weight: float | None
    """γ, or another factor of the kernel; None for a kernel without weights."""
    before: float
    """In L where the move's readouts have log-odds, else in S; so is ``after``."""
    after: float
    why: str
    factors: dict[str, float] = Field(default_factory=dict, exclude_if=lambda factors: not factors)


class MoveRow(Record):
    """One move of an agent: the belief before and after, and every record with an effect."""

    batch: int
    note: str
    heard: tuple[str, ...]
    before: Readout
    after: Readout
    items: tuple[ItemRow, ...]
    moved: dict[str, float] = Field(default_factory=dict)
    """Claim → its part of the move of S, which includes the contributions lost with the records that it archived. A
    part is proportional to its change of L (Aumann–Shapley), so that parts add up to the move."""
    amended: bool = False
    """Whether a change of settings caused this move, and no argument."""


class TurningPoint(Record):
    """A batch at which the stance crossed zero, turned back, or moved most."""

    batch: int
    note: str
    kind: str
    before: float
    after: float


class Explanation(Record):
    """The explanation of one agent's stance."""

    agent: str
    name: str
    start: float | None
    now: float | None
    sentence: str
    turning: tuple[TurningPoint, ...]
    moves: tuple[MoveRow, ...]
    ledger: tuple[LedgerRow, ...]
    """Empty for a kernel that offers no contributions; then only moves show the effects of records."""
    texts: dict[str, str]
    """Id → text, for every claim and post that a move names."""
    directions: dict[str, str] = Field(default_factory=dict, exclude_if=lambda directions: not directions)
    """Claim → whose direction it has, for every one that has not the judge's: ``labelled`` or ``by side``."""
    unit: ItemUnit | None = Field(default=None, exclude=True)
    """Unit of items and contributions; None where they have no numbers. Left out of the JSON, where it is L if the
    readouts have log-odds, else S."""


def explain(log: RunLog, agent: str, *, round: int | None = None) -> Explanation:
    """Return the explanation of one agent's stance, at the end or after a round.

    Args:
        round: restricts the moves to the batches noted ``round N``; the ledger is then that after the round.

    Raises:
        LogError: the run has no such agent, or no such round yet.
        MissingPluginError: the log needs a plug-in that is not installed, or cannot be used.
    """
    require_plugins(log)
    all_chapters = list(chapters(log))
    if not all_chapters or agent not in all_chapters[-1].minds:
        believers = ", ".join(all_chapters[-1].minds) if all_chapters else "none yet"
        raise LogError(f"{log.path} has no believer {agent!r}", hint=f"Agents with a belief: {believers}.")
    upto = all_chapters if round is None else _until(all_chapters, round, log)
    mind = upto[-1].minds[agent]
    moves = moves_of(upto, agent)
    shown_moves = moves if round is None else tuple(move for move in moves if move.note == f"round {round}")
    name = log.spec.participant(agent).name
    ledger = ledger_of(mind, upto)
    hooks = analysis_hooks(log.spec.protocol)
    others: Mapping[str, Source] = hooks.sources(log) if hooks and hooks.sources else {}
    items = items_of(mind.kernel, mind.readout)
    start = upto[0].minds[agent].readout.stance
    return Explanation(
        agent=agent,
        name=name,
        start=start,
        now=mind.readout.stance,
        sentence=sentence(
            name,
            start,
            mind.readout.stance,
            moves,
            ledger,
            others,
            own_texts=own_causes(mind, moves),
            votes=mind.readout.ballot is not None,
        ),
        turning=turning_points(moves),
        moves=shown_moves,
        ledger=ledger if isinstance(mind.kernel, Contributing) else (),
        texts={**{row.claim: row.text for row in ledger}, **items.own, **_collect_post_texts(moves, others)},
        unit=items.unit,
        directions=_collect_directions(upto, mind),
    )


def _collect_directions(chapters: Iterable[Chapter], mind: Mind) -> dict[str, str]:
    held = {entry.claim.id for entry in mind.memory.entries}
    claims = (claim for chapter in chapters for body in chapter.turned.values() for claim in body.claims)
    return {claim.id: MARKS[claim.direction_by] for claim in claims if MARKS[claim.direction_by] and claim.id in held}


def _collect_post_texts(moves: Iterable[MoveRow], posts: Mapping[str, Source]) -> dict[str, str]:
    return {item.source: posts[item.source].text for move in moves for item in move.items if item.source in posts}


def moves_of(run_chapters: Iterable[Chapter], agent: str) -> tuple[MoveRow, ...]:
    """Return every move of an agent in order, with jumps by amendments, and without its seeding."""
    moves = []
    for chapter in run_chapters:
        if agent in chapter.refolded_jumps:
            moves.append(_move(chapter, agent, chapter.refolded_jumps[agent], amended=True))
        body = chapter.folded.get(agent)
        if isinstance(body, MovedBody):
            moves.append(_heard_move(chapter, agent, body))
    return tuple(moves)


def claims_of(run_chapters: Iterable[Chapter]) -> dict[str, Claim]:
    """Return every claim of a run by id: seeds and heard claims."""
    claims_by_id: dict[str, Claim] = {}
    for chapter in run_chapters:
        seeded = (body for body in chapter.folded.values() if isinstance(body, SeededBody))
        for claims in (*(body.claims for body in chapter.heard.values()), *(body.claims for body in seeded)):
            claims_by_id |= {claim.id: claim for claim in claims}
    return claims_by_id


SWING = 0.05
"""A stance has turned back when it returns by this much from its furthest point."""


def turning_points(moves: tuple[MoveRow, ...]) -> tuple[TurningPoint, ...]:
    """Return where a stance crossed zero, where it turned back by 0.05 or more, and where it moved most."""
    crossed = [_turning(move, "crossed zero") for move in _crossings(moves)]
    largest = max(moves, key=_size, default=None)
    most = [_turning(largest, "largest move")] if largest is not None and _size(largest) > 0 else []
    return tuple(sorted([*crossed, *_reversals(moves), *most], key=lambda point: point.batch))


def _crossings(moves: tuple[MoveRow, ...]) -> Iterable[MoveRow]:
    """Yield the moves to the other side of zero, also where the stance was zero in between."""
    side = 0.0
    for move in moves:
        side = move.before.stance or side
        if side * (move.after.stance or 0.0) < 0:
            yield move


def _reversals(moves: tuple[MoveRow, ...]) -> Iterable[TurningPoint]:
    """Yield the extremes of a stance that it reached by a move of SWING or more, and left by as much."""
    if not moves:
        return
    extreme, start = moves[0], moves[0].before.stance or 0.0
    for move in moves:
        furthest, stance = extreme.after.stance or 0.0, move.after.stance or 0.0
        direction = 1 if furthest >= start else -1
        if (stance - furthest) * direction >= 0 or move is extreme:
            extreme = move
        elif abs(stance - furthest) >= SWING:
            if abs(furthest - start) >= SWING:
                yield _turning(extreme, "turned back")
            extreme, start = move, furthest


def roles_changed(moves: Iterable[MoveRow]) -> tuple[RoleChange, ...]:
    """Return every role that moves of a ballot changed, in order."""
    return tuple(change for move in moves for change in changes(move.note, move.before, move.after, move.heard))


SETTINGS = "-"
"""The id of a change of settings among the causes of a movement."""


def moved_by(moves: Iterable[MoveRow]) -> dict[str, float]:
    """Return source → how far it moved the stance over a run; the parts add up to the whole movement."""
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
    *,
    own_texts: Mapping[str, str] = MappingProxyType({}),
    votes: bool = False,
) -> str:
    """Return a sentence on an agent's movement and its largest cause.

    Args:
        votes: whether the belief is a ballot, also where no valid vote was given.
        others: id → source of another kind than claims, such as a post.
        own_texts: id → name of any further source, see ``own_causes``.
    """
    if votes or any(move.after.ballot is not None for move in moves):
        return ballot_sentence(name, roles_changed(moves))
    if start is None or now is None:
        return f"{name} exposes no stance of its own."
    stayed = f"{name} stayed at {_signed(now)}"
    went = stayed if start == now else f"{name} went from {_signed(start)} to {_signed(now)}"
    if any(item.origin == "self_report" for move in moves for item in move.items):
        return f"{went} by its own report; no argument can be named for it."
    causes = {claim: part for claim, part in moved_by(moves).items() if part}
    if not causes:
        if moves and start != now:
            return f"{went}; its belief rule does not say what moved it."
        return f"{went}; no argument that it met moved it." if moves else f"{went}; it met no argument."
    toward = [claim for claim, part in causes.items() if (part < 0) == (now < start)] or list(causes)
    most = max(toward, key=lambda claim: abs(causes[claim]))
    cause = _cause(most, next((row for row in ledger if row.claim == most), None), others, own_texts)
    return f"{went}; what moved it most, by {_signed(causes[most], 3)}, was {cause}."


def own_causes(mind: Mind, moves: Iterable[MoveRow]) -> dict[str, str]:
    """Return source → its name, for sources of a kernel other than claims and posts: turns, and its own sources."""
    turns = {} if "posts" in mind.kernel.needs else {key: f"the turn {key}" for move in moves for key in move.heard}
    return {**turns, **items_of(mind.kernel, mind.readout).own}


def _cause(source: str, row: LedgerRow | None, others: Mapping[str, Source], own_texts: Mapping[str, str]) -> str:
    """Return a description of a source, with a quotation where it has text."""
    if source in others:
        return f"{others[source].whose} “{_short(others[source].text)}” ({source})"
    if row is None or row.origin == OWN:
        return "a change of settings" if source == SETTINGS else own_texts.get(source, f"the post {source}")
    whose = "its own words" if row.origin == "self" else "an argument"
    side = {1: "for", -1: "against"}.get(row.polarity, "on")
    place, end = ("", f", from {row.message}") if row.message else (" that it began with", "")
    return f"{whose} {side} the motion{place}, “{_short(row.text)}”{end}"


def _signed(value: float, digits: int = 2) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _until(all_chapters: list[Chapter], round: int, log: RunLog) -> list[Chapter]:
    last = max((place for place, chapter in enumerate(all_chapters) if chapter.note == f"round {round}"), default=None)
    if last is None:
        notes = [chapter.note for chapter in all_chapters if chapter.note.startswith("round ")]
        raise LogError(
            f"{log.path} has no round {round}", hint=f"It has {notes[0]} to {notes[-1]}." if notes else "It has none."
        )
    return all_chapters[: last + 1]


def _parts(body: MovedBody, unit: ItemUnit | None) -> dict[str, float]:
    """Return source → its part of a move of S, each with the records that it archived."""
    by = {record.claim: record.superseded_by for record in (*body.archived, *body.admitted) if not record.active}
    changes: dict[str, float] = {}
    for item in body.trace.items:
        cause = by.get(item.source) or item.source
        changes[cause] = changes.get(cause, 0.0) + item.after - item.before
    slope = _slope(body.trace) if unit == "L" else 1.0
    return {source: change * slope for source, change in changes.items()}


def _slope(trace: Trace) -> float:
    """Return how far S moved for each unit of L."""
    before, after = trace.before.log_odds or 0.0, trace.after.log_odds or 0.0
    moved = (trace.after.stance or 0.0) - (trace.before.stance or 0.0)
    return moved / (after - before) if after != before else (1.0 - math.tanh(before / 2) ** 2) / 2


def _heard_move(chapter: Chapter, agent: str, body: MovedBody) -> MoveRow:
    items = items_of(chapter.minds[agent].kernel, body.trace.after)
    heard = tuple(exposure.message for exposure in body.exposures)
    return _move(chapter, agent, body.trace, heard=heard, moved=_parts(body, items.unit))


def _move(
    chapter: Chapter,
    agent: str,
    trace: Trace,
    *,
    heard: tuple[str, ...] = (),
    moved: dict[str, float] | None = None,
    amended: bool = False,
) -> MoveRow:
    weighed = items_of(chapter.minds[agent].kernel, trace.after).weighed
    return MoveRow(
        batch=chapter.number,
        note=chapter.note,
        heard=heard,
        before=trace.before,
        after=trace.after,
        items=tuple(
            ItemRow(**(item.model_dump() if weighed else {**item.model_dump(), "weight": None})) for item in trace.items
        ),
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
