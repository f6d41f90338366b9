"""``doxa puzzle``: make Knight–Knave–Spy puzzles, solve files of them, show one."""

import json as jsons
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table

from doxa.errors import CorpusError, PuzzleError
from doxa.log.disk import write_text
from doxa.systems.puzzle.commands import HELPS, PARTS
from doxa.systems.puzzle.files import FiledPuzzle, as_lines, each_puzzle, read_puzzles
from doxa.systems.puzzle.puzzles.explaining import deduce, describe_deduction
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, difficulty, solve as solved
from doxa.systems.puzzle.puzzles.wording import game_text
from doxa.systems.puzzle.puzzles.worlds import PLURALS, ROLES
from doxa.terminal.console import Json, Quiet, complain, console, errors, plain

puzzle = App(name="puzzle", help=HELPS["puzzle"], help_format="plaintext", version_flags=())

MOST_SHOWN = 8
"""How many solutions of one puzzle are printed."""

MOST_TOLD = 20
"""How many unreadable puzzles of a file are named; further ones are only counted."""

Spies = Annotated[int, Parameter(help="How many of the players are spies; the manager states this number.")]
Hints = Annotated[int, Parameter(help="Further hints of the manager, beside the number of spies.")]
Seed = Annotated[int, Parameter(help="The same seed makes the same puzzles.")]
Game = Annotated[str | None, Parameter(help="The game_id of puzzles of the file; ids may repeat.")]
LineNumber = Annotated[int | None, Parameter(name="--line", help="The line of one puzzle of the file.")]
PuzzleFile = Annotated[Path, Parameter(help="A JSON lines file of puzzles, or the text of one puzzle.")]


@puzzle.command(help=PARTS["puzzle make"])
def make(
    *,
    players: Annotated[str, Parameter(help="How many players: 6, or 4,6,8, or 4..9.")] = "4..9",
    count: Annotated[int, Parameter(help="How many puzzles of each size.")] = 300,
    spies: Spies = 1,
    hints: Hints = 0,
    seed: Seed = 0,
    out: Annotated[Path | None, Parameter(help="The file to write; standard output when absent.")] = None,
    force: Annotated[bool, Parameter(help="Replace a file that has other content.")] = False,
    quiet: Quiet = False,
) -> None:
    """Make puzzles that have exactly one solution."""
    if count < 1:
        raise PuzzleError(f"--count {count}: must be at least 1")
    sorts = [Sort(players=size, spies=spies, hints=hints) for size in _sizes(players)]
    watched = out is not None and not quiet
    puzzles = [puzzle for sort in sorts for puzzle in (_generate_watched if watched else generate)(sort, count, seed)]
    lines = as_lines(puzzles)
    if out is None:
        sys.stdout.write(lines)
        return
    if out.exists() and not force and out.read_bytes() != lines.encode():
        raise CorpusError(f"{out} exists with other content", hint="Choose another --out, or replace it: --force.")
    write_text(out, lines)
    console.print(f"{len(puzzles)} puzzles in {plain(str(out))}: {_shares(puzzles)}", soft_wrap=True)


@puzzle.command(help=PARTS["puzzle solve"])
def solve(
    file: PuzzleFile,
    /,
    *,
    game: Game = None,
    line: LineNumber = None,
    explain: Annotated[bool, Parameter(help="Show the deduction, step by step.")] = False,
    json: Json = False,
) -> None:
    """Find every solution of every puzzle of a file."""
    lines = list(each_puzzle(file))
    unread = [error for error in lines if isinstance(error, PuzzleError)]
    puzzles = [filed for filed in lines if not isinstance(filed, PuzzleError)]
    _report_oddities(file, puzzles, unread)
    if game is not None or line is not None:
        puzzles = _choose_puzzles(puzzles, game, line, file)
    counts: Counter[str] = Counter()
    for filed in puzzles:
        solutions = solved(filed.puzzle)
        counts["unique"] += len(solutions) == 1
        counts["given"] += filed.solution is not None
        counts["agreeing"] += solutions == [filed.solution]
        if json:
            row = {"line": filed.line, "game_id": filed.puzzle.game_id, "solutions": solutions}
            sys.stdout.write(jsons.dumps(row, ensure_ascii=False) + "\n")
        elif explain:
            _show_deduction(filed.puzzle)
        else:
            _show_solutions(filed, solutions)
    if puzzles and not json:
        console.print(f"{counts['unique']} of {len(puzzles)} have exactly one solution.")
        if counts["given"]:
            console.print(f"{counts['agreeing']} of {counts['given']} have the solution that the file gives.")
    if unread:
        sys.exit(1)


def _report_oddities(file: Path, puzzles: Sequence[FiledPuzzle], unread: Sequence[PuzzleError]) -> None:
    """Print what is odd about the lines of a file, and why others cannot be read, each hint only once."""
    notes = [
        f", line {filed.line}: {filed.fault}{'' if filed.solution else '; the puzzle is solved without a comparison'}"
        for filed in puzzles
        if filed.fault
    ]
    for note in notes[:MOST_TOLD]:
        _print_note(f"{file}{note}")
    if len(notes) > MOST_TOLD:
        errors.print(f"… and {len(notes) - MOST_TOLD} more notes", soft_wrap=True)
    if repeated := [filed for filed in puzzles if filed.same_id]:
        first = repeated[0]
        _print_note(
            f"{file}: {len(repeated)} of the game_ids stand in an earlier line already, such as "
            f"{first.puzzle.game_id} of line {first.line} in line {first.same_id}; --line names one puzzle"
        )
    for place, error in enumerate(unread[:MOST_TOLD]):
        is_known = any(error.hint == earlier.hint for earlier in unread[:place])
        complain(PuzzleError(error.message, hint="" if is_known else error.hint), "error")
    if len(unread) > MOST_TOLD:
        errors.print(f"… and {len(unread) - MOST_TOLD} more", soft_wrap=True)


def _print_note(words: str) -> None:
    errors.print(f"[yellow]note[/]: {plain(words)}", soft_wrap=True)


@puzzle.command(help=PARTS["puzzle show"])
def show(
    file: Annotated[Path | None, Parameter(help="A file of puzzles; one is made when absent.")] = None,
    /,
    *,
    game: Game = None,
    line: LineNumber = None,
    players: Annotated[int, Parameter(help="How many players the puzzle that is made has.")] = 5,
    spies: Spies = 1,
    hints: Hints = 0,
    seed: Seed = 0,
    solution: Annotated[bool, Parameter(help="Show the solution too.")] = False,
) -> None:
    """Show one puzzle and how hard it is."""
    if file is None:
        shown_puzzle = next(generate(Sort(players=players, spies=spies, hints=hints), 1, seed))
    else:
        filed = _choose_puzzles(read_puzzles(file), game, line, file)[0]
        shown_puzzle = filed.puzzle
        if filed.remarks:
            _print_note(f"{file}, line {filed.line}: {filed.remarks}")
    console.file.write(game_text(shown_puzzle))
    _show_difficulty(shown_puzzle)
    if solution:
        for roles in solved(shown_puzzle):
            console.print(_roles(roles), soft_wrap=True)


def _sizes(written: str) -> list[int]:
    """Return the sizes in a text such as ``6``, ``4,6,8`` or ``4..9``."""
    try:
        first, between, last = written.partition("..")
        sizes = list(range(int(first), int(last) + 1)) if between else [int(size) for size in written.split(",")]
    except ValueError:
        sizes = []
    if not sizes or len(set(sizes)) < len(sizes):
        raise PuzzleError(f"--players {written}: not a number of players", hint="Write 6, or 4,6,8, or 4..9.")
    return sizes


def _generate_watched(sort: Sort, count: int, seed: int) -> Iterator[Puzzle]:
    """Yield generated puzzles and print how many there are."""
    for done, puzzle in enumerate(generate(sort, count, seed), 1):
        if console.is_terminal:
            console.file.write(f"\r\x1b[K  {sort.players} players: {done} of {count}")
            console.file.flush()
        yield puzzle
    console.print("" if console.is_terminal else f"  {sort.players} players: {count}")


def _shares(puzzles: Sequence[Puzzle]) -> str:
    """Return each role's share of all players: the score of giving this answer for everybody."""
    roles = Counter(role for puzzle in puzzles for solution in solved(puzzle) for role in solution.values())
    return ", ".join(f"{roles[role] / roles.total():.0%} {PLURALS[role]}" for role in ROLES)


def _choose_puzzles(
    puzzles: Sequence[FiledPuzzle], game: str | None, line: int | None, file: Path
) -> list[FiledPuzzle]:
    """Return the puzzles of a game_id and line, each of them where it is given.

    Raises:
        PuzzleError: there is none.
    """
    matches = [filed for filed in puzzles if game is None or str(filed.puzzle.game_id) == game]
    if not matches:
        ids = ", ".join(str(filed.puzzle.game_id) for filed in puzzles[:8])
        raise PuzzleError(f"{file}: no puzzle has the game_id {game!r}", hint=f"The first ids: {ids}." if ids else "")
    chosen = [filed for filed in matches if line is None or filed.line == line]
    if not chosen:
        lines = f"{matches[0].line} to {matches[-1].line}"
        raise PuzzleError(f"{file}: line {line} is not one of these puzzles", hint=f"They are in lines {lines}.")
    return chosen


def _show_solutions(filed: FiledPuzzle, solutions: Sequence[Mapping[str, str]]) -> None:
    count = f"{len(solutions)} solution{'' if len(solutions) == 1 else 's'}"
    place = f"  [dim]line {filed.line}[/]" if filed.same_id else ""
    console.print(f"[bold]{plain(str(filed.puzzle.game_id))}[/]  {count}{place}", soft_wrap=True)
    for roles in solutions[:MOST_SHOWN]:
        console.print(f"  {_roles(roles)}", soft_wrap=True)
    if len(solutions) > MOST_SHOWN:
        console.print(f"  [dim]… and {len(solutions) - MOST_SHOWN} more: --json lists all[/]")
    if filed.solution is not None and list(solutions) != [filed.solution]:
        console.print(f"  [yellow]the file gives:[/] {_roles(filed.solution)}", soft_wrap=True)


def _show_deduction(puzzle: Puzzle) -> None:
    console.print(f"[bold]{plain(str(puzzle.game_id))}[/]")
    for line in describe_deduction(deduce(puzzle)):
        indent = len(line) - len(line.lstrip())
        console.print(" " * indent + plain(line.lstrip()), soft_wrap=True)
    console.print()


def _show_difficulty(puzzle: Puzzle) -> None:
    hardness = difficulty(puzzle)
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("assignments left by", no_wrap=True)
    table.add_column("this alone", justify="right")
    table.add_column("all so far", justify="right")
    table.add_row("the hints", str(hardness.hinted), str(hardness.hinted))
    for name, alone, after in zip(puzzle.players, hardness.alone, hardness.after, strict=True):
        table.add_row(plain(name), str(alone), str(after))
    console.print(table)


def _roles(roles: Mapping[str, str]) -> str:
    return ", ".join(f"{plain(name)} {role}" for name, role in roles.items())
