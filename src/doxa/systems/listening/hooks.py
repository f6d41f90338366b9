"""How conversations are shown: what moved whom, and a map of a grid: where each listener ends, and which claim did it.

A claim moves a listener by its parts of the listener's moves, and by those of the records that it replaced; over a run
all parts add up to the listener's movement. *moved* adds their sizes over listeners, *net* the parts themselves. Of a
grid the two settings with the most values are the axes; every combination of the others has a panel of its own. Where
people stated their stances, these stand beside those that the rule gives their minds.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import fsum, sqrt
from statistics import fmean

from doxa.analysis.bars import bars_of
from doxa.analysis.causes import KnownClaim, known_claims
from doxa.analysis.drawings import Marks, Matrix, MatrixPanel, Series, SeriesLine, SeriesPanel, Shade, Square
from doxa.analysis.exhibit import Column, Exhibit, Quote, Table
from doxa.analysis.history import recorded_chapters
from doxa.analysis.hooks import Hooks, Shown
from doxa.analysis.story import net_parts
from doxa.beliefs.base import items_of, kernel_class
from doxa.log.rundir import RunLog, recorded_stances
from doxa.records.cells import signed
from doxa.records.spec import RunSpec
from doxa.systems.listening.listeners import GRID, setting_of
from doxa.systems.listening.protocol import ConversationSettings, stances_by_place

FEW = 12
"""The most minds whose curves the terminal draws one by one."""

RANKED = 10
"""The claims that a terminal lists."""

Parts = Mapping[str, Mapping[str, float]]
"""Mind → claim → how far it moved the mind's stance."""


def parts_of(log: RunLog) -> Parts:
    """Return how far each source moved each mind over a run, from what the log recorded."""
    parts: dict[str, dict[str, float]] = {}
    for body in (event.body for event in log.events if event.kind == "moved"):
        unit = items_of(kernel_class(log.spec.participant(body.listener).kernel or ""), body.trace.after).unit
        mind = parts.setdefault(body.listener, defaultdict(float))
        for source, part in net_parts(bars_of(body.trace, unit, (*body.archived, *body.admitted))).items():
            mind[source] += part
    return parts


def rank_claims(parts: Parts) -> dict[str, dict[str, float]]:
    """Return claim → mind → its part; the claim that moved all minds together most is first."""
    by_claim: dict[str, dict[str, float]] = defaultdict(dict)
    for mind, own in parts.items():
        for claim, part in own.items():
            by_claim[claim] |= {mind: part} if part else {}
    return dict(sorted(by_claim.items(), key=lambda pair: -fsum(map(abs, pair[1].values()))))


Ranked = Mapping[str, Mapping[str, float]]
"""Claim → mind → how far the claim moved the mind; the claim that moved all minds together most is first."""


def _show(log: RunLog, *, is_terminal: bool = False) -> Iterator[Exhibit]:
    """Yield the curves of few minds on a terminal, the map of a grid, the ranked claims, and the marks of lines."""
    parts, stances = parts_of(log), recorded_stances(log)
    known = known_claims(recorded_chapters(log), log.spec)
    ranked = {claim: moved for claim, moved in rank_claims(parts).items() if claim in known}
    if is_terminal and len(stances) <= FEW:
        lines = tuple(SeriesLine(agent=mind, values=tuple(values)) for mind, values in stances.items())
        x = tuple(range(max((len(line.values) for line in lines), default=0)))
        yield Series(title="Stances", x=x, batches=True, panels=(SeriesPanel(lines=lines),))
    stated = compare_stated(log.spec, stances)
    yield from (shown for shown in stated if not (is_terminal and isinstance(shown, Series)))
    ends = {mind: Square(value=values[-1]) for mind, values in stances.items()}
    yield from draw_map(log.spec, "map_of_ends", "Where each listener ends", "The final stance by settings.", ends)
    ranks = {claim: rank for rank, claim in enumerate(ranked, 1)}
    most = {
        mind: max((claim for claim in ranks if claim in own), key=lambda claim: abs(own[claim]), default="")
        for mind, own in parts.items()
    }
    causes = {mind: Square(value=str(ranks[claim]), turn=known[claim].message) for mind, claim in most.items() if claim}
    title, caption = "Which claim moved each listener furthest", "By its rank under “What moved whom”."
    yield from draw_map(log.spec, "map_of_causes", title, caption, causes)
    if ranked:
        yield tabulate_ranked(ranked, known, RANKED if is_terminal else len(ranked))
        yield from () if is_terminal else (mark_lines(ranked, known),)


def compare_stated(spec: RunSpec, stances: Mapping[str, Sequence[float | None]]) -> Iterator[Exhibit]:
    """Yield the stances that people stated beside those of their minds, and how far these err; nothing without people.

    Args:
        stances: mind → its stance after each line, from its prior on.
    """
    panels, rows, errors = [], [], []
    for mind, told in stances_by_place(spec).items():
        ruled = stances.get(mind, [])
        told = {place: stance for place, stance in told.items() if place < len(ruled) and ruled[place] is not None}
        if len(told) < 2:
            continue
        held = [next((told[at] for at in reversed(told) if at <= place), None) for place in range(len(ruled))]
        ruled_line = SeriesLine(agent=mind, name="by the rule", values=tuple(ruled))
        lines = (ruled_line, SeriesLine(name="stated", values=tuple(held), dashed=True))
        panels.append(SeriesPanel(title=spec.participant(mind).name, lines=lines, low=-1.0, high=1.0))
        (_, first), *later = told.items()
        rows += [(mind, place, stance, ruled[place], first) for place, stance in told.items()]
        rule = sqrt(fmean((stance - (ruled[place] or 0.0)) ** 2 for place, stance in later))
        still = sqrt(fmean((stance - first) ** 2 for _, stance in later))
        errors.append(f"{spec.participant(mind).name}, {len(later)} stances: rule {rule:.3f}, no change {still:.3f}.")
    if not panels:
        return
    title = "Stated and predicted"
    about = "What people said of themselves (dashed, held until the next), and where the rule takes a mind of theirs."
    x = tuple(range(len(panels[0].lines[0].values)))
    panes = tuple(panels)
    yield Series(name="stated", title=title, caption=about, x=x, batches=True, panels=panes, place="before")
    columns = (Column(name="person", show="agent"), "line", *(
        Column(name=name, show="number", signed=True) for name in ("stated", "rule", "no change")
    ))  # fmt: skip
    yield Table(
        name="stated_beside_the_rule",
        title=f"{title}: the numbers",
        caption=f"Root mean square errors over the stances after the first. {' '.join(errors)}",
        columns=columns,
        rows=tuple(rows),
        place="before",
    )


def tabulate_ranked(ranked: Ranked, known: Mapping[str, KnownClaim], most: int) -> Table:
    """Return the first claims with what they did to all minds together.

    Args:
        most: how many are listed.
    """
    shown = list(ranked.items())[:most]
    return Table(
        name="what_moved_whom",
        title="What moved whom",
        caption="moved: how far a claim moved all minds together, in units of stance; net: towards the motion less "
        f"away from it; minds: how many it moved; most: the one that it moved furthest. {len(ranked)} claims moved "
        "somebody.",
        columns=(
            "rank",
            "by",
            Column(name="moved", show="number"),
            Column(name="net", show="number", signed=True),
            "minds",
            Column(name="words", show="quotes"),
            Column(name="most", show="agent"),
            Column(name="turn", show="turn"),
        ),
        rows=tuple(
            (
                str(rank),
                f"{known[claim].name}, {known[claim].note}",
                fsum(map(abs, moved.values())),
                fsum(moved.values()),
                len(moved),
                (claim,),
                max(moved, key=lambda mind: abs(moved[mind])),
                known[claim].message,
            )
            for rank, (claim, moved) in enumerate(shown, 1)
        ),
        quotes={claim: Quote(text=known[claim].text) for claim, _ in shown},
        first=RANKED,
        place="before",
    )


def mark_lines(ranked: Ranked, known: Mapping[str, KnownClaim]) -> Marks:
    """Return how far each line moved all minds together: the sums over its claims."""
    said: dict[str, list[float]] = defaultdict(list)
    for claim, moved in ranked.items():
        said[known[claim].message] += moved.values()
    turns = {turn: (fsum(map(abs, moved)), fsum(moved)) for turn, moved in said.items()}
    largest = max(moved for moved, _ in turns.values())
    return Marks(
        name="lines_that_moved",
        title="How far each line moved its listeners",
        caption="Sums over all minds and over the claims in a line. moved: whichever way; net: for less against.",
        names=("moved", "net"),
        turns=turns,
        shade=Shade(low=-largest, high=largest, middle=0.0),
    )


def draw_map(spec: RunSpec, name: str, title: str, caption: str, squares: Mapping[str, Square]) -> Iterator[Matrix]:
    """Yield a map of a grid's listeners; nothing for a conversation without a grid.

    Args:
        squares: listener → what stands at the place of its settings.
    """
    axes = ConversationSettings.model_validate(spec.script).grid
    listeners = [agent for agent in spec.participants if agent.id.startswith(GRID)]
    if not axes or not listeners:
        return
    places = {tuple(setting_of(agent, axis) for axis in axes): agent.id for agent in listeners}
    values = {axis: dict.fromkeys(key[number] for key in places) for number, axis in enumerate(axes)}
    across, down, *others = sorted([*axes, ""], key=lambda axis: -len(values.get(axis, "x")))
    rows, columns = values.get(down, {None: None}), values[across]
    panels = []
    for fixed in product(*(values.get(axis, {None: None}) for axis in others)):
        panel = dict(zip(others, fixed, strict=True))
        cells = [[{**panel, down: row, across: column} for column in columns] for row in rows]
        ids = [[places.get(tuple(cell[axis] for axis in axes), "") for cell in row] for row in cells]
        panels.append(
            MatrixPanel(
                title=", ".join(f"{axis} {setting}" for axis, setting in panel.items() if axis),
                rows=tuple(f"{down} {row}" if down else "" for row in rows),
                columns=tuple(f"{across} {column}" for column in columns),
                squares=tuple(tuple(map(squares.get, row)) for row in ids),
            )
        )
    numbers = any(isinstance(square.value, float) for square in squares.values())
    shade = Shade(low=-1.0, high=1.0, middle=0.0) if numbers else None
    yield Matrix(name=name, title=title, caption=caption, panels=tuple(panels), shade=shade, place="before")


def _tell_crowd(log: RunLog) -> str:
    """Return where many minds began and ended; '' for few, whose stances tell their own story."""
    stances = list(recorded_stances(log).values())
    if len(stances) <= FEW:
        return ""
    start, end = ([values[place] or 0.0 for values in stances] for place in (0, -1))
    sides = [f"{sum(s > 0 for s in now):,} for it and {sum(s < 0 for s in now):,} against it" for now in (start, end)]
    moved = f"from {signed(fmean(start))} to {signed(fmean(end))} on average"
    return f"{len(stances):,} minds heard it: {sides[0]} at the start, {sides[1]} in the end, {moved}."


HOOKS = {
    "conversation": Hooks(
        exhibits=(
            Shown(lambda log: _show(log, is_terminal=True), on=("terminal",)),
            Shown(_show, on=("page", "json")),
        ),
        shows_stances=True,
        story=_tell_crowd,
    )
}
