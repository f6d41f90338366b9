"""Figures of discussions under prompt policies: metrics by round, weights by round, and the ablation.

The text prints no numbers for the curves of its Figures 2 to 4; those of Figure 5 are in Table 13. ``doxa metrics``
draws the metrics and the weights of any runs.
"""

import math
from collections.abc import Hashable, Mapping, Sequence

from doxa.analysis.exhibit import Effect, Figure, Line, Panel, draw_line
from doxa.analysis.naming import names_in
from doxa.log.rundir import RunLog
from doxa.policies.schedules import Slips, weights_at
from doxa.records.base import JsonValue
from doxa.records.spec import Component, PromptPolicy
from doxa.systems.round_table.exhibits.discussion import (
    GROUPS,
    DiscussionTurn,
    Part,
    describe_origin,
    join_origins,
    mark_title,
    origin_of,
    spoken_in,
)
from doxa.systems.round_table.exhibits.discussions import (
    CITES,
    EFFECTS,
    OVERALL,
    REPEATS,
    RESPONDS,
    RETRIEVES,
    RULES,
    WEIGHS,
    Discussion,
    caption,
    finished,
    measure,
    of_part,
    pool_runs,
    scores_of,
    title_of,
    under_rule,
)
from doxa.systems.round_table.exhibits.tables import TablePart, read_printed
from doxa.systems.round_table.measures import METRICS

DRAWN = ("responsiveness", "evidence usage", "non-repetition")
"""The metrics of Figures 2 and 4."""

UNPRINTED = "The text prints no numbers for its curves."


def draw_rounds(
    *studies: Sequence[Discussion], name: str, title: str, scenarios: Sequence[str], adaptive: bool = False
) -> Figure:
    """Return a figure of three metrics by round: a row of panels for each scenario, a curve and band for each rule."""
    every = [discussion for study in studies for discussion in study]
    under = {
        scenario: {rule: under_rule([run for run in every if run.scenario == scenario], rule) for rule in RULES}
        for scenario in scenarios
    }
    panels = [
        Panel(
            title=name_panel(
                f"{metric}, {scenario}" if len(scenarios) > 1 else metric, [len(runs) for runs in by_rule.values()]
            ),
            x_label="round",
            y_label="mean over agents and runs",
            lines=tuple(
                curve_by_round(rule, [(run.stratum, run.spoken) for run in runs], metric)
                for rule, runs in by_rule.items()
            ),
            y_range=(0.0, 1.0),
        )
        for scenario, by_rule in under.items()
        for metric in DRAWN
    ]
    shows = (
        "Mean by round over all queries, one curve for each rule; bands are intervals over runs, n the runs of each "
        f"curve. {UNPRINTED}"
    )
    effects = (*((WEIGHS,) if adaptive else ()), RETRIEVES, RESPONDS, CITES, REPEATS)
    return _figure(name, title, shows, panels, every, effects)


def weights_by_round(discussions: Sequence[Discussion], agent: str, query: str, *, named: str) -> Figure:
    """Return a figure of one agent's w_D and w_M by round under each rule, in its first run, and of the schedule alone.

    Args:
        named: what the caption calls the agent.
    """
    firsts = [
        discussion for discussion in finished(discussions) if discussion.query == query and discussion.replicate == 0
    ]
    parts: tuple[Component, ...] = ("D", "M")
    panels = [
        _weight_panel(
            part,
            [*(draw_weight(run.rule, run.turns(agent), part) for run in firsts), *_schedule(firsts, agent, part)],
            runs=min(1, len(firsts)),
        )
        for part in parts
    ]
    shows = (
        f"Adaptive weights of the agent {named} on {query}, one run for each rule; where a curve leaves the schedule, "
        f"alpha was added after a round without evidence (D) or without a response (M). {UNPRINTED}"
    )
    return _figure("fig3", "Adaptive weights by round", shows, panels, firsts, (WEIGHS, RESPONDS, CITES))


def draw_ablation(*studies: Sequence[Discussion], subsets: Sequence[TablePart]) -> Figure:
    """Return a figure of each metric by what the prompt shows of T, M and D, a point and interval for each rule."""
    discussions = [discussion for study in studies for discussion in study]
    parts = {label: of_part(discussions, scenario, setting) for label, scenario, setting in subsets}
    runs = {rule: [under_rule(part, rule) for part in parts.values()] for rule in RULES}
    printed = {
        rule: [read_printed(scenario, setting, OVERALL, rule) for _, scenario, setting in subsets] for rule in RULES
    }
    panels = [
        Panel(
            title=name_panel(metric, [len(of_rule) for by_part in runs.values() for of_rule in by_part]),
            x_label="shown in the prompt",
            y_label="mean",
            lines=tuple(
                draw_line(
                    rule, range(len(subsets)), [measure(of_rule, metric).estimate for of_rule in runs[rule]]
                ).model_copy(update={"published": tuple(row[metric] for row in printed[rule])})
                for rule in RULES
            ),
            y_range=(0.0, 1.0),
            x_names=tuple(parts),
        )
        for metric in METRICS
    ]
    shows = (
        "Each metric by what the prompt shows of T, M and D, over all queries; n is the runs of each point, bars are "
        "intervals over runs, and hollow points are the values that the text prints."
    )
    every = [discussion for part in parts.values() for discussion in part]
    return _figure("fig5", "What T, M and D each do", shows, panels, every, EFFECTS)


def _figure(
    name: str,
    title: str,
    shows: str,
    panels: Sequence[Panel],
    discussions: Sequence[Discussion],
    effects: Sequence[Effect],
) -> Figure:
    return Figure(
        name=name,
        title=title_of(title, discussions),
        caption=caption(shows, discussions, effects),
        panels=tuple(panels),
        sources=tuple(discussion.path for discussion in discussions),
    )


def curve_by_round(label: str, runs: Sequence[tuple[Hashable, Sequence[DiscussionTurn]]], metric: str) -> Line:
    """Return the mean of a metric by round over several runs, with its interval where each stratum has two runs.

    Args:
        runs: the stratum and the turns of each run.
    """
    rounds = sorted({spoken_turn.turn.round for _, spoken in runs for spoken_turn in spoken})
    pooled = [
        pool_runs(
            [(stratum, scores_of((s for s in spoken if s.turn.round == number), metric)) for stratum, spoken in runs]
        )
        for number in rounds
    ]
    return draw_line(label, rounds, [mean.estimate for mean in pooled])


def name_panel(title: str, runs: Sequence[int]) -> str:
    """Return a panel's title with a second line that says how many runs each of its curves or points is of."""
    counts = sorted({count for count in runs if count}) or [0]
    numbers = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    note = ", no interval" if counts[-1] < 2 else ""
    return f"{title}\nn = {numbers} run{'' if counts[-1] == 1 else 's'} each{note}"


def _weight_panel(part: Component, lines: Sequence[Line], *, runs: int = 1) -> Panel:
    """Return a panel of one weight by round, each curve of so many runs."""
    title = name_panel(f"w_{part}", [runs])
    return Panel(title=title, x_label="round", y_label="weight", lines=tuple(lines), y_range=(0.0, 2.0))


def _schedule(firsts: Sequence[Discussion], agent: str, part: Component) -> list[Line]:
    """Return the weights that the schedule alone would give, starting from 1."""
    rounds = sorted({spoken_turn.turn.round for first in firsts for spoken_turn in first.turns(agent)})
    if not rounds:
        return []
    policy = PromptPolicy(schedule="time_trend")
    return [
        Line(
            label="schedule alone",
            x=tuple(float(number) for number in rounds),
            y=tuple(weights_at(policy, number, Slips()).of(part) for number in rounds),
            reference=True,
        )
    ]


PARTS: tuple[Component, ...] = ("T", "M", "D")


def draw_discussions(
    logs: Sequence[RunLog], by: Part, changes: Mapping[str, JsonValue] | None = None
) -> tuple[Figure, Figure]:
    """Return figures of the metrics by round over all runs, and of the weights by round in the first run.

    Args:
        by: what each curve of the metrics stands for; ``round`` gives one curve over all turns.
        changes: definitions of metrics that replace those of the runs.

    Raises:
        LogError: a run is not a finished round table.
    """
    runs = [(_condition_of(log), spoken_in(log, changes)) for log in logs]
    names = names_in(logs)
    return _draw_metrics(runs, by, names if by == "agent" else {}, logs), _draw_weights(runs[0][1], logs[0], names)


def _condition_of(log: RunLog) -> Hashable:
    """Return what replicates of a run have in common: the query and everybody's policy."""
    policies = [participant.policy.model_dump_json() for participant in log.spec.participants]
    return (log.spec.name, str(log.spec.script.get("query")), *policies)


Runs = Sequence[tuple[Hashable, Sequence[DiscussionTurn]]]
"""The condition and the turns of each run."""


def _draw_metrics(runs: Runs, by: Part, names: Mapping[str, str], logs: Sequence[RunLog]) -> Figure:
    groups = {"all" if by == "round" else GROUPS[by](spoken_turn): None for _, spoken in runs for spoken_turn in spoken}
    members = {group: _runs_of(runs, by, group) for group in groups}
    panels = []
    for metric in METRICS:
        lines = tuple(curve_by_round(names.get(group, group), members[group], metric) for group in groups)
        title = name_panel(metric, [len(members[group]) for group in groups])
        panels.append(Panel(title=title, x_label="round", y_label="mean", lines=lines, y_range=(_floor(lines), 1.0)))
    shows = (
        f"Mean by round over {len(logs)} run{'s' * (len(logs) > 1)}; n is the runs of each curve. Bands: 95 % "
        "bootstrap over runs of the same query and policies; none where one of these has a single run."
    )
    return _draw_runs("metrics-by-round", "Metrics by round", shows, panels, logs)


def _draw_runs(name: str, title: str, shows: str, panels: Sequence[Panel], logs: Sequence[RunLog]) -> Figure:
    """Return a figure of runs, whose title and caption say what plain code did in them."""
    origin = join_origins(map(origin_of, logs))
    return Figure(
        name=name,
        title=mark_title(title, origin),
        caption=f"{shows} {describe_origin(origin)}".strip(),
        panels=tuple(panels),
        sources=tuple(str(log.path) for log in logs),
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


def _draw_weights(spoken: Sequence[DiscussionTurn], log: RunLog, names: Mapping[str, str]) -> Figure:
    by_agent = {
        participant.id: [spoken_turn for spoken_turn in spoken if spoken_turn.turn.agent == participant.id]
        for participant in log.spec.participants
    }
    panels = [
        _weight_panel(part, [draw_weight(names[agent], turns, part) for agent, turns in by_agent.items()])
        for part in PARTS
    ]
    shows = f"The weights that prompts were made with in {log.path.name}."
    return _draw_runs("weights-by-round", "Weights by round", shows, panels, [log])


def draw_weight(label: str, spoken: Sequence[DiscussionTurn], part: Component) -> Line:
    """Return the curve of one weight of the prompts of some turns."""
    return Line(
        label=label,
        x=tuple(float(spoken_turn.turn.round) for spoken_turn in spoken),
        y=tuple(spoken_turn.weights.of(part) for spoken_turn in spoken),
    )
