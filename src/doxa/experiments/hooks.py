"""The hooks of a system that experiments call."""

from collections.abc import Callable, Mapping
from typing import Protocol

from doxa.log.rundir import RunLog
from doxa.records.plugins import hooks_of


class ExperimentHooks(Protocol):
    """A system's hooks for the runs of one protocol; a hook that does not apply is None."""

    @property
    def measures(self) -> Callable[[RunLog], Mapping[str, float]] | None:
        """Returns the metrics of a finished run, by name."""

    @property
    def speaks_in(self) -> Callable[[str, str, int], bool] | None:
        """(call id, agent, round) → whether the agent speaks in that call; None: the id alone says so."""


def experiment_hooks(protocol: str) -> ExperimentHooks | None:
    """Return the hooks for runs of a protocol; None where its system has none."""
    hooks: ExperimentHooks | None = hooks_of(protocol)
    return hooks
