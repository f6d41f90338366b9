"""Figure 3 and Table 3: how often teams are right, by configuration and size, and before and after the debate."""

from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.scoring.bootstrap import Interval, mean_interval, paired_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import OUTCOME, caption, titled
from doxa.systems.puzzle.exhibits.published import TABLE3
from doxa.systems.puzzle.exhibits.runs import ANCHOR, Debate, sittings_of
from doxa.systems.puzzle.measures.accuracy import before_after, smooth, strict
from doxa.systems.puzzle.measures.rounds import MEASURES, area
from doxa.systems.puzzle.measures.sittings import Sitting

FACTORS = {
    "C1": "C1: team size",
    "C2": "C2: team composition",
    "C3": "C3: confidence visibility",
    "C4": "C4: debate order",
    "C5": "C5: debate depth",
    "C6": "C6: task difficulty",
}


def fig3(debates: Sequence[Debate], not_played: Sequence[str] = ()) -> list[Exhibit]:
    """Return accuracy by size of every configuration beside the anchor, a panel a factor, and the numbers.

    The difference from the anchor is paired: both are of the same puzzles.

    Args:
        not_played: configurations for whose team there were no models.
    """
    shows = (
        "Share of puzzles that the team's decision gets right as a whole, by number of players. Each panel changes one "
        "factor of anchor A (three agents of Het-Mix A, confidence hidden, fixed order, one pass)."
    )
    if not_played:
        shows += f" Not played, for want of models in a cell of their team: {', '.join(not_played)}."
    told = caption(shows, debates, OUTCOME)
    sources = tuple(one.path for one in debates)
    panels = tuple(_panel(factor, debates) for factor in FACTORS)
    title = titled("Accuracy of debates, one factor changed at a time", debates)
    areas = (
        "Areas average over rounds 1 to T, the proposals not counted; T is one a player and pass. Difference: strict "
        "accuracy less that of A on the same puzzles."
    )
    return [
        Figure(name="fig3", title=title, caption=told, panels=panels, sources=sources),
        Table(
            name="fig3-numbers",
            title=title,
            caption=f"{told} {areas}",
            columns=("factor", "configuration", "players", "n", *_COLUMNS),
            rows=tuple(_rows(debates)),
            sources=sources,
        ),
    ]


_COLUMNS = (
    "strict", "low", "high", "smooth", "minus A", "minus A low", "minus A high", "area strict", "area smooth",
    "area agree all", "area agree major",
)  # fmt: skip


def table3(debates: Sequence[Debate]) -> list[Exhibit]:
    """Return accuracy before and after the debate by size: the anchor, all configurations, and the text's."""
    rows: list[tuple[Cell, ...]] = []
    pools = (("A", [one for one in debates if one.configuration == ANCHOR]), ("all configurations", list(debates)))
    for pool, found in pools:
        for one in before_after(sittings_of(found)):
            ours = (one.initial_instance, one.final_instance, one.initial_agent, one.final_agent)
            gains: tuple[Cell, ...] = (one.instance_gain, one.agent_gain)
            rows.append((pool, one.size, one.n, *ours, *gains))
    for size in TABLE3["final, team"]:
        before, after, agents, agents_after = (TABLE3[row][size] for row in TABLE3)
        rows.append(
            ("published", size, None, before, after, agents, agents_after, after - before, agents_after - agents)
        )
    shows = (
        "Shares that are right as a whole. Team: the majority of the proposals before, the decision after. Agents: "
        "proposals before, final answers after. The text does not say which configurations it pools."
    )
    columns = ("debates of", "players", "n", "team before", "team after", "agents before", "agents after", "team gain")
    return [
        Table(
            name="table3",
            title=titled("Before and after the debate", debates),
            caption=caption(shows, debates, OUTCOME, intervals=False),
            columns=(*columns, "agents gain"),
            rows=tuple(rows),
            sources=tuple(one.path for one in debates),
        )
    ]


def _panel(factor: str, debates: Sequence[Debate]) -> Panel:
    anchored = [one for one in debates if one.configuration == ANCHOR and (factor == "C6" or one.factor == ANCHOR)]
    names = dict.fromkeys(one.configuration for one in debates if one.factor == factor and one.configuration != ANCHOR)
    lines = [_line(ANCHOR, anchored)] if anchored else []
    lines += [_line(name, [one for one in debates if one.configuration == name]) for name in names]
    return Panel(
        title=FACTORS[factor], x_label="players", y_label="puzzles right", lines=tuple(lines), y_range=(0.0, 1.0)
    )


def _line(name: str, debates: Sequence[Debate]) -> Line:
    sizes = sorted({one.size for one in debates})
    found = [_right([one for one in debates if one.size == size]) for size in sizes]
    intervals = [mean_interval(one) if len(one) > 1 else None for one in found]
    return Line(
        label="anchor A" if name == ANCHOR else name,
        x=tuple(float(size) for size in sizes),
        y=tuple(mean(one) if one else None for one in found),
        low=tuple(one.low if one else None for one in intervals),
        high=tuple(one.high if one else None for one in intervals),
        reference=name == ANCHOR,
    )


def _rows(debates: Sequence[Debate]) -> Iterator[tuple[Cell, ...]]:
    for factor, name, size in sorted({(one.factor, one.configuration, one.size) for one in debates}):
        found = sittings_of(
            [one for one in debates if (one.factor, one.configuration, one.size) == (factor, name, size)]
        )
        right = [strict(one.decided, one.solution) for one in found]
        interval = mean_interval(right) if len(right) > 1 else None
        anchor = sittings_of([one for one in debates if (one.configuration, one.size) == (ANCHOR, size)])
        apart = _apart(found, anchor) if name != ANCHOR else None
        yield (
            factor,
            name,
            size,
            len(found),
            mean(right) if right else None,
            *_ends(interval),
            mean([smooth(one.decided, one.solution) for one in found]) if found else None,
            apart.estimate if apart else None,
            *_ends(apart),
            *(one.value if (one := area(found, measure)) else None for measure in MEASURES),
        )


def _right(debates: Sequence[Debate]) -> list[float]:
    return [strict(one.decided, one.solution) for one in sittings_of(debates)]


def _apart(found: Sequence[Sitting], anchor: Sequence[Sitting]) -> Interval | None:
    """Return strict accuracy less the anchor's on the puzzles that both debated."""
    known = {one.id: one for one in anchor}
    both = [(one, known[one.id]) for one in found if one.id in known]
    if len(both) < 2:
        return None
    ours = [strict(one.decided, one.solution) for one, _ in both]
    return paired_interval(ours, [strict(one.decided, one.solution) for _, one in both])


def _ends(interval: Interval | None) -> tuple[Cell, Cell]:
    return (interval.low, interval.high) if interval else (None, None)
