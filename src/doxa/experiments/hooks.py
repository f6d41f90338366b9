"""What experiments ask of the system of a run."""

from collections.abc import Callable, Mapping
from typing import Protocol

from doxa.log.rundir import RunLog
from doxa.records.plugins import hooks_of


class ExperimentHooks(Protocol):
    """How runs of one protocol are counted; None where there is nothing to count."""

    @property
    def measures(self) -> Callable[[RunLog], Mapping[str, float]] | None:
        """Returns the metrics of a finished run by name."""

    @property
    def speaks_in(self) -> Callable[[str, str, int], bool] | None:
        """(call id, agent, round) → whether the agent speaks there, where that does not follow from the id."""


def experiment_hooks(protocol: str) -> ExperimentHooks | None:
    """Return how runs of a protocol are counted; None where its system does not say."""
    hooks: ExperimentHooks | None = hooks_of(protocol)
    return hooks
