"""The hooks of systems that the terminal calls. Hooks return values; the app prints them."""

from collections.abc import Callable, Iterable
from typing import Protocol

from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.records.plugins import hooks_of
from doxa.records.spec import RunSpec
from doxa.terminal.pieces import Conclusion, Piece
from doxa.terminal.progress import Teller


class TerminalHooks(Protocol):
    """Hooks that show runs of one protocol in a terminal; None selects the default."""

    @property
    def subject(self) -> Callable[[RunSpec], str] | None:
        """Returns the subject of a run where it is not the proposition; '' where it is."""

    @property
    def introduce(self) -> Callable[[RunSpec], Iterable[Piece]] | None:
        """Returns what is printed under the announcement of a run."""

    @property
    def teller(self) -> Callable[[RunSpec], Teller] | None:
        """Returns the object that reports a run's progress."""

    @property
    def conclude(self) -> Callable[[RunLog, Callable[[], RunView]], Conclusion] | None:
        """Returns the result of a finished run; the view is built only when the hook calls for it."""

    @property
    def stand_ins(self) -> Callable[[RunLog], str] | None:
        """Returns one line on the code that performed in place of models; '' for the default line."""


def terminal_hooks(protocol: str) -> TerminalHooks | None:
    """Return the hooks that show runs of a protocol in a terminal; None where its system has none."""
    hooks: TerminalHooks | None = hooks_of(protocol)
    return hooks
