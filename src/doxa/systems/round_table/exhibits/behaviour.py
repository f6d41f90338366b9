"""Figures of discussions under prompt policies: the five metrics and the weights by round, by agent or rule."""

import math
from collections.abc import Hashable, Mapping, Sequence

from doxa.analysis.exhibit import Figure, Line, Panel
from doxa.analysis.naming import names_in
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue
from doxa.records.people import Component
from doxa.systems.round_table.exhibits.discussion import GROUPS, DiscussionTurn, Part, spoken_in
from doxa.systems.round_table.exhibits.figures import curve_by_round, name_panel
from doxa.systems.round_table.exhibits.origins import Origin, describe_origin, join_origins, mark_title, origin_of
from doxa.systems.round_table.measures.turns import METRICS

PARTS: tuple[Component, ...] = ("T", "M", "D")


def figures(logs: Sequence[RunLog], by: Part, changes: Mapping[str, JsonValue] | None = None) -> tuple[Figure, Figure]:
    """Return figures of the metrics by round over all runs, and of the weights by round in the first run.

    Args:
        by: what each curve of the metrics stands for; ``round`` gives one curve over all turns.
        changes: definitions of metrics that replace those of the runs.

    Raises:
        LogError: a run is not a finished round table.
    """
    runs = [(_condition_of(log), spoken_in(log, changes)) for log in logs]
    origin = join_origins(origin_of(log) for log in logs)
    sources = tuple(str(log.path) for log in logs)
    names = names_in(logs)
    metrics = _metrics(runs, by, names if by == "agent" else {}, sources, origin)
    return metrics, _weights(runs[0][1], logs[0], names, origin_of(logs[0]))


def _condition_of(log: RunLog) -> Hashable:
    """Return what replicates of a run have in common: the query and everybody's policy."""
    policies = [participant.policy.model_dump_json() for participant in log.spec.participants]
    return (log.spec.name, str(log.spec.script.get("query")), *policies)


Runs = Sequence[tuple[Hashable, Sequence[DiscussionTurn]]]
"""The condition and the turns of each run."""


def _metrics(runs: Runs, by: Part, names: Mapping[str, str], sources: tuple[str, ...], origin: Origin) -> Figure:
    groups = {"all" if by == "round" else GROUPS[by](spoken_turn): None for _, spoken in runs for spoken_turn in spoken}
    members = {group: _runs_of(runs, by, group) for group in groups}
    curves = {
        name: tuple(curve_by_round(names.get(group, group), members[group], name) for group in groups)
        for name in METRICS
    }
    panels = [
        Panel(
            title=name_panel(name, [len(members[group]) for group in groups]),
            x_label="round",
            y_label="mean",
            lines=lines,
            y_range=(_floor(lines), 1.0),
        )
        for name, lines in curves.items()
    ]
    shows = (
        f"Mean by round over {len(sources)} run{'s' * (len(sources) > 1)}; n is the runs of each curve. Bands: 95 % "
        "bootstrap over runs of the same query and policies; none where one of these has a single run."
    )
    return Figure(
        name="metrics-by-round",
        title=mark_title("Metrics by round", origin),
        caption=f"{shows} {describe_origin(origin)}".strip(),
        panels=tuple(panels),
        sources=sources,
    )


def _runs_of(runs: Runs, by: Part, group: str) -> Runs:
    """Return the runs in which a group has turns, with its turns alone."""
    if by == "round":
        return runs
    grouped = [
        (run, [spoken_turn for spoken_turn in spoken if GROUPS[by](spoken_turn) == group]) for run, spoken in runs
    ]
    return [(condition, spoken) for condition, spoken in grouped if spoken]


def _floor(lines: Sequence[Line]) -> float:
    """Return the lower end of a metric's scale: 0, or the lowest mean rounded down to a tenth where it is negative."""
    means = [mean for line in lines for mean in line.y if mean is not None]
    return min(0.0, math.floor(10 * min(means, default=0.0)) / 10)


def _weights(spoken: Sequence[DiscussionTurn], log: RunLog, names: Mapping[str, str], origin: Origin) -> Figure:
    agents = [participant.id for participant in log.spec.participants]
    panels = [
        Panel(
            title=name_panel(f"w_{part}", [1]),
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
        title=mark_title("Weights by round", origin),
        caption=f"The weights that prompts were made with in {log.path.name}. {describe_origin(origin)}".strip(),
        panels=tuple(panels),
        sources=(str(log.path),),
    )


def _weight(label: str, spoken: Sequence[DiscussionTurn], part: Component) -> Line:
    return Line(
        label=label,
        x=tuple(float(spoken_turn.turn.round) for spoken_turn in spoken),
        y=tuple(spoken_turn.weights.of(part) for spoken_turn in spoken),
    )
