"""What judging asks of the system of a run: the debate that it was, as judges read it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from doxa.analysis.missing import require_plugins
from doxa.log.rundir import RunLog
from doxa.records.plugins import brought, hooks_of
from doxa.records.transcripts import Debate

if TYPE_CHECKING:
    from doxa.system import Hooks


class JudgingHooks(Protocol):
    """How runs of one protocol are read by judges."""

    @property
    def debate(self) -> Callable[[RunLog], Debate | None] | None:
        """Returns a finished run as a debate; None where it was none between two sides."""


def debate_of_run(log: RunLog) -> Debate | None:
    """Return the debate between two sides that a finished run was; None where it was none, or has not ended.

    Raises:
        MissingPluginError: the run rests on a plug-in that is not installed, or cannot be used.
    """
    require_plugins(log)
    hooks = judging_hooks(log.spec.protocol)
    return hooks.debate(log) if log.finished and hooks and hooks.debate else None


def debate_protocols() -> list[str]:
    """Return the names of the protocols whose runs may be debates, sorted."""
    return sorted(name for name, hooks in brought("hooks").sound().items() if hooks.debate)


def judging_hooks(protocol: str) -> JudgingHooks | None:
    """Return how judges read runs of a protocol; None where its system does not say."""
    hooks: JudgingHooks | None = hooks_of(protocol)
    return hooks


if TYPE_CHECKING:

    def _answers(hooks: Hooks) -> JudgingHooks:
        """The record keeps to what judging asks for."""
        return hooks
