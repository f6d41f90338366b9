"""How hard a puzzle is: how many assignments of roles are still possible after each statement."""

from dataclasses import dataclass

from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.solving import Examined, examine


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """Counts of worlds."""

    hinted: int
    """Left by the hints alone."""
    alone: tuple[int, ...]
    """Left by the hints and one player's statement alone, one number a player."""
    after: tuple[int, ...]
    """Left by the hints and all statements so far, in the order of speaking; the last is the number of solutions."""


def difficulty(puzzle: Puzzle, examined: Examined | None = None) -> Difficulty:
    """Return how many assignments survive each statement, alone and one after the other."""
    examined = examined or examine(puzzle)
    left, after = examined.hinted, []
    for fit in examined.fits:
        left &= fit
        after.append(left.bit_count())
    alone = tuple((examined.hinted & fit).bit_count() for fit in examined.fits)
    return Difficulty(hinted=examined.hinted.bit_count(), alone=alone, after=tuple(after))
