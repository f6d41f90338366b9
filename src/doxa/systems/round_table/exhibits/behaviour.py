"""Figures of discussions under prompt policies: the five metrics and the weights by round, by agent or rule."""

import math
from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Figure, Line, Panel
from doxa.analysis.naming import names_in
from doxa.log.rundir import RunLog
from doxa.records.people import Component
from doxa.systems.round_table.exhibits.discussion import GROUPS, DiscussionTurn, Part, speaks_offline, spoken_in
from doxa.systems.round_table.measures.turns import METRICS, mean_of

PARTS: tuple[Component, ...] = ("T", "M", "D")

SIMULATED = "The words are simulated offline, and obedience to instructions is assumed."


def figures(logs: Sequence[RunLog], by: Part) -> tuple[Figure, Figure]:
    """Return figures of the metrics by round over all runs, and of the weights by round in the first run.

    Args:
        by: what each curve of the metrics stands for; ``round`` gives one curve over all turns.

    Raises:
        LogError: a run is not a finished round table.
    """
    spoken = [spoken_turn for log in logs for spoken_turn in spoken_in(log)]
    offline = any(speaks_offline(log) for log in logs)
    sources = tuple(str(log.path) for log in logs)
    names = names_in(logs)
    metrics = _metrics(spoken, by, names if by == "agent" else {}, sources, offline)
    return metrics, _weights(spoken_in(logs[0]), logs[0], names, offline)


def _metrics(
    spoken: Sequence[DiscussionTurn], by: Part, names: Mapping[str, str], sources: tuple[str, ...], offline: bool
) -> Figure:
    groups: dict[str, list[DiscussionTurn]] = {}
    for spoken_turn in spoken:
        groups.setdefault("all" if by == "round" else GROUPS[by](spoken_turn), []).append(spoken_turn)
    curves = {
        name: tuple(_mean(names.get(group, group), members, name) for group, members in groups.items())
        for name in METRICS
    }
    panels = [
        Panel(title=name, x_label="round", y_label="mean", lines=lines, y_range=(_floor(lines), 1.0))
        for name, lines in curves.items()
    ]
    return Figure(
        name="metrics-by-round",
        title=_mark_title("Metrics by round", offline),
        caption=_mark_caption(f"Mean by round over {len(sources)} run{'s' * (len(sources) > 1)}.", offline),
        panels=tuple(panels),
        sources=sources,
    )


def _mean(label: str, spoken: Sequence[DiscussionTurn], metric: str) -> Line:
    rounds = sorted({spoken_turn.turn.round for spoken_turn in spoken})
    means = [
        mean_of([spoken_turn.turn for spoken_turn in spoken if spoken_turn.turn.round == number], METRICS[metric])
        for number in rounds
    ]
    return Line(label=label, x=tuple(float(number) for number in rounds), y=tuple(means))


def _floor(lines: Sequence[Line]) -> float:
    """Return the lower end of a metric's scale: 0, or the lowest mean rounded down to a tenth where it is negative."""
    means = [mean for line in lines for mean in line.y if mean is not None]
    return min(0.0, math.floor(10 * min(means, default=0.0)) / 10)


def _weights(spoken: Sequence[DiscussionTurn], log: RunLog, names: Mapping[str, str], offline: bool) -> Figure:
    agents = [participant.id for participant in log.spec.participants]
    panels = [
        Panel(
            title=f"w_{part}",
            x_label="round",
            y_label="weight",
            lines=tuple(
                _weight(names[agent], [spoken_turn for spoken_turn in spoken if spoken_turn.turn.agent == agent], part)
                for agent in agents
            ),
            y_range=(0.0, 2.0),
        )
        for part in PARTS
    ]
    return Figure(
        name="weights-by-round",
        title=_mark_title("Weights by round", offline),
        caption=f"The weights that prompts were made with in {log.path.name}. {SIMULATED if offline else ''}".strip(),
        panels=tuple(panels),
        sources=(str(log.path),),
    )


def _weight(label: str, spoken: Sequence[DiscussionTurn], part: Component) -> Line:
    return Line(
        label=label,
        x=tuple(float(spoken_turn.turn.round) for spoken_turn in spoken),
        y=tuple(spoken_turn.weights.of(part) for spoken_turn in spoken),
    )


def _mark_title(title: str, offline: bool) -> str:
    return f"{title} (simulated offline)" if offline else title


def _mark_caption(shows: str, offline: bool) -> str:
    return f"{shows} {SIMULATED}" if offline else shows
