"""Stance curves as text, for the end of a run in a terminal: one column a batch, one mark an agent."""

from collections.abc import Mapping, Sequence

from doxa.terminal.console import COLOURS

ROWS = 11
WIDTH = 72


def chart(curves: Mapping[str, Sequence[float | None]], marks: Mapping[str, str]) -> list[str]:
    """Return the lines of a chart of stances in [−1, 1]; ◆ marks a cell with several agents."""
    longest = max((len(points) for points in curves.values()), default=0)
    columns = _columns(longest)
    grid = [[" " for _ in columns] for _ in range(ROWS)]
    for place, (who, points) in enumerate(curves.items()):
        for column, at in enumerate(columns):
            stance = points[at] if at < len(points) else None
            if stance is not None:
                row = round((1 - stance) / 2 * (ROWS - 1))
                met = grid[row][column] != " "
                colour = COLOURS[place % len(COLOURS)]
                grid[row][column] = "◆" if met else f"[{colour}]{marks[who]}[/]"
    return [f"{_label(row)} {_axis(row)}{''.join(_dotted(row, cells))}" for row, cells in enumerate(grid)]


def _columns(longest: int) -> list[int]:
    """Return the batch of each column: all batches, or as many as fit, the last included."""
    if longest <= WIDTH:
        spread = max(1, WIDTH // max(1, longest) // 1)
        return [at for at in range(longest) for _ in range(min(2, spread))]
    return [round(step * (longest - 1) / (WIDTH - 1)) for step in range(WIDTH)]


def _label(row: int) -> str:
    return {0: "+1 for    ", ROWS // 2: " 0        ", ROWS - 1: "−1 against"}.get(row, " " * 10)


def _axis(row: int) -> str:
    return "┼" if row == ROWS // 2 else "│"


def _dotted(row: int, cells: list[str]) -> list[str]:
    return ["[dim]·[/]" if cell == " " and row == ROWS // 2 else cell for cell in cells]
