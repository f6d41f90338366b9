"""Stances drawn as text: many agents as a histogram in one line, and curves by batch."""

import statistics
from collections.abc import Iterable, Mapping, Sequence

from doxa.terminal.console import COLOURS

WIDTH = 33
LEVELS = " ▁▂▃▄▅▆▇█"


def strip(stances: Sequence[float], width: int = WIDTH, tallest: int | None = None) -> str:
    """Return a histogram of stances in [−1, 1], one line high.

    Args:
        tallest: number of agents at the full height of a cell; by default that of the fullest cell.
    """
    counts = binned(stances, width)
    return levels(counts, tallest or max(counts))


def levels(counts: Iterable[float], tallest: float) -> str:
    """Return counts as a histogram one line high; every count that is not 0 is visible."""
    steps = len(LEVELS) - 1
    return "".join(LEVELS[max(1, round(count / max(1, tallest) * steps))] if count else LEVELS[0] for count in counts)


def binned(stances: Sequence[float], width: int = WIDTH) -> list[int]:
    """Return counts of stances in cells of equal width over [−1, 1]; the last cell is closed on both ends."""
    counts = [0] * width
    for stance in stances:
        counts[min(width - 1, int((stance + 1) / 2 * width))] += 1
    return counts


def stance_deviation(stances: Sequence[float]) -> float:
    """Return the standard deviation of stances; 0 for fewer than two."""
    return statistics.pstdev(stances) if stances else 0.0


def write_count(count: int, word: str) -> str:
    """Return a count with its word, given in the plural, in the right number."""
    singular = f"{word[:-3]}y" if word.endswith("ies") else word[:-1]
    return f"{count:,} {singular if count == 1 else word}"


ROWS = 11
COLUMNS = 72


def chart(curves: Mapping[str, Sequence[float | None]], marks: Mapping[str, str]) -> list[str]:
    """Return the lines of a chart of stances in [−1, 1]; ◆ marks a cell with several agents."""
    columns = _columns(max((len(points) for points in curves.values()), default=0))
    grid = [[" " for _ in columns] for _ in range(ROWS)]
    for place, (who, points) in enumerate(curves.items()):
        for column, at in enumerate(columns):
            stance = points[at] if at < len(points) else None
            if stance is not None:
                row = round((1 - stance) / 2 * (ROWS - 1))
                met = grid[row][column] != " "
                colour = COLOURS[place % len(COLOURS)]
                grid[row][column] = "◆" if met else f"[{colour}]{marks[who]}[/]"
    middle = ROWS // 2
    grid[middle] = ["[dim]·[/]" if cell == " " else cell for cell in grid[middle]]
    labels = {0: "+1 for    ", middle: " 0        ", ROWS - 1: "−1 against"}
    lines = enumerate(map("".join, grid))
    return [f"{labels.get(row, ' ' * 10)} {'┼' if row == middle else '│'}{line}" for row, line in lines]


def _columns(longest: int) -> list[int]:
    """Return the batch of each column: all batches, or as many as fit, the last included."""
    if longest <= COLUMNS:
        return [at for at in range(longest) for _ in range(2 if 2 * longest <= COLUMNS else 1)]
    return [round(step * (longest - 1) / (COLUMNS - 1)) for step in range(COLUMNS)]
