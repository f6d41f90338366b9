"""Several judges read the same finished discussions, each as a reading in ``RUN/readings/``."""

from collections.abc import Sequence
from pathlib import Path

from doxa.experiments.reproductions.ordering import Order, Watch, watching
from doxa.experiments.runner import run_jobs
from doxa.experiments.sitting import MakePerformer, Terms, last_terms
from doxa.log.rundir import RunLog, open_run
from doxa.records.spec import ModelSettings
from doxa.systems.round_table.exhibits.discussions import Discussion, finished
from doxa.systems.round_table.protocol.judging_responses import JudgingResponsesResult
from doxa.systems.round_table.readings import judging_responses
from doxa.systems.round_table.tasks.judge_response import Reply as Judgement

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
