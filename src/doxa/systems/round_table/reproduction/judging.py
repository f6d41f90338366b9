"""Several judges read the same finished discussions, each as a reading in ``RUN/readings/``."""

from collections.abc import Sequence
from pathlib import Path

from doxa.experiments.reproductions.ordering import Order, Watch, watching
from doxa.experiments.runner import run_jobs
from doxa.experiments.sitting import MakePerformer, Terms, last_terms
from doxa.log.rundir import RunLog, open_run
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from doxa.systems.round_table.exhibits.discussions import Discussion, finished
from doxa.systems.round_table.protocol.judging_responses import JudgingResponsesResult
from doxa.systems.round_table.readings import judging_responses
from doxa.systems.round_table.tasks.judge_response import Reply as Judgement

Readings = dict[str, dict[str, dict[str, Judgement | None]]]
"""Judge → run → step key → what it said."""


def judged(
    discussions: Sequence[Discussion], order: Order, watch: Watch | None = None, make: MakePerformer = performer_for
) -> Readings:
    """Let every judge of an order read every finished discussion; a reading that fails is told and left out.

    Raises:
        StoppedError: interrupted; the same call goes on.
    """
    found: Readings = {}
    runs = finished(discussions)
    for judge in dict.fromkeys(order.judges):
        settings = ModelSettings(model=judge, temperature=None if judge == "offline" else 0.0)
        jobs = [judging_responses(open_run(one.path), settings, _terms(one)) for one in runs]
        seen = watching(watch, f"judged by {judge}")
        if order.on == "here":
            cells = run_jobs(jobs, at_once=order.at_once, watch=seen, make=make)
        else:
            cells = run_jobs(jobs, on=order.on, watch=seen)
        ended = zip(runs, cells, strict=True)
        found[judge] = {one.path: _said(open_run(cell.path)) for one, cell in ended if cell.status == "finished"}
    return found


def _terms(one: Discussion) -> Terms:
    """Return the terms of a reading: what its run was held under (endpoints, timeouts) holds for its judge, too."""
    return Terms(conditions=last_terms(Path(one.path)).conditions)


def _said(log: RunLog) -> dict[str, Judgement | None]:
    result = log.result(JudgingResponsesResult)
    assert result is not None, "only finished readings are read"
    return result.judged
