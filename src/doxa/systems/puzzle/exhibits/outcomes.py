"""Figures 3 to 6 and Table 3: how often teams and agents are right, and what happens to them on the way.

By configuration and size; before and after the debate; by agents' states before a player is debated; and by whether
agents follow sound reasons.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Line, Panel, Table, draw_line
from doxa.experiments.papers import read_published
from doxa.records.base import group_by
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import Interval, estimate_of, paired_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import count_puzzles, estimate_mean, illustrate, short, tabulate
from doxa.systems.puzzle.exhibits.runs import ANCHOR, DebateRun, HeldDebates, sittings_of
from doxa.systems.puzzle.measures.sittings import MEASURES, Sitting, before_after, by_size, mean_area, smooth, strict
from doxa.systems.puzzle.measures.states import (
    BEHAVIOURS,
    STATES,
    TRANSITIONS,
    Correction,
    behaviour_table,
    state_table,
    transition_weights,
)

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
    changed = [debate for debate in debates if debate.factor == factor and debate.configuration != ANCHOR]
    lines = group_by([*anchored, *changed], lambda debate: debate.configuration)
    numbers = Counter(
        (debate.configuration, debate.size) for debate in (*anchored, *changed) if debate.sitting is not None
    )
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
            *(mean_area(sittings, measure) for measure in MEASURES),
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


def fig4(held: HeldDebates) -> list[Exhibit]:
    """Return a figure and a table of the correction rate of every model in every team, by initial state."""
    debates = [debate for debate in held.main if debate.factor in (ANCHOR, "C2")]
    teams = group_by(sittings_of(debates), lambda sitting: sitting.team)
    tables = {team: state_table(sittings) for team, sittings in teams.items()}
    panels = [
        _draw_rates(team, len(teams[team]), corrections, STATES, ("state before", "right after"))
        for team, corrections in tables.items()
    ]
    rows = [_rate_row(correction, team) for team, corrections in tables.items() for correction in corrections]
    return illustrate("fig4", debates, panels, rows)


def fig5(held: HeldDebates) -> list[Exhibit]:
    """Return a figure and a table of how often each transition occurs and its weight for accuracy (ridge), by size."""
    sizes = {size: sittings for size, sittings in by_size(sittings_of(held.main)).items() if len(sittings) > 1}
    weights = {size: transition_weights(sittings) for size, sittings in sizes.items()}
    counted = f"{count_puzzles(map(len, sizes.values()))} debates of each size"
    adds = {size: [fit.weight for fit in fits.values()] for size, fits in weights.items()}
    times = {
        size: [estimate_of(fit.count / len(sizes[size]), fit.times) for fit in fits.values()]
        for size, fits in weights.items()
    }
    panels = [
        _draw_transitions(f"Weight\n{counted}", "change of accuracy", adds),
        _draw_transitions(f"How often\n{counted}", "times a debate", times),
    ]
    columns = ("transition", *(f"{cell}, {size} players" for size in weights for cell in ("count", "weight")))
    rows = [
        (name, *(cell for fits in weights.values() for cell in (fits[name].count, fits[name].weight)))
        for name in TRANSITIONS
    ]
    return illustrate("fig5", held.main, panels, rows, columns)


def fig6(debates: Sequence[DebateRun]) -> list[Exhibit]:
    """Return a figure and a table of how often agents follow sound reasons, and how often they are right then."""
    groups = {
        (team, size): sittings
        for team, of_team in group_by(sittings_of(debates), lambda sitting: sitting.team).items()
        for size, sittings in by_size(of_team).items()
    }
    tables = {key: behaviour_table(sittings) for key, sittings in groups.items()}
    axes = ("behaviour", "right afterwards")
    panels = [
        _draw_rates(f"{team}, {size} players", len(groups[team, size]), corrections, BEHAVIOURS, axes)
        for (team, size), corrections in tables.items()
        if corrections
    ]
    rows = [_rate_row(correction, *key) for key, corrections in tables.items() for correction in corrections]
    return illustrate("fig6", debates, panels, rows)


def _rate_row(correction: Correction, *group: str | int) -> tuple[Cell, ...]:
    counts = (correction.n, correction.puzzles, correction.right)
    return (*group, correction.model, correction.kind, *counts, estimate_of(correction.rate, correction.interval))


def _draw_rates(
    title: str, puzzles: int, corrections: Sequence[Correction], kinds: Sequence[str], axes: tuple[str, str]
) -> Panel:
    """Return a panel with a line of rates for each model; a kind that occurred on one puzzle alone has no interval."""
    by_kind = {(correction.model, correction.kind): correction for correction in corrections}
    models = dict.fromkeys(correction.model for correction in corrections)
    rows = {model: [by_kind[model, kind] for kind in kinds] for model in models}
    return Panel(
        title=f"{title}\n{count_puzzles([puzzles])}",
        x_label=axes[0],
        y_label=axes[1],
        lines=tuple(
            draw_line(short(model), range(len(kinds)), [estimate_of(c.rate, c.interval) for c in row])
            for model, row in rows.items()
        ),
        y_range=(0.0, 1.0),
        x_names=tuple(kinds),
    )


def _draw_transitions(title: str, y_label: str, estimates: Mapping[int, Sequence[Estimate | None]]) -> Panel:
    places = range(len(TRANSITIONS))
    lines = tuple(draw_line(f"{size} players", places, of_size) for size, of_size in estimates.items())
    return Panel(title=title, x_label="transition", y_label=y_label, lines=lines, x_names=TRANSITIONS)
