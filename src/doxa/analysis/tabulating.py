"""Every exhibit as a table, for CSV, JSON and terminals: points of a figure, squares of a grid, marks by turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from doxa.analysis.drawings import Graph, Marks, Matrix, MatrixPanel, Network, Series, Strip, Titled
from doxa.analysis.exhibit import Cell, Column, Exhibit, Figure, Line, Measures, Panel, Prose, Table


def tabulate(exhibit: Exhibit) -> Table:
    """Return an exhibit as a table; a table is returned as it is."""
    match exhibit:
        case Table():
            return exhibit
        case Prose():
            rows: list[tuple[Cell, ...]] = [("", "", paragraph, "") for paragraph in exhibit.paragraphs]
            rows += [(quote.label, quote.agent, quote.text, quote.answer) for quote in exhibit.quotes]
            return _table(exhibit, ("label", "agent", "text", "answer"), rows)
        case Series():
            return _table_of_series(exhibit)
        case Strip():
            columns = (Column(name="batch", show="batch"), Column(name=exhibit.of, show="spread"))
            return _table(exhibit, columns, enumerate(exhibit.counts))
        case Network():
            rows = [(node, *path) for node, path in zip(exhibit.nodes, exhibit.stances, strict=True)]
            return _table(exhibit, ("node", *(f"batch {batch}" for batch in exhibit.batches)), rows)
        case Matrix():
            return _table(exhibit, ("grid", "row", "column", exhibit.of or "value"), _squares(exhibit.panels))
        case Marks():
            return _table(exhibit, ("turn", *exhibit.names), [(turn, *marks) for turn, marks in exhibit.turns.items()])
        case Graph():
            names = {node.id: node.name or node.agent or node.id for node in exhibit.nodes}
            edges = [(names[edge.source], names[edge.target], edge.weight, edge.name) for edge in exhibit.edges]
            return _table(exhibit, ("from", "to", "weight", "name"), edges)
        case Measures():
            fields = ("who", "instrument", "item", "wave", "role", "value", "low", "high", "answer", "missing")
            return _table(exhibit, fields, [tuple(getattr(row, field) for field in fields) for row in exhibit.rows])
        case Figure():
            return _table_of_figure(exhibit)


def values_of(exhibit: Exhibit) -> Any:
    """Return an exhibit as JSON values: labelled texts by label, other texts as a list, all else as rows by column."""
    if not isinstance(exhibit, Prose):
        return [
            {name: list(cell) if isinstance(cell, tuple) else cell for name, cell in row.items()}
            for row in tabulate(exhibit).records()
        ]
    if exhibit.quotes and all(quote.label for quote in exhibit.quotes):
        return {quote.label: quote.text for quote in exhibit.quotes}
    return [*exhibit.paragraphs, *(quote.model_dump(mode="json", exclude_defaults=True) for quote in exhibit.quotes)]


def _table(exhibit: Titled, columns: Sequence[str | Column], rows: Iterable[tuple[Cell, ...]]) -> Table:
    return Table(**exhibit.model_dump(include=set(Titled.model_fields)), columns=tuple(columns), rows=tuple(rows))


def _table_of_series(series: Series) -> Table:
    """Return a row for each x, with a column for each line."""
    lines = [(panel.title, line) for panel in series.panels for line in panel.lines]
    names = [" ".join(filter(None, (title, line.name or line.agent))) for title, line in lines]
    names = [name if names.count(name) == 1 else f"{name} {place}" for place, name in enumerate(names, 1)]
    x = Column(name=series.x_name or "batch", show="batch") if series.batches else series.x_name or "x"
    rows = [(at, *(line.values[place] for _, line in lines)) for place, at in enumerate(series.x)]
    return _table(series, (x, *names), rows)


def _squares(panels: Iterable[MatrixPanel]) -> Iterator[tuple[Cell, ...]]:
    for panel in panels:
        for name, row in zip(panel.rows, panel.squares, strict=True):
            for column, square in zip(panel.columns, row, strict=True):
                if square is not None:
                    yield (panel.title or panel.agent, name, column, square.value)


def _table_of_figure(figure: Figure) -> Table:
    """Return a row for each point of a line, or for each cell of a grid."""
    trials = max((len(line.trials) for panel in figure.panels for line in panel.lines), default=0)
    columns = ("panel", "line", "x", "label", "y", "low", "high", "published")
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
    return _table(figure, (*columns, *(f"trial {number + 1}" for number in range(trials))), rows)


def _point(panel: Panel, line: Line, place: int, trials: int) -> tuple[Cell, ...]:
    """Return a point of a line as cells; a missing value is empty."""

    def at(values: Sequence[float | None]) -> Cell:
        return values[place] if place < len(values) else None

    x = line.x[place]
    label = panel.x_names[int(x)] if panel.x_names and 0 <= x < len(panel.x_names) else None
    runs = (at(line.trials[number]) if number < len(line.trials) else None for number in range(trials))
    return (x, label, at(line.y), at(line.low), at(line.high), at(line.published), *runs)
