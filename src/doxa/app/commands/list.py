"""``doxa list``: everything that is installed, by kind, with one line each."""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from doxa.app.catalogue import CatalogueEntry, list_entries, plural
from doxa.records.extras import GUIDE
from doxa.terminal.console import console, plain
from doxa.terminal.options import Json


def list(
    kind: Annotated[
        str | None,
        Parameter(help="One kind: scenarios, systems, protocols, kernels, policies, datasets, models, formats …"),
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List what is installed."""
    entries = list_entries(kind or "")
    if json:
        console.print_json(
            data=[
                {
                    "kind": entry.kind,
                    "name": entry.name,
                    "about": entry.about,
                    "package": entry.package or "doxa",
                    "place": entry.place,
                }
                for entry in entries
            ]
        )
        return
    for entry_kind, of_kind in groupby(entries, key=lambda entry: entry.kind):
        console.print(f"[bold]{plain(plural(entry_kind))}[/]")
        console.print(_table([*of_kind]))
    console.print(f"[dim]One of them in full: doxa show NAME. The documentation: {GUIDE}[/]", soft_wrap=True)


def _table(entries: Sequence[CatalogueEntry]) -> Table:
    table = Table(box=None, padding=(0, 2), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for entry in entries:
        brought = f" [dim]({plain(entry.package)})[/]" if entry.package else ""
        table.add_row(plain(entry.name), f"{plain(entry.about)}{brought}")
    return table
