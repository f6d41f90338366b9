"""A union debate as the report shows it: running order, definitions, points of information, verdicts."""

from collections.abc import Iterator, Sequence

from doxa.analysis.building import words_simulated
from doxa.analysis.history import Chapter
from doxa.judging.exhibits.captions import caption
from doxa.judging.exhibits.judgements import NUMBERS, verdicts
from doxa.judging.measures.judged import Judgement
from doxa.judging.readings import judgement_of
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, Debate
from doxa.systems.union.exhibits.held import Held, held
from doxa.systems.union.exhibits.transcripts import defined
from doxa.systems.union.protocol.state import Speech

DEBATED = (
    "The words of this run were put together offline, by plain code, from the speakers' writing and a corpus of real "
    "arguments. It is a simulation: it says nothing about how a language model or a person would have argued."
)


class RisenView(Record):
    """A point of information that was taken."""

    key: str
    """The turn that it is."""
    by: str
    text: str
    answer: str
    """Empty where none was given."""


class SpeechView(Record):
    """One speech of a union debate."""

    key: str
    """The turn that it is."""
    speaker: str
    side: str
    """Proposition or Opposition."""
    lens: str
    """The emphasis that its preparation drew; empty for none."""
    words: int
    """0 where nothing was said."""
    target: int
    within: bool
    """Whether it has its length, within the tolerance."""
    offered: int
    """Points of information, taken or not."""
    taken: tuple[RisenView, ...]


class LayerView(Record):
    """One layer's verdict, or the final one."""

    layer: str
    winner: str | None
    proposition: float | None
    """Votes, points, a mean score or surviving claims, as the layer counts."""
    opposition: float | None
    margin: str | None
    because: str


class UnionView(Record):
    """A finished union debate, and how it was judged last."""

    speeches: tuple[SpeechView, ...]
    """In the order spoken."""
    definitions: tuple[tuple[str, str], ...]
    """(a word of the motion or who says what of it, what is said)."""
    verdict: str
    """Who won and how far the layers agree; empty until the debate is judged."""
    layers: tuple[LayerView, ...]
    """The final verdict, then each layer's."""
    caption: str


def union_view(log: RunLog, told: Sequence[Chapter]) -> UnionView | None:
    """Return a finished union debate with its latest judgement; None for another protocol, and until it is finished."""
    if not log.finished:
        return None
    found, judgement = held(log), judgement_of(log.path)
    return UnionView(
        speeches=tuple(_speech(found, one) for one in found.speeches),
        definitions=tuple(defined(found.debate.definitions)) if found.debate.definitions else (),
        verdict=judgement.final.statement if judgement else "",
        layers=tuple(_layers(found.debate, judgement)) if judgement else (),
        caption=caption(NUMBERS, [judgement.brought]) if judgement else "",
    )


def _speech(found: Held, one: Speech) -> SpeechView:
    said = found.within(one.key)
    answers = {turn.id: turn for turn in said if turn.kind == "answer"}
    points = [turn for turn in said if turn.kind == "point"]
    return SpeechView(
        key=one.key,
        speaker=one.speaker,
        side=SIDE_NAMES[one.side],
        lens=one.lens,
        words=one.words,
        target=one.target,
        within=one.within,
        offered=one.offered,
        taken=tuple(
            RisenView(
                key=point.id,
                by=point.speaker,
                text=point.text,
                answer=answers[f"{point.id}/answer"].text if f"{point.id}/answer" in answers else "",
            )
            for point in points
        ),
    )


def _layers(debate: Debate, judgement: Judgement) -> Iterator[LayerView]:
    table = verdicts(debate, judgement)
    for row in table.rows:
        yield LayerView.model_validate(dict(zip(map(str.lower, table.columns), row, strict=True)))


def simulated(log: RunLog) -> str:
    """Say what stood in for models."""
    return words_simulated(log, DEBATED, asked=True)
