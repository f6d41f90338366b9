"""Output of exhibits: tables in the terminal, as CSV and as Markdown; figures as CSV, PNG and SVG; one page with all.

A missing value is shown as a dash, and is an empty cell in CSV.
"""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as RichTable

from doxa.analysis.exhibit import NUMERIC, Cell, Exhibit, Figure, Line, Panel, Prose, Table
from doxa.analysis.plots import can_draw, draw
from doxa.log.disk import write_text
from doxa.records.cells import write_cell, write_markdown
from doxa.records.visible import visible
from doxa.terminal.console import console, plain
from doxa.terminal.exhibit_page import render_exhibits

WIDEST = 44
"""Characters of a text column before it wraps."""

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a formula of a spreadsheet begins with; some take the wide forms for the plain ones."""

NATURAL = 400
"""Characters of the widest table."""


def print_table(table: Table) -> None:
    """Print a table with its caption."""
    rich_table = RichTable(
        title=plain(table.title), title_justify="left", title_style="bold", box=None, header_style="dim"
    )
    for column in table.looks:
        is_number = column.show in NUMERIC
        rich_table.add_column(
            plain(column.name), justify="right" if is_number else "left", max_width=WIDEST, no_wrap=is_number
        )
    for row in table.texts():
        rich_table.add_row(*map(plain, row))
    print_wide(rich_table)
    console.print(f"[dim]{plain(table.caption)}[/]\n")


def print_wide(table: RichTable) -> None:
    """Print a table in its natural width: scrolling is better than columns that are cut off."""
    wide = Console(file=console.file, width=max(console.width, NATURAL), highlight=False)
    wide.print(table)


def print_prose(prose: Prose) -> None:
    """Print a title and its paragraphs."""
    console.print(f"[bold]{plain(prose.title)}[/]")
    for paragraph in prose.paragraphs:
        console.print(plain(paragraph))
    console.print(f"[dim]{plain(prose.caption)}[/]\n" if prose.caption else "")


def as_csv(table: Table) -> str:
    """Return a table as CSV, numbers in full, missing values empty; an estimate takes several columns."""
    columns, rows = table.spread_estimates()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(guard_cell, columns))
    writer.writerows(map(guard_cell, row) for row in rows)
    return out.getvalue()


def guard_cell(cell: Cell) -> str | float | int:
    """Return a cell as CSV holds it; an apostrophe goes before a text that a spreadsheet would take for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, int | float):
        return cell
    text = cell if isinstance(cell, str) else write_cell(cell)
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # the writer does not quote a lone \r
    return f"'{text}" if text.lstrip().startswith(FORMULA) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def figure_as_csv(figure: Figure) -> str:
    """Return the numbers that a figure draws as CSV: a row for each point of a line, or for each cell of a grid."""
    trials = max((len(line.trials) for panel in figure.panels for line in panel.lines), default=0)
    columns = (
        "panel",
        "line",
        "x",
        "label",
        "y",
        "low",
        "high",
        "published",
        *(f"trial {n + 1}" for n in range(trials)),
    )
    rows: list[tuple[Cell, ...]] = []
    for panel in figure.panels:
        title = " ".join(panel.title.split())
        for line in panel.lines:
            rows += [(title, line.label, *_point(panel, line, place, trials)) for place in range(len(line.x))]
        if panel.heat:
            rows += [
                (title, f"{panel.y_label} {y:g}", x, None, value, *(None,) * (3 + trials))
                for y, row in zip(panel.heat.y, panel.heat.values, strict=True)
                for x, value in zip(panel.heat.x, row, strict=True)
            ]
    return as_csv(Table(name=figure.name, title=figure.title, caption="", columns=columns, rows=tuple(rows)))


def _point(panel: Panel, line: Line, place: int, trials: int) -> tuple[Cell, ...]:
    """Return a point of a line as cells; a missing value is empty."""

    def at(values: Sequence[float | None]) -> Cell:
        return values[place] if place < len(values) else None

    x = line.x[place]
    label = panel.x_names[int(x)] if panel.x_names and 0 <= x < len(panel.x_names) else None
    runs = (at(line.trials[number]) if number < len(line.trials) else None for number in range(trials))
    return (x, label, at(line.y), at(line.low), at(line.high), at(line.published), *runs)


def as_markdown(table: Table) -> str:
    """Return a table as Markdown, with title and caption."""
    return visible(f"## {table.title}\n\n{write_markdown(table.names, table.texts())}\n\n{table.caption}\n")


def write_exhibits(exhibits: Sequence[Exhibit], folder: Path, *, title: str = "Exhibits") -> list[Path]:
    """Write all exhibits, and ``exhibits.html`` with all of them; return the files, the page last.

    A figure's numbers are written as ``NAME-data.csv``, also where the figure is not drawn, which needs the extra
    ``plots``.

    Args:
        title: the heading of the page.

    Raises:
        LogError: a file could not be written.
    """
    written: list[Path] = []
    drawn = can_draw()
    for exhibit in exhibits:
        if isinstance(exhibit, Table):
            for suffix, text in ((".csv", as_csv(exhibit)), (".md", as_markdown(exhibit))):
                written.append(folder / f"{exhibit.name}{suffix}")
                write_text(written[-1], text)
        elif isinstance(exhibit, Prose):
            written.append(folder / f"{exhibit.name}.md")
            text = "\n\n".join([f"## {exhibit.title}", *exhibit.paragraphs, exhibit.caption]).rstrip()
            write_text(written[-1], visible(f"{text}\n"))
        else:
            written.append(folder / f"{exhibit.name}-data.csv")
            write_text(written[-1], figure_as_csv(exhibit))
            written += draw(exhibit, folder / exhibit.name) if drawn else ()
    page = folder / "exhibits.html"
    write_text(page, render_exhibits(exhibits, folder, drawn=drawn, title=title))
    return [*written, page]
