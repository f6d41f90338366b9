"""Files of puzzles: one JSON object a line, as published and as doxa writes them, or the text of one puzzle.

Keys: game_id, num_player, num_spy, num_hint (beside the number of spies), text_game, text_solution, raw_solution
(1 knight, 2 knave, 3 spy), raw_schema (kinds of statement, players' then hints'), raw_statement (players by place from
0, then numbers: how many; role; 1 telling the truth, 2 lying; 1 odd, 2 even). doxa adds assignments_left, by the hints
and by each further statement. A puzzle is read from ``text_game`` alone. The file's solution is ``raw_solution``, else
``text_solution``; where the two contradict each other, the puzzle says so. Every error names the file and the line;
within a puzzle's text, also the line there and what was expected.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from doxa.corpora.loading import decode_file
from doxa.errors import CorpusError, PuzzleError, UsageError
from doxa.records.base import clean, group_by
from doxa.records.outside import parse_json
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, difficulty, solution, solve
from doxa.systems.puzzle.puzzles.statements import TRUTHS, Count, OneOfTwo, Parity, Quality, Statement
from doxa.systems.puzzle.puzzles.wording import game_text, read_puzzle
from doxa.systems.puzzle.puzzles.worlds import ROLES, Role

KEYS = "Each line is a JSON object with at least game_id and text_game."


@dataclass(frozen=True, kw_only=True)
class FiledPuzzle:
    """A puzzle from a file, with the solution that the file gives."""

    puzzle: Puzzle
    text: str
    """The puzzle word for word, as agents are shown it."""
    solution: dict[str, Role] | None = None
    fault: str = ""
    """Why the file's solution cannot be read (then it is None), or how its two solutions contradict each other."""
    file: str = ""
    """The file's name, without its folder."""
    line: int = 1
    """From 1. A line names one puzzle also where ids repeat."""
    same_id: int | None = None
    """The first line that has the same game_id; None for the first."""

    @property
    def remarks(self) -> str:
        """Return what is odd about the line, as sentences; '' for a line without faults."""
        repeated = f"game_id {self.puzzle.game_id} stands in line {self.same_id} already" if self.same_id else ""
        return ". ".join(filter(None, (repeated, self.fault)))


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
        "text_solution": "".join(f"{name} is a {role}.\n" for name, role in solution.items()),
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
    solution, fault = _read_solution(puzzle, row)
    return FiledPuzzle(puzzle=puzzle, text=text, solution=solution, fault=fault)


def _read_solution(puzzle: Puzzle, row: Mapping[str, Any]) -> tuple[dict[str, Role] | None, str]:
    """Return the solution of a row, and what is wrong with it."""
    raw, game = row.get("raw_solution"), puzzle.game_id
    written, unread = _read_text_solution(puzzle, row.get("text_solution"))
    if raw is None:
        return written, unread
    if (
        not isinstance(raw, list)
        or len(raw) != len(puzzle.players)
        or any(type(number) is not int or number not in (1, 2, 3) for number in raw)
    ):
        return None, f"game {game}: expected raw_solution, one of 1, 2, 3 for each player, found {raw!r}"
    solution = dict(zip(puzzle.players, (ROLES[number - 1] for number in raw), strict=True))
    return solution, unread or _contradict(game, written or {}, solution)


def _read_text_solution(puzzle: Puzzle, text: Any) -> tuple[dict[str, Role] | None, str]:
    """Return the roles that a solution in words gives, or None and why they cannot be read."""
    if text is None:
        return None, ""
    lines = [line.strip() for line in text.splitlines() if line.strip()] if isinstance(text, str) else []
    matches = [re.fullmatch(rf"\A(.+) is an? ({'|'.join(ROLES)})\.?", line) for line in lines]
    roles: dict[str, Any] = {match[1]: match[2] for match in matches if match}
    if None in matches or len(matches) != len(puzzle.players) or set(roles) != set(puzzle.players):
        expected = "expected text_solution, one line such as 'Ann is a knave.' for each player"
        return None, f"game {puzzle.game_id}: {expected}"
    return {player: roles[player] for player in puzzle.players}, ""


def _contradict(game: int | str, written: Mapping[str, Role], solution: Mapping[str, Role]) -> str:
    """Return how a solution in words contradicts the one in numbers; '' where it does not."""
    differing = [player for player, role in written.items() if role != solution[player]]
    if not differing:
        return ""
    first = differing[0]
    return (
        f"game {game}: text_solution contradicts raw_solution on {', '.join(differing)} ({first}: {written[first]} in "
        f"words, {solution[first]} in numbers); raw_solution is taken as the file's"
    )


def _raw(statement: Statement) -> list[Any]:
    match statement:
        case OneOfTwo(first, second):
            return [[first.kind, _raw(first)], [second.kind, _raw(second)]]
        case Count(who, n, quality):
            return [list(who), n, _number_quality(quality)]
        case Parity(who, quality, odd):
            return [list(who), _number_quality(quality), 1 if odd else 2]
    return [list(statement.who)]


def _number_quality(quality: Quality) -> int:
    return (TRUTHS if quality in TRUTHS else ROLES).index(quality) + 1


def read_puzzles(path: Path) -> list[FiledPuzzle]:
    """Return the puzzles of a file, in order; one puzzle where it is not ``.jsonl`` and does not begin with ``{``.

    Raises:
        CorpusError: the file cannot be read, or there is no puzzle in it.
        PuzzleError: a line is not a puzzle.
    """
    puzzles: list[FiledPuzzle] = []
    for placed in each_puzzle(path):
        if isinstance(placed, PuzzleError):
            raise placed
        puzzles.append(placed)
    return puzzles


def read_puzzle_file(path: Path) -> tuple[FiledPuzzle, ...]:
    """Return the puzzles of a file, read once for as long as the file does not change; raises as ``read_puzzles``."""
    try:
        state = path.stat()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror or error}", hint="Check the path and its permissions.") from None
    return _read_once(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _read_once(path: Path, changed: int, length: int) -> tuple[FiledPuzzle, ...]:
    return tuple(read_puzzles(path))


def each_puzzle(path: Path) -> Iterator[FiledPuzzle | PuzzleError]:
    """Yield the puzzle of each line of a file, or its error; an error does not stop the reading.

    Raises:
        CorpusError: the file cannot be read, or there is no puzzle in it.
    """
    text = clean(decode_file(path))
    if not text.strip():
        raise CorpusError(f"{path}: there is no puzzle in it", hint=KEYS)
    is_text = path.suffix not in (".jsonl", ".json") and not text.lstrip().startswith("{")
    first_lines: dict[int | str, int] = {}
    for number, written in enumerate([text] if is_text else text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            filed = FiledPuzzle(puzzle=read_puzzle(text, path.stem), text=text) if is_text else _read_line(written)
        except PuzzleError as error:
            where, line = (f"{path}, ", error.line) if is_text else (f"{path}, line {number}: ", number)
            yield PuzzleError(f"{where}{error.message}", hint=error.hint, line=line)
            continue
        first = first_lines.setdefault(filed.puzzle.game_id, number)
        yield replace(filed, file=path.name, line=number, same_id=first if first != number else None)


def as_lines(puzzles: Iterable[Puzzle]) -> str:
    """Return the content of a file of puzzles, each with its only solution.

    Raises:
        PuzzleError: a puzzle has no solution or several.
    """
    lines = []
    for puzzle in puzzles:
        if (roles := solution(puzzle)) is None:
            raise PuzzleError(f"game {puzzle.game_id} does not have exactly one solution, so no row can be written")
        lines.append(json.dumps(row_of(puzzle, roles), ensure_ascii=False) + "\n")
    return "".join(lines)


def _read_line(line: str) -> FiledPuzzle:
    try:
        row = parse_json(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise PuzzleError(f"expected a JSON object, found {line[:40]!r}", hint=KEYS)
    return read_row(row)


def list_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the files that are named, a folder's ``.jsonl`` files in the order of their names.

    Raises:
        UsageError: a folder has none.
    """
    files: list[Path] = []
    for path in paths:
        within = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not within:
            raise UsageError(f"--puzzle-file {path}: no .jsonl file in this folder", hint="Name the files themselves.")
        files += within
    return tuple(files)


def puzzles_by_size(paths: Sequence[Path]) -> dict[int, list[tuple[Path, FiledPuzzle]]]:
    """Return size → the puzzles of files or folders, sizes ascending.

    Puzzles are numbered by their lines, since the ids of published files repeat: puzzle k of a size is the k-th line
    with that many players, file after file.

    Raises:
        CorpusError, PuzzleError: a file or a line cannot be read.
        UsageError: a folder has no file.
    """
    placed = [(path, filed) for path in list_files(paths) for filed in read_puzzle_file(path)]
    return dict(sorted(group_by(placed, lambda pair: len(pair[1].puzzle.players)).items()))


def describe_puzzles(paths: Sequence[Path]) -> str:
    """Return sentences on files of puzzles, and what is odd about them; '' for none."""
    if not paths:
        return ""
    by_size = puzzles_by_size(paths)
    filed = [puzzle for puzzles in by_size.values() for _, puzzle in puzzles]
    counts = ", ".join(f"{len(puzzles)} of {size} players" for size, puzzles in by_size.items())
    names = ", ".join(path.name for path in list_files(paths))
    sentences = [f"Puzzles by line of {names}: {counts}."]
    repeated = sum(puzzle.same_id is not None for puzzle in filed)
    faulty = [puzzle for puzzle in filed if puzzle.fault]
    wrong = [puzzle for puzzle in filed if puzzle.solution and solve(puzzle.puzzle) != [puzzle.solution]]
    if repeated:
        sentences.append(f"Lines with the game_id of an earlier line of their file: {repeated}.")
    if faulty:
        sentences.append(
            f"Lines whose solutions contradict each other or cannot be read: {len(faulty)}, first {faulty[0].file}, "
            f"line {faulty[0].line}: {faulty[0].fault}."
        )
    if wrong:
        sentences.append(
            f"Lines whose solution is not that of the statements: {len(wrong)}, first {wrong[0].file}, line "
            f"{wrong[0].line}; debates are compared with the statements' solution."
        )
    return " ".join(sentences)
