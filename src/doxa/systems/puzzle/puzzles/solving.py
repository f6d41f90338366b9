"""Solve a puzzle by evaluating every world at once, so that all solutions are found and counted.

A world is a solution where all hints are true, every knight's statement is true and every knave's is false.
"""

from dataclasses import dataclass

from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.roles import Role
from doxa.systems.puzzle.puzzles.worlds import Bits, Worlds, places, worlds


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


def examine(puzzle: Puzzle) -> PuzzleWorlds:
    """Return a puzzle in all worlds; where the manager gives the number of spies, only in worlds with that number."""
    over = worlds(len(puzzle.players), puzzle.spies)
    truths: list[Bits] = []
    fits: list[Bits] = []
    for place, statement in enumerate(puzzle.statements):
        true = statement.truth(over, truths)
        truths.append(true)
        fits.append(over.spy[place] | over.knight[place] & true | over.knave[place] & (over.every ^ true))
    hinted = over.every
    for hint in puzzle.hints:
        hinted &= hint.truth(over, truths)
    solutions = hinted
    for fit in fits:
        solutions &= fit
    return PuzzleWorlds(worlds=over, hinted=hinted, truths=tuple(truths), fits=tuple(fits), solutions=solutions)


def solve(puzzle: Puzzle) -> list[dict[str, Role]]:
    """Return every solution: roles by name, in the order of speaking."""
    examined = examine(puzzle)
    solutions = (examined.worlds.assigned(world) for world in places(examined.solutions))
    return [dict(zip(puzzle.players, roles, strict=True)) for roles in solutions]


def solution(puzzle: Puzzle) -> dict[str, Role] | None:
    """Return the only solution; None where there is none or there are several."""
    solutions = solve(puzzle)
    return solutions[0] if len(solutions) == 1 else None
