"""Judgements stored beside a debate, among its readings."""

from pathlib import Path

from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.margins import temper_margins
from doxa.judging.protocol.script import UnionJudgingResult
from doxa.log.rundir import is_finished, open_run


def judgement_of(path: Path) -> DebateJudgement | None:
    """Return the latest judgement among a debate's readings; None where there is none."""
    finished = [directory for directory in (path / "readings").glob("union_judging-*") if is_finished(directory)]
    if not finished:
        return None
    latest = max(map(open_run, finished), key=lambda log: (log.sittings()[0].began, log.path.name))
    judging_result = latest.result(UnionJudgingResult)
    return temper_margins(judging_result.judgement) if judging_result and judging_result.judgement else None
