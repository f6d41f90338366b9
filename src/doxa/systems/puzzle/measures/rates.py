"""Rates and weights with their intervals, where whole puzzles are resampled.

Agents of one debate, and debates of one puzzle, share what made the puzzle hard; their rounds are no independent
draws. A percentile bootstrap therefore draws puzzles, each with all that happened on it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.scoring.bootstrap import SEED, Interval, rows_interval

Floats = NDArray[np.float64]

DRAWS = 1_000
"""Resamples of a regression, each of which is fitted anew."""


def rate_interval(counts: Iterable[tuple[str, int, int]]) -> Interval | None:
    """Return the share right ÷ n with its interval; None where fewer than two puzzles have any.

    Args:
        counts: (puzzle, right, n) of any part of a puzzle's debates.
    """
    by_puzzle: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for puzzle, right, n in counts:
        by_puzzle[puzzle][0] += right
        by_puzzle[puzzle][1] += n
    rows = [tuple(map(float, totals)) for totals in by_puzzle.values() if totals[1]]
    return rows_interval(rows, _share_right) if len(rows) > 1 else None


def _share_right(samples: Floats) -> Floats:
    totals = samples.sum(axis=1)
    return np.asarray(totals[:, 0] / totals[:, 1])


def draw_puzzles(puzzles: Sequence[str], *, draws: int = DRAWS, seed: int = SEED) -> Iterable[NDArray[np.int64]]:
    """Yield for each resample the places of the rows in it.

    Args:
        puzzles: the puzzle of each row; all rows of a puzzle are drawn together.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, puzzle in enumerate(puzzles):
        places[puzzle].append(place)
    groups = [np.array(rows) for rows in places.values()]
    random = np.random.default_rng(seed)
    for _ in range(draws):
        yield np.concatenate([groups[number] for number in random.integers(0, len(groups), len(groups))])
