"""What the terminal asks of the system of a run. Hooks return values; the app prints them."""

from collections.abc import Callable, Iterable
from typing import Protocol

from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.records.plugins import hooks_of
from doxa.records.spec import RunSpec
from doxa.terminal.pieces import Conclusion, Piece
from doxa.terminal.progress import Teller


class TerminalHooks(Protocol):
    """How runs of one protocol are shown in a terminal; None where the common way is right."""

    @property
    def subject(self) -> Callable[[RunSpec], str] | None:
        """Returns what is talked about, where that is not the proposition; '' where it is."""

    @property
    def introduce(self) -> Callable[[RunSpec], Iterable[Piece]] | None:
        """Returns what stands under the announcement of a run."""

    @property
    def teller(self) -> Callable[[RunSpec], Teller] | None:
        """Returns who says how a run goes on."""

    @property
    def conclude(self) -> Callable[[RunLog, Callable[[], RunView]], Conclusion] | None:
        """Returns what a finished run came to; the view is made when it is called for."""

    @property
    def stand_ins(self) -> Callable[[RunLog], str] | None:
        """Returns one line on what stood in for models; '' for the common one."""


def terminal_hooks(protocol: str) -> TerminalHooks | None:
    """Return how runs of a protocol are shown in a terminal; None where its system does not say."""
    hooks: TerminalHooks | None = hooks_of(protocol)
    return hooks
