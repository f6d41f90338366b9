"""The ``doxa`` command: names, one-line helps, and what happens to errors. Commands load when they are called.

Exit codes: 0 done · 1 it failed, or a check found a problem · 2 the call's words are wrong · 3 stopped, can be resumed.
"""

import os
import sys
import warnings
from io import TextIOWrapper
from typing import TextIO

from cyclopts import App, Parameter

# one process of many is common (sweeps, tests, Ray): BLAS threads that share cores wait for one another
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import doxa
from doxa.app.helps import HELPS, PARTS
from doxa.records.plugins import brought

app = App(
    name="doxa",
    help="A laboratory for deliberation among language-model agents whose beliefs can be inspected.\n\n"
    "Begin with: doxa run compulsory-voting\n\n"
    "Exit codes: 0 done; 1 it failed, or a check found a problem; 2 the call's words are wrong, or a log is "
    "unfinished; 3 stopped, and can be resumed.",
    help_format="plaintext",
    version=doxa.__version__,
    default_parameter=Parameter(negative=(), show_default=False),
    suppress_keyboard_interrupt=False,  # main tells it, also where it comes while a command loads
)

for _name, _help in HELPS.items():
    app.command(f"doxa.app.commands.{_name}:{_name}", name=_name, help=_help)
for _name, _command in brought("commands").items():
    app.command(_command.at, name=_name, help=_command.help)


def command_names() -> list[str]:
    """Return the names of all commands, sorted, and after them those of their parts, such as ``puzzle make``."""
    commands = brought("commands")
    parts = [name for command in commands.values() for name in command.parts]
    return [*sorted([*HELPS, *commands]), *sorted([*PARTS, *parts])]


def main() -> None:
    """Run the command line; errors that doxa raises on purpose, and those of files, are told, never traced."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    from doxa.errors import DoxaError, StoppedError

    warnings.showwarning = _warn
    try:
        app(sys.argv[1:])
    except StoppedError as error:
        _tell(error, "stopped")
        sys.exit(3)
    except DoxaError as error:
        _tell(error, "error")
        sys.exit(1)
    except KeyboardInterrupt:
        _tell(StoppedError("interrupted", hint="Give the same call again."), "stopped")
        sys.exit(3)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        _tell(DoxaError(f"{error.filename or 'a file'}: {error.strerror or error}"), "error")
        sys.exit(1)


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show doxa's own warnings in its own words, others as Python does."""
    from doxa.engine.gate import BudgetWarning
    from doxa.errors import DoxaError

    if isinstance(message, BudgetWarning):
        _tell(DoxaError(str(message)), "warning")
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def _tell(error: Exception, word: str) -> None:
    from doxa.terminal.console import complain

    complain(error, word)


if __name__ == "__main__":
    main()
