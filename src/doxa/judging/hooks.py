"""What readings by judges bring to the tables of the run that they read: stances, scores, votes and verdicts."""

from collections.abc import Iterator

from doxa.analysis.exhibit import JUDGED_STANCE, Measured
from doxa.analysis.hooks import Hooks
from doxa.judging.ballots.judged import DebateJudgement, JudgeFindings
from doxa.judging.protocol.script import UnionJudgingResult
from doxa.judging.protocol.stances import JudgingResult
from doxa.log.rundir import RunLog

PANEL = "panel"
ANNOTATOR = "annotator"
NO_WINNER = "no winner"


def measure_stances(log: RunLog) -> Iterator[Measured]:
    """Yield the stance that a judge read in each statement; nothing until the reading has ended."""
    result = log.result(JudgingResult)
    for key, stance in (result.stances if result else {}).items():
        yield Measured(
            who="judge",
            instrument=JUDGED_STANCE,
            item=key,
            wave="after the run",
            role="judge",
            value=stance,
            low=-1.0,
            high=1.0,
            missing="" if stance is not None else "no stance read",
        )


def measure_judgement(log: RunLog) -> Iterator[Measured]:
    """Yield the verdicts of a judgement, the panel's ballots and the scores of speeches; nothing until it has ended."""
    result = log.result(UnionJudgingResult)
    if result is None or result.judgement is None:
        return
    yield from _verdicts(result.judgement)
    yield from _ballots(result.judgement.brought)
    yield from _scores(result.judgement.brought)


def _verdicts(judgement: DebateJudgement) -> Iterator[Measured]:
    """Yield the side that wins overall and by each layer; the value is the score of pro minus that of con."""
    final = judgement.final
    yield Measured(
        who="final",
        instrument="verdict",
        item="final",
        wave="after the run",
        role="judge",
        answer=final.winner or NO_WINNER,
    )
    for layer, verdict in judgement.verdicts.items():
        yield Measured(
            who=PANEL if layer == "engagement" else ANNOTATOR,
            instrument="verdict",
            item=layer,
            wave="after the run",
            role="judge",
            value=verdict.pro - verdict.con,
            answer=verdict.winner or NO_WINNER,
        )
    for layer in judgement.brought.incomplete:
        if layer not in judgement.verdicts:
            who = PANEL if layer == "engagement" else ANNOTATOR
            yield Measured(
                who=who, instrument="verdict", item=layer, wave="after the run", role="judge", missing="incomplete"
            )


def _ballots(brought: JudgeFindings) -> Iterator[Measured]:
    """Yield each judge's vote under each assignment of labels; the value is its score of label A minus that of B."""
    orders = (("as spoken", brought.ballots), ("mirrored", brought.mirrored))
    for order, ballots in orders:
        for ballot in ballots:
            yield Measured(
                who=ballot.judge,
                instrument="ballot",
                item=ballot.assignment,
                wave=order,
                role="judge",
                value=ballot.a.score - ballot.b.score,
                low=-9.0,
                high=9.0,
                answer=ballot.side or NO_WINNER,
            )


def _scores(brought: JudgeFindings) -> Iterator[Measured]:
    for speech in brought.rubric:
        scores: dict[str, float] = {str(dimension): score for dimension, score in speech.scores.items()}
        for dimension, score in (scores | {"overall": speech.overall}).items():
            yield Measured(
                who=ANNOTATOR,
                instrument=f"rubric: {dimension}",
                item=speech.speech,
                wave="after the run",
                role="judge",
                value=score,
                low=1.0,
                high=10.0,
            )


HOOKS = {
    "judging": Hooks(measured=measure_stances),
    "union_judging": Hooks(measured=measure_judgement),
}
