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
from doxa.systems.round_table.exhibits.captions import EFFECTS, OBEYS, REPEATS, WEIGHS, caption, title_of
from doxa.systems.round_table.exhibits.discussion import DiscussionTurn
from doxa.systems.round_table.exhibits.discussions import RULES, Discussion, finished, measure
from doxa.systems.round_table.exhibits.published import PrintedMean
from doxa.systems.round_table.measures.turns import METRICS, mean_of

DRAWN = ("responsiveness", "evidence usage", "non-repetition")
"""The metrics of Figures 2 and 4."""

UNPRINTED = "The text prints no numbers for its curves."


def by_round(name: str, title: str, scenarios: Mapping[str, Sequence[Discussion]], effects: Sequence[Effect]) -> Figure:
    """Return a figure of three metrics by round: a row of panels for each scenario, a curve and band for each rule."""
    every = [discussion for discussions in scenarios.values() for discussion in discussions]
    panels = [
        Panel(
            title=f"{metric}, {scenario}" if len(scenarios) > 1 else metric,
            x_label="round",
            y_label="mean over agents and runs",
            lines=tuple(
                _curve(rule, [discussion for discussion in discussions if discussion.rule == rule], metric)
                for rule in RULES
            ),
            y_range=(0.0, 1.0),
        )
        for scenario, discussions in scenarios.items()
        for metric in DRAWN
    ]
    shows = f"Mean by round over all queries, one curve for each rule; bands are over runs. {UNPRINTED}"
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
        Panel(
            title=f"w_{part}",
            x_label="round",
            y_label="weight",
            lines=(*(_weights(discussion, agent, part) for discussion in firsts), *_schedule(firsts, agent, part)),
            y_range=(0.0, 2.0),
        )
        for part in parts
    ]
    shows = (
        f"Adaptive weights of the agent {named} on {query}, one run for each rule; where a curve leaves the schedule, "
        f"alpha was added after a round without evidence (D) or without a response (M). {UNPRINTED}"
    )
    return _figure("fig3", "Adaptive weights by round", shows, panels, firsts, (WEIGHS, OBEYS))


def ablation(
    subsets: Mapping[str, Sequence[Discussion]], published: Mapping[str, Mapping[str, Mapping[str, PrintedMean]]]
) -> Figure:
    """Return a figure of each metric by which of T, M and D the prompt shows, with a point and interval for each rule.

    Args:
        published: rule → subset → what the text prints, by metric.
    """
    every = [discussion for discussions in subsets.values() for discussion in discussions]
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
        "points are the values that the text prints."
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
        title=title_of(title, discussions),
        caption=caption(shows, discussions, effects),
        panels=tuple(panels),
        sources=tuple(discussion.path for discussion in discussions),
    )


def _curve(rule: str, discussions: Sequence[Discussion], metric: str) -> Line:
    runs = finished(discussions)
    rounds = sorted({spoken_turn.turn.round for run in runs for spoken_turn in run.spoken})
    means = [[_of_round(run.spoken, number, metric) for run in runs] for number in rounds]
    defined = [[mean for mean in run_means if mean is not None] for run_means in means]
    bands = [mean_interval(run_means) if len(run_means) > 1 else None for run_means in defined]
    return Line(
        label=rule,
        x=tuple(float(number) for number in rounds),
        y=tuple(math.fsum(run_means) / len(run_means) if run_means else None for run_means in defined),
        low=tuple(band.low if band else None for band in bands),
        high=tuple(band.high if band else None for band in bands),
    )


def _of_round(spoken: Sequence[DiscussionTurn], number: int, metric: str) -> float | None:
    return mean_of([spoken_turn.turn for spoken_turn in spoken if spoken_turn.turn.round == number], METRICS[metric])


def _weights(discussion: Discussion, agent: str, part: Component) -> Line:
    turns = discussion.turns(agent)
    return Line(
        label=discussion.rule,
        x=tuple(float(spoken_turn.turn.round) for spoken_turn in turns),
        y=tuple(spoken_turn.weights.of(part) for spoken_turn in turns),
    )


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


def _points(
    rule: str,
    subsets: Mapping[str, Sequence[Discussion]],
    metric: str,
    published: Mapping[str, Mapping[str, PrintedMean]],
) -> Line:
    subset_measures = [
        measure([discussion for discussion in runs if discussion.rule == rule], metric) for runs in subsets.values()
    ]
    return Line(
        label=rule,
        x=tuple(float(place) for place in range(len(subset_measures))),
        y=tuple(subset_measure.mean for subset_measure in subset_measures),
        low=tuple(subset_measure.low for subset_measure in subset_measures),
        high=tuple(subset_measure.high for subset_measure in subset_measures),
        published=tuple(published[subset][metric].mean for subset in subsets),
    )


ROUND_EFFECTS = (WEIGHS, OBEYS, REPEATS)
"""Effects of figures by round under adaptive weights."""
