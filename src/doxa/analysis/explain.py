"""Explanation of an agent's stance: the ledger of arguments, the exact effect of each, and the turning points.

Effects are those of the active records on the stance that they give together: leave-one-out (S minus S without the
record) and the Shapley value. The effect of a claim on the whole run is another question, which ``what_if`` answers:
without the claim, admission changes too.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from pydantic import Field

from doxa.analysis.bars import Bar, bars_of, settings_bar, sum_bars
from doxa.analysis.causes import Causes, KnownClaim, known_claims
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.hooks import Source, hooks_of
from doxa.analysis.ledger import LedgerRow, admitted_at, ledger_of
from doxa.analysis.missing import require_plugins
from doxa.analysis.story import net_parts, write_headline
from doxa.beliefs.base import Contributing, ItemUnit, items_of
from doxa.errors import LogError
from doxa.log.rundir import RunLike, RunLog, open_run
from doxa.minds.mind import Mind
from doxa.records.base import Record
from doxa.records.claims import DirectionSource, Readout, Trace
from doxa.records.events import MovedBody
from doxa.records.notebook import bars, remark, render, section, table, title


class RoleChange(Record):
    """One role that an agent changed."""

    player: str
    before: str | None
    """The role before; None where the agent had given the player no valid role."""
    after: str
    note: str
    """The round or phase."""
    step: str
    """The step whose reply changed the role."""


def ballot_sentence(name: str, role_changes: Sequence[RoleChange]) -> str:
    """Return a sentence on how often an agent changed its ballot, and when last.

    Roles that an agent gave and did not change are no sign that it was asked again and kept to them.
    """
    first = [change for change in role_changes if change.before is None]
    later = [change for change in role_changes if change.before is not None]
    if not first:
        return f"{name} gave no valid answer."
    if not later:
        notes = list(dict.fromkeys(change.note for change in first))
        when = notes[0] if len(notes) == 1 else f"{notes[0]} to {notes[-1]}"
        return f"{name} gave its roles first in {when} and changed none of them."
    players, last = len({change.player for change in later}), later[-1]
    times = f"{len(later)} role{'s' if len(later) > 1 else ''}, of {players} player{'s' if players > 1 else ''}"
    return (
        f"{name} changed {times}; the last was {last.player}, from {last.before} to {last.after}, "
        f"in {last.note} by {last.step}."
    )


MOST_BARS, MOST_RECORDS = 8, 10
"""More bars and records are counted in a notebook, and not shown."""

MARKS: Mapping[DirectionSource, str] = {
    "judge": "",
    "corpus": "labelled",
    "speaker": "by side",
    "nobody": "against its side",
}
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
    """Claim → its net part of the move of S: its own bar, and those of the records that it replaced."""
    bars: tuple[Bar, ...] = ()
    """What each source added to S and what was lost with replaced records; the parts add up to the move."""
    amended: bool = False
    """Whether a change of settings caused this move, and no argument."""

    @property
    def change(self) -> float:
        """How far the stance moved; a stance that is not shown counts as 0."""
        return (self.after.stance or 0.0) - (self.before.stance or 0.0)


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
    quoted: dict[str, str] = Field(default_factory=dict, exclude=True)
    """Claim → the words of the message that make it, or else its text. Left out of the JSON, whose texts are those of
    the log."""
    unit: ItemUnit | None = Field(default=None, exclude=True)
    """Unit of items and contributions; None where they have no numbers. Left out of the JSON, where it is L if the
    readouts have log-odds, else S."""

    def _repr_html_(self) -> str:
        """Return HTML: the sentence, the turning points, what moved the stance, what counts now."""
        points = [(point.note, point.kind, point.before, point.after) for point in self.turning]
        parts = sum_bars(bar for move in self.moves for bar in move.bars)
        texts = self.texts | self.quoted
        records = [
            (row.claim, texts.get(row.claim, row.text), row.contribution, row.shapley)
            for row in self.ledger
            if row.active
        ]
        columns = ("record", "what it says", f"to {self.unit or 'the belief'}", "Shapley share of S")
        moved = bars([(bar.part, bar.label or bar.source, texts.get(bar.source, "")) for bar in parts], MOST_BARS)
        counting = table(columns, records, most=MOST_RECORDS)
        return render(
            title(self.sentence),
            table(("when", "what", "before", "after"), points) if points else section(),
            *((remark("What moved the stance most, summed over all rounds:"), moved) if parts else ()),
            *((remark("What counts now:"), counting) if records else ()),
        )


def explain(log: RunLike, agent: str, *, round: int | None = None) -> Explanation:
    """Return the explanation of one agent's stance, at the end or after a round.

    Args:
        round: restricts the moves to the batches noted ``round N``; the ledger is then that after the round.

    Raises:
        LogError: the run has no such agent, or no such round yet.
        MissingPluginError: the log needs a plug-in that is not installed, or cannot be used.
    """
    log = open_run(log)
    require_plugins(log)
    all_chapters = list(chapters(log))
    if not all_chapters or agent not in all_chapters[-1].minds:
        believers = ", ".join(all_chapters[-1].minds) if all_chapters else ""
        hint = f"Agents with a belief: {believers}." if believers else "No agent of this run has a belief yet."
        raise LogError(f"{log.path} has no believer {agent!r}", hint=hint)
    upto = all_chapters if round is None else _until(all_chapters, round, log)
    mind = upto[-1].minds[agent]
    hooks = hooks_of(log.spec.protocol)
    others: Mapping[str, Source] = hooks.sources(log) if hooks.sources else {}
    moves = moves_of(upto, agent)
    causes = causes_of(mind, known_claims(upto, log.spec), moves, others)
    moves = label_moves(moves, causes)
    shown_moves = moves if round is None else tuple(move for move in moves if move.note == f"round {round}")
    ledger = ledger_of(mind, admitted_at(upto, agent))
    items = items_of(mind.kernel, mind.readout)
    start = upto[0].minds[agent].readout.stance
    posts = {item.source: others[item.source].text for move in moves for item in move.items if item.source in others}
    return Explanation(
        agent=agent,
        name=causes.name,
        start=start,
        now=mind.readout.stance,
        sentence=headline_of(causes, start, mind, moves, ledger),
        turning=turning_points(moves),
        moves=shown_moves,
        ledger=ledger if isinstance(mind.kernel, Contributing) else (),
        texts={**{row.claim: row.text for row in ledger}, **items.own, **posts},
        unit=items.unit,
        directions=_collect_directions(upto, mind),
        quoted={id: claim.text for id, claim in causes.claims.items()},
    )


def _collect_directions(chapters: Iterable[Chapter], mind: Mind) -> dict[str, str]:
    held = {entry.claim.id for entry in mind.memory.entries}
    claims = (claim for chapter in chapters for body in chapter.turned.values() for claim in body.claims)
    return {claim.id: MARKS[claim.direction_by] for claim in claims if MARKS[claim.direction_by] and claim.id in held}


def moves_of(run_chapters: Iterable[Chapter], agent: str) -> tuple[MoveRow, ...]:
    """Return every move of an agent in order, with jumps by amendments, and without its seeding."""
    moves = []
    for chapter in run_chapters:
        if jump := chapter.refolded_jumps.get(agent):
            moves.append(_move(chapter, agent, jump, bars=settings_bar(jump), amended=True))
        body = chapter.folded.get(agent)
        if isinstance(body, MovedBody):
            moves.append(_heard_move(chapter, agent, body))
    return tuple(moves)


SWING = 0.05
"""A stance has turned back when it returns by this much from its furthest point."""


def turning_points(moves: tuple[MoveRow, ...]) -> tuple[TurningPoint, ...]:
    """Return where a stance crossed zero, where it turned back by 0.05 or more, and where it moved most."""
    crossed = [_turning(move, "crossed zero") for move in _crossings(moves)]
    largest = max(moves, key=lambda move: abs(move.change), default=None)
    most = [_turning(largest, "largest move")] if largest is not None and largest.change else []
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
    """Return every role that moves of a ballot changed, in order; of several replies of a batch the last is named."""
    return tuple(
        RoleChange(player=player, before=before, after=role, note=move.note, step=move.heard[-1] if move.heard else "")
        for move in moves
        for player, role in (move.after.ballot or {}).items()
        if (before := (move.before.ballot or {}).get(player)) != role
    )


def headline_of(
    causes: Causes,
    start: float | None,
    mind: Mind,
    moves: tuple[MoveRow, ...],
    ledger: tuple[LedgerRow, ...],
) -> str:
    """Return the headline of an agent; of a ballot, a sentence on the roles that it changed."""
    now = mind.readout
    if now.ballot is not None or any(move.after.ballot is not None for move in moves):
        return ballot_sentence(causes.name, roles_changed(moves))
    return write_headline(causes, start, now.stance, moves, ledger)


def causes_of(
    mind: Mind,
    known: Mapping[str, KnownClaim],
    moves: Iterable[MoveRow],
    others: Mapping[str, Source] = MappingProxyType({}),
) -> Causes:
    """Return the sources that can move an agent, described in words: claims, posts, turns and its rule's own."""
    turns = {} if "posts" in mind.kernel.needs else {key: f"the turn {key}" for move in moves for key in move.heard}
    return Causes(
        listener=mind.participant.id,
        name=mind.participant.name,
        claims=known,
        others=others,
        own={**turns, **items_of(mind.kernel, mind.readout).own},
    )


def label_moves(moves: Iterable[MoveRow], causes: Causes) -> tuple[MoveRow, ...]:
    """Return moves whose bars say in words what they are."""
    return tuple(move.model_copy(update={"bars": causes.label_bars(move.bars)}) for move in moves)


def _until(all_chapters: list[Chapter], round: int, log: RunLog) -> list[Chapter]:
    last = max((place for place, chapter in enumerate(all_chapters) if chapter.note == f"round {round}"), default=None)
    if last is None:
        notes = [chapter.note for chapter in all_chapters if chapter.note.startswith("round ")]
        raise LogError(
            f"{log.path} has no round {round}", hint=f"It has {notes[0]} to {notes[-1]}." if notes else "It has none."
        )
    return all_chapters[: last + 1]


def _heard_move(chapter: Chapter, agent: str, body: MovedBody) -> MoveRow:
    items = items_of(chapter.minds[agent].kernel, body.trace.after)
    heard = tuple(exposure.message for exposure in body.exposures)
    bars = bars_of(body.trace, items.unit, (*body.archived, *body.admitted))
    return _move(chapter, agent, body.trace, heard=heard, bars=bars)


def _move(
    chapter: Chapter,
    agent: str,
    trace: Trace,
    *,
    heard: tuple[str, ...] = (),
    bars: tuple[Bar, ...] = (),
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
        moved=net_parts(bars),
        bars=bars,
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
