"""A union debate as the report shows it: running order, definitions, points of information, verdicts."""

from collections.abc import Iterator

from doxa.analysis.view import LayerView, RisenView, SpeechView, UnionView
from doxa.log.rundir import RunLog
from doxa.systems.union.exhibits.captions import caption
from doxa.systems.union.exhibits.held import Held, held, is_union, judgement_of
from doxa.systems.union.exhibits.judgements import NUMBERS, verdicts
from doxa.systems.union.exhibits.transcripts import defined
from doxa.systems.union.measures.judged import Judgement
from doxa.systems.union.measures.transcript import SIDE_NAMES, Debate
from doxa.systems.union.protocol.state import Speech


def union_view(log: RunLog) -> UnionView | None:
    """Return a finished union debate with its latest judgement; None for another protocol, and until it is finished."""
    if not is_union(log.spec) or not log.finished:
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
