"""What judging asks of a run's system: the run's debate, as judges read it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from doxa.analysis.missing import require_plugins
from doxa.judging.messages import thread_between_sides
from doxa.log.rundir import RunLog
from doxa.records.ballots import BallotForm
from doxa.records.plugins import hooks_of, shelf_of
from doxa.records.transcripts import Debate

if TYPE_CHECKING:
    from doxa.system import Hooks


class JudgingHooks(Protocol):
    """The hooks by which judges read runs of one protocol."""

    @property
    def ballot(self) -> Callable[[RunLog], BallotForm | None] | None:
        """A function that returns what a ballot of a finished debate holds; None where it has no ballot."""

    @property
    def document(self) -> Callable[[RunLog], tuple[str, dict[str, Any]]] | None:
        """A function that returns a finished run as Markdown and as JSON values; None: what was said, line by line."""

    @property
    def debate(self) -> Callable[[RunLog], Debate | None] | None:
        """A function that returns the debate of a finished run; None where the run is no debate between two sides."""


def debate_of_run(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run is no debate between two sides, or has not ended.

    Where a system does not say how its runs are read, the messages of those who have a side are the debate.

    Raises:
        MissingPluginError: the run needs a plug-in that is not installed, or cannot be used.
    """
    require_plugins(log)
    hooks = judging_hooks(log.spec.protocol)
    if not log.finished:
        return None
    return hooks.debate(log) if hooks and hooks.debate else thread_between_sides(log)


def ballot_form_of_run(log: RunLog) -> BallotForm | None:
    """Return what a ballot of a run's debate holds; None where its system knows none."""
    hooks = judging_hooks(log.spec.protocol)
    return hooks.ballot(log) if hooks and hooks.ballot else None


def debate_protocols() -> list[str]:
    """Return the names of the protocols whose runs may be debates, sorted."""
    return sorted(name for name, hooks in shelf_of("hooks").sound().items() if hooks.debate)


def judging_hooks(protocol: str) -> JudgingHooks | None:
    """Return the hooks by which judges read runs of a protocol; None where its system has none."""
    hooks: JudgingHooks | None = hooks_of(protocol)
    return hooks


if TYPE_CHECKING:

    def _answers(hooks: Hooks) -> JudgingHooks:
        """Let the type checker compare the system's record with what judging asks for."""
        return hooks
