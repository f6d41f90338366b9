"""What the report shows of a discussion at a round table, and what it says of its words."""

from collections.abc import Sequence

from doxa.analysis.building import words_simulated
from doxa.analysis.history import Chapter
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.systems.round_table.measures.turns import METRICS

DISCUSSED = (
    "The words of this run were put together offline, by plain code, from personas, passages and what others said, as "
    "its prompts ask. It is a simulation: that instructions are obeyed is assumed."
)
RESPONSES = "Whether an utterance responds and opposes was judged offline, by a plain rule."


class SpokenView(Record):
    """One turn of a discussion under prompt policies, measured."""

    key: str
    """The turn that it is, by its step key."""
    round: int
    agent: str
    metrics: dict[str, float | None]
    """The five behaviour metrics; None where one is not known."""
    weights: dict[str, float]
    """T, M and D → the weight that its prompt was made with, in [0, 2]."""


class DiscussionView(Record):
    """A finished discussion at a round table."""

    query: str
    rules: tuple[str, ...]
    """Every rule that some turn was said under."""
    metrics: tuple[str, ...]
    """Names of the metrics, in their order."""
    turns: tuple[SpokenView, ...]


def discussion_view(log: RunLog, told: Sequence[Chapter]) -> DiscussionView | None:
    """Return how a discussion behaved; None until it is finished."""
    if not log.finished:
        return None
    spoken = spoken_in(log)
    turns = tuple(
        SpokenView(
            key=one.key,
            round=one.turn.round,
            agent=one.turn.agent,
            metrics={name: metric(one.turn) for name, metric in METRICS.items()},
            weights={"T": one.weights.T, "M": one.weights.M, "D": one.weights.D},
        )
        for one in spoken
    )
    rules = tuple(dict.fromkeys(one.rule for one in spoken))
    query = spoken[0].query if spoken else log.spec.proposition.text
    return DiscussionView(query=query, rules=rules, metrics=tuple(METRICS), turns=turns)


def simulated(log: RunLog) -> str:
    """Say what stood in for models."""
    return words_simulated(log, DISCUSSED, asked=True, judged=RESPONSES)
