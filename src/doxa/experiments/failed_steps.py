"""Where a run first failed, and what a fork that begins there keeps: every answer that the failure does not change."""

from dataclasses import dataclass

from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.records.events import BatchOpened, OutcomeReached

SEEDING = ""
"""Stands for the step of a fork that begins before the first batch, while the seeds are prepared."""


@dataclass(frozen=True, kw_only=True)
class FailedStep:
    """The first step of a run that failed."""

    key: str
    at: str
    """A step of its batch, at which a fork can begin; ``SEEDING`` where it failed before the first batch."""
    answered: frozenset[str]
    """The steps of that batch, chained ones included, whose answers do not depend on the failed one."""


def first_failed_step(log: RunLog) -> FailedStep:
    """Return the first step whose call was given up; where there is none, the first that ended without an answer.

    Raises:
        LogError: every step of the run was answered, or a fork cannot begin at the batch of the first that was not.
    """
    failed = {call.step for call in log.calls() if call.status != "ok"}
    batches = [event.body.keys for event in log.events if isinstance(event, BatchOpened)]
    unanswered = {event.key for event in log.events if isinstance(event, OutcomeReached) and not event.body.ok}
    places = {key: _batch_of(key, batches) for key in failed or unanswered}
    if not places:
        raise LogError(f"no step of {log.path} failed", hint="Begin a fork at a step of your choice: --at KEY.")
    key = min(places, key=lambda step: (places[step], step))
    if places[key] == 0:
        every_call = {call.step for call in log.calls()}
        return FailedStep(key=key, at=SEEDING, answered=frozenset(every_call - failed - unanswered))
    keys = batches[places[key] - 1]
    if not keys:
        raise LogError(f"step {key} of {log.path} failed where no fork can begin", hint="Give another step: --at KEY.")
    kept = {call.step for call in log.calls() if _is_of(call.step, keys)} - failed - unanswered
    return FailedStep(key=key, at=keys[0], answered=frozenset(kept))


def _batch_of(key: str, batches: list[tuple[str, ...]]) -> int:
    """Return the number of the batch that a step belongs to; 0 for steps that prepare the seeds."""
    for number, keys in enumerate(batches, 1):
        if _is_of(key, keys) or key.startswith(f"b{number:03d}/"):
            return number
    return 0


def _is_of(key: str, keys: tuple[str, ...]) -> bool:
    """Return whether a step is one of these, or hears the message of one."""
    return any(key == step or key.startswith(f"{step}/") for step in keys)
