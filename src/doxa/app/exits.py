"""How a command ends in error: its exit code as ``doxa --help`` lists it, and its words where nobody foresaw the error.

An error that doxa raises on purpose has words of its own (``doxa.errors``). Whatever else reaches the command line is
a fault of doxa or of a plug-in: two lines, and the traceback in a file for whoever mends that. Warnings of libraries
become one line each.
"""

import errno
import logging
import os
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import doxa
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
from doxa.models.redaction import redact

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


LONGEST = 300
"""Most characters of an unforeseen error's own words."""


def unforeseen(error: Exception, words: Sequence[str] = ()) -> DoxaError:
    """Return the two lines for an error that doxa does not raise on purpose; its traceback is written to a file.

    Args:
        words: the words after the command: where one is a run directory that was changed, that is the cause.
    """
    for word in words:
        if place := _find_change(word):
            return DoxaError(
                f"{word} cannot be read: {place} was changed after it was written",
                hint=f"doxa verify {word} names each line that is not as it was written.",
            )
    message = " ".join(redact(str(error)).split())
    problem = ": ".join(filter(None, (type(error).__name__, message[:LONGEST])))
    written = _write_traceback(error)
    details = f"The details are in {written}; please send that file with a report." if written else ""
    return DoxaError(
        f"doxa failed where it should not have ({problem})",
        hint=f"Nothing that was recorded is lost. {details}".rstrip(),
    )


def file_trouble(error: OSError) -> DoxaError:
    """Return what the system says of a file; the output's own file has no name."""
    name, reason = error.filename or "a file", error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskError(f"{error.filename or 'the output'} could not be written: {reason}", remedy="Make room")
    return DoxaError(f"{name}: {reason}")


def library_warning(message: str, filename: str) -> DoxaError:
    """Return the line for a warning of a library, with the library's name."""
    parts = Path(filename).parts
    package = parts[parts.index("site-packages") + 1] if "site-packages" in parts[:-1] else Path(filename).stem
    return DoxaError(f"{package.removesuffix('.py')}: {redact(message)}")


def require_posix(system: str = os.name) -> None:
    """Refuse a system whose files cannot be locked and synced as doxa needs.

    Raises:
        DoxaError: the system is not POSIX.
    """
    if system != "posix":
        raise DoxaError("doxa runs on POSIX systems: Linux, macOS, the BSDs", hint="On Windows, run doxa within WSL 2.")


def catch_library_messages() -> None:
    """Print what libraries log as warnings, where no handler takes it, as warnings of one line."""
    logging.lastResort = _LibraryMessages(logging.WARNING)


class _LibraryMessages(logging.Handler):
    """Prints what libraries log as warnings, which would otherwise reach the screen raw."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one message."""
        from doxa.terminal.console import complain

        complain(DoxaError(f"{record.name.partition('.')[0]}: {redact(record.getMessage())}"), "warning")


def _find_change(word: str) -> str:
    from doxa.log.formats import find_change

    with suppress(OSError, ValueError):  # no path at all
        return find_change(Path(word))
    return ""


def _write_traceback(error: Exception) -> str:
    """Return the path of the file that holds the traceback; '' where it could not be written."""
    lines = [f"doxa {doxa.__version__}\n\n", *traceback.format_exception(error)]
    with suppress(OSError):
        file, path = tempfile.mkstemp(prefix="doxa-error-", suffix=".txt")
        with os.fdopen(file, "w", encoding="utf-8", errors="backslashreplace") as out:
            out.write(redact("".join(lines)))
        return path
    return ""
