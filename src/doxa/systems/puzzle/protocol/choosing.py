"""Which puzzle a run is about: the one in its scenario, or one made from a size and the run's seed.

The puzzle's text is written into the spec, so that the spec identifies the puzzle. Replicate k of a scenario without
a text has the same puzzle under all settings of the same size (common random numbers).
"""

from functools import lru_cache
from typing import Any

from pydantic import Field

from doxa.errors import PuzzleError, ScenarioError
from doxa.records.base import Settings
from doxa.records.spec import RunSpec
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, solve
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.wording import game_text
from doxa.systems.puzzle.puzzles.worlds import Role
from doxa.systems.puzzle.tasks.record import Prompts

SMALLEST, LARGEST = 3, 12


class PuzzleChoice(Settings):
    """Which puzzle is solved."""

    puzzle: str = ""
    """The text of the puzzle, as ``doxa puzzle make`` writes it; made from ``size`` and the run's seed when empty."""
    size: int = Field(default=6, ge=SMALLEST, le=LARGEST)
    """How many players a made puzzle has: its difficulty."""
    spies: int = Field(default=1, ge=0, le=LARGEST)
    """How many spies a made puzzle has."""
    hints: int = Field(default=0, ge=0, le=LARGEST)
    """How many hints a made puzzle has, beside the number of spies."""
    puzzles: str = ""
    """A file of puzzles in place of ``puzzle``: replicate k has the puzzle number k + 1 of the file, counted by lines.
    A run's spec has the file's name here, and the puzzle's text in ``puzzle``."""
    line: int | None = Field(default=None, ge=1)
    """Which line of that file; the replicate's when absent."""
    remarks: str = ""
    """Filled in: the puzzle's game_id in that file, and what is odd about its line."""
    prompts: Prompts = "neutral"
    """How agents are addressed: ``neutral`` (the task, the rules and the form of answers) or ``coached`` (also how to
    weigh what others say)."""


def complete_script(spec: RunSpec) -> dict[str, Any]:
    """Return a spec's script settings with the puzzle's text and its actual size.

    Raises:
        ScenarioError: the text is no puzzle, has no solution or several, or none can be made with these settings.
    """
    text, puzzle, _ = choose_puzzle(PuzzleChoice.model_validate(_choice(spec)), spec.stream_seed)
    return {**spec.script, "puzzle": text, "size": len(puzzle.players)}


def choose_puzzle(choice: PuzzleChoice, seed: int) -> tuple[str, Puzzle, dict[str, Role]]:
    """Return the text of a puzzle, the puzzle, and its only solution.

    Raises:
        ScenarioError: as ``complete_script``.
    """
    try:
        puzzle = read_puzzle(choice.puzzle, 1) if choice.puzzle else _make_puzzle(choice, seed)
    except PuzzleError as error:
        key = "script.puzzle" if choice.puzzle else "script.size"
        raise ScenarioError(f"{key}: {error.message}", hint=error.hint, key=key) from None
    solutions = solve(puzzle)
    if len(solutions) != 1:
        where = f"{choice.puzzles}, line {choice.line}" if choice.puzzles else "script.puzzle"
        raise ScenarioError(
            f"{where}: the puzzle has {len(solutions) or 'no'} solutions; a debate needs exactly one",
            hint="`doxa puzzle solve FILE` lists the solutions; `doxa puzzle make` makes puzzles that have one.",
            key="script.puzzle",
        )
    return choice.puzzle or game_text(puzzle), puzzle, solutions[0]


def _make_puzzle(choice: PuzzleChoice, seed: int) -> Puzzle:
    return _first(choice.size, choice.spies, choice.hints, seed)


@lru_cache(maxsize=2048)
def _first(size: int, spies: int, hints: int, seed: int) -> Puzzle:
    """Return a puzzle, cached, since configurations of one experiment ask for the same puzzles."""
    return next(iter(generate(Sort(players=size, spies=spies, hints=hints), 1, seed)))


def _choice(spec: RunSpec) -> dict[str, Any]:
    return {name: spec.script[name] for name in PuzzleChoice.model_fields if name in spec.script}
