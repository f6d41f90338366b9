"""What commands print after they wrote exhibits: how many files, where the page is, and which figures are not drawn."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from doxa.analysis.exhibit import Exhibit, Figure
from doxa.analysis.plots import can_draw
from doxa.records.plugins import install_command
from doxa.terminal.console import console, plain
from doxa.terminal.opening import open_page


def print_written(exhibits: Sequence[Exhibit], files: Sequence[Path], *, more: int = 0, open: bool = False) -> None:
    """Print the number of files and the page among them, which is the last; say which figures are not drawn.

    Args:
        more: further files of the same folder, which others wrote.
        open: whether to open the page in the browser.
    """
    print_left_out(exhibits)
    page = files[-1]
    folder = plain(str(page.parent))
    console.print(f"{len(files) + more} files in {folder}; all on one page: {plain(str(page))}", soft_wrap=True)
    if open:
        open_page(page)


def print_left_out(exhibits: Sequence[Exhibit], console: Console = console) -> None:
    """Print that figures are not drawn, with what they lack and where their numbers are; nothing where all are."""
    names = [exhibit.name for exhibit in exhibits if isinstance(exhibit, Figure)]
    if not names or can_draw():
        return
    numbers = f"{names[0]}-data.csv" if len(names) == 1 else f"{names[0]}-data.csv and {len(names) - 1} more like it"
    console.print(
        f"Figures are not drawn; their numbers are in {plain(numbers)}. To draw them: "
        f"{plain(install_command('plots'))}     (in a clone of doxa: make plots)",
        soft_wrap=True,
    )
