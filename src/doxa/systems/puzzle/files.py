"""Files of puzzles: one JSON object a line, like the published files and doxa's own, or the text of one puzzle.

Every error names the file and the line; within a puzzle's text, also the line there and what was expected.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from doxa.errors import CorpusError, PuzzleError
from doxa.records.canonical import clean
from doxa.records.json_text import parse_json
from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.rows import KEYS, FiledPuzzle, read_row, row_of
from doxa.systems.puzzle.puzzles.solving import solution


@dataclass(frozen=True, kw_only=True)
class PuzzleLine:
    """A puzzle of a file, with its place: a line names one puzzle also where ids repeat."""

    file: str
    """The file's name, without its folder."""
    line: int
    """From 1."""
    filed: FiledPuzzle
    same_id: int | None = None
    """The first line that has the same game_id; None for the first."""

    @property
    def size(self) -> int:
        """Return how many players the puzzle has."""
        return len(self.filed.puzzle.players)

    @property
    def remarks(self) -> str:
        """Return what is odd about the line, as sentences; '' for a line without faults."""
        puzzle = self.filed.puzzle
        repeated = f"game_id {puzzle.game_id} stands in line {self.same_id} already" if self.same_id else ""
        oddities = (repeated, self.filed.contradiction, self.filed.uncompared)
        return ". ".join(oddity for oddity in oddities if oddity)


def read_puzzles(path: Path) -> list[PuzzleLine]:
    """Return the puzzles of a file, in order; one puzzle where it is not ``.jsonl`` and does not begin with ``{``.

    Raises:
        CorpusError: the file cannot be read, or there is no puzzle in it.
        PuzzleError: a line is not a puzzle.
    """
    puzzles: list[PuzzleLine] = []
    for placed in each_puzzle(path):
        if isinstance(placed, PuzzleError):
            raise placed
        puzzles.append(placed)
    return puzzles


def read_puzzle_file(path: Path) -> tuple[PuzzleLine, ...]:
    """Return the puzzles of a file, read once for as long as the file does not change; raises as ``read_puzzles``."""
    try:
        state = path.stat()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror or error}", hint="Check the path and its permissions.") from None
    return _read_once(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _read_once(path: Path, changed: int, length: int) -> tuple[PuzzleLine, ...]:
    return tuple(read_puzzles(path))


def each_puzzle(path: Path) -> Iterator[PuzzleLine | PuzzleError]:
    """Yield the puzzle of each line of a file, or its error; an error does not stop the reading.

    Raises:
        CorpusError: the file cannot be read, or there is no puzzle in it.
    """
    lines: dict[int | str, int] = {}
    for number, filed in _each_line(path):
        if isinstance(filed, PuzzleError):
            yield filed
            continue
        first = lines.setdefault(filed.puzzle.game_id, number)
        same_id = first if first != number else None
        yield PuzzleLine(file=path.name, line=number, filed=filed, same_id=same_id)


def _each_line(path: Path) -> Iterator[tuple[int, FiledPuzzle | PuzzleError]]:
    text = _decode_file(path)
    if not text.strip():
        raise CorpusError(f"{path}: there is no puzzle in it", hint=KEYS)
    if path.suffix not in (".jsonl", ".json") and not text.lstrip().startswith("{"):
        yield 1, _or_error(_one_text, path, text)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _or_error(_one_line, path, number, line)


def as_lines(puzzles: Iterable[Puzzle]) -> str:
    """Return the content of a file of puzzles, each with its only solution.

    Raises:
        PuzzleError: a puzzle has no solution or several.
    """
    return "".join(_line(puzzle) for puzzle in puzzles)


def _line(puzzle: Puzzle) -> str:
    roles = solution(puzzle)
    if roles is None:
        raise PuzzleError(f"game {puzzle.game_id} does not have exactly one solution, so no row can be written")
    return json.dumps(row_of(puzzle, roles), ensure_ascii=False) + "\n"


def _or_error(read: Callable[..., FiledPuzzle], *arguments: object) -> FiledPuzzle | PuzzleError:
    try:
        return read(*arguments)
    except PuzzleError as error:
        return error


def _one_line(path: Path, number: int, line: str) -> FiledPuzzle:
    where = f"{path}, line {number}"
    try:
        row = parse_json(line)
    except ValueError:
        raise PuzzleError(f"{where}: expected a JSON object, found {line[:40]!r}", hint=KEYS, line=number) from None
    if not isinstance(row, dict):
        raise PuzzleError(f"{where}: expected a JSON object, found {line[:40]!r}", hint=KEYS, line=number)
    try:
        return read_row(row)
    except PuzzleError as error:
        raise PuzzleError(f"{where}: {error.message}", hint=error.hint, line=number) from None


def _one_text(path: Path, text: str) -> FiledPuzzle:
    try:
        return FiledPuzzle(puzzle=read_puzzle(text, path.stem), text=text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}, {error.message}", hint=error.hint, line=error.line) from None


def _decode_file(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror or error}", hint="Check the path and its permissions.") from None
    try:
        return clean(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CorpusError(f"{path}, line {line}: not UTF-8", hint="Save the file as UTF-8.") from None
