"""Figures 4 to 6: where agents stand before a player is debated and where after it, and whether they follow reasons."""

from collections import defaultdict
from collections.abc import Sequence

from doxa.analysis.exhibit import Exhibit, Figure, Line, Panel, Table
from doxa.systems.puzzle.exhibits.captions import PROCESS, RATED, caption, short, titled
from doxa.systems.puzzle.exhibits.published import FIGURE4, FIGURE6
from doxa.systems.puzzle.exhibits.runs import Debate, sittings_of
from doxa.systems.puzzle.measures.accuracy import by_size
from doxa.systems.puzzle.measures.rationality import BEHAVIOURS, BehaviourCount, behaviour_table
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.states import STATES, TRANSITIONS, StateCount, state_table
from doxa.systems.puzzle.measures.weights import TransitionWeights, transition_weights

STATES_TOLD = (
    "Ma: in the strict majority, Mi: against it, a first C: there is none (chaos); then C: right, W: wrong. The rate "
    "is the share that is right about the player after the round."
)


def fig4(debates: Sequence[Debate]) -> list[Exhibit]:
    """Return the correction rate of every model in every team by initial state."""
    rows: list[tuple[str, StateCount]] = [
        (team, one) for team, found in _by_team(debates).items() for one in state_table(found)
    ]
    panels = tuple(
        _state_panel(team, [one for other, one in rows if other == team]) for team in dict.fromkeys(t for t, _ in rows)
    )
    told = caption(f"{STATES_TOLD} {FIGURE4}", debates, PROCESS, intervals=False)
    title, sources = titled("Correction by initial state", debates), tuple(one.path for one in debates)
    table = Table(
        name="fig4-numbers",
        title=title,
        caption=told,
        columns=("team", "model", "state", "n", "right", "rate"),
        rows=tuple((team, one.model, one.state, one.n, one.right, one.rate) for team, one in rows),
        sources=sources,
    )
    return [Figure(name="fig4", title=title, caption=told, panels=panels, sources=sources), table]


def fig5(debates: Sequence[Debate]) -> list[Exhibit]:
    """Return how often each transition occurs and what it adds to accuracy (ridge), by size."""
    found = {size: transition_weights(some) for size, some in by_size(sittings_of(debates)).items()}
    weights = {size: one for size, one in found.items() if one is not None}
    shows = (
        f"{STATES_TOLD} Weights: ridge regression of the decision's smooth accuracy on how often each transition "
        "occurred in a debate, penalty 1, by number of players. Numbers are not printed in the text; its directions: "
        "MaW→C has the largest weights and they grow with size, MaC→W becomes more negative."
    )
    told = caption(shows, debates, PROCESS, intervals=False)
    title, sources = titled("Transitions and what they add to accuracy", debates), tuple(one.path for one in debates)
    panels = (_weights_panel(weights), _counts_panel(weights))
    columns = ("transition", *(f"{what}, {size} players" for size in weights for what in ("count", "weight")))
    rows = tuple(
        (name, *(value for one in weights.values() for value in (one.counts[name], one.weights.get(name))))
        for name in TRANSITIONS
    )
    table = Table(name="fig5-numbers", title=title, caption=told, columns=columns, rows=rows, sources=sources)
    return [Figure(name="fig5", title=title, caption=told, panels=panels, sources=sources), table]


def fig6(debates: Sequence[Debate]) -> list[Exhibit]:
    """Return how often agents follow sound reasons, and how often they are right then."""
    rows: list[tuple[str, int, BehaviourCount]] = [
        (team, size, one)
        for team, found in _by_team(debates).items()
        for size, some in by_size(found).items()
        for one in behaviour_table(some)
    ]
    shows = (
        "A judge who knows the solution marks every agent's reasons from 0 to 4; 3 and 4 are sound. Rational: "
        "afterwards the agent holds the role that somebody with sound reasons argued for. Providers: whether those "
        f"who listened are right afterwards. {FIGURE6}"
    )
    told = caption(shows, debates, (*PROCESS, RATED), intervals=False)
    title, sources = titled("Whether agents follow reasons", debates), tuple(one.path for one in debates)
    keys = list(dict.fromkeys((team, size) for team, size, _ in rows))
    panels = tuple(_behaviour_panel(key, rows) for key in keys)
    table = Table(
        name="fig6-numbers",
        title=title,
        caption=told,
        columns=("team", "players", "model", "behaviour", "n", "right", "rate"),
        rows=tuple((team, size, one.model, one.behaviour, one.n, one.right, one.rate) for team, size, one in rows),
        sources=sources,
    )
    return [Figure(name="fig6", title=title, caption=told, panels=panels, sources=sources), table]


def _by_team(debates: Sequence[Debate]) -> dict[str, list[Sitting]]:
    found: defaultdict[str, list[Sitting]] = defaultdict(list)
    for one in sittings_of(debates):
        found[one.team].append(one)
    return dict(found)


def _state_panel(team: str, rows: Sequence[StateCount]) -> Panel:
    places = tuple(map(float, range(len(STATES))))
    rates = {(one.model, one.state): one.rate for one in rows}
    lines = tuple(
        Line(label=short(model), x=places, y=tuple(rates.get((model, state)) for state in STATES))
        for model in dict.fromkeys(one.model for one in rows)
    )
    return Panel(
        title=team, x_label="state before", y_label="right after", lines=lines, y_range=(0.0, 1.0), x_names=STATES
    )


def _weights_panel(weights: dict[int, TransitionWeights]) -> Panel:
    places = tuple(map(float, range(len(TRANSITIONS))))
    lines = tuple(
        Line(label=f"{size} players", x=places, y=tuple(one.weights.get(name) for name in TRANSITIONS))
        for size, one in weights.items()
    )
    return Panel(title="Weight", x_label="transition", y_label="change of accuracy", lines=lines, x_names=TRANSITIONS)


def _counts_panel(weights: dict[int, TransitionWeights]) -> Panel:
    places = tuple(map(float, range(len(TRANSITIONS))))
    lines = tuple(
        Line(label=f"{size} players", x=places, y=tuple(one.counts[name] / one.n for name in TRANSITIONS))
        for size, one in weights.items()
    )
    return Panel(title="How often", x_label="transition", y_label="times a debate", lines=lines, x_names=TRANSITIONS)


def _behaviour_panel(key: tuple[str, int], rows: Sequence[tuple[str, int, BehaviourCount]]) -> Panel:
    mine = [one for team, size, one in rows if (team, size) == key]
    places = tuple(map(float, range(len(BEHAVIOURS))))
    lines = tuple(
        Line(
            label=short(model),
            x=places,
            y=tuple({one.behaviour: one.rate for one in mine if one.model == model}.get(each) for each in BEHAVIOURS),
        )
        for model in dict.fromkeys(one.model for one in mine)
    )
    return Panel(
        title=f"{key[0]}, {key[1]} players",
        x_label="behaviour",
        y_label="right afterwards",
        lines=lines,
        y_range=(0.0, 1.0),
        x_names=tuple(BEHAVIOURS),
    )
