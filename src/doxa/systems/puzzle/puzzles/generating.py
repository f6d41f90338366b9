"""Make puzzles with exactly one solution.

Statements are drawn at random until a whole set of them leaves one solution, as in the source. With several spies that
is very rare: after some draws the set with the fewest solutions is repaired. One statement at a time is drawn again,
and the new one is kept where it leaves at least one solution and no more than before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from doxa.errors import PuzzleError
from doxa.records.streams import stream
from doxa.systems.puzzle.puzzles.drawing import draw_hint, draw_statement
from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.solving import examine
from doxa.systems.puzzle.puzzles.statements import CountRole, Statement
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS, Bits, worlds

NAMES = (
    "Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hedy", "Igor", "Jane", "Karl", "Lena", "Milo",
    "Nora", "Otto", "Pia", "Quin", "Rosa", "Sven", "Tara", "Ugo", "Vera", "Wim", "Xena", "Yves", "Zoe",
)  # fmt: skip

FEWEST_PLAYERS = 3
DRAWS = 2_000
"""Sets of statements drawn before one is repaired; about 40 are needed for nine players and one spy."""
DRAWS_OF_SEVERAL = 100
"""The same with two spies or more, where further draws take far longer than a repair."""
MOST_DRAWS = 20_000
"""Sets drawn before giving up when none has a solution: further hints contradict most sets."""
MENDS = 20_000
"""Statements drawn again in a repair before giving up."""


@dataclass(frozen=True, kw_only=True)
class Sort:
    """The kind of puzzles to make: players, spies and hints.

    Raises:
        PuzzleError: a number is out of range.
    """

    players: int
    spies: int = 1
    hints: int = 0
    """Hints beside the number of spies, which the manager always states."""

    def __post_init__(self) -> None:
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise PuzzleError(f"puzzles are made for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {self.players}")
        if not 0 <= self.spies <= self.players:
            raise PuzzleError(f"{self.players} players cannot have {self.spies} spies")
        if self.hints < 0:
            raise PuzzleError(f"a puzzle cannot have {self.hints} hints")


def generate(sort: Sort, count: int, seed: int) -> Iterator[Puzzle]:
    """Yield ``count`` puzzles with different statements; the first ones do not depend on how many follow.

    Raises:
        PuzzleError: no further puzzle was found.
    """
    seen: set[tuple[tuple[Statement, ...], tuple[Statement, ...]]] = set()
    for index in range(1, count + 1):
        key = f"puzzle/{sort.players}/{sort.spies}/{sort.hints}/{index}"
        random = stream(seed, key, "statements")
        while True:
            puzzle = _make_puzzle(random, sort, f"{sort.players}-{index}")
            if (puzzle.statements, puzzle.hints) not in seen:
                break
        seen.add((puzzle.statements, puzzle.hints))
        yield puzzle


def _make_puzzle(random: Random, sort: Sort, game_id: str) -> Puzzle:
    nearest: tuple[int, Puzzle] | None = None
    enough = DRAWS if sort.spies < 2 else DRAWS_OF_SEVERAL
    for draws in range(MOST_DRAWS):
        if nearest is not None and draws >= enough:
            return _mend_puzzle(random, sort, *nearest)
        hints = _hints(random, sort)
        drawn = _draw_statements(random, sort, hints)
        if drawn is None:
            continue
        statements, count = drawn
        if nearest is None or count < nearest[0]:
            puzzle = Puzzle(game_id=game_id, players=_names(random, sort), statements=statements, hints=hints)
            nearest = (count, puzzle)
            if count == 1:
                return puzzle
    raise _none_found(sort)


def _draw_statements(
    random: Random, sort: Sort, hints: tuple[Statement, ...]
) -> tuple[tuple[Statement, ...], int] | None:
    """Return a drawn statement for each player and the number of solutions; None as soon as no world is left."""
    over = worlds(sort.players, sort.spies)
    left = over.every
    statements: list[Statement] = []
    truths: list[Bits] = []
    for place in range(sort.players):
        statements.append(draw_statement(random, place, sort.players, sort.spies))
        true = statements[-1].truth(over, truths)
        truths.append(true)
        left &= over.spy[place] | over.knight[place] & true | over.knave[place] & (over.every ^ true)
        if not left:
            return None
    for hint in hints:
        left &= hint.truth(over, truths)
    return (tuple(statements), left.bit_count()) if left else None


def _mend_puzzle(random: Random, sort: Sort, count: int, puzzle: Puzzle) -> Puzzle:
    for _ in range(MENDS):
        if count == 1:
            return puzzle
        place = random.randrange(sort.players)
        statements = list(puzzle.statements)
        statements[place] = draw_statement(random, place, sort.players, sort.spies)
        tried = replace(puzzle, statements=tuple(statements))
        if 1 <= (solution_count := examine(tried).count) <= count:
            puzzle, count = tried, solution_count
    raise _none_found(sort)


def _hints(random: Random, sort: Sort) -> tuple[Statement, ...]:
    spies = CountRole(tuple(range(sort.players)), sort.spies, "spy")
    hints: list[Statement] = [spies]
    while len(hints) <= sort.hints:
        hint = draw_hint(random, sort.players, sort.spies)
        if hint not in hints:
            hints.append(hint)
    return tuple(hints)


def _names(random: Random, sort: Sort) -> tuple[str, ...]:
    return tuple(random.sample(NAMES, sort.players))


def _none_found(sort: Sort) -> PuzzleError:
    return PuzzleError(
        f"no puzzle with one solution was found for {sort.players} players, {sort.spies} spies, {sort.hints} hints",
        hint="Ask for fewer spies or hints, or take another seed.",
    )
