"""A puzzle: players, the statement of each, and the hints of the game's manager, which are always true."""

from dataclasses import dataclass

from doxa.errors import PuzzleError
from doxa.systems.puzzle.puzzles.statements import CountRole, Statement, latest
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS


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
            if isinstance(hint, CountRole) and hint.role == "spy" and hint.who == everyone:
                return hint.n
        return None
