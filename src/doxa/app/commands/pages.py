"""``doxa report`` and ``doxa studio``: a run as one HTML file, and a folder of runs in the browser, live."""

import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from doxa.errors import UsageError
from doxa.records.plugins import install_command
from doxa.terminal.console import Open, Out, RunDirectory, console, open_page, plain
from doxa.terminal.report import report as write_report


def report(
    directory: RunDirectory,
    /,
    *,
    out: Out = None,
    open: Open = False,
) -> None:
    """Write a run's report as one HTML file."""
    path = write_report(directory, out)
    console.print(f"[link={plain(path.resolve().as_uri())}]{plain(path.resolve().as_uri())}[/link]", soft_wrap=True)
    if open:
        open_page(path)


NEEDED = ("starlette", "tomlkit", "uvicorn")
"""The packages of the extra ``studio``."""


def studio(
    folder: Annotated[Path, Parameter(help="A folder of runs.")] = Path("runs"),
    /,
    *,
    port: Annotated[
        int, Parameter(help="The port on this machine; any free one by default.", validator=Number(gte=0, lte=65535))
    ] = 0,
    open: Annotated[bool, Parameter(name="--open", help="Open it in the browser.")] = False,
) -> None:
    """Watch runs and ask what-ifs in the browser."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", hint="Give a folder of runs: doxa studio runs")
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise UsageError(
            f"the studio needs {', '.join(missing)}",
            hint=f"{install_command('studio')}     (in a clone of doxa: make studio)",
        )
    from doxa.studio.server import serve

    shown = False

    def tell(link: str) -> None:
        nonlocal shown
        word = "For another browser" if shown else "Open"
        console.print(f"{word}: {link}", soft_wrap=True)
        if open and not shown:
            webbrowser.open(link)
        shown = True

    console.print(f"The studio shows the runs below {plain(str(folder))}. Ctrl-C ends it; no run is touched.")
    serve(folder.resolve(), port, tell)
