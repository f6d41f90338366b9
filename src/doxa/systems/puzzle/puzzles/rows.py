"""A puzzle as one row of a file, in the format of the published files, which doxa writes too.

Keys: game_id, num_player, num_spy, num_hint (beside the number of spies), text_game, text_solution, raw_solution
(1 knight, 2 knave, 3 spy), raw_schema (kinds of statement, players' then hints'), raw_statement (players by place from
0, then numbers: how many; role; 1 telling the truth, 2 lying; 1 odd, 2 even). doxa adds assignments_left, by the hints
and by each further statement. A puzzle is read from ``text_game`` alone. The file's solution is ``raw_solution``, else
``text_solution``; where the two contradict each other, the row says so.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from doxa.errors import PuzzleError
from doxa.systems.puzzle.puzzles.difficulty import difficulty
from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.roles import ROLES, Role
from doxa.systems.puzzle.puzzles.statements import (
    CountRole,
    CountTruth,
    OneOfTwo,
    ParityRole,
    ParityTruth,
    Simple,
    Statement,
)
from doxa.systems.puzzle.puzzles.wording import game_text, solution_text

KEYS = "Each line is a JSON object with at least game_id and text_game."


@dataclass(frozen=True, kw_only=True)
class FiledPuzzle:
    """A puzzle from a file, with the solution that the file gives."""

    puzzle: Puzzle
    text: str
    """The puzzle word for word, as agents are shown it."""
    solution: dict[str, Role] | None = None
    uncompared: str = ""
    """Why the file's solution cannot be read, although the puzzle can; empty where it can."""
    contradiction: str = ""
    """How the file's two solutions contradict each other; empty where they agree, or where there are not two."""


def row_of(puzzle: Puzzle, solution: Mapping[str, Role]) -> dict[str, object]:
    """Return the row of a puzzle."""
    statements = [*puzzle.statements, *puzzle.hints]
    hardness = difficulty(puzzle)
    return {
        "game_id": puzzle.game_id,
        "num_player": len(puzzle.players),
        "num_spy": list(solution.values()).count("spy"),
        "num_hint": len(puzzle.hints) - 1,
        "raw_schema": [statement.kind for statement in statements],
        "raw_statement": [_raw(statement) for statement in statements],
        "raw_solution": [ROLES.index(role) + 1 for role in solution.values()],
        "text_game": game_text(puzzle),
        "text_solution": solution_text(solution),
        "assignments_left": [hardness.hinted, *hardness.after],
    }


def read_row(row: Mapping[str, Any]) -> FiledPuzzle:
    """Return the puzzle of a row.

    Raises:
        PuzzleError: a key is missing or has a wrong value, or the text cannot be read.
    """
    game, text = row.get("game_id"), row.get("text_game")
    if not isinstance(game, int | str) or isinstance(game, bool):
        raise PuzzleError(f"expected game_id, a number or a text, found {game!r}", hint=KEYS)
    if not isinstance(text, str):
        raise PuzzleError(f"game {game}: expected text_game, a text, found {text!r}", hint=KEYS)
    try:
        puzzle = read_puzzle(text, game)
    except PuzzleError as error:
        where = f"game {game}, text_game{', ' if error.line else ': '}"
        raise PuzzleError(f"{where}{error.message}", hint=error.hint, line=error.line) from None
    players = row.get("num_player", len(puzzle.players))
    if players != len(puzzle.players):
        raise PuzzleError(f"game {game}: expected {players!r} players (num_player), found {len(puzzle.players)}")
    return _with_solution(puzzle, text, row)


def _with_solution(puzzle: Puzzle, text: str, row: Mapping[str, Any]) -> FiledPuzzle:
    """Return a puzzle with the solution of its row, and what is odd about that solution."""
    raw, game = row.get("raw_solution"), puzzle.game_id
    written, unread = _read_text_solution(puzzle, row.get("text_solution"))
    if raw is None:
        return FiledPuzzle(puzzle=puzzle, text=text, solution=written, uncompared=unread)
    if (
        not isinstance(raw, list)
        or len(raw) != len(puzzle.players)
        or any(type(number) is not int or number not in (1, 2, 3) for number in raw)
    ):
        expected = f"game {game}: expected raw_solution, one of 1, 2, 3 for each player, found {raw!r}"
        return FiledPuzzle(puzzle=puzzle, text=text, uncompared=expected)
    solution = dict(zip(puzzle.players, (ROLES[number - 1] for number in raw), strict=True))
    contradiction = unread or _contradict(game, written, solution)
    return FiledPuzzle(puzzle=puzzle, text=text, solution=solution, contradiction=contradiction)


def _read_text_solution(puzzle: Puzzle, text: Any) -> tuple[dict[str, Role] | None, str]:
    """Return the roles that a solution in words gives, or None and why they cannot be read."""
    if text is None:
        return None, ""
    lines = [line.strip() for line in text.splitlines() if line.strip()] if isinstance(text, str) else []
    matches = [re.fullmatch(rf"(.+) is an? ({'|'.join(ROLES)})\.?", line) for line in lines]
    roles: dict[str, Any] = {match[1]: match[2] for match in matches if match}
    if None in matches or len(matches) != len(puzzle.players) or set(roles) != set(puzzle.players):
        return (
            None,
            f"game {puzzle.game_id}: expected text_solution, one line such as 'Ann is a knave.' for each player",
        )
    return {player: roles[player] for player in puzzle.players}, ""


def _contradict(game: int | str, written: Mapping[str, Role] | None, solution: Mapping[str, Role]) -> str:
    """Return how a solution in words contradicts the one in numbers; '' where it does not."""
    differing = [player for player, role in (written or {}).items() if role != solution[player]]
    if not differing or written is None:
        return ""
    first = differing[0]
    return (
        f"game {game}: text_solution contradicts raw_solution on {', '.join(differing)} ({first}: {written[first]} in "
        f"words, {solution[first]} in numbers); raw_solution is taken as the file's"
    )


def _raw(statement: Statement | Simple) -> list[Any]:
    match statement:
        case OneOfTwo(first, second):
            return [[first.kind, _raw(first)], [second.kind, _raw(second)]]
        case CountRole(who, n, role):
            return [list(who), n, ROLES.index(role) + 1]
        case CountTruth(who, n, truthful):
            return [list(who), n, 1 if truthful else 2]
        case ParityRole(who, role, odd):
            return [list(who), ROLES.index(role) + 1, 1 if odd else 2]
        case ParityTruth(who, truthful, odd):
            return [list(who), 1 if truthful else 2, 1 if odd else 2]
    return [list(statement.who)]
