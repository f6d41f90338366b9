"""Readings: a child run over a finished log, kept in ``DIR/readings/``; the parent does not change.

The child's spec contains the parent's last hash, so that a reading of one log cannot be mistaken for a reading of
another. The module of each reading protocol plans what is read.
"""

from pathlib import Path

from doxa.errors import LogError
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms
from doxa.log.rundir import RunLog
from doxa.records.base import Settings
from doxa.records.spec import ModelSettings, Parent, Participant, RunSpec

JUDGE = Participant(id="judge", name="The judge", kernel=None, role="judge")


def reading(log: RunLog, *, suffix: str, protocol: str, settings: Settings, judge: ModelSettings, terms: Terms) -> Job:
    """Return the planned run in which a judge reads a finished run by a protocol.

    Args:
        suffix: what is appended to the run's name to name the reading.

    Raises:
        LogError: the run is not finished.
    """
    if not log.finished:
        raise LogError(f"{log.path} is unfinished", hint=f"First: doxa resume {log.path}")
    spec = RunSpec(
        name=f"{log.spec.name}-{suffix}",
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        proposition=log.spec.proposition,
        participants=(JUDGE,),
        protocol=protocol,
        script=settings.model_dump(mode="json"),
        roles={"judge": judge},
        parent=Parent(spec=log.spec_hash, last=log.last_hash),
    )
    return Job(spec=spec, path=reading_directory(log.path, spec), terms=terms, set={})


def reading_directory(parent: Path, spec: RunSpec) -> Path:
    """Return the directory of a reading of a run."""
    return parent / "readings" / f"{spec.protocol}-{spec.hash[:8]}"
