"""What runs that wait for batches print: beforehand how often they wait, and meanwhile how far each batch is."""

import logging
from collections.abc import Sequence

from doxa.errors import DoxaError, StoppedError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.terminal.console import errors, plain, show_estimate

NEWS = logging.getLogger("doxa.batches")


class _Printer(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        errors.print(f"[dim]{plain(record.getMessage())}[/]", soft_wrap=True)


def announce_batches(rehearsals: Sequence[Rehearsal]) -> None:
    """Print what runs take and how often they wait, if they wait for batches, and from now on how far these are.

    Raises:
        StoppedError: interrupted; nothing was asked.
    """
    if not any(rehearsal.conditions.batch for rehearsal in rehearsals):
        return
    follow_batches()
    try:
        show_estimate(rehearse(rehearsals))
    except StoppedError:
        raise
    except DoxaError as error:
        errors.print(f"No estimate: {plain(error.message)}", soft_wrap=True)


def follow_batches() -> None:
    """Print from now on how far each batch is."""
    NEWS.setLevel(logging.INFO)
    if not NEWS.handlers:
        NEWS.addHandler(_Printer())
