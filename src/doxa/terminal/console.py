"""The terminal: two consoles, and the format of errors, stances and effects."""

import re
from typing import Any

from rich.console import Console
from rich.markup import escape

from doxa.records.outside import visible
from doxa.records.plugins import guide_page

console = Console(highlight=False, emoji=False)
errors = Console(stderr=True, highlight=False, emoji=False)

PAGE_NAME = re.compile(r"docs/([a-z-]+)\.md|doxa docs ([a-z-]+)")
"""How messages name a page of the documentation."""

LONGEST = 2_000
"""Most characters of an error's message: a text that a file holds, and that the message repeats, may have millions."""

COLOURS = ("magenta", "cyan", "yellow", "green", "blue", "red", "bright_magenta", "bright_cyan")


def complain(error: Any, word: str) -> None:
    """Print an error with its hint; an endless text of a file in it is cut."""
    errors.print(f"[bold red]{word}[/]: {plain(cut(error.message))}", soft_wrap=True)
    if error.hint:
        errors.print(f"[dim]→[/] {link_pages(plain(error.hint))}", soft_wrap=True)


def cut(text: str) -> str:
    """Return a text that is no longer than ``LONGEST``; of a longer one, the beginning and the end."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}"


def link_pages(markup: str) -> str:
    """Return markup in which names of documentation pages, such as docs/models.md, as links."""
    return PAGE_NAME.sub(lambda name: f"[link={guide_page(name[1] or name[2])}]{name[0]}[/link]", markup)


def plain(text: str) -> str:
    """Return untrusted text that is safe to print: no markup, one line, invisible controls written out."""
    spaces = (" " if character.isspace() else character for character in text)
    return escape(visible(text if text.isprintable() else "".join(spaces)))


def bar(stance: float | None, width: int = 21) -> str:
    """Return a drawing of a stance on a scale from −1 to +1, with the middle marked."""
    cells = ["·"] * width
    cells[width // 2] = "┼"
    if stance is not None:
        cells[round((stance + 1) / 2 * (width - 1))] = "●"
    return "".join(cells)
