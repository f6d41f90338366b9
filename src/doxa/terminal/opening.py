"""Opening a written page in the browser, for the commands with ``--open``."""

import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from doxa.terminal.console import console, plain

Open = Annotated[bool, Parameter(name="--open", help="Open the page in the browser.")]


def open_page(page: Path) -> None:
    """Open a page in the browser, or print its link where there is no browser."""
    link = page.resolve().as_uri()
    try:
        opened = webbrowser.open(link)
    except webbrowser.Error:
        opened = False
    if not opened:
        console.print(f"No browser was found. Open {plain(link)}", soft_wrap=True)
