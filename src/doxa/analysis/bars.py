"""The bars of a move: what each source added to the stance and what was lost when a record was replaced.

A move of S is the sum of its bars. A record that took the place of another has two: what it added, and under the id of
the replaced record what was lost. Changes of L are shared out in proportion (Aumann–Shapley): with dL the sum of all
changes, a change d has the part d · dS / dL. What items leave over, as where the scale ends, has a bar of its own.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Literal

from doxa.beliefs.base import ItemUnit
from doxa.records.base import Record
from doxa.records.claims import Evidence, Trace

BarKind = Literal["added", "lost", "report", "settings", "rest"]
"""What a bar shows: what a source added or changed; what went with a replaced record; the stance that the agent
reported; a change of settings; what no source explains."""

SETTINGS = "-"
"""The source of a change of settings."""

REST = "rest"
"""The source of what no item of a move explains."""

NEGLIGIBLE = 1e-9
"""A part of S that counts as a rounding error."""


class Bar(Record):
    """One part of a move of S."""

    source: str
    """The id of the claim, message or post; ``-`` for settings, ``rest`` for what no source explains."""
    kind: BarKind
    part: float
    """Its part of the move of S; the parts of a move add up to the move."""
    replaced_by: str | None = None
    """Of a lost record: the record that took its place."""
    weightier: bool = False
    """Of a lost record: whether it had counted for more than the record that took its place."""
    label: str = ""
    """What the bar is, in a few words."""
    by: str = ""
    """The name of the agent who said the claim; '' for what nobody said in the run."""
    concedes: bool = False
    """Whether the speaker gave the claim away rather than arguing it."""


def bars_of(trace: Trace, unit: ItemUnit | None, records: Iterable[Evidence] = ()) -> tuple[Bar, ...]:
    """Return the bars of a move, the largest first.

    Args:
        records: the records that the batch admitted or archived, with the records that took their places.
    """
    moved = _moved(trace)
    if moved is None:
        return ()
    losers = successors(records)
    slope = slope_of(trace) if unit == "L" else 1.0
    bars = [
        Bar(
            source=item.source,
            kind="report" if item.origin == "self_report" else "lost" if item.source in losers else "added",
            part=(item.after - item.before) * slope,
            replaced_by=losers.get(item.source),
            weightier=item.source in losers
            and abs(item.before)
            > next((abs(loser.after) for loser in trace.items if loser.source == losers[item.source]), 0.0),
        )
        for item in trace.items
        if unit and item.after != item.before
    ]
    left_over = moved - math.fsum(bar.part for bar in bars)
    if abs(left_over) > NEGLIGIBLE:
        bars.append(Bar(source=REST, kind="rest", part=left_over))
    return _exact(sorted(bars, key=lambda bar: -abs(bar.part)), moved)


def sum_bars(bars: Iterable[Bar]) -> list[Bar]:
    """Return one bar for each source and kind, with the sum of its parts, the largest first."""
    sums: dict[tuple[str, str], Bar] = {}
    for bar in bars:
        before = sums.get((bar.source, bar.kind))
        sums[bar.source, bar.kind] = bar.model_copy(update={"part": bar.part + (before.part if before else 0.0)})
    return sorted(sums.values(), key=lambda bar: -abs(bar.part))


def settings_bar(trace: Trace) -> tuple[Bar, ...]:
    """Return the bar of a move that a change of settings caused; none where the stance did not move."""
    moved = _moved(trace)
    return (Bar(source=SETTINGS, kind="settings", part=moved),) if moved else ()


def successors(records: Iterable[Evidence]) -> Mapping[str, str]:
    """Return replaced record → the record that took its place at the end of the batch, also through several."""
    by = {record.claim: record.superseded_by for record in records if not record.active and record.superseded_by}
    ends: dict[str, str] = {}
    for claim, end in by.items():
        seen = {claim}
        while end in by and end not in seen:
            seen.add(end)
            end = by[end]
        ends[claim] = end
    return ends


def slope_of(trace: Trace) -> float:
    """Return how far S moved for each unit of L; the slope of tanh(L / 2) where L did not move."""
    before, after = trace.before.log_odds or 0.0, trace.after.log_odds or 0.0
    moved = (trace.after.stance or 0.0) - (trace.before.stance or 0.0)
    return moved / (after - before) if after != before else (1.0 - math.tanh(before / 2) ** 2) / 2


def _moved(trace: Trace) -> float | None:
    before, after = trace.before.stance, trace.after.stance
    return None if before is None or after is None else after - before


def _exact(bars: list[Bar], moved: float) -> tuple[Bar, ...]:
    """Return bars whose parts add up to the move to the last bit; the largest takes the rounding error."""
    for _ in range(3):
        error = moved - math.fsum(bar.part for bar in bars)
        if not bars or not error:
            break
        bars[0] = bars[0].model_copy(update={"part": bars[0].part + error})
    return tuple(bars)
