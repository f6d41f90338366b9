"""Output of exhibits: tables in the terminal, as CSV, Markdown and LaTeX; figures as CSV, PNG, SVG, PDF; one page.

A missing value is shown as a dash, and is an empty cell in CSV.
"""

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from rich.cells import cell_len
from rich.padding import Padding
from rich.segment import Segments
from rich.table import Table as RichTable
from rich.text import Text

from doxa.analysis.drawings import Matrix, MatrixPanel, Series, SeriesPanel, Square, Titled
from doxa.analysis.exhibit import NUMERIC, Cell, Exhibit, Figure, Prose, Quote, Table
from doxa.analysis.plots import can_draw, draw
from doxa.analysis.tabulating import tabulate
from doxa.log.disk import write_text
from doxa.records.cells import MISSING, join_names, signed, write_cell, write_latex, write_latex_text, write_markdown
from doxa.records.outside import visible
from doxa.terminal.console import COLOURS, console, errors, plain, print_left_out, print_written
from doxa.terminal.report import own_caption, render_exhibits, shared_sentences
from doxa.terminal.strips import chart, levels

WIDEST = 44
"""Characters of a text column before it wraps."""

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a formula of a spreadsheet begins with; some take the wide forms for the plain ones."""

SCREEN = 30
"""Lines of exhibits that leave room, on a screen of 40, for what follows them."""

MOST_NAMED = 4
"""The most exhibits that are named in place of being printed."""

FIRST = ", the first "

NATURAL = 400
"""Characters of the widest table."""


def print_exhibit(exhibit: Exhibit, names: Mapping[str, str] = MappingProxyType({})) -> None:
    """Print an exhibit as a terminal shows it.

    Args:
        names: agent → display name, in the order of their colours.
    """
    match exhibit:
        case Prose():
            print_prose(exhibit, names)
        case Matrix():
            for grid in exhibit.panels:
                _print_grid(grid, exhibit, names)
        case Series() if exhibit.batches and all(line.agent for panel in exhibit.panels for line in panel.lines):
            for panel in exhibit.panels:
                _print_curves(panel, exhibit, names)
        case _:
            print_table(tabulate(exhibit), names)


def print_exhibits(exhibits: Iterable[Exhibit], *, verbose: bool = False) -> None:
    """Print exhibits below an empty line, the first ones that a screen has room for, and name the others.

    Figures and the tables of all numbers behind others are in files. What most captions say is printed once.

    Args:
        verbose: whether to print all of them.
    """
    listed = [
        exhibit
        for exhibit in exhibits
        if not (isinstance(exhibit, Figure) or (isinstance(exhibit, Table) and exhibit.detail))
    ]
    shared, printed = shared_sentences(listed), 0
    basis = plain(" ".join(shared))
    left = math.inf if verbose else SCREEN - _height(basis)
    console.print()
    for exhibit in listed:
        text = _render(exhibit, shared, left if not printed else math.inf)
        left -= _height(text)
        if printed and left < 0:
            break
        console.file.write(text)
        printed += 1
    if basis:
        console.print(f"[dim]{basis}[/]\n")
    if left_out := [f"“{exhibit.title}”" for exhibit in listed[printed:]]:
        console.print(f"With --verbose, and on the page: {plain(join_names(left_out, MOST_NAMED))}.")


def _render(exhibit: Exhibit, shared: Sequence[str], most: float) -> str:
    """Return an exhibit as the terminal shows it, without shared sentences; of a longer table the first rows."""
    bare = exhibit.model_copy(update={"caption": own_caption(exhibit, shared)})
    with console.capture() as captured:
        print_exhibit(bare)
    if not isinstance(bare, Table) or len(bare.rows) < 2 or (height := _height(captured.get())) <= most:
        return captured.get()
    count = min(len(bare.rows) - 1, int(len(bare.rows) * most / height) or 1)
    title = f"{bare.title.partition(FIRST)[0]}{FIRST}{count:,} rows"
    return _render(bare.model_copy(update={"rows": bare.rows[:count], "title": title}), shared, most)


def _height(text: str) -> int:
    """Return the number of lines that a printed text takes on the terminal."""
    return sum(max(1, math.ceil(cell_len(line) / console.width)) for line in Text.from_ansi(text).plain.splitlines())


def print_table(table: Table, names: Mapping[str, str] = MappingProxyType({})) -> None:
    """Print a table with its caption and note; agents by their names."""
    console.print(f"[bold]{plain(table.title)}[/]")
    rich_table = RichTable(box=None, header_style="dim")
    for column in table.looks:
        is_number = column.show in NUMERIC
        rich_table.add_column(
            plain(column.name), justify="right" if is_number else "left", max_width=WIDEST, no_wrap=is_number
        )
    for row in zip(*[_column(table, place, names) for place in range(len(table.columns))], strict=True):
        rich_table.add_row(*row)
    print_wide(rich_table)
    _print_basis(table)


def _column(table: Table, place: int, names: Mapping[str, str]) -> list[str]:
    """Return the cells of a column as markup: agents by name, counts as strips of one scale."""
    cells, texts = [row[place] for row in table.rows], [row[place] for row in table.texts()]
    match table.looks[place].show:
        case "agent":
            return [_name(cell, names) if isinstance(cell, str) else MISSING for cell in cells]
        case "batch":
            return ["start" if cell == 0 else text for cell, text in zip(cells, texts, strict=True)]
        case "spread":
            strips = [[float(count) for count in cell] if isinstance(cell, tuple) else [] for cell in cells]
            tallest = max((max(counts) for counts in strips if counts), default=1.0)
            return [f"[cyan]{levels(counts, tallest)}[/]" for counts in strips]
    return [plain(text) for text in texts]


def _print_basis(exhibit: Titled) -> None:
    """Print how to read an exhibit, and its basis."""
    for text in (exhibit.caption, exhibit.note):
        if text:
            console.print(f"[dim]{plain(text)}[/]")
    console.print()


def _name(agent: str, names: Mapping[str, str]) -> str:
    """Return an agent's name in its colour, as markup."""
    if agent not in names:
        return plain(agent)
    return f"[{COLOURS[list(names).index(agent) % len(COLOURS)]}]{plain(names[agent])}[/]"


def _print_grid(panel: MatrixPanel, matrix: Matrix, names: Mapping[str, str]) -> None:
    """Print a grid of squares as a table; right ones green, wrong ones red."""
    title = plain(matrix.title) + (
        f": {_name(panel.agent, names) or plain(panel.title)}" if len(matrix.panels) > 1 else ""
    )
    console.print(f"[bold]{title}[/]")
    rich_table = RichTable(box=None, header_style="dim")
    rich_table.add_column("")
    for column in panel.columns:
        rich_table.add_column(_name(column, names))
    for name, row in zip(panel.rows, panel.squares, strict=True):
        rich_table.add_row(_name(name, names), *(_square(square, matrix.decimals) for square in row))
    print_wide(rich_table)
    if panel is matrix.panels[-1]:
        _print_basis(matrix)


def _square(square: Square | None, decimals: int) -> str:
    if square is None:
        return ""
    text = plain(write_cell(square.value, decimals))
    colour = {"right": "green", "wrong": "red"}.get(square.mark)
    return f"[{colour}]{text}[/]" if colour and square.value is not None else text


def _print_curves(panel: SeriesPanel, series: Series, names: Mapping[str, str]) -> None:
    """Print stances of agents by batch as a chart, and where each began and ended."""
    console.print(f"[bold]{plain(panel.title or series.title)}[/]")
    curves = {line.agent: line.values for line in panel.lines}
    for line in chart(curves, {agent: plain(names.get(agent, agent)[:1].upper()) for agent in curves}):
        console.print(line, soft_wrap=True)
    ends = (f"{_name(agent, names)} {signed(values[0])} → {signed(values[-1])}" for agent, values in curves.items())
    console.print(f"\n{'   '.join(ends)}\n")


def print_wide(table: RichTable) -> None:
    """Print a table in its natural width: scrolling is better than columns that are cut off."""
    segments = console.render(table, console.options.update(width=max(console.width, NATURAL)))
    console.print(Segments(segments), end="", soft_wrap=True)


def _print_speech(quote: Quote, names: Mapping[str, str]) -> None:
    """Print a quote under its speaker's name, and the answer to it."""
    marks = ", ".join((*quote.facts, *quote.tags))
    console.print(f"{_name(quote.agent, names)} {plain(quote.label)} [dim]{plain(marks)}[/]".replace("  ", " "))
    console.print(Padding(plain(quote.text), (0, 0, 0, 2)))
    if quote.answer:
        console.print(Padding(f"→ {plain(quote.answer)}", (0, 0, 0, 4)))


def print_prose(prose: Prose, names: Mapping[str, str] = MappingProxyType({})) -> None:
    """Print a title, its paragraphs and quotes."""
    console.print(f"[bold]{plain(prose.title)}[/]")
    for paragraph in prose.paragraphs:
        console.print(plain(paragraph))
    for place, quote in enumerate(prose.quotes):
        if quote.agent:
            _print_speech(quote, names)
            if place < len(prose.quotes) - 1:
                console.print()
        else:
            console.print(f"  {plain(quote.label)}: {plain(quote.text)}" if quote.label else plain(quote.text))
    _print_basis(prose)


def as_csv(exhibit: Exhibit) -> str:
    """Return an exhibit as CSV, numbers in full, missing values empty; an estimate takes several columns."""
    columns, rows = tabulate(exhibit).spread_estimates()
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
    with suppress(ValueError):
        return isinstance(float(text), float)
    return False


def as_markdown(exhibit: Exhibit) -> str:
    """Return an exhibit as Markdown, with title and caption; what is neither prose nor a table, as a table."""
    if isinstance(exhibit, Prose):
        blocks = [f"## {exhibit.title}", *exhibit.paragraphs, *map(_quoted, exhibit.quotes), exhibit.caption]
        return visible("\n\n".join(blocks).rstrip() + "\n")
    table = tabulate(exhibit).in_words()
    return visible(f"## {table.title}\n\n{write_markdown(table.names, table.texts())}\n\n{table.caption}\n")


def as_latex(exhibit: Table | Figure) -> str:
    """Return a table or a figure as a LaTeX float with its title and caption.

    Both need the package graphicx, tables also booktabs, and figures their file beside the paper.
    """
    if isinstance(exhibit, Figure):
        kind, body = "figure", f"\\includegraphics[width=\\linewidth]{{{exhibit.name}}}"
    else:
        table = exhibit.in_words()
        numbers = [look.show in ("number", "bar", "heat") for look in table.looks]
        kind, body = "table", write_latex(table.names, table.texts(), numbers)
    caption = f"\\caption{{{write_latex_text(f'{exhibit.title}. {exhibit.caption}')}}}"
    lines = (body, caption) if kind == "figure" else (caption, "\\smallskip", body)
    return "\n".join([f"\\begin{{{kind}}}", "\\centering", *lines, f"\\end{{{kind}}}\n"])


FORMS: Mapping[str, Callable[[Table], str]] = {"latex": as_latex, "markdown": as_markdown}
"""The form of a table that is pasted into a paper → the function that writes it."""


def _quoted(quote: Quote) -> str:
    """Return a quote as Markdown: a line of key and value, or a quotation with its speaker."""
    if not quote.agent:
        return f"- **{quote.label}**: {quote.text}" if quote.label else quote.text
    facts = "".join(f", {fact}" for fact in (quote.label, *quote.facts, *quote.tags) if fact)
    answer = f"\n> → {quote.answer}" if quote.answer else ""
    return f"> **{quote.agent}**{facts}: {quote.text}".replace("\n", "\n> ") + answer


def write_drawings(exhibits: Sequence[Exhibit], folder: Path, *, title: str, quiet: bool, open: bool) -> None:
    """Write exhibits into a folder and print the page that shows them; ``quiet``: after JSON, print no such line."""
    written = write_exhibits(exhibits, folder, title=title)
    if quiet:
        print_left_out(exhibits, errors)
    else:
        print_written(exhibits, written, open=open)


def write_exhibits(exhibits: Sequence[Exhibit], folder: Path, *, title: str = "Exhibits") -> list[Path]:
    """Write all exhibits, and ``exhibits.html`` with all of them; return the files, the page last.

    A figure's numbers are written as ``NAME-data.csv``, also where the figure is not drawn, which needs the extra
    ``plots``.

    Args:
        title: the heading of the page.

    Raises:
        LogError: a file could not be written.
    """
    files = [(exhibit, write_exhibit(exhibit, folder)) for exhibit in exhibits]
    page = folder / "exhibits.html"
    write_text(page, render_exhibits(files, title=title))
    return [*(file for _, own_files in files for file in own_files), page]


def write_exhibit(exhibit: Exhibit, folder: Path, *, draws: bool = True) -> list[Path]:
    """Return the files of one exhibit, after writing them; a figure is drawn where matplotlib is installed."""
    texts = {} if isinstance(exhibit, Prose) else {"-data.csv": as_csv(exhibit)}
    if isinstance(exhibit, Table):
        texts = {".csv": as_csv(exhibit)}
    if isinstance(exhibit, Table | Prose):
        texts[".md"] = as_markdown(exhibit)
    drawn = draw(exhibit, folder / exhibit.name) if draws and isinstance(exhibit, Figure) and can_draw() else ()
    if (isinstance(exhibit, Figure) and drawn) or (isinstance(exhibit, Table) and not exhibit.detail):
        texts[".tex"] = as_latex(exhibit)
    for suffix, text in texts.items():
        write_text(folder / f"{exhibit.name}{suffix}", text)
    return [*(folder / f"{exhibit.name}{suffix}" for suffix in texts), *drawn]
