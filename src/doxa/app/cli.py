"""The ``doxa`` command: its subcommands by name, and the handling of errors. Commands are imported when called.

Exit codes: 0 done · 1 failed, or a check found a problem · 2 wrong words, or an unfinished log · 3 stopped, can be
resumed · 4 a plug-in that a log needs is not installed, or cannot be used.
"""

import os
import signal
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, get_args

from cyclopts import App, Parameter, Token, convert

# doxa often runs in many processes at once (sweeps, tests, Ray), where BLAS threads would compete for cores
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import doxa
from doxa.app.helps import ELSEWHERE, HELPS, PLACES
from doxa.errors import DoxaError, PluginError, ScenarioError, StoppedError, UnknownNameError
from doxa.records.plugins import GUIDE, shelf_of, take_plugin
from doxa.system import Command

HELP = f"""\
A laboratory for deliberation among language-model agents whose beliefs can be inspected.

Begin with: doxa run compulsory-voting

What is there: doxa list. The documentation: {GUIDE}

Exit codes: 0 done; 1 failed, or a check found a problem; 2 wrong words (an option, a \
setting, a scenario, a name), or an unfinished log; 3 stopped, and can be \
resumed; 4 a plug-in that a log needs is not installed, or cannot be used."""

COMPLETION = "Install completion of commands and options for your shell: bash, zsh, fish or PowerShell."

KEEP = "--keep"

BROUGHT = shelf_of("commands")


def _usable() -> tuple[dict[str, Command], dict[str, PluginError]]:
    """Return the commands of systems by name, and the errors of those that are refused."""
    commands: dict[str, Command] = {}
    refusals = {}
    for name in BROUGHT:
        try:
            command = take_plugin("commands", name, Command)
            if name in HELPS:
                raise PluginError(f"{BROUGHT.package(name)} brings a command {name!r}, which is doxa's own", name=name)
            if command is not None:
                commands[name] = command
        except PluginError as error:
            refusals[name] = error
    return commands, refusals


COMMANDS, REFUSALS = _usable()


def _convert(kind: Any, tokens: Sequence[Token]) -> Any:
    """Return the value of an option.

    cyclopts itself would round 1.5 where a whole number belongs, and take no words, as of a variable that is not set,
    for the path of the folder that one is in.

    Raises:
        ValueError: the number has a fraction, or the path is empty.
    """
    if Path in (kind, *get_args(kind)) and not all(token.value.strip() for token in tokens):
        raise ValueError("Must name a file or a folder; . is this folder.")
    if kind is int and any("." in token.value and float(token.value) % 1 for token in tokens):
        raise ValueError("Must be a whole number.")
    return convert(kind, tokens)


def _app() -> App:
    left_out = [*BROUGHT.notes, *(error.sentence for error in REFUSALS.values())]
    app = App(
        name="doxa",
        help="\n\n".join([HELP, *(f"Left out: {sentence}" for sentence in left_out)]),
        help_format="plaintext",
        version=doxa.__version__,
        default_parameter=Parameter(negative=(), show_default=False, converter=_convert),
        suppress_keyboard_interrupt=False,  # main reports it, also while a command is being imported
    )
    for name, text in HELPS.items():
        app.command(f"doxa.app.commands.{PLACES.get(name, f'{name}:{name}')}", name=name, help=text)
    for name, command in COMMANDS.items():
        app.command(command.at, name=name, help=command.help)
    app.register_install_completion_command(help=COMPLETION)
    return app


app = _app()


def command_names() -> list[str]:
    """Return the names of all commands, sorted, and after them those of subcommands, such as ``puzzle make``."""
    return [*sorted([*HELPS, *COMMANDS]), *sorted([name for command in COMMANDS.values() for name in command.parts])]


def enter() -> None:
    """Run the command line as a process of its own, which ends when it is stopped, whatever its threads still do."""
    from doxa.app.exits import STOPPED

    try:
        main()
    except SystemExit as end:
        from doxa.models.computing import is_computing

        if end.code == STOPPED and is_computing():
            sys.stdout.flush()
            _leave()
        raise
    finally:
        signal.signal(signal.SIGINT, _leave)


def _leave(*_: object) -> None:
    from doxa.app.exits import STOPPED

    os._exit(STOPPED)


def main() -> None:
    """Run the command line; doxa's own errors and file errors are printed without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    from doxa.app.exits import FAILED, catch_library_messages, file_trouble, require_posix, unforeseen

    warnings.showwarning = _warn
    catch_library_messages()
    try:
        require_posix()
        words = _without_keep(sys.argv[1:])
        _check_command(words[:1])
        app(words)
    except DoxaError as error:
        _fail(error)
    except KeyboardInterrupt:
        _fail(StoppedError("interrupted", hint="Give the same call again."))
    except BrokenPipeError:
        sys.exit(FAILED)
    except OSError as error:
        _fail(file_trouble(error))
    except Exception as error:
        _fail(unforeseen(error, sys.argv[2:]))


def _without_keep(words: Sequence[str]) -> list[str]:
    """Return the words of a call without ``--keep FILE``, which every command takes, and name the file to the engine.

    Raises:
        ScenarioError: no file is named.
    """
    from doxa.engine.keeping import VARIABLE

    place = next((place for place, word in enumerate(words) if word.partition("=")[0] == KEEP), None)
    if place is None:
        return list(words)
    named, _, file = words[place].partition("=")
    taken = 1 if file else 2
    file = file or next(iter(words[place + 1 : place + 2]), "")
    if not file or file.startswith("-"):
        raise ScenarioError(f"{named} names no file", hint="doxa … --keep answers.sqlite; see `doxa answers --help`.")
    os.environ[VARIABLE] = file
    return [*words[:place], *words[place + taken :]]


def _fail(error: DoxaError) -> None:
    """Print an error and exit with its code."""
    from doxa.app.exits import exit_code, exit_word

    _tell(error, exit_word(error))
    sys.exit(exit_code(error))


def _check_command(words: list[str]) -> None:
    """Refuse a plug-in's command that cannot be used; the app itself reports unknown commands.

    Raises:
        UnknownNameError: a package of doxa's that is not installed brings it.
        PluginError: its module does not load, two packages register it, or the system of that name cannot be loaded.
    """
    for word in words:
        if word in REFUSALS and word not in HELPS:
            raise REFUSALS[word]
        if word in COMMANDS and not BROUGHT.is_own(word):
            BROUGHT.load(word, COMMANDS[word].at)
        if word.startswith("-") or word in COMMANDS or word in HELPS:
            continue
        for error in BROUGHT.broken:
            if error.name == word:
                raise error
            _tell(error, "left out")  # the commands of a broken system are unknown: this word may be one
        if word in ELSEWHERE:
            package, hint = ELSEWHERE[word]
            raise UnknownNameError(f"doxa {word} comes with the package {package}, which is not installed", hint=hint)


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print warnings like errors: doxa's own as they are, those of libraries with the library's name."""
    from doxa.app.exits import library_warning
    from doxa.engine.gate import BudgetWarning
    from doxa.experiments.starting import WordingWarning
    from doxa.log.trials import RepeatedTrialWarning

    is_own = isinstance(message, BudgetWarning | WordingWarning | RepeatedTrialWarning)
    _tell(DoxaError(str(message)) if is_own else library_warning(str(message), filename), "warning")


def _tell(error: Exception, word: str) -> None:
    from doxa.terminal.console import complain

    complain(error, word)


if __name__ == "__main__":
    enter()
