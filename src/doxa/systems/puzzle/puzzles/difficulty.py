"""How hard a puzzle is: how many assignments of roles are still possible after each statement."""

from dataclasses import dataclass

from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.solving import PuzzleWorlds, examine


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """How many worlds remain after hints and statements."""

    hinted: int
    """Worlds that the hints alone leave."""
    alone: tuple[int, ...]
    """Worlds that the hints and one player's statement leave, one number for each player."""
    after: tuple[int, ...]
    """Worlds that the hints and all statements so far leave, by speaking order; the last is the number of solutions."""


def difficulty(puzzle: Puzzle, examined: PuzzleWorlds | None = None) -> Difficulty:
    """Return how many assignments remain after each statement, alone and after all statements so far."""
    examined = examined or examine(puzzle)
    left, after = examined.hinted, []
    for fit in examined.fits:
        left &= fit
        after.append(left.bit_count())
    alone = tuple((examined.hinted & fit).bit_count() for fit in examined.fits)
    return Difficulty(hinted=examined.hinted.bit_count(), alone=alone, after=tuple(after))
