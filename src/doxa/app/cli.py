"""The ``doxa`` command: names, one-line helps, and what happens to errors. Commands load when they are called.

Exit codes: 0 done · 1 it failed, or a check found a problem · 2 the call's words are wrong · 3 stopped, can be resumed.
"""

import sys

from cyclopts import App, Parameter

import doxa

app = App(
    name="doxa",
    help="A laboratory for deliberation among language-model agents whose beliefs can be inspected.\n\n"
    "Begin with: doxa run compulsory-voting",
    help_format="plaintext",
    version=doxa.__version__,
    default_parameter=Parameter(negative=(), show_default=False),
)

COMMANDS: dict[str, str] = {
    "run": "Run a scenario; an interrupted one goes on where it stopped.",
    "resume": "Go on with a run that stopped.",
    "explain": "Say why an agent stands where it stands.",
    "whatif": "Recompute every stance under other settings, without a model.",
    "fork": "Start a new run that shares a run's past and goes another way.",
    "verify": "Recompute a run's every belief move and check that nothing was changed.",
    "report": "Write a run's report as one HTML file.",
    "sweep": "Run a scenario over a grid of settings, with replicates.",
    "scenarios": "List the built-in scenarios.",
    "models": "Say which models can be used, and how to set up the others.",
    "new": "Write the skeleton of a scenario or a kernel.",
}

for _name, _help in COMMANDS.items():
    app.command(f"doxa.app.commands.{_name}:{_name}", name=_name, help=_help)


def main() -> None:
    """Run the command line; errors that doxa raises on purpose are told, never traced."""
    from doxa.errors import DoxaError, StoppedError

    try:
        app(sys.argv[1:])
    except StoppedError as error:
        _tell(error, "stopped")
        sys.exit(3)
    except DoxaError as error:
        _tell(error, "error")
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)


def _tell(error: Exception, word: str) -> None:
    from doxa.app.terminal import complain

    complain(error, word)


if __name__ == "__main__":
    main()
