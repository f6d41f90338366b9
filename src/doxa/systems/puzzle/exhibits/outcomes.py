"""Figure 3 and Table 3: how often teams are right, by configuration and size, and before and after the debate."""

from collections import Counter
from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Line, Panel, Table, draw_line
from doxa.experiments.papers import read_published
from doxa.scoring.bootstrap import Interval, paired_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import count_puzzles, estimate_mean, estimate_of, illustrate, tabulate
from doxa.systems.puzzle.exhibits.runs import ANCHOR, DebateRun, HeldDebates, sittings_of
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


def fig3(held: HeldDebates) -> list[Exhibit]:
    """Return a figure and a table of accuracy by size, for every configuration and the anchor, with a panel per factor.

    The difference from the anchor is paired: both debate the same puzzles.
    """
    lacking = ", ".join(held.not_played)
    return illustrate(
        "fig3",
        held.runs,
        [_panel(factor, held.runs) for factor in FACTORS],
        _rows(held.runs),
        not_played=f" Not played, for want of models in a cell of their team: {lacking}." if lacking else "",
    )


def table3(held: HeldDebates) -> Table:
    """Return a table of accuracy before and after the debate by size: the anchor, all configurations, and the text."""
    rows: list[tuple[Cell, ...]] = []
    for pool, pooled in (("A", held.anchor), ("all configurations", held.main)):
        for change in before_after(sittings_of(pooled)):
            accuracies = (change.initial_instance, change.final_instance, change.initial_agent, change.final_agent)
            rows.append((pool, change.size, change.n, *accuracies, *_gains(*accuracies)))
    for (exhibit, size), printed in read_published("doxa.systems.puzzle", "exhibit", "row").items():
        if exhibit == "table3":
            rows.append(("published", int(size), None, *printed.values(), *_gains(*printed.values())))
    return tabulate("table3", held.main, rows)


def _gains(team_before: float, team_after: float, agents_before: float, agents_after: float) -> tuple[float, float]:
    return team_after - team_before, agents_after - agents_before


def _panel(factor: str, debates: Sequence[DebateRun]) -> Panel:
    """Return a panel of the anchor and of the configurations that change a factor."""
    anchored = [
        debate for debate in debates if debate.configuration == ANCHOR and (factor == "C6" or debate.factor == ANCHOR)
    ]
    lines = {ANCHOR: anchored} if anchored else {}
    for debate in debates:
        if debate.factor == factor and debate.configuration != ANCHOR:
            lines.setdefault(debate.configuration, []).append(debate)
    held = [debate for of_line in lines.values() for debate in of_line if debate.sitting is not None]
    numbers = Counter((debate.configuration, debate.size) for debate in held)
    return Panel(
        title=f"{FACTORS[factor]}\n{count_puzzles(numbers.values())}",
        x_label="players",
        y_label="puzzles right",
        lines=tuple(_line(name, of_line) for name, of_line in lines.items()),
        y_range=(0.0, 1.0),
    )


def _line(name: str, debates: Sequence[DebateRun]) -> Line:
    sizes = sorted({debate.size for debate in debates})
    scores_by_size = [_right(sittings_of([debate for debate in debates if debate.size == size])) for size in sizes]
    line = draw_line("anchor A" if name == ANCHOR else name, sizes, list(map(estimate_mean, scores_by_size)))
    return line.model_copy(update={"reference": name == ANCHOR})


def _rows(debates: Sequence[DebateRun]) -> Iterator[tuple[Cell, ...]]:
    for factor, name, size in sorted({(debate.factor, debate.configuration, debate.size) for debate in debates}):
        sittings = sittings_of(
            [debate for debate in debates if (debate.factor, debate.configuration, debate.size) == (factor, name, size)]
        )
        right = _right(sittings)
        anchor = sittings_of([debate for debate in debates if (debate.configuration, debate.size) == (ANCHOR, size)])
        difference = _apart(sittings, anchor) if name != ANCHOR else None
        yield (
            factor,
            name,
            size,
            len(sittings),
            estimate_mean(right),
            mean([smooth(sitting.decided, sitting.solution) for sitting in sittings]) if sittings else None,
            estimate_of(difference.estimate, difference) if difference else None,
            *(mean_area.value if (mean_area := area(sittings, measure)) else None for measure in MEASURES),
        )


def _right(sittings: Sequence[Sitting]) -> list[float]:
    return [strict(sitting.decided, sitting.solution) for sitting in sittings]


def _apart(sittings: Sequence[Sitting], anchor: Sequence[Sitting]) -> Interval | None:
    """Return the mean difference in strict accuracy from the anchor, on the puzzles that both debated."""
    anchor_by_id = {sitting.id: sitting for sitting in anchor}
    shared = [sitting for sitting in sittings if sitting.id in anchor_by_id]
    if len(shared) < 2:
        return None
    return paired_interval(_right(shared), _right([anchor_by_id[sitting.id] for sitting in shared]))
