"""Figures 4 to 6: agents' states before and after a player is debated, and whether agents follow sound reasons."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.scoring.bootstrap import SEED
from doxa.systems.puzzle.exhibits.captions import (
    CONSISTENT,
    FOLLOWING,
    INTERVALS,
    PROCESS,
    RATED,
    SUPERVISED,
    caption,
    count_puzzles,
    short,
    title_exhibit,
)
from doxa.systems.puzzle.exhibits.published import FIGURE4, FIGURE6
from doxa.systems.puzzle.exhibits.runs import DebateRun, sittings_of
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.rationality import BEHAVIOURS, BehaviourCount, behaviour_table
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.states import STATES, TRANSITIONS, StateCount, state_table
from doxa.systems.puzzle.measures.weights import DRAWS, TransitionWeights, transition_weights

STATES_TOLD = (
    "Ma: in the strict majority, Mi: against it, a first C: no strict majority (chaos); then C: right, W: wrong. The "
    "rate is the share that is right about the player after the round."
)


N_OF_PANELS = "n of a panel: its puzzles. The numbers beside the figure say on how many each rate rests."
WHOLE_PUZZLES = (
    f"{INTERVALS} Puzzles are drawn whole, with all rounds and agents; a rate from one puzzle has no interval."
)
WEIGHTS_RESAMPLED = (
    f"Intervals: 95 % percentile bootstrap over puzzles ({DRAWS} resamples for weights, seed {SEED}), each with the "
    "debates of all configurations on it."
)


def fig4(debates: Sequence[DebateRun]) -> list[Exhibit]:
    """Return a figure and a table of the correction rate of every model in every team, by initial state."""
    rows: list[tuple[str, StateCount]] = [
        (team, count) for team, sittings in _by_team(debates).items() for count in state_table(sittings)
    ]
    panels = tuple(
        _state_panel(team, len(sittings), [count for other, count in rows if other == team])
        for team, sittings in _by_team(debates).items()
    )
    caption_text = caption(f"{STATES_TOLD} {N_OF_PANELS} {FIGURE4}", debates, PROCESS, intervals=WHOLE_PUZZLES)
    title, sources = title_exhibit("Correction by initial state", debates), tuple(debate.path for debate in debates)
    table = Table(
        name="fig4-numbers",
        title=title,
        caption=caption_text,
        columns=("team", "model", "state", "n", "puzzles", "right", "rate", "low", "high"),
        rows=tuple((team, count.model, count.state, *_rate_cells(count)) for team, count in rows),
        sources=sources,
    )
    return [Figure(name="fig4", title=title, caption=caption_text, panels=panels, sources=sources), table]


def fig5(debates: Sequence[DebateRun]) -> list[Exhibit]:
    """Return a figure and a table of how often each transition occurs and its weight for accuracy (ridge), by size."""
    fits = {size: transition_weights(sittings) for size, sittings in by_size(sittings_of(debates)).items()}
    weights = {size: fit for size, fit in fits.items() if fit is not None}
    shows = (
        f"{STATES_TOLD} Weights: ridge regression of the decision's smooth accuracy on how often each transition "
        "occurred in a debate, penalty 1, by number of players. The text prints no numbers; its directions: "
        "MaW→C has the largest weights and they grow with size, MaC→W becomes more negative."
    )
    caption_text = caption(f"{shows} {N_OF_PANELS}", debates, (*PROCESS, SUPERVISED), intervals=WEIGHTS_RESAMPLED)
    title = title_exhibit("Transitions and what they add to accuracy", debates)
    sources = tuple(debate.path for debate in debates)
    panels = (_weights_panel(weights), _counts_panel(weights))
    quantities = ("count", "weight", "low", "high")
    columns = ("transition", *(f"{quantity}, {size} players" for size in weights for quantity in quantities))
    rows = tuple(
        (name, *(cell for fit in weights.values() for cell in _weight_cells(fit, name))) for name in TRANSITIONS
    )
    table = Table(name="fig5-numbers", title=title, caption=caption_text, columns=columns, rows=rows, sources=sources)
    return [Figure(name="fig5", title=title, caption=caption_text, panels=panels, sources=sources), table]


def fig6(debates: Sequence[DebateRun]) -> list[Exhibit]:
    """Return a figure and a table of how often agents follow sound reasons, and how often they are right then."""
    rows: list[tuple[str, int, BehaviourCount]] = [
        (team, size, count)
        for team, team_sittings in _by_team(debates).items()
        for size, sittings in by_size(team_sittings).items()
        for count in behaviour_table(sittings)
    ]
    shows = (
        "A judge who knows the solution marks every agent's reasons from 0 to 4; 3 and 4 are sound. Rational: "
        "afterwards the agent has the role that an agent with sound reasons argued for. Self-contradicting: the agent "
        "agrees and disagrees with one agent, agrees with another role or disagrees with its own. Providers: whether "
        f"the other agents are right afterwards. {FIGURE6}"
    )
    effects = (*PROCESS, FOLLOWING, CONSISTENT, RATED)
    caption_text = caption(f"{shows} {N_OF_PANELS}", debates, effects, intervals=WHOLE_PUZZLES)
    title, sources = title_exhibit("Whether agents follow reasons", debates), tuple(debate.path for debate in debates)
    keys = list(dict.fromkeys((team, size) for team, size, _ in rows))
    sizes = {
        (team, size): len(group) for team, held in _by_team(debates).items() for size, group in by_size(held).items()
    }
    panels = tuple(_behaviour_panel(key, sizes[key], rows) for key in keys)
    table = Table(
        name="fig6-numbers",
        title=title,
        caption=caption_text,
        columns=("team", "players", "model", "behaviour", "n", "puzzles", "right", "rate", "low", "high"),
        rows=tuple((team, size, count.model, count.behaviour, *_rate_cells(count)) for team, size, count in rows),
        sources=sources,
    )
    return [Figure(name="fig6", title=title, caption=caption_text, panels=panels, sources=sources), table]


def _by_team(debates: Sequence[DebateRun]) -> dict[str, list[Sitting]]:
    sittings: defaultdict[str, list[Sitting]] = defaultdict(list)
    for sitting in sittings_of(debates):
        sittings[sitting.team].append(sitting)
    return dict(sittings)


def _rate_cells(count: StateCount | BehaviourCount) -> tuple[Cell, ...]:
    low, high = (count.interval.low, count.interval.high) if count.interval else (None, None)
    return count.n, count.puzzles, count.right, count.rate, low, high


def _weight_cells(fit: TransitionWeights, name: str) -> tuple[Cell, ...]:
    return fit.counts[name], fit.weights.get(name), *fit.intervals.get(name, (None, None))


def _rate_line(model: str, counts: Sequence[StateCount | BehaviourCount | None]) -> Line:
    """Return a line of rates with their intervals; where a state occurred on one puzzle alone there is no interval."""
    intervals = [count.interval if count else None for count in counts]
    return Line(
        label=short(model),
        x=tuple(map(float, range(len(counts)))),
        y=tuple(count.rate if count else None for count in counts),
        low=tuple(interval.low if interval else None for interval in intervals),
        high=tuple(interval.high if interval else None for interval in intervals),
    )


def _state_panel(team: str, puzzles: int, rows: Sequence[StateCount]) -> Panel:
    counts = {(count.model, count.state): count for count in rows}
    lines = tuple(
        _rate_line(model, [counts.get((model, state)) for state in STATES])
        for model in dict.fromkeys(count.model for count in rows)
    )
    return Panel(
        title=f"{team}\n{count_puzzles([puzzles])}",
        x_label="state before",
        y_label="right after",
        lines=lines,
        y_range=(0.0, 1.0),
        x_names=STATES,
    )


def _weights_panel(weights: dict[int, TransitionWeights]) -> Panel:
    places = tuple(map(float, range(len(TRANSITIONS))))
    lines = tuple(
        Line(
            label=f"{size} players",
            x=places,
            y=tuple(fit.weights.get(name) for name in TRANSITIONS),
            low=tuple(fit.intervals.get(name, (None, None))[0] for name in TRANSITIONS),
            high=tuple(fit.intervals.get(name, (None, None))[1] for name in TRANSITIONS),
        )
        for size, fit in weights.items()
    )
    title = f"Weight\n{_count_fits(weights)}"
    return Panel(title=title, x_label="transition", y_label="change of accuracy", lines=lines, x_names=TRANSITIONS)


def _counts_panel(weights: dict[int, TransitionWeights]) -> Panel:
    places = tuple(map(float, range(len(TRANSITIONS))))
    lines = tuple(
        Line(
            label=f"{size} players",
            x=places,
            y=tuple(fit.counts[name] / fit.n for name in TRANSITIONS),
            low=tuple(fit.times[name].low if name in fit.times else None for name in TRANSITIONS),
            high=tuple(fit.times[name].high if name in fit.times else None for name in TRANSITIONS),
        )
        for size, fit in weights.items()
    )
    title = f"How often\n{_count_fits(weights)}"
    return Panel(title=title, x_label="transition", y_label="times a debate", lines=lines, x_names=TRANSITIONS)


def _count_fits(weights: dict[int, TransitionWeights]) -> str:
    """Return the number of debates of each size for a panel's title."""
    return f"{count_puzzles(fit.n for fit in weights.values())} debates of each size"


def _behaviour_panel(key: tuple[str, int], puzzles: int, rows: Sequence[tuple[str, int, BehaviourCount]]) -> Panel:
    of_panel = [count for team, size, count in rows if (team, size) == key]
    counts = {(count.model, count.behaviour): count for count in of_panel}
    lines = tuple(
        _rate_line(model, [counts.get((model, behaviour)) for behaviour in BEHAVIOURS])
        for model in dict.fromkeys(count.model for count in of_panel)
    )
    return Panel(
        title=f"{key[0]}, {key[1]} players\n{count_puzzles([puzzles])}",
        x_label="behaviour",
        y_label="right afterwards",
        lines=lines,
        y_range=(0.0, 1.0),
        x_names=tuple(BEHAVIOURS),
    )
