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
from doxa.systems.puzzle.commands.helps import HELPS, PARTS
from doxa.systems.puzzle.files import as_lines, each_puzzle, read_puzzles
from doxa.systems.puzzle.puzzles.difficulty import difficulty
from doxa.systems.puzzle.puzzles.explaining import deduce, told
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.roles import PLURALS, ROLES
from doxa.systems.puzzle.puzzles.rows import Filed
from doxa.systems.puzzle.puzzles.solving import solve as solved
from doxa.systems.puzzle.puzzles.wording import game_text
from doxa.terminal.console import complain, console, errors, plain
from doxa.terminal.options import Json, Quiet

puzzle = App(name="puzzle", help=HELPS["puzzle"], help_format="plaintext", version_flags=())

MOST_SHOWN = 8
"""Solutions of one puzzle that are listed for a person."""

MOST_TOLD = 20
"""Puzzles of a file that are named where they cannot be read; more are counted."""

Spies = Annotated[int, Parameter(help="How many of the players are spies; the manager says so.")]
Hints = Annotated[int, Parameter(help="Further hints of the manager, beside the number of spies.")]
Seed = Annotated[int, Parameter(help="The same seed makes the same puzzles.")]
Game = Annotated[str | None, Parameter(help="The game_id of one puzzle of the file.")]
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
    force: Annotated[bool, Parameter(help="Replace a file that holds something else.")] = False,
    quiet: Quiet = False,
) -> None:
    """Make puzzles that have exactly one solution."""
    if count < 1:
        raise PuzzleError(f"--count {count}: ask for at least one puzzle")
    sorts = [Sort(players=size, spies=spies, hints=hints) for size in _sizes(players)]
    watched = out is not None and not quiet
    made = [one for sort in sorts for one in (_watched if watched else generate)(sort, count, seed)]
    lines = as_lines(made)
    if out is None:
        sys.stdout.write(lines)
        return
    _write(out, lines, force=force)
    console.print(f"{len(made)} puzzles in {plain(str(out))}: {_shares(made)}", soft_wrap=True)


@puzzle.command(help=PARTS["puzzle solve"])
def solve(
    file: PuzzleFile,
    /,
    *,
    game: Game = None,
    explain: Annotated[bool, Parameter(help="Show the deduction, step by step.")] = False,
    json: Json = False,
) -> None:
    """Find every solution of every puzzle of a file."""
    reading = _Reading(file)
    filed = reading if game is None else _chosen(list(reading), game, file)
    solved_of = agreeing = told_of = unique = 0
    for one in filed:
        solutions = solved(one.puzzle)
        solved_of += 1
        unique += len(solutions) == 1
        told_of += one.solution is not None
        agreeing += solutions == [one.solution]
        if json:
            told_as = {"game_id": one.puzzle.game_id, "solutions": solutions}
            sys.stdout.write(jsons.dumps(told_as, ensure_ascii=False) + "\n")
        elif explain:
            _show_deduction(one.puzzle)
        else:
            _show_solutions(one, solutions)
    if solved_of and not json:
        console.print(f"{unique} of {solved_of} have exactly one solution.")
        if told_of:
            console.print(f"{agreeing} of {told_of} have the one that the file gives.")
    reading.close()


class _Reading:
    """The puzzles of a file that can be read; what is wrong with the others is told beside, and fails at the end."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._unread = 0
        self._hints: set[str] = set()

    def __iter__(self) -> Iterator[Filed]:
        for number, one in each_puzzle(self._file):
            if isinstance(one, PuzzleError):
                self._unread += 1
                self._tell(one)
            else:
                if one.uncompared:
                    told = f"{self._file}, line {number}: {one.uncompared}; it is solved, not compared"
                    errors.print(f"[yellow]note[/]: {plain(told)}", soft_wrap=True)
                yield one

    def close(self) -> None:
        """Fail where a puzzle could not be read."""
        if self._unread > MOST_TOLD:
            errors.print(f"… and {self._unread - MOST_TOLD} more", soft_wrap=True)
        if self._unread:
            sys.exit(1)

    def _tell(self, error: PuzzleError) -> None:
        """Tell what is wrong, what to do about it only the first time."""
        if self._unread <= MOST_TOLD:
            complain(PuzzleError(error.message, hint="" if error.hint in self._hints else error.hint), "error")
            self._hints.add(error.hint)


@puzzle.command(help=PARTS["puzzle show"])
def show(
    file: Annotated[Path | None, Parameter(help="A file of puzzles; one is made when absent.")] = None,
    /,
    *,
    game: Game = None,
    players: Annotated[int, Parameter(help="How many players the puzzle that is made has.")] = 5,
    spies: Spies = 1,
    hints: Hints = 0,
    seed: Seed = 0,
    solution: Annotated[bool, Parameter(help="Show the solution too.")] = False,
) -> None:
    """Show one puzzle and how hard it is."""
    if file is None:
        shown = next(generate(Sort(players=players, spies=spies, hints=hints), 1, seed))
    else:
        shown = _chosen(read_puzzles(file), game, file)[0].puzzle
    console.file.write(game_text(shown))
    _show_difficulty(shown)
    if solution:
        for one in solved(shown):
            console.print(_roles(one), soft_wrap=True)


def _sizes(written: str) -> list[int]:
    """Read sizes: ``6``, ``4,6,8`` or ``4..9``."""
    try:
        first, between, last = written.partition("..")
        found = list(range(int(first), int(last) + 1)) if between else [int(one) for one in written.split(",")]
    except ValueError:
        found = []
    if not found or len(set(found)) < len(found):
        raise PuzzleError(f"--players {written}: not a number of players", hint="Write 6, or 4,6,8, or 4..9.")
    return found


def _watched(sort: Sort, count: int, seed: int) -> Iterator[Puzzle]:
    """Make puzzles and say how many there are."""
    for done, one in enumerate(generate(sort, count, seed), 1):
        if console.is_terminal:
            console.file.write(f"\r\x1b[K  {sort.players} players: {done} of {count}")
            console.file.flush()
        yield one
    console.print("" if console.is_terminal else f"  {sort.players} players: {count}")


def _shares(made: Sequence[Puzzle]) -> str:
    """Say how often each role is right: what answering it everywhere would score."""
    roles = Counter(role for one in made for solution in solved(one) for role in solution.values())
    return ", ".join(f"{roles[role] / roles.total():.0%} {PLURALS[role]}" for role in ROLES)


def _write(out: Path, lines: str, *, force: bool) -> None:
    if out.exists() and not force and out.read_bytes() != lines.encode():
        raise CorpusError(f"{out} holds something else already", hint="Choose another --out, or replace it: --force.")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(lines.encode())


def _chosen(filed: Sequence[Filed], game: str | None, file: Path) -> Sequence[Filed]:
    if game is None:
        return filed
    found = [one for one in filed if str(one.puzzle.game_id) == game]
    if not found:
        ids = ", ".join(str(one.puzzle.game_id) for one in filed[:8])
        raise PuzzleError(f"{file}: no puzzle has the game_id {game!r}", hint=f"It begins with {ids}." if ids else "")
    return found


def _show_solutions(one: Filed, solutions: Sequence[Mapping[str, str]]) -> None:
    count = f"{len(solutions)} solution{'' if len(solutions) == 1 else 's'}"
    console.print(f"[bold]{plain(str(one.puzzle.game_id))}[/]  {count}", soft_wrap=True)
    for roles in solutions[:MOST_SHOWN]:
        console.print(f"  {_roles(roles)}", soft_wrap=True)
    if len(solutions) > MOST_SHOWN:
        console.print(f"  [dim]… and {len(solutions) - MOST_SHOWN} more: --json lists all[/]")
    if one.solution is not None and list(solutions) != [one.solution]:
        console.print(f"  [yellow]the file says:[/] {_roles(one.solution)}", soft_wrap=True)


def _show_deduction(one: Puzzle) -> None:
    console.print(f"[bold]{plain(str(one.game_id))}[/]")
    for line in told(deduce(one)):
        indent = len(line) - len(line.lstrip())
        console.print(" " * indent + plain(line.lstrip()), soft_wrap=True)
    console.print()


def _show_difficulty(one: Puzzle) -> None:
    found = difficulty(one)
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("assignments left by", no_wrap=True)
    table.add_column("this alone", justify="right")
    table.add_column("all so far", justify="right")
    table.add_row("the hints", str(found.hinted), str(found.hinted))
    for name, alone, after in zip(one.players, found.alone, found.after, strict=True):
        table.add_row(plain(name), str(alone), str(after))
    console.print(table)


def _roles(roles: Mapping[str, str]) -> str:
    return ", ".join(f"{plain(name)} {role}" for name, role in roles.items())
