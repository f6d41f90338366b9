"""The exit code of each kind of error, as ``doxa --help`` lists them."""

from doxa.errors import (
    CorpusError,
    DiskError,
    DoxaError,
    MissingPluginError,
    NewerLogError,
    ScenarioError,
    StoppedError,
    UnknownNameError,
    UsageError,
)

FAILED = 1
WRONG_WORDS = 2
STOPPED = 3
MISSING_PLUGIN = 4

_KINDS: tuple[tuple[type[DoxaError], int], ...] = (
    (StoppedError, STOPPED),
    (DiskError, STOPPED),
    (MissingPluginError, MISSING_PLUGIN),
    (NewerLogError, MISSING_PLUGIN),
    (UnknownNameError, WRONG_WORDS),
    (ScenarioError, WRONG_WORDS),
    (CorpusError, WRONG_WORDS),
    (UsageError, WRONG_WORDS),
)
"""The first that fits decides."""


def exit_code(error: DoxaError) -> int:
    """Return the exit code of a command that an error ended; 3 only where resuming can help."""
    return next((code for kind, code in _KINDS if isinstance(error, kind)), FAILED)


def exit_word(error: DoxaError) -> str:
    """Return the word before the message."""
    return "stopped" if isinstance(error, StoppedError | DiskError) else "error"
