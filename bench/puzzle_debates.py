"""A hundred offline debates over puzzles of six players, run by run through the whole engine and log.

    python bench/puzzle_debates.py [RUNS]
    python bench/puzzle_debates.py --votes [PUZZLES]

Runs have the anchor configuration, one puzzle each, eight at once in one process. It prints wall and processor time,
and those of the reasoners alone: the same number of answers without engine, prompts or log. With ``--votes`` it prints
debates less the strongest vote instead, by size of puzzle, with intervals (docs/puzzles.md).
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

from doxa.analysis.exhibit import Prose, Table
from doxa.experiments.reproductions import Order, reproduced
from doxa.experiments.runner import run_jobs
from doxa.experiments.sweeping import Sweep, jobs_of
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.offline.reasoners import STRONG, Look, lay_out
from doxa.terminal.exhibits import print_prose, print_table

LIMIT = 60.0
"""Seconds that a hundred debates may take."""


def main() -> None:
    words = sys.argv[1:]
    number = int(words[-1]) if words and words[-1].isdigit() else 100
    if "--votes" in words:
        compare_with_votes(number)
    else:
        time_debates(number)


def compare_with_votes(puzzles: int) -> None:
    """Print debates of the anchor less the strongest vote, and the verdict, on as many puzzles of each size."""
    with tempfile.TemporaryDirectory() as folder:
        order = Order(out=Path(folder), trials=puzzles)
        exhibits = {one.name: one for one in reproduced("really-debate", ("votes",), order, lambda *about: None)}
    verdicts, answer = exhibits["votes-verdict"], exhibits["votes-answer"]
    assert isinstance(verdicts, Table)
    assert isinstance(answer, Prose)
    print_table(verdicts)
    print_prose(answer)


def time_debates(runs: int) -> None:
    """Print how long debates take."""
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(scenario="puzzles/anchor", grid={}, replicates=runs, out=Path(folder), changes={})
        began = time.perf_counter()
        jobs = jobs_of(sweep)
        print(f"{runs} puzzles made and runs planned: {time.perf_counter() - began:.1f} s")
        began, used = time.perf_counter(), time.process_time()
        cells = run_jobs(jobs)
        wall, processor = time.perf_counter() - began, time.process_time() - used
    if lost := [one for one in cells if one.status != "finished"]:
        raise SystemExit(f"{lost[0].path}: {lost[0].reason}")
    calls = 42 * runs
    right = mean([one.scores["puzzles right"] for one in cells])
    print(f"{runs} debates: {wall:.1f} s, processor {processor:.1f} s ({1000 * processor / calls:.1f} ms a call)")
    print(
        f"a hundred at this rate: {100 * wall / runs:.1f} s of {LIMIT:.0f} s allowed; {right:.2f} of the puzzles right"
    )
    games = [str(job.spec.script["puzzle"]) for job in jobs]
    began = time.process_time()
    for number in range(calls):
        Look(laid=lay_out(games[number % runs]), profile=STRONG, random=Random(number), misread=frozenset()).search()
    print(
        f"the search of the strongest reasoner alone, {calls} times: {time.process_time() - began:.1f} s of processor"
    )


if __name__ == "__main__":
    main()
