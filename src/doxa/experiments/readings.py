"""Readings: a child run over a finished log, kept in ``DIR/readings/``; the parent is left untouched.

Its spec names the parent's last hash, so that a reading of one log cannot be taken for that of another. What is read,
and by which protocol, is planned beside the protocol.
"""

from pathlib import Path

from doxa.errors import LogError
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms
from doxa.log.rundir import RunLog
from doxa.records.base import Settings
from doxa.records.people import Participant
from doxa.records.spec import ModelSettings, Parent, RunSpec

JUDGE = Participant(id="judge", name="The judge", kernel=None, role="judge")


def reading(log: RunLog, *, suffix: str, protocol: str, settings: Settings, judge: ModelSettings, terms: Terms) -> Job:
    """Plan the run in which a judge reads a finished run by a protocol.

    Args:
        suffix: what follows the run's name in the name of its reading.

    Raises:
        LogError: the run has not come to its end.
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
    """Return where a reading of a run lies."""
    return parent / "readings" / f"{spec.protocol}-{spec.hash[:8]}"
