"""Readings of stances: an outside judge reads every public statement of a run, or arguments written by people."""

from collections.abc import Sequence
from pathlib import Path

from doxa.corpora.corpus import Argument
from doxa.experiments.readings import JUDGE, reading
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms
from doxa.judging.protocol.stances import JudgingResult, JudgingSettings, Statement
from doxa.log.rundir import RunLog
from doxa.records.people import Proposition
from doxa.records.spec import ModelSettings, RunSpec
from doxa.tasks.registry import task_named

PROTOCOL = "judging"


def judging(log: RunLog, judge: ModelSettings, terms: Terms) -> Job:
    """Return the job in which an outside judge reads every public statement of a run.

    Raises:
        LogError: the run has not ended.
    """
    return judging_statements(log, statements_of(log), judge, terms)


def judging_statements(log: RunLog, statements: Sequence[Statement], judge: ModelSettings, terms: Terms) -> Job:
    """Return the job in which an outside judge reads statements of a run.

    Raises:
        LogError: the run has not ended.
    """
    settings = JudgingSettings(statements=tuple(statements))
    return reading(log, suffix="judged", protocol=PROTOCOL, settings=settings, judge=judge, terms=terms)


def judging_humans(motion: str, arguments: Sequence[Argument], judge: ModelSettings, terms: Terms, path: Path) -> Job:
    """Return the job in which the judge reads people's arguments on a motion, each on its own."""
    statements = tuple(Statement(key=argument.id, speaker="Somebody", text=argument.text) for argument in arguments)
    spec = RunSpec(
        name="human-arguments-judged",
        proposition=Proposition(text=motion),
        participants=(JUDGE,),
        protocol=PROTOCOL,
        script=JudgingSettings(statements=statements).model_dump(mode="json"),
        roles={"judge": judge},
    )
    return Job(spec=spec, path=path, terms=terms, set={})


def statements_of(log: RunLog) -> list[Statement]:
    """Return every public statement of a run, with its speaker's name."""
    names = {participant.id: participant.name for participant in log.spec.participants}
    return [
        Statement(key=event.key, speaker=names[event.body.actor], text=event.body.text or "")
        for event in log.events
        if event.kind == "outcome" and event.body.ok and task_named(event.body.task).speaks
    ]


def stances_of(judged: RunLog) -> dict[str, float | None]:
    """Return the stances of a judging run by the key of the statement; None where no stance was read."""
    judging_result = judged.result(JudgingResult)
    return judging_result.stances if judging_result else {}
