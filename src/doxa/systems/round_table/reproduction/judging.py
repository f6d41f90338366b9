"""The reading in which a judge decides whether each utterance of a discussion responds and opposes."""

from collections.abc import Sequence
from pathlib import Path

from doxa.experiments.readings import reading
from doxa.experiments.reproductions.ordering import Order, Watch, watching
from doxa.experiments.runner import Job, run_jobs
from doxa.experiments.sitting import MakePerformer, Terms, last_terms
from doxa.log.rundir import RunLog, open_run
from doxa.records.spec import ModelSettings
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.systems.round_table.exhibits.discussions import Discussion, finished
from doxa.systems.round_table.protocol.judging_responses import (
    Exchange,
    JudgingResponsesResult,
    JudgingResponsesSettings,
)
from doxa.systems.round_table.tasks import Reply as Judgement


def judging_responses(log: RunLog, judge: ModelSettings, terms: Terms) -> Job:
    """Plan the reading in which a judge reads every utterance of a discussion beside the one before it.

    Raises:
        LogError: the run is not a finished discussion at a round table.
    """
    turns = {spoken_turn.key: spoken_turn.turn for spoken_turn in spoken_in(log)}
    exchanges = tuple(
        Exchange(
            key=key,
            previous=turns[turn.previous].text,
            speaker=log.spec.participant(turns[turn.previous].agent).name,
            text=turn.text,
        )
        for key, turn in turns.items()
        if turn.previous
    )
    return reading(
        log,
        suffix="responses-judged",
        protocol="judging_responses",
        settings=JudgingResponsesSettings(exchanges=exchanges),
        judge=judge,
        terms=terms,
    )


Readings = dict[str, dict[str, dict[str, Judgement | None]]]
"""Judge → run → step key → judgement; None where the judge gave none."""


def judge_discussions(
    discussions: Sequence[Discussion], order: Order, watch: Watch | None = None, make: MakePerformer | None = None
) -> Readings:
    """Return the judgements of every finished discussion by every judge; a failed reading is reported and left out.

    Raises:
        StoppedError: the runs were interrupted; the same call continues them.
    """
    readings: Readings = {}
    runs = finished(discussions)
    for judge in dict.fromkeys(order.judges):
        settings = ModelSettings(model=judge, temperature=None if judge == "offline" else 0.0)
        jobs = [judging_responses(open_run(discussion.path), settings, _terms(discussion)) for discussion in runs]
        seen = watching(watch, f"judged by {judge}")
        if make is not None:
            cells = run_jobs(jobs, at_once=order.at_once, watch=seen, make=make)
        else:
            cells = order.run_jobs(jobs, seen)
        ended = zip(runs, cells, strict=True)
        readings[judge] = {
            discussion.path: _read_judgements(open_run(cell.path))
            for discussion, cell in ended
            if cell.status == "finished"
        }
    return readings


def _terms(discussion: Discussion) -> Terms:
    """Return the terms of a reading: its judge is called under the conditions of the run (endpoints, timeouts)."""
    return Terms(conditions=last_terms(Path(discussion.path)).conditions)


def _read_judgements(log: RunLog) -> dict[str, Judgement | None]:
    judging_result = log.result(JudgingResponsesResult)
    assert judging_result is not None, "only finished readings are read"
    return judging_result.judged
