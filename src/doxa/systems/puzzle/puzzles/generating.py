"""Random statements: all kinds are equally likely, and sets of players have the sizes of the source's statements.

Sets: 1–3 any size; 4–5 any of the earlier players; 6 and 8 two; 7 three or more, not all players; 9, 13, 14 three or
more of the earlier players; 10 two or more; 11–12 three or more. No statement says that nobody has a role.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from doxa.errors import PuzzleError
from doxa.records.base import stream
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, examine
from doxa.systems.puzzle.puzzles.statements import (
    EARLIER,
    TRUTHS,
    Count,
    DifferentRoles,
    OneOfTwo,
    Parity,
    Same,
    Simple,
    Statement,
    Who,
)
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS, ROLES, Bits, worlds

OF_HINTS = tuple(range(1, 11))
"""The kinds of statement for the manager's further hints."""


def kinds(speaker: int) -> tuple[int, ...]:
    """Return the simple kinds open to the player at an index (from 0); the manager, who speaks last, has all kinds."""
    return tuple(kind for kind in range(1, 15) if EARLIER.get(kind, 0) <= speaker)


def draw_statement(random: Random, speaker: int, players: int, spies: int) -> Statement:
    """Return a random statement of a player, of any of the fifteen kinds that are open to it."""
    simple = kinds(speaker)
    if random.randrange(len(simple) + 1) < len(simple):
        return draw_simple(random, simple, speaker, players, spies)
    first = second = draw_simple(random, simple, speaker, players, spies)
    while second == first:
        second = draw_simple(random, simple, speaker, players, spies)
    return OneOfTwo(first, second)


def draw_hint(random: Random, players: int, spies: int) -> Simple:
    """Return a random further hint of the manager, never the number of spies."""
    while True:
        hint = draw_simple(random, OF_HINTS, players, players, spies)
        if not (isinstance(hint, Count) and hint.quality == "spy" and len(hint.who) == players):
            return hint


def draw_simple(random: Random, among: Sequence[int], speaker: int, players: int, spies: int) -> Simple:
    """Return a statement of one of these kinds, 1–14."""
    kind = random.choice(among)
    earlier = range(speaker)
    everyone = range(players)
    match kind:
        case 1 | 2 | 3:
            who = _some(random, everyone, 1, players)
            most = len(who) if kind < 3 else max(1, min(spies, len(who)))
            return Count(who, random.randint(1, most), ROLES[kind - 1])
        case 4 | 5:
            who = _some(random, earlier, 1, speaker)
            return Count(who, random.randint(1, len(who)), TRUTHS[kind - 4])
        case 6 | 7:
            return Same(_some(random, everyone, kind - 4, 2 if kind == 6 else max(3, players - 1)))
        case 8 | 9:
            return Same(_some(random, earlier, kind - 6, 2 if kind == 8 else speaker), of_truth=True)
        case 10:
            return DifferentRoles(_some(random, everyone, 2, players))
        case 11 | 12:
            return Parity(_some(random, everyone, 3, players), random.choice(ROLES), kind == 11)
        case _:
            who = _some(random, earlier, 3, speaker)
            return Parity(who, "truthful" if random.random() < 0.5 else "lying", kind == 13)


def _some(random: Random, pool: range, least: int, most: int) -> Who:
    return tuple(sorted(random.sample(pool, random.randint(least, most))))


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
        random = stream(seed, f"puzzle/{sort.players}/{sort.spies}/{sort.hints}/{index}", "statements")
        puzzle = _make_puzzle(random, sort, f"{sort.players}-{index}")
        while (puzzle.statements, puzzle.hints) in seen:
            puzzle = _make_puzzle(random, sort, f"{sort.players}-{index}")
        seen.add((puzzle.statements, puzzle.hints))
        yield puzzle


def _make_puzzle(random: Random, sort: Sort, game_id: str) -> Puzzle:
    nearest: tuple[int, Puzzle] | None = None
    enough = DRAWS if sort.spies < 2 else DRAWS_OF_SEVERAL
    for draws in range(MOST_DRAWS):
        if nearest is not None and draws >= enough:
            return _mend_puzzle(random, sort, *nearest)
        hints = _hints(random, sort)
        statements, count = _draw_statements(random, sort, hints)
        if count and (nearest is None or count < nearest[0]):
            players = tuple(random.sample(NAMES, sort.players))
            nearest = count, Puzzle(game_id=game_id, players=players, statements=statements, hints=hints)
            if count == 1:
                return nearest[1]
    raise _none_found(sort)


def _draw_statements(random: Random, sort: Sort, hints: tuple[Statement, ...]) -> tuple[tuple[Statement, ...], int]:
    """Return drawn statements and the number of solutions: one for each player, or fewer once no world is left."""
    over = worlds(sort.players, sort.spies)
    left = over.every
    statements: list[Statement] = []
    truths: list[Bits] = []
    for place in range(sort.players):
        statements.append(draw_statement(random, place, sort.players, sort.spies))
        truths.append(statements[-1].truth(over, truths))
        left &= over.fit(place, truths[-1])
        if not left:
            return tuple(statements), 0
    for hint in hints:
        left &= hint.truth(over, truths)
    return tuple(statements), left.bit_count()


def _mend_puzzle(random: Random, sort: Sort, count: int, puzzle: Puzzle) -> Puzzle:
    for _ in range(MENDS):
        if count == 1:
            return puzzle
        place = random.randrange(sort.players)
        statements = list(puzzle.statements)
        statements[place] = draw_statement(random, place, sort.players, sort.spies)
        tried = replace(puzzle, statements=tuple(statements))
        if 1 <= (solution_count := examine(tried, tried.spies).count) <= count:
            puzzle, count = tried, solution_count
    raise _none_found(sort)


def _hints(random: Random, sort: Sort) -> tuple[Statement, ...]:
    hints: list[Statement] = [Count(tuple(range(sort.players)), sort.spies, "spy")]
    while len(hints) <= sort.hints:
        hint = draw_hint(random, sort.players, sort.spies)
        if hint not in hints:
            hints.append(hint)
    return tuple(hints)


def _none_found(sort: Sort) -> PuzzleError:
    return PuzzleError(
        f"no puzzle with one solution was found for {sort.players} players, {sort.spies} spies, {sort.hints} hints",
        hint="Ask for fewer spies or hints, or take another seed.",
    )
