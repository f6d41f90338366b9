"""``doxa docs``: the pages of the documentation, which are part of the package."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

import doxa
from doxa.errors import UnknownNameError, did_you_mean
from doxa.records.extras import GUIDE
from doxa.terminal.console import console, plain

FOLDER = Path(doxa.__file__).parent / "docs"
"""The folder of the pages; in a clone, a link to the folder beside ``src``."""


def docs(
    page: Annotated[str | None, Parameter(help="A page by name, such as offline or docs/offline.md.")] = None,
    /,
) -> None:
    """Read a page of the documentation."""
    if page is not None:
        console.file.write(find_page(page).read_text(encoding="utf-8"))
        return
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("page", no_wrap=True)
    table.add_column("what it is about")
    for name, path in pages().items():
        table.add_row(plain(name), plain(_title(path)))
    console.print(table)
    console.print(f"They lie in {plain(str(FOLDER))}, and are published at {GUIDE}", soft_wrap=True)


def pages() -> dict[str, Path]:
    """Return every page by name, such as ``offline`` and ``decisions/007-plug-ins-by-name``."""
    paths = sorted(FOLDER.glob("*.md")) + sorted(FOLDER.glob("*/*.md"))
    return {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in paths}


def find_page(name: str) -> Path:
    """Return the file of a page, given its name with or without ``docs/`` and ``.md``.

    Raises:
        UnknownNameError: there is no such page.
    """
    every = pages()
    bare = name.removeprefix("docs/").removesuffix(".md")
    if bare not in every:
        hint = f"{did_you_mean(bare, every)}Pages: {', '.join(every)}."
        raise UnknownNameError(f"no page is named {name!r}", hint=hint)
    return every[bare]


def _title(path: Path) -> str:
    """Return the first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), "")
