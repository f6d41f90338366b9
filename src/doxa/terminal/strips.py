"""Many agents in one line: how many of them stand where along the scale from −1 to +1, and what they did."""

import statistics
from collections.abc import Sequence

WIDTH = 33
LEVELS = " ▁▂▃▄▅▆▇█"


def strip(stances: Sequence[float], width: int = WIDTH, tallest: int | None = None) -> str:
    """Draw a histogram of stances in [−1, 1] one line high.

    Args:
        tallest: how many agents fill a cell; the fullest cell of this line when absent.
    """
    counts = binned(stances, width)
    full = max(1, tallest or max(counts))
    cells = [LEVELS[0] if not count else LEVELS[max(1, round(count / full * (len(LEVELS) - 1)))] for count in counts]
    return "".join(cells)


def binned(stances: Sequence[float], width: int = WIDTH) -> list[int]:
    """Count stances in cells of equal width over [−1, 1]; the last is closed on both ends."""
    counts = [0] * width
    for stance in stances:
        counts[min(width - 1, int((stance + 1) / 2 * width))] += 1
    return counts


def spread(stances: Sequence[float]) -> float:
    """Return the standard deviation of stances; 0 of one alone."""
    return statistics.pstdev(stances) if stances else 0.0


def counted(count: int, word: str) -> str:
    """Write a count with its word, a plural, in the right number."""
    singular = f"{word[:-3]}y" if word.endswith("ies") else word[:-1]
    return f"{count:,} {singular if count == 1 else word}"
