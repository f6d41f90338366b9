"""The puzzles of the experiments: made from the seed, or taken from the user's files.

A file's puzzles are numbered by their lines, since the ids of published files repeat. Puzzle k of a size is the k-th
line with that many players, file after file; it is the same in every experiment.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from doxa.errors import UsageError
from doxa.experiments.reproductions.ordering import Order, jobs_for
from doxa.experiments.runner import Job
from doxa.records.base import JsonValue
from doxa.systems.puzzle.files import PuzzleLine, read_puzzle_file
from doxa.systems.puzzle.puzzles.puzzle import solve
from doxa.systems.puzzle.reproduction.conditions import PUZZLES, SIZES, Configuration


def list_files(order: Order) -> tuple[Path, ...]:
    """Return the files of an order, a folder's ``.jsonl`` files in the order of their names.

    Raises:
        UsageError: a folder has none.
    """
    files: list[Path] = []
    for path in order.files:
        within = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not within:
            raise UsageError(f"--puzzle-file {path}: no .jsonl file in this folder", hint="Name the files themselves.")
        files += within
    return tuple(files)


def puzzles_by_size(order: Order) -> dict[int, list[tuple[Path, PuzzleLine]]]:
    """Return size → the puzzles of an order's files, sizes ascending; empty for an order without files.

    Raises:
        CorpusError, PuzzleError: a file or a line cannot be read.
        UsageError: a folder has no file.
    """
    by_size: defaultdict[int, list[tuple[Path, PuzzleLine]]] = defaultdict(list)
    for path in list_files(order):
        for placed in read_puzzle_file(path):
            by_size[placed.size].append((path, placed))
    return dict(sorted(by_size.items()))


def choose_sizes(order: Order, configuration: Configuration) -> tuple[int, ...]:
    """Return the sizes of a configuration that an order's files have.

    Where the files have none of them, all of their sizes are taken; C6 adds the sizes that the anchor lacks.
    """
    if not order.files:
        return configuration.sizes
    in_files = tuple(puzzles_by_size(order))
    usual = tuple(size for size in SIZES if size in in_files) or in_files
    if configuration.factor == "C6":
        return tuple(size for size in in_files if size not in usual)
    return tuple(size for size in configuration.sizes if size in in_files) or usual


def choose_size(order: Order, wanted: int) -> int:
    """Return one size: the wanted one, or the nearest that an order's files have."""
    return min(puzzles_by_size(order), key=lambda size: (abs(size - wanted), size)) if order.files else wanted


def jobs_on_puzzles(
    order: Order,
    source: str,
    changes: Mapping[str, JsonValue],
    size: int,
    folder: Path,
    varied: Mapping[str, JsonValue],
) -> list[Job]:
    """Return the planned runs of one condition on the puzzles of a size; raises as ``jobs_for``."""
    trials = order.trials or PUZZLES
    if not order.files:
        return jobs_for(source, changes, folder=folder, trials=trials, varied=varied)
    puzzles = puzzles_by_size(order).get(size, [])[:trials]
    own: list[dict[str, JsonValue]] = [
        {"script.puzzles": str(path.resolve()), "script.line": placed.line} for path, placed in puzzles
    ]
    return jobs_for(source, changes, folder=folder, trials=len(own), varied=varied, own=own) if own else []


def describe_puzzles(order: Order) -> str:
    """Return sentences on the files of an order, and what is odd about them; '' for an order without files."""
    if not order.files:
        return ""
    by_size = puzzles_by_size(order)
    placed = [puzzle for puzzles in by_size.values() for _, puzzle in puzzles]
    counts = ", ".join(f"{len(puzzles)} of {size} players" for size, puzzles in by_size.items())
    names = ", ".join(path.name for path in list_files(order))
    sentences = [f"Puzzles by line of {names}: {counts}."]
    repeated = sum(puzzle.same_id is not None for puzzle in placed)
    contradictory = [puzzle for puzzle in placed if puzzle.filed.contradiction or puzzle.filed.uncompared]
    wrong = [
        puzzle for puzzle in placed if puzzle.filed.solution and solve(puzzle.filed.puzzle) != [puzzle.filed.solution]
    ]
    if repeated:
        sentences.append(f"Lines with the game_id of an earlier line of their file: {repeated}.")
    if contradictory:
        first = contradictory[0]
        sentences.append(
            f"Lines whose solutions contradict each other or cannot be read: {len(contradictory)}, first {first.file}, "
            f"line {first.line}: {first.filed.contradiction or first.filed.uncompared}."
        )
    if wrong:
        sentences.append(
            f"Lines whose solution is not that of the statements: {len(wrong)}, first {wrong[0].file}, line "
            f"{wrong[0].line}; debates are compared with the statements' solution."
        )
    return " ".join(sentences)
