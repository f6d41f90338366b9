"""The difference between a log that somebody changed and a fault of doxa, where reading a log fails unforeseen.

Each event names the hash of the line before it. Where that chain is broken the log was changed, and an error that
nobody foresaw follows from that. Where it is whole, the fault is doxa's, and the error stays as it is.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from doxa.errors import DamagedLogError, DoxaError
from doxa.log.formats import find_change
from doxa.log.rundir import RunLog

Given = ParamSpec("Given")
Result = TypeVar("Result")


def blames_damage(read: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return a function that raises DamagedLogError for an unforeseen error, where the log was changed.

    Args:
        read: takes a log or the path of one first.
    """

    @wraps(read)
    def guarded(*given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return read(*given, **named)
        except (DoxaError, OSError):
            raise
        except Exception:
            log = next(iter([*given, *named.values()]))
            path = log.path if isinstance(log, RunLog) else Path(str(log))
            if place := find_change(path):
                raise DamagedLogError(
                    f"{path} cannot be read: {place} was changed after it was written",
                    hint=f"doxa verify {path} names each line that is not as it was written.",
                ) from None
            raise

    return guarded
