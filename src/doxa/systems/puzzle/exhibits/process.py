"""Figures 4 to 6: agents' states before and after a player is debated, and whether agents follow sound reasons."""

from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Panel, draw_line
from doxa.records.cells import Estimate
from doxa.systems.puzzle.exhibits.captions import count_puzzles, estimate_of, illustrate, short
from doxa.systems.puzzle.exhibits.runs import ANCHOR, DebateRun, HeldDebates, sittings_of
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.rationality import BEHAVIOURS, behaviour_table
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.states import (
    STATES,
    TRANSITIONS,
    Correction,
    state_table,
    transition_weights,
)


def fig4(held: HeldDebates) -> list[Exhibit]:
    """Return a figure and a table of the correction rate of every model in every team, by initial state."""
    debates = [debate for debate in held.main if debate.factor in (ANCHOR, "C2")]
    teams = _by_team(debates)
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
        for team, of_team in _by_team(debates).items()
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


def _by_team(debates: Sequence[DebateRun]) -> dict[str, list[Sitting]]:
    sittings: dict[str, list[Sitting]] = {}
    for sitting in sittings_of(debates):
        sittings.setdefault(sitting.team, []).append(sitting)
    return sittings


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
