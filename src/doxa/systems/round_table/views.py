"""What the report shows of a discussion at a round table, and its note where words are simulated."""

from collections.abc import Iterator, Sequence

from doxa.analysis.building import words_simulated
from doxa.analysis.drawings import Marks, Series, SeriesLine, SeriesPanel, Shade
from doxa.analysis.exhibit import Part
from doxa.analysis.history import Chapter
from doxa.log.rundir import RunLog
from doxa.policies.weights import HIGH, MID, MOST
from doxa.records.people import Component
from doxa.systems.round_table.exhibits.discussion import DiscussionTurn, definitions_of, sentences_on_missing, spoken_in
from doxa.systems.round_table.measures import METRICS, describe_definitions

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


def discussion_parts(log: RunLog, chapters: Sequence[Chapter]) -> dict[str, Part]:
    """Return the parts on the metrics of a discussion; empty until it is finished."""
    if not log.finished:
        return {}
    spoken = spoken_in(log)
    query = spoken[0].query if spoken else log.spec.proposition.text
    rules = dict.fromkeys(spoken_turn.rule for spoken_turn in spoken)
    parts: dict[str, Part] = {
        "discussion": Marks(
            title="Discussion",
            caption=" ".join([f"“{query}” Rule: {', '.join(rules)}. {SQUARES}", *_describe_measuring(log, spoken)]),
            names=tuple(METRICS),
            turns={
                spoken_turn.key: tuple(metric(spoken_turn.turn) for metric in METRICS.values())
                for spoken_turn in spoken
            },
            shade=Shade(low=0.0, high=1.0),
        )
    }
    if spoken:
        parts["weights"] = _weights(spoken)
    return parts


def _describe_measuring(log: RunLog, spoken: Sequence[DiscussionTurn]) -> Iterator[str]:
    """Yield why some turns lack a metric, and definitions that are not doxa's."""
    yield from sentences_on_missing([spoken_turn.missing for spoken_turn in spoken])
    if sentence := describe_definitions(definitions_of(log.spec)):
        yield sentence


def _weights(spoken: Sequence[DiscussionTurn]) -> Series:
    rounds = sorted({spoken_turn.turn.round for spoken_turn in spoken})
    weights = {(spoken_turn.turn.agent, spoken_turn.turn.round): spoken_turn.weights for spoken_turn in spoken}
    agents = tuple(dict.fromkeys(spoken_turn.turn.agent for spoken_turn in spoken))

    def line(agent: str, component: Component) -> SeriesLine:
        agent_weights = (weights.get((agent, number)) for number in rounds)
        values = tuple(None if weight is None else weight.of(component) for weight in agent_weights)
        return SeriesLine(agent=agent, values=values)

    return Series(
        title="Weights",
        caption=WEIGHTS,
        x=tuple(rounds),
        x_name="round",
        panels=tuple(
            SeriesPanel(
                title=f"w_{component}, {name}",
                lines=tuple(line(agent, component) for agent in agents),
                low=0.0,
                high=MOST,
                levels=(MID, HIGH),
            )
            for component, name in COMPONENTS.items()
        ),
    )


def simulated(log: RunLog) -> str:
    """Return the report's note on what was simulated; '' where nothing was."""
    return words_simulated(log, DISCUSSED, judged=RESPONSES)
