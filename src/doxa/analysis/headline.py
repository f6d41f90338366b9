"""The headline of an agent: where its stance went, what moved it, and the strongest argument against its side.

Where a stance moved by more than ``MOVED``, the headline names what moved it most, with the record that this replaced;
where it did not, the strongest thing against its side that it heard.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from doxa.analysis.bars import SETTINGS, Bar
from doxa.analysis.causes import Causes
from doxa.analysis.ledger import LedgerRow

if TYPE_CHECKING:
    from doxa.analysis.explain import MoveRow

MOVED = 0.05
"""A stance counts as moved when it ends further than this from where it began."""

UNDECIDED = 0.05
"""An agent whose stance is nearer to zero than this has no side."""

UNCOUNTED: Mapping[str, str] = {
    "duplicate": "it was close to an argument that counted already",
    "repeated": "it was close to an argument that counted already",
    "unclear": "its direction was unclear",
    "unscored": "nobody scored its strength",
}
"""Why a record did not count → in words."""


def write_headline(
    causes: Causes,
    start: float | None,
    now: float | None,
    moves: "tuple[MoveRow, ...]",
    ledger: tuple[LedgerRow, ...],
) -> str:
    """Return a sentence on an agent's movement, its largest cause and the strongest argument against its side."""
    name = causes.name
    if start is None or now is None:
        return f"{name} exposes no stance of its own."
    has_moved = abs(now - start) > MOVED
    went = _went(name, start, now)
    if any(item.origin == "self_report" for move in moves for item in move.items):
        return f"{went} by its own report; no argument can be named for it."
    parts = {source: part for source, part in moved_by(moves).items() if part}
    opposing = _strongest_opposing(causes, start, moves, ledger)
    if not parts and moves and start != now:
        return f"{went}; its belief rule does not say what moved it."
    if not parts and not opposing:
        return f"{went}; no argument that it met moved it." if moves else f"{went}; it met no argument."
    if not has_moved and opposing:
        return f"{went}; {opposing[1]}."
    if not parts:
        return f"{went}; {opposing[1]}." if opposing else f"{went}."
    toward = [source for source, part in parts.items() if (part < 0) == (now < start)] or list(parts)
    most = max(toward, key=lambda source: abs(parts[source]))
    cause = f"{went}; what moved it most, by {_signed(parts[most], 3)}, was {causes.describe(most)}"
    if replaced := causes.describe_replaced(bar for move in moves for bar in move.bars if bar.replaced_by == most):
        cause += f": it took the place of {replaced}"
    side = _side_of(start)
    names_opposing = causes.is_by_others(most) and parts[most] * side < 0 and not replaced
    return f"{cause}; {opposing[1]}." if opposing and opposing[0] != most and not names_opposing else f"{cause}."


def moved_by(moves: "Iterable[MoveRow]") -> dict[str, float]:
    """Return source → how far it moved the stance over a run; the parts add up to the whole movement."""
    total: dict[str, float] = {}
    for move in moves:
        if move.amended:
            jump = (move.after.stance or 0.0) - (move.before.stance or 0.0)
            total[SETTINGS] = total.get(SETTINGS, 0.0) + jump
        for claim, part in move.moved.items():
            total[claim] = total.get(claim, 0.0) + part
    return total


def net_parts(bars: Iterable[Bar]) -> dict[str, float]:
    """Return source → its part of a move, with what was lost by the records that it replaced."""
    parts: dict[str, float] = {}
    for bar in bars:
        if bar.kind not in ("rest", "settings"):
            source = bar.replaced_by or bar.source
            parts[source] = parts.get(source, 0.0) + bar.part
    return parts


def _strongest_opposing(
    causes: Causes, start: float, moves: "tuple[MoveRow, ...]", ledger: tuple[LedgerRow, ...]
) -> tuple[str, str] | None:
    """Return the strongest thing against an agent's side that it heard from others, and a clause on it."""
    side = _side_of(start)
    effects: dict[str, float] = {}
    for bar in (bar for move in moves for bar in move.bars if bar.kind == "added" and causes.is_by_others(bar.source)):
        effects[bar.source] = effects.get(bar.source, 0.0) + bar.part
    against = {source: part for source, part in effects.items() if part * side < 0}
    lead = "the strongest argument against its side that it heard was"
    if against:
        most = max(against, key=lambda source: abs(against[source]))
        return most, f"{lead} {causes.describe_opposing(most)} ({_signed(against[most], 3)})"
    heard = [row for row in ledger if row.origin == "peer" and row.polarity * side < 0 and not row.active]
    if not heard:
        return None
    row = max(heard, key=lambda heard_row: heard_row.strength or 0.0)
    why = UNCOUNTED.get(row.reason, "")
    return row.claim, f"{lead} {causes.describe_opposing(row.claim)}, which did not count{f': {why}' if why else ''}"


def _side_of(start: float) -> int:
    """Return the side on which an agent began; 0 for one that began undecided."""
    return 0 if abs(start) < UNDECIDED else 1 if start > 0 else -1


def _went(name: str, start: float, now: float) -> str:
    if start == now:
        return f"{name} stayed at {_signed(now)}"
    if abs(now - start) > MOVED:
        return f"{name} went from {_signed(start)} to {_signed(now)}"
    return f"{name} stayed near where it began ({_signed(start, 3)} to {_signed(now, 3)})"


def _signed(value: float, digits: int = 2) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")
