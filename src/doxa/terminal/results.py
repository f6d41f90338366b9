"""What commands print and write at their end: JSON, files and their page, the call to publish a run, calls given up."""

import json as jsons
import shlex
import webbrowser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from pydantic import BaseModel, JsonValue
from rich.console import Console
from rich.highlighter import JSONHighlighter

from doxa.analysis.exhibit import Exhibit, Figure
from doxa.analysis.plots import can_draw
from doxa.analysis.view import ReasonView
from doxa.log.disk import write_text
from doxa.log.seals import seal_of
from doxa.records.outside import unseen
from doxa.records.plugins import install_command
from doxa.terminal.console import console, plain


def harmless(text: str) -> str:
    """Return a JSON text with its invisible control characters as JSON escapes."""
    written = (jsons.dumps(character)[1:-1] if unseen(character) else character for character in text)
    return text if text.isascii() else "".join(written)


def print_json(value: Any) -> None:
    """Print a value as JSON; its texts may be words of models."""
    text = harmless(jsons.dumps(value, indent=2, ensure_ascii=False))
    console.print(JSONHighlighter()(text), soft_wrap=True)


def handed_over(result: BaseModel, *, json: bool, out: Path | None, **more: JsonValue) -> bool:
    """Write a result as JSON if ``--json`` or ``--out`` was given; return whether it was written.

    Raises:
        LogError: the file cannot be written.
    """
    if not (json or out):
        return False
    text = harmless(jsons.dumps({**result.model_dump(mode="json"), **more}, indent=2, ensure_ascii=False))
    if out is None:
        console.file.write(text + "\n")
        return True
    write_text(out, text + "\n")
    console.print(str(out), soft_wrap=True)
    return True


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


def publishing_call(path: Path) -> str:
    """Return the call that verifies a run, or a folder of runs, against its seal; '' while a run has no end."""
    seal = seal_of(path)
    return f"doxa verify {shlex.quote(str(path))} --seal {seal}" if seal else ""


def print_publishing_call(path: Path) -> None:
    """Print the call that verifies a run, or a folder of runs, against its seal; nothing while a run has no end."""
    if call := publishing_call(path):
        console.print(f"[dim]to publish:[/] {plain(call)}", soft_wrap=True)


def print_reasons(reasons: Iterable[ReasonView]) -> None:
    """Print each reason once, with the number of its calls."""
    for reason in reasons:
        why = reason.message or f"{reason.model}: {reason.status}"
        count = f"{reason.given_up} given up ({plain(reason.status)})"
        console.print(f"[yellow]{count}:[/] {plain(why)}", soft_wrap=True)
