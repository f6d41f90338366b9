"""Figures of discussions under prompt policies: metrics by round under each rule, weights by round, and the ablation.

The text prints no numbers for the curves of its Figures 2 to 4; those of Figure 5 are in Table 13.
"""

import math
from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Figure, Line, Panel
from doxa.analysis.natures import Effect
from doxa.policies.schedules import Slips, weights_at
from doxa.records.people import Component, PromptPolicy
from doxa.scoring.bootstrap import mean_interval
from doxa.systems.round_table.exhibits.captions import EFFECTS, OBEYS, REPEATS, WEIGHS, caption, titled
from doxa.systems.round_table.exhibits.discussion import Spoken
from doxa.systems.round_table.exhibits.discussions import RULES, Discussion, finished, measure
from doxa.systems.round_table.exhibits.published import Printed
from doxa.systems.round_table.measures.turns import METRICS, mean_of

DRAWN = ("responsiveness", "evidence usage", "non-repetition")
"""The metrics of Figures 2 and 4."""

UNPRINTED = "The text prints no numbers for its curves."


def by_round(name: str, title: str, scenarios: Mapping[str, Sequence[Discussion]], effects: Sequence[Effect]) -> Figure:
    """Return three metrics by round, a curve a rule with the band of its runs, and a row of panels a scenario."""
    every = [one for found in scenarios.values() for one in found]
    panels = [
        Panel(
            title=f"{metric}, {scenario}" if len(scenarios) > 1 else metric,
            x_label="round",
            y_label="mean over agents and runs",
            lines=tuple(_curve(rule, [one for one in found if one.rule == rule], metric) for rule in RULES),
            y_range=(0.0, 1.0),
        )
        for scenario, found in scenarios.items()
        for metric in DRAWN
    ]
    shows = f"Mean by round over all queries, a curve a rule; bands are over runs. {UNPRINTED}"
    return _figure(name, title, shows, panels, every, effects)


def weights_by_round(discussions: Sequence[Discussion], agent: str, query: str, *, named: str) -> Figure:
    """Return w_D and w_M of one agent by round under each rule, in its first run, beside the schedule alone.

    Args:
        named: what the caption calls the agent.
    """
    firsts = [one for one in finished(discussions) if one.query == query and one.replicate == 0]
    parts: tuple[Component, ...] = ("D", "M")
    panels = [
        Panel(
            title=f"w_{part}",
            x_label="round",
            y_label="weight",
            lines=(*(_weights(one, agent, part) for one in firsts), *_schedule(firsts, agent, part)),
            y_range=(0.0, 2.0),
        )
        for part in parts
    ]
    shows = (
        f"Adaptive weights of the agent {named} on {query}, one run a rule; where a curve leaves the schedule, alpha "
        f"was added after a round without evidence (D) or without a response (M). {UNPRINTED}"
    )
    return _figure("fig3", "Adaptive weights by round", shows, panels, firsts, (WEIGHS, OBEYS))


def ablation(
    subsets: Mapping[str, Sequence[Discussion]], published: Mapping[str, Mapping[str, Mapping[str, Printed]]]
) -> Figure:
    """Return each metric over what is left of T, M and D, points a rule with the interval of its runs.

    Args:
        published: rule → subset → what the text prints, by metric.
    """
    every = [one for found in subsets.values() for one in found]
    panels = [
        Panel(
            title=metric,
            x_label="shown in the prompt",
            y_label="mean",
            lines=tuple(_points(rule, subsets, metric, published[rule]) for rule in RULES),
            y_range=(0.0, 1.0),
            x_names=tuple(subsets),
        )
        for metric in METRICS
    ]
    shows = (
        "Each metric by what the prompt shows of T, M and D, over all queries; bars are intervals over runs, hollow "
        "points what the text prints."
    )
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
        title=titled(title, discussions),
        caption=caption(shows, discussions, effects),
        panels=tuple(panels),
        sources=tuple(one.path for one in discussions),
    )


def _curve(rule: str, discussions: Sequence[Discussion], metric: str) -> Line:
    runs = finished(discussions)
    rounds = sorted({one.turn.round for run in runs for one in run.spoken})
    means = [[_of_round(run.spoken, number, metric) for run in runs] for number in rounds]
    known = [[value for value in found if value is not None] for found in means]
    bands = [mean_interval(found) if len(found) > 1 else None for found in known]
    return Line(
        label=rule,
        x=tuple(float(one) for one in rounds),
        y=tuple(math.fsum(found) / len(found) if found else None for found in known),
        low=tuple(band.low if band else None for band in bands),
        high=tuple(band.high if band else None for band in bands),
    )


def _of_round(spoken: Sequence[Spoken], number: int, metric: str) -> float | None:
    return mean_of([one.turn for one in spoken if one.turn.round == number], METRICS[metric])


def _weights(discussion: Discussion, agent: str, part: Component) -> Line:
    turns = discussion.turns(agent)
    return Line(
        label=discussion.rule,
        x=tuple(float(one.turn.round) for one in turns),
        y=tuple(one.weights.of(part) for one in turns),
    )


def _schedule(firsts: Sequence[Discussion], agent: str, part: Component) -> list[Line]:
    """Return what the schedule alone would give, from weights of 1."""
    rounds = sorted({one.turn.round for first in firsts for one in first.turns(agent)})
    if not rounds:
        return []
    policy = PromptPolicy(schedule="time_trend")
    return [
        Line(
            label="schedule alone",
            x=tuple(float(one) for one in rounds),
            y=tuple(weights_at(policy, one, Slips()).of(part) for one in rounds),
            reference=True,
        )
    ]


def _points(
    rule: str,
    subsets: Mapping[str, Sequence[Discussion]],
    metric: str,
    published: Mapping[str, Mapping[str, Printed]],
) -> Line:
    found = [measure([one for one in runs if one.rule == rule], metric) for runs in subsets.values()]
    return Line(
        label=rule,
        x=tuple(float(place) for place in range(len(found))),
        y=tuple(one.mean for one in found),
        low=tuple(one.low for one in found),
        high=tuple(one.high for one in found),
        published=tuple(published[one][metric].mean for one in subsets),
    )


ROUND_EFFECTS = (WEIGHS, OBEYS, REPEATS)
"""Effects of figures by round under adaptive weights."""
