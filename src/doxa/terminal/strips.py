"""Many agents in one line: a histogram of their stances on the scale from −1 to +1, and counts."""

import statistics
from collections.abc import Sequence

WIDTH = 33
LEVELS = " ▁▂▃▄▅▆▇█"


def strip(stances: Sequence[float], width: int = WIDTH, tallest: int | None = None) -> str:
    """Return a histogram of stances in [−1, 1], one line high.

    Args:
        tallest: number of agents at the full height of a cell; by default that of the fullest cell.
    """
    counts = binned(stances, width)
    full = max(1, tallest or max(counts))
    cells = [LEVELS[0] if not count else LEVELS[max(1, round(count / full * (len(LEVELS) - 1)))] for count in counts]
    return "".join(cells)


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
