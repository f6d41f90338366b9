"""Puzzles a second, read from their text and solved with a full count, and the time to make unique nine-player puzzles.

For comparison, on a few of the same puzzles: a plain loop over the assignments (itertools; statements are tried in turn
up to the first that does not fit), and numpy with a boolean array over all assignments for each statement. All three
count all solutions, and the counts are compared.

python bench/puzzles.py [--players 9] [--count 300] [--repeats 5] [--plain 12]
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.systems.puzzle.files import row_of
from doxa.systems.puzzle.puzzles.generating import Sort, draw_statement, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, examine
from doxa.systems.puzzle.puzzles.statements import Count
from doxa.systems.puzzle.puzzles.wording import game_text, read_puzzle
from doxa.systems.puzzle.puzzles.worlds import worlds

CORES = 2


def read_and_solve(texts: Sequence[str]) -> list[int]:
    """Return the number of solutions of each text."""
    return [examine(read_puzzle(text, 0)).count for text in texts]


def plain_count(row: dict[str, Any]) -> int:
    """Count solutions with one spy by a loop over assignments, from the numbers of a row (1 knight, 2 knave, 3 spy)."""
    said = list(zip(row["raw_schema"], row["raw_statement"], strict=True))[: row["num_player"]]
    return sum(_fits(roles, said) for roles in _one_spy(row["num_player"]))


def _one_spy(players: int) -> Iterator[list[int]]:
    for (spy,) in combinations(range(players), 1):
        for others in product((1, 2), repeat=players - 1):
            yield [*others[:spy], 3, *others[spy:]]


def _fits(roles: list[int], said: list[tuple[int, Any]]) -> bool:
    truths: list[bool] = []
    for role, (kind, raw) in zip(roles, said, strict=True):
        truths.append(_true(kind, raw, roles, truths))
        if role != 3 and truths[-1] != (role == 1):
            return False
    return True


def _true(kind: int, raw: Any, roles: list[int], truths: list[bool]) -> bool:
    if kind == 15:
        first, second = (_true(one, other, roles, truths) for one, other in raw)
        return first != second
    if kind in (4, 5, 8, 9, 13, 14):
        values = [1 if truths[one] else 2 for one in raw[0]]
    else:
        values = [roles[one] for one in raw[0]]
    if kind <= 5:
        return values.count(raw[2]) == int(raw[1])
    if kind <= 10:
        return (len(set(values)) == 1) == (kind != 10)
    return values.count(raw[1]) % 2 == int(raw[2]) % 2


def array_count(row: dict[str, Any], roles: NDArray[np.int8]) -> int:
    """Count solutions with one array operation a step.

    Args:
        roles: shape (assignments, players), 1 to 3 as in the row.
    """
    left = np.ones(len(roles), dtype=np.bool_)
    truths = np.zeros((len(roles), row["num_player"]), dtype=np.bool_)
    said = zip(row["raw_schema"], row["raw_statement"], strict=True)
    for place, (kind, raw) in zip(range(row["num_player"]), said, strict=False):
        truths[:, place] = _array_true(kind, raw, roles, truths)
        left &= (roles[:, place] == 3) | ((roles[:, place] == 1) == truths[:, place])
    return int(left.sum())


def _array_true(kind: int, raw: Any, roles: NDArray[np.int8], truths: NDArray[np.bool_]) -> NDArray[np.bool_]:
    if kind == 15:
        first, second = (_array_true(one, other, roles, truths) for one, other in raw)
        return first ^ second
    values = 2 - truths[:, raw[0]].astype(np.int8) if kind in (4, 5, 8, 9, 13, 14) else roles[:, raw[0]]
    if kind <= 5:
        return np.asarray((values == raw[2]).sum(axis=1) == raw[1])
    if kind <= 10:
        return np.asarray((values == values[:, :1]).all(axis=1) == (kind != 10))
    return np.asarray((values == raw[1]).sum(axis=1) % 2 == raw[2] % 2)


def plain_make(players: int, count: int, seed: int) -> int:
    """Make puzzles as doxa does, but count with the plain loop; return the number of attempts."""
    random, made, tried = Random(seed), 0, 0
    while made < count:
        statements = tuple(draw_statement(random, place, players, 1) for place in range(players))
        hints = (Count(tuple(range(players)), 1, "spy"),)
        names = tuple(f"P{place}" for place in range(players))
        puzzle = Puzzle(game_id=0, players=names, statements=statements, hints=hints)
        made += plain_count(row_of(puzzle, dict.fromkeys(names, "spy"))) == 1
        tried += 1
    return tried


def timed(work: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Return the median seconds that the work took: by the clock, and of this process's processor time."""
    clock: list[float] = []
    processor: list[float] = []
    for _ in range(repeats):
        began, before = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - began)
        processor.append(time.process_time() - before)
    return statistics.median(clock), statistics.median(processor)


def told(what: str, puzzles: int, seconds: tuple[float, float], *, own: bool = True) -> None:
    """Print a rate; ``own`` where this process did the work, so that its processor time is meaningful."""
    clock, processor = seconds
    aside = f"   ({puzzles / processor:,.0f} a second of processor time)" if own else ""
    print(f"{what:54} {puzzles / clock:8,.0f} a second{aside}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=9)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--plain", type=int, default=12)
    asked = parser.parse_args()
    sort = Sort(players=asked.players)
    made: list[Puzzle] = []

    def make() -> None:
        made[:] = generate(sort, asked.count, 7)

    clock, processor = timed(make, asked.repeats)
    print(
        f"{asked.count} unique puzzles of {asked.players} players made in {clock:.2f} s (processor {processor:.2f} s)"
    )
    few = max(1, asked.plain // 4)
    slow, _ = timed(lambda: plain_make(asked.players, few, 7), 1)
    whole = slow / few * asked.count
    print(f"  with the plain loop as counter: {few} in {slow:.2f} s, at which {asked.count} take {whole:.0f} s")

    texts = [game_text(one) for one in made] * 10
    puzzles = [read_puzzle(text, 0) for text in texts]
    told("read from text and solved, one core", len(texts), timed(lambda: read_and_solve(texts), asked.repeats))
    told("  reading", len(texts), timed(lambda: [read_puzzle(text, 0) for text in texts], asked.repeats))
    told("  solving", len(texts), timed(lambda: [examine(one, one.spies).count for one in puzzles], asked.repeats))
    with ProcessPoolExecutor(CORES) as pool:
        parts = [texts[place::CORES] for place in range(CORES)]
        list(pool.map(read_and_solve, parts))  # worlds are laid out
        spent = timed(lambda: list(pool.map(read_and_solve, parts)), asked.repeats)
    told(f"read from text and solved, {CORES} processes of {os.cpu_count()} cores", len(texts), spent, own=False)
    rows = [row_of(one, dict.fromkeys(one.players, "spy")) for one in made[: asked.plain]]
    told("the plain loop (solving alone), one core", len(rows), timed(lambda: [plain_count(one) for one in rows], 1))
    roles = worlds(asked.players, 1).roles + np.int8(1)
    told(
        "numpy arrays (solving alone), one core", len(rows), timed(lambda: [array_count(one, roles) for one in rows], 3)
    )
    counts = read_and_solve(texts[: len(rows)])
    assert [plain_count(one) for one in rows] == [array_count(one, roles) for one in rows] == counts


if __name__ == "__main__":
    main()
