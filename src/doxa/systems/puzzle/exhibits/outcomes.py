"""Figure 3 and Table 3: how often teams are right, by configuration and size, and before and after the debate."""

from collections import Counter
from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.scoring.bootstrap import Interval, mean_interval, paired_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import OUTCOME, caption, count_puzzles, title_exhibit
from doxa.systems.puzzle.exhibits.published import TABLE3
from doxa.systems.puzzle.exhibits.runs import ANCHOR, DebateRun, sittings_of
from doxa.systems.puzzle.measures.accuracy import MEASURES, area, before_after, smooth, strict
from doxa.systems.puzzle.measures.sittings import Sitting

FACTORS = {
    "C1": "C1: team size",
    "C2": "C2: team composition",
    "C3": "C3: confidence visibility",
    "C4": "C4: debate order",
    "C5": "C5: debate depth",
    "C6": "C6: task difficulty",
}


def fig3(debates: Sequence[DebateRun], not_played: Sequence[str] = ()) -> list[Exhibit]:
    """Return a figure and a table of accuracy by size, for every configuration and the anchor, with a panel per factor.

    The difference from the anchor is paired: both debate the same puzzles.

    Args:
        not_played: configurations that were not run because no models fit their team.
    """
    shows = (
        "Share of puzzles that the team's decision gets right as a whole, by number of players. Each panel changes one "
        "factor of anchor A (three agents of Het-Mix A, confidence hidden, fixed order, one pass)."
    )
    if not_played:
        shows += f" Not played, for want of models in a cell of their team: {', '.join(not_played)}."
    caption_text = caption(shows, debates, OUTCOME)
    sources = tuple(debate.path for debate in debates)
    panels = tuple(_panel(factor, debates) for factor in FACTORS)
    title = title_exhibit("Accuracy of debates, one factor changed at a time", debates)
    areas = (
        "Areas average over rounds 1 to T, the proposals not counted; T is players times passes. Difference: strict "
        "accuracy minus that of A on the same puzzles."
    )
    return [
        Figure(name="fig3", title=title, caption=caption_text, panels=panels, sources=sources),
        Table(
            name="fig3-numbers",
            title=title,
            caption=f"{caption_text} {areas}",
            columns=("factor", "configuration", "players", "n", *_COLUMNS),
            rows=tuple(_rows(debates)),
            sources=sources,
        ),
    ]


_COLUMNS = (
    "strict", "low", "high", "smooth", "minus A", "minus A low", "minus A high", "area strict", "area smooth",
    "area agree all", "area agree major",
)  # fmt: skip


def table3(debates: Sequence[DebateRun]) -> list[Exhibit]:
    """Return a table of accuracy before and after the debate by size: the anchor, all configurations, and the text."""
    rows: list[tuple[Cell, ...]] = []
    anchored = [debate for debate in debates if debate.configuration == ANCHOR]
    pools = (("A", anchored), ("all configurations", list(debates)))
    for pool, pool_debates in pools:
        for change in before_after(sittings_of(pool_debates)):
            accuracies = (change.initial_instance, change.final_instance, change.initial_agent, change.final_agent)
            gains: tuple[Cell, ...] = (change.instance_gain, change.agent_gain)
            rows.append((pool, change.size, change.n, *accuracies, *gains))
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
            title=title_exhibit("Before and after the debate", debates),
            caption=caption(shows, debates, OUTCOME, intervals=""),
            columns=(*columns, "agents gain"),
            rows=tuple(rows),
            sources=tuple(debate.path for debate in debates),
        )
    ]


def _panel(factor: str, debates: Sequence[DebateRun]) -> Panel:
    anchored = [
        debate for debate in debates if debate.configuration == ANCHOR and (factor == "C6" or debate.factor == ANCHOR)
    ]
    names = dict.fromkeys(
        debate.configuration for debate in debates if debate.factor == factor and debate.configuration != ANCHOR
    )
    lines = [_line(ANCHOR, anchored)] if anchored else []
    lines += [_line(name, [debate for debate in debates if debate.configuration == name]) for name in names]
    shown = [debate for debate in debates if debate.configuration in names] + anchored
    numbers = Counter((debate.configuration, debate.size) for debate in shown if debate.sitting is not None)
    return Panel(
        title=f"{FACTORS[factor]}\n{count_puzzles(numbers.values())}",
        x_label="players",
        y_label="puzzles right",
        lines=tuple(lines),
        y_range=(0.0, 1.0),
    )


def _line(name: str, debates: Sequence[DebateRun]) -> Line:
    sizes = sorted({debate.size for debate in debates})
    scores_by_size = [_right([debate for debate in debates if debate.size == size]) for size in sizes]
    intervals = [mean_interval(scores) if len(scores) > 1 else None for scores in scores_by_size]
    return Line(
        label="anchor A" if name == ANCHOR else name,
        x=tuple(float(size) for size in sizes),
        y=tuple(mean(scores) if scores else None for scores in scores_by_size),
        low=tuple(interval.low if interval else None for interval in intervals),
        high=tuple(interval.high if interval else None for interval in intervals),
        reference=name == ANCHOR,
    )


def _rows(debates: Sequence[DebateRun]) -> Iterator[tuple[Cell, ...]]:
    for factor, name, size in sorted({(debate.factor, debate.configuration, debate.size) for debate in debates}):
        sittings = sittings_of(
            [debate for debate in debates if (debate.factor, debate.configuration, debate.size) == (factor, name, size)]
        )
        right = [strict(sitting.decided, sitting.solution) for sitting in sittings]
        interval = mean_interval(right) if len(right) > 1 else None
        anchor = sittings_of([debate for debate in debates if (debate.configuration, debate.size) == (ANCHOR, size)])
        difference = _apart(sittings, anchor) if name != ANCHOR else None
        yield (
            factor,
            name,
            size,
            len(sittings),
            mean(right) if right else None,
            *_ends(interval),
            mean([smooth(sitting.decided, sitting.solution) for sitting in sittings]) if sittings else None,
            difference.estimate if difference else None,
            *_ends(difference),
            *(mean_area.value if (mean_area := area(sittings, measure)) else None for measure in MEASURES),
        )


def _right(debates: Sequence[DebateRun]) -> list[float]:
    return [strict(sitting.decided, sitting.solution) for sitting in sittings_of(debates)]


def _apart(sittings: Sequence[Sitting], anchor: Sequence[Sitting]) -> Interval | None:
    """Return the mean difference in strict accuracy from the anchor, on the puzzles that both debated."""
    anchor_by_id = {sitting.id: sitting for sitting in anchor}
    pairs = [(sitting, anchor_by_id[sitting.id]) for sitting in sittings if sitting.id in anchor_by_id]
    if len(pairs) < 2:
        return None
    debate_scores = [strict(sitting.decided, sitting.solution) for sitting, _ in pairs]
    anchor_scores = [strict(sitting.decided, sitting.solution) for _, sitting in pairs]
    return paired_interval(debate_scores, anchor_scores)


def _ends(interval: Interval | None) -> tuple[Cell, Cell]:
    return (interval.low, interval.high) if interval else (None, None)
