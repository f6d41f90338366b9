"""How discussions at a round table are shown: their exhibits, their story, and notes where words are simulated."""

import shlex
from collections import Counter
from collections.abc import Iterator

from doxa.analysis.building import describe_offline
from doxa.analysis.drawings import Marks, Series, SeriesLine, SeriesPanel, Shade
from doxa.analysis.exhibit import Prose, Quote, Table
from doxa.analysis.hooks import Hooks, Shown
from doxa.analysis.who_does import is_done_offline, speakers_of
from doxa.log.rundir import RunLog
from doxa.policies.instructions import HIGH, MID, MOST
from doxa.records.cells import join_names
from doxa.records.events import EvidenceSeeded
from doxa.records.spec import Component, RunSpec
from doxa.systems.round_table.exhibits.discussion import (
    definitions_of,
    list_notes,
    measure_discussions,
    origin_of,
    sentences_on_missing,
    spoken_in,
)
from doxa.systems.round_table.exhibits.tables import metrics_table
from doxa.systems.round_table.measures import METRICS, describe_definitions
from doxa.terminal.console import plain

DISCUSSED = (
    "The words of this run were put together offline, by plain code, from personas, passages and what others said, as "
    "its prompts ask. It is a simulation: obedience to instructions is assumed."
)
RESPONSES = "Whether an utterance responds and opposes was judged offline, by a plain rule."


SQUARES = "A square is one turn: pale 0, full 1, a dash where the value is not known. A square links to its turn."
WEIGHTS = (
    "The weights that each turn's prompt was made with, in [0, 2]: of T, who the agent is, M, the dialogue, and D, the "
    "passages. Dashed: where the tiers mid and high begin."
)
COMPONENTS: dict[Component, str] = {"T": "who the agent is", "M": "the dialogue", "D": "passages"}


def show_exchange(log: RunLog) -> list[Prose]:
    """Return the last turn that responds to somebody else, or else the last turn, after the turn before it."""
    turns = [spoken.turn for spoken in spoken_in(log)]
    if not turns:
        return [Prose(name="exchange", title="Discussion", paragraphs=("Nobody spoke.",))]
    by_key = {f"r{turn.round:02d}/{turn.agent}": turn for turn in turns}
    others = [turn for turn in turns if turn.previous and by_key[turn.previous].agent != turn.agent]
    last = ([turn for turn in others if turn.responds] or others or turns)[-1]
    quotes = []
    for turn in filter(None, (by_key.get(last.previous), last)):
        tags = {"opposes": turn.opposes, "responds": turn.responds and not turn.opposes, "uses evidence": turn.evidence}
        applying = tuple(tag for tag, applies in tags.items() if applies)
        quotes.append(Quote(agent=turn.agent, facts=(f"round {turn.round}",), tags=applying, text=turn.text))
    return [Prose(name="exchange", title="An exchange from the end", quotes=tuple(quotes))]


def tabulate_metrics(log: RunLog) -> list[Table]:
    """Return the mean metrics of a finished discussion by agent."""
    return [metrics_table(measure_discussions([log], "agent"))]


def tabulate_missing(log: RunLog) -> list[Table]:
    """Return why turns of a finished discussion lack a metric, and how many."""
    missing = measure_discussions([log], "agent").rows[-1].missing
    rows = tuple((metric, reason, count) for metric, reasons in missing.items() for reason, count in reasons.items())
    table = Table(name="missing", title="Missing metrics", columns=("metric", "reason", "turns"), rows=rows)
    return [table] if rows else []


def mark_turns(log: RunLog) -> list[Marks]:
    """Return every metric of every turn of a finished discussion; a metric that a turn cannot have says why."""
    spoken = spoken_in(log)
    query = spoken[0].query if spoken else log.spec.proposition.text
    rules = dict.fromkeys(spoken_turn.rule for spoken_turn in spoken)
    sentences = [
        f"“{query}” Rule: {', '.join(rules)}. {SQUARES}",
        *sentences_on_missing([spoken_turn.missing for spoken_turn in spoken]),
        describe_definitions(definitions_of(log.spec)),
    ]
    marks = Marks(
        name="behaviour",
        title="Discussion",
        caption=" ".join(filter(None, sentences)),
        names=tuple(METRICS),
        turns={turn.key: tuple(metric(turn.turn) for metric in METRICS.values()) for turn in spoken},
        missing={turn.key: turn.missing for turn in spoken if turn.missing},
        shade=Shade(low=0.0, high=1.0),
    )
    return [marks]


def draw_weights(log: RunLog) -> list[Series]:
    """Return the weights that each turn's prompt of a finished discussion was made with."""
    spoken = spoken_in(log)
    rounds = sorted({spoken_turn.turn.round for spoken_turn in spoken})
    weights = {(spoken_turn.turn.agent, spoken_turn.turn.round): spoken_turn.weights for spoken_turn in spoken}
    agents = tuple(dict.fromkeys(spoken_turn.turn.agent for spoken_turn in spoken))

    def draw_line(agent: str, component: Component) -> SeriesLine:
        of_agent = (weights.get((agent, number)) for number in rounds)
        return SeriesLine(agent=agent, values=tuple(weight.of(component) if weight else None for weight in of_agent))

    panels = tuple(
        SeriesPanel(
            title=f"w_{component}, {name}",
            lines=tuple(draw_line(agent, component) for agent in agents),
            low=0.0,
            high=MOST,
            levels=(MID, HIGH),
        )
        for component, name in COMPONENTS.items()
    )
    if not spoken:
        return []
    return [Series(name="weights", title="Weights", caption=WEIGHTS, x=tuple(rounds), x_name="round", panels=panels)]


def simulated(log: RunLog) -> str:
    """Return the report's note on what was simulated; '' where nothing was."""
    return describe_offline(log, log.calls(), DISCUSSED, judged=RESPONSES)


def tell_discussion(log: RunLog) -> str:
    """Return the story of a finished discussion in which nobody shows a stance; '' for any other."""
    seeded = [event.body.trace.after for event in log.events if isinstance(event, EvidenceSeeded)]
    if not log.finished or any(readout.stance is not None for readout in seeded):
        return ""
    turns = [spoken.turn for spoken in spoken_in(log)]
    names = {participant.id: participant.name for participant in log.spec.participants}
    if not turns:
        return "Nobody spoke, so nobody can be said to have given way."
    rounds = len({turn.round for turn in turns})
    who = join_names([names[agent] for agent in dict.fromkeys(turn.agent for turn in turns)], 4)
    head = f"{who} spoke {len(turns)} times in {rounds} round{'s' * (rounds != 1)}"
    end = "nobody's stance was followed, so nobody can be said to have given way"
    opposed = [turn for turn in turns if turn.opposes]
    if not opposed:
        answered = sum(bool(turn.responds) for turn in turns)
        return f"{head} and nobody opposed what was said before ({answered} turns answered it); {end}."
    most, times = Counter(turn.agent for turn in opposed).most_common(1)[0]
    round, there = Counter(turn.round for turn in opposed).most_common(1)[0]
    return (
        f"{head} and opposed what was said before in {len(opposed)} turns, {names[most]} most often ({times}), "
        f"sharpest in round {round} ({there}); {end}."
    )


def _subject(spec: RunSpec) -> str:
    """Return the query that is discussed."""
    queries = spec.script.get("queries")
    query = queries.get(str(spec.script.get("query"))) if isinstance(queries, dict) else None
    return str(query or "")


def _commands(log: RunLog) -> Iterator[str]:
    yield f"doxa metrics {plain(shlex.quote(str(log.path)))} --by round"


def _stand_ins(log: RunLog) -> str:
    notes = list_notes(origin_of(log), f"words of {' and '.join(speakers_of(log, log.calls()).simulated)}")
    if is_done_offline("extractor", log.calls()):
        notes.append("claims judged simply")
    return f"Offline: {'; '.join(notes)} (docs/offline.md)." if notes else ""


HOOKS = {
    "round_table": Hooks(
        subject=_subject,
        exhibits=(
            Shown(show_exchange, on=("terminal",), finished=True),
            Shown(tabulate_metrics, on=("terminal", "json"), finished=True),
            Shown(tabulate_missing, on=("json",), finished=True),
            Shown(mark_turns, on=("page", "frames"), finished=True),
            Shown(draw_weights, on=("page",), finished=True),
        ),
        commands=_commands,
        stand_ins=_stand_ins,
        simulated=simulated,
        story=tell_discussion,
    )
}
