"""Figures 4 to 6: agents' states before and after a player is debated, and whether agents follow sound reasons."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.analysis.exhibit import Exhibit, Figure, Line, Panel, Table
from doxa.systems.puzzle.exhibits.captions import PROCESS, RATED, caption, short, title_exhibit
from doxa.systems.puzzle.exhibits.published import FIGURE4, FIGURE6
from doxa.systems.puzzle.exhibits.runs import DebateRun, sittings_of
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.rationality import BEHAVIOURS, BehaviourCount, behaviour_table
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.states import STATES, TRANSITIONS, StateCount, state_table
from doxa.systems.puzzle.measures.weights import TransitionWeights, transition_weights

STATES_TOLD = (
    "Ma: in the strict majority, Mi: against it, a first C: no strict majority (chaos); then C: right, W: wrong. The "
    "rate is the share that is right about the player after the round."
)


def fig4(debates: Sequence[DebateRun]) -> list[Exhibit]:
    """Return a figure and a table of the correction rate of every model in every team, by initial state."""
    rows: list[tuple[str, StateCount]] = [
        (team, count) for team, sittings in _by_team(debates).items() for count in state_table(sittings)
    ]
    panels = tuple(
        _state_panel(team, [count for other, count in rows if other == team])
        for team in dict.fromkeys(team for team, _ in rows)
    )
    caption_text = caption(f"{STATES_TOLD} {FIGURE4}", debates, PROCESS, intervals=False)
    title, sources = title_exhibit("Correction by initial state", debates), tuple(debate.path for debate in debates)
    table = Table(
        name="fig4-numbers",
        title=title,
        caption=caption_text,
        columns=("team", "model", "state", "n", "right", "rate"),
        rows=tuple((team, count.model, count.state, count.n, count.right, count.rate) for team, count in rows),
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
    caption_text = caption(shows, debates, PROCESS, intervals=False)
    title = title_exhibit("Transitions and what they add to accuracy", debates)
    sources = tuple(debate.path for debate in debates)
    panels = (_weights_panel(weights), _counts_panel(weights))
    columns = ("transition", *(f"{quantity}, {size} players" for size in weights for quantity in ("count", "weight")))
    rows = tuple(
        (name, *(number for fit in weights.values() for number in (fit.counts[name], fit.weights.get(name))))
        for name in TRANSITIONS
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
        "afterwards the agent has the role that an agent with sound reasons argued for. Providers: whether the other "
        f"agents are right afterwards. {FIGURE6}"
    )
    caption_text = caption(shows, debates, (*PROCESS, RATED), intervals=False)
    title, sources = title_exhibit("Whether agents follow reasons", debates), tuple(debate.path for debate in debates)
    keys = list(dict.fromkeys((team, size) for team, size, _ in rows))
    panels = tuple(_behaviour_panel(key, rows) for key in keys)
    table = Table(
        name="fig6-numbers",
        title=title,
        caption=caption_text,
        columns=("team", "players", "model", "behaviour", "n", "right", "rate"),
        rows=tuple(
            (team, size, count.model, count.behaviour, count.n, count.right, count.rate) for team, size, count in rows
        ),
        sources=sources,
    )
    return [Figure(name="fig6", title=title, caption=caption_text, panels=panels, sources=sources), table]


def _by_team(debates: Sequence[DebateRun]) -> dict[str, list[Sitting]]:
    sittings: defaultdict[str, list[Sitting]] = defaultdict(list)
    for sitting in sittings_of(debates):
        sittings[sitting.team].append(sitting)
    return dict(sittings)


def _state_panel(team: str, rows: Sequence[StateCount]) -> Panel:
    places = tuple(map(float, range(len(STATES))))
    rates = {(count.model, count.state): count.rate for count in rows}
    lines = tuple(
        Line(label=short(model), x=places, y=tuple(rates.get((model, state)) for state in STATES))
        for model in dict.fromkeys(count.model for count in rows)
    )
    return Panel(
        title=team, x_label="state before", y_label="right after", lines=lines, y_range=(0.0, 1.0), x_names=STATES
    )


def _weights_panel(weights: dict[int, TransitionWeights]) -> Panel:
    places = tuple(map(float, range(len(TRANSITIONS))))
    lines = tuple(
        Line(label=f"{size} players", x=places, y=tuple(fit.weights.get(name) for name in TRANSITIONS))
        for size, fit in weights.items()
    )
    return Panel(title="Weight", x_label="transition", y_label="change of accuracy", lines=lines, x_names=TRANSITIONS)


def _counts_panel(weights: dict[int, TransitionWeights]) -> Panel:
    places = tuple(map(float, range(len(TRANSITIONS))))
    lines = tuple(
        Line(label=f"{size} players", x=places, y=tuple(fit.counts[name] / fit.n for name in TRANSITIONS))
        for size, fit in weights.items()
    )
    return Panel(title="How often", x_label="transition", y_label="times a debate", lines=lines, x_names=TRANSITIONS)


def _behaviour_panel(key: tuple[str, int], rows: Sequence[tuple[str, int, BehaviourCount]]) -> Panel:
    counts = [count for team, size, count in rows if (team, size) == key]
    places = tuple(map(float, range(len(BEHAVIOURS))))
    rates = {(count.model, count.behaviour): count.rate for count in counts}
    lines = tuple(
        Line(label=short(model), x=places, y=tuple(rates.get((model, behaviour)) for behaviour in BEHAVIOURS))
        for model in dict.fromkeys(count.model for count in counts)
    )
    return Panel(
        title=f"{key[0]}, {key[1]} players",
        x_label="behaviour",
        y_label="right afterwards",
        lines=lines,
        y_range=(0.0, 1.0),
        x_names=tuple(BEHAVIOURS),
    )
