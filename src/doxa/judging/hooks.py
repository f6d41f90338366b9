"""What readings by judges bring to the tables of the run that they read: stances, scores, votes and verdicts."""

from collections.abc import Iterator
from typing import Any

from doxa.analysis.exhibit import JUDGED_STANCE, Measured, Measures
from doxa.analysis.hooks import Hooks, Shown
from doxa.judging.ballots.judged import DebateJudgement, JudgeFindings, followers_of
from doxa.judging.ballots.scores import find_repeated
from doxa.judging.protocol.script import UnionJudgingResult, UnionJudgingSettings
from doxa.judging.protocol.stances import JudgingResult
from doxa.log.rundir import RunLog
from doxa.records.transcripts import Debate

AFTER = "after the run"
NO_WINNER = "no winner"


def measure_stances(log: RunLog) -> Iterator[Measures]:
    """Yield the stance that a judge read in each statement; nothing until the reading has ended."""
    if result := log.result(JudgingResult):
        rows = (
            _measure(
                "judge",
                JUDGED_STANCE,
                key,
                value=stance,
                low=-1.0,
                high=1.0,
                missing="no stance read" * (stance is None),
            )
            for key, stance in result.stances.items()
        )
        yield Measures(name="measures", title="Judged stances", rows=tuple(rows))


def measure_judgement(log: RunLog) -> Iterator[Measures]:
    """Yield the verdicts of a judgement, the panel's ballots and the scores of speeches; nothing until it has ended."""
    debate = UnionJudgingSettings.model_validate(log.spec.script).debate
    if debate and (result := log.result(UnionJudgingResult)) and result.judgement:
        brought = result.judgement.brought
        rows = (*_verdicts(result.judgement), *_ballots(brought), *_scores(brought, debate))
        yield Measures(name="measures", title="Judgement", rows=rows)


def _measure(who: str, instrument: str, item: str, wave: str = AFTER, **answer: Any) -> Measured:
    return Measured(who=who, instrument=instrument, item=item, wave=wave, role="judge", **answer)


def _verdicts(judgement: DebateJudgement) -> Iterator[Measured]:
    """Yield the side that wins overall and by each layer; the value is the score of pro minus that of con."""
    yield _measure("final", "verdict", "final", answer=judgement.final.winner or NO_WINNER)
    for layer, verdict in judgement.verdicts.items():
        value, answer = verdict.pro - verdict.con, verdict.winner or NO_WINNER
        given = {"missing": "undetermined"} if verdict.undetermined else {"value": value, "answer": answer}
        yield _measure(_judge_of(layer), "verdict", layer, **given)
    for layer in judgement.brought.incomplete:
        if layer not in judgement.verdicts:
            yield _measure(_judge_of(layer), "verdict", layer, missing="incomplete")


def _judge_of(layer: str) -> str:
    return "panel" if layer == "engagement" else "annotator"


def _ballots(brought: JudgeFindings) -> Iterator[Measured]:
    """Yield each judge's vote under each assignment of labels; the value is its score of label A minus that of B.

    Answers on the layers of other packages follow.
    """
    for order, ballots in (("as spoken", brought.ballots), ("mirrored", brought.mirrored)):
        for cast in ballots:
            value, answer = cast.a.score - cast.b.score, cast.side or NO_WINNER
            yield _measure(cast.judge, "ballot", cast.assignment, order, value=value, low=-9.0, high=9.0, answer=answer)
    for judge in followers_of(brought):
        yield _measure(judge, "vote", "both labels and orders", missing="undetermined")
    for layer, question, reply in brought.answers:
        yield _measure("annotator", layer, question, answer=reply)


def _scores(brought: JudgeFindings, debate: Debate) -> Iterator[Measured]:
    repeated = find_repeated(brought.rubric, {turn.id: turn.text for turn in debate.turns})
    for speech in brought.rubric:
        scores: dict[str, float] = {str(dimension): score for dimension, score in speech.scores.items()}
        for dimension, score in (scores | {"overall": speech.overall}).items():
            answer = "same whole reply to unlike speeches" if speech.speech in repeated else ""
            item = f"rubric: {dimension}"
            yield _measure("annotator", item, speech.speech, value=score, low=1.0, high=10.0, answer=answer)


HOOKS = {
    "judging": Hooks(exhibits=(Shown(measure_stances, on=("frames",)),)),
    "union_judging": Hooks(exhibits=(Shown(measure_judgement, on=("frames",)),)),
}
