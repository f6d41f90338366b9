"""A puzzle: players, the statement of each, and the hints of the game's manager, which are always true."""

from dataclasses import dataclass

import numpy as np

from doxa.errors import PuzzleError
from doxa.systems.puzzle.puzzles.statements import Count, Statement, latest
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS, Bits, Role, Worlds, together, worlds


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """Players in the order of speaking, one statement each, and hints.

    Raises:
        PuzzleError: names are not distinct, the numbers of statements and players differ, or a statement is about
            the truth of a later one.
    """

    game_id: int | str
    players: tuple[str, ...]
    statements: tuple[Statement, ...]
    hints: tuple[Statement, ...]
    """All hints of the manager; the first is the number of spies, where it is given."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.players) <= MOST_PLAYERS:
            raise PuzzleError(f"a puzzle has 1 to {MOST_PLAYERS} players, not {len(self.players)}")
        if len(set(self.players)) < len(self.players):
            raise PuzzleError(f"players need distinct names, not {', '.join(self.players)}")
        if len(self.statements) != len(self.players):
            raise PuzzleError(f"{len(self.players)} players need as many statements, not {len(self.statements)}")
        for place, statement in enumerate(self.statements):
            if latest(statement) >= place:
                raise PuzzleError(
                    f"{self.players[place]} speaks of the truth of a statement that is not made yet",
                    hint="Statements about telling the truth are about players who have spoken before.",
                )

    @property
    def spies(self) -> int | None:
        """Return the number of spies by the manager's hints; None where no hint gives it."""
        everyone = tuple(range(len(self.players)))
        for hint in self.hints:
            if isinstance(hint, Count) and hint.quality == "spy" and hint.who == everyone:
                return hint.n
        return None


@dataclass(frozen=True, kw_only=True)
class PuzzleWorlds:
    """A puzzle in all worlds: where each statement is true, and where roles fit statements."""

    worlds: Worlds
    hinted: Bits
    """Worlds in which all hints hold."""
    truths: tuple[Bits, ...]
    """For each player, the worlds in which its statement is true."""
    fits: tuple[Bits, ...]
    """For each player, the worlds in which its role allows what it says."""
    solutions: Bits

    @property
    def count(self) -> int:
        """Return the number of solutions."""
        return self.solutions.bit_count()


def examine(puzzle: Puzzle, spies: int | None = None) -> PuzzleWorlds:
    """Return a puzzle in the worlds with a number of spies; in all worlds where None."""
    over = worlds(len(puzzle.players), spies)
    truths: list[Bits] = []
    for statement in puzzle.statements:
        truths.append(statement.truth(over, truths))
    fits = tuple(over.fit(place, truth) for place, truth in enumerate(truths))
    hinted = together([hint.truth(over, truths) for hint in puzzle.hints], over.every)
    return PuzzleWorlds(worlds=over, hinted=hinted, truths=tuple(truths), fits=fits, solutions=together(fits, hinted))


def solve(puzzle: Puzzle) -> list[dict[str, Role]]:
    """Return every solution: roles by name, in the order of speaking."""
    examined = examine(puzzle, puzzle.spies)
    worlds_left = np.flatnonzero(examined.worlds.unpacked(examined.solutions)).tolist()
    return [dict(zip(puzzle.players, examined.worlds.assigned(world), strict=True)) for world in worlds_left]


def solution(puzzle: Puzzle) -> dict[str, Role] | None:
    """Return the only solution; None where there is none or there are several."""
    solutions = solve(puzzle)
    return solutions[0] if len(solutions) == 1 else None


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """How many worlds remain after hints and statements."""

    hinted: int
    """Worlds that the hints alone leave."""
    alone: tuple[int, ...]
    """Worlds that the hints and one player's statement leave, one number for each player."""
    after: tuple[int, ...]
    """Worlds that the hints and all statements so far leave, by speaking order; the last is the number of solutions."""


def difficulty(puzzle: Puzzle) -> Difficulty:
    """Return how many assignments remain after each statement, alone and after all statements so far."""
    examined = examine(puzzle, puzzle.spies)
    left, after = examined.hinted, []
    for fit in examined.fits:
        left &= fit
        after.append(left.bit_count())
    alone = tuple((examined.hinted & fit).bit_count() for fit in examined.fits)
    return Difficulty(hinted=examined.hinted.bit_count(), alone=alone, after=tuple(after))
