"""Many agents in one line: a histogram of their stances on the scale from −1 to +1, and counts."""

import statistics
from collections.abc import Iterable, Sequence

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
