"""What runs that wait for batches print: beforehand how often they wait, and meanwhile how far each batch is."""

import logging
from collections.abc import Callable, Sequence

from doxa.errors import DoxaError, StoppedError
from doxa.experiments.dry_runs import Forecast, Rehearsal, rehearse
from doxa.terminal.console import errors, plain, show_estimate

NEWS = logging.getLogger("doxa.batches")


class PrintedNews(logging.Handler):
    """Prints what is logged of batches where errors go."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one line."""
        errors.print(plain(record.getMessage()), soft_wrap=True)


def announce_batches(rehearsals: Sequence[Rehearsal]) -> None:
    """Print what runs take and how often they wait, if they wait for batches; then also how far each batch is.

    Raises:
        StoppedError: interrupted; nothing was asked.
    """
    if any(rehearsal.conditions.batch for rehearsal in rehearsals):
        announce_estimate(lambda: (rehearse(rehearsals), False))


def announce_estimate(estimate: Callable[[], tuple[Forecast, bool]]) -> None:
    """Print an estimate of what is about to be asked, or why there is none; and from then on how far each batch is.

    Args:
        estimate: returns what runs take, and whether that is scaled from one of them.

    Raises:
        StoppedError: interrupted; nothing was asked.
    """
    if not NEWS.handlers:
        NEWS.addHandler(PrintedNews())
        NEWS.setLevel(logging.INFO)
    try:
        forecast, is_scaled = estimate()
    except StoppedError:
        raise  # whoever interrupts an estimate wants no call after it
    except DoxaError as error:
        errors.print(f"No estimate: {plain(error.message)}", soft_wrap=True)
    else:
        show_estimate(forecast, scaled=is_scaled)
