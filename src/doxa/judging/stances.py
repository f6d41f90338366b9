"""Readings: a child run over a finished log, kept in ``DIR/readings/``; the parent is left untouched.

Its spec names the parent's last hash, so that a reading of one log cannot be taken for that of another.
"""

from collections.abc import Sequence
from pathlib import Path

from doxa.corpora.corpus import Argument
from doxa.errors import LogError
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms
from doxa.judging.protocol.stances import JudgingSettings, Statement
from doxa.log.rundir import RunLog
from doxa.records.people import Participant, Proposition
from doxa.records.spec import ModelSettings, Parent, RunSpec
from doxa.tasks.registry import task_named

JUDGE = Participant(id="judge", name="The judge", kernel=None, role="judge")


def judging(log: RunLog, judge: ModelSettings, terms: Terms) -> Job:
    """Plan the reading in which an outside judge reads every public statement of a run.

    Raises:
        LogError: the run has not come to its end.
    """
    if not log.finished:
        raise LogError(f"{log.path} is unfinished", hint=f"First: doxa resume {log.path}")
    statements = tuple(statements_of(log))
    spec = RunSpec(
        name=f"{log.spec.name}-judged",
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        proposition=log.spec.proposition,
        participants=(JUDGE,),
        protocol="judging",
        script=JudgingSettings(statements=statements).model_dump(mode="json"),
        roles={"judge": judge},
        parent=Parent(spec=log.spec_hash, last=log.last_hash),
    )
    return Job(spec=spec, path=reading_directory(log.path, spec), terms=terms, set={})


def judging_humans(motion: str, arguments: Sequence[Argument], judge: ModelSettings, terms: Terms, path: Path) -> Job:
    """Plan a run in which the judge reads people's arguments on a motion, each on its own."""
    statements = tuple(Statement(key=one.id, speaker="Somebody", text=one.text) for one in arguments)
    spec = RunSpec(
        name="human-arguments-judged",
        proposition=Proposition(text=motion),
        participants=(JUDGE,),
        protocol="judging",
        script=JudgingSettings(statements=statements).model_dump(mode="json"),
        roles={"judge": judge},
    )
    return Job(spec=spec, path=path, terms=terms, set={})


def reading_directory(parent: Path, spec: RunSpec) -> Path:
    return parent / "readings" / f"{spec.protocol}-{spec.hash[:8]}"


def statements_of(log: RunLog) -> list[Statement]:
    """Return every public statement of a run, with its speaker's name."""
    names = {one.id: one.name for one in log.spec.participants}
    return [
        Statement(key=one.key, speaker=names[one.body.actor], text=one.body.text or "")
        for one in log.events
        if one.kind == "outcome" and one.body.ok and task_named(one.body.task).speaks
    ]
