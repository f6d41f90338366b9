"""Whether a grid of a thousand short runs slows down as it grows: runs a second and memory of every hundred runs.

    python bench/grid.py [RUNS]

Each run has two rounds against the counter-argument opponent, with every combination of five uptakes and five
anchorings, offline, eight runs at once in one process. Then the same call is repeated, which finds every run finished.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from doxa.experiments.runner import Cell, run_jobs
from doxa.experiments.sweeping import Sweep, jobs_of
from doxa.records.base import JsonValue

LEVELS: list[JsonValue] = [0.2, 0.4, 0.6, 0.8, 1.0]
AT_ONCE = 8
ROW = 100


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    ended: list[float] = []

    def watch(number: int, total: int, cell: Cell) -> None:
        if cell.status != "finished":
            raise SystemExit(f"{cell.path}: {cell.reason}")
        ended.append(time.perf_counter())
        if number % ROW == 0:
            megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            since = began if number == ROW else ended[-ROW - 1]
            print(
                f"runs {number - ROW + 1:4} to {number:4}: {ROW / (ended[-1] - since):5.1f} runs/s, {megabytes:4.0f} MB"
            )

    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(
            scenario="counter-arguments",
            grid={"belief.u": LEVELS, "belief.a": LEVELS},
            replicates=max(1, runs // len(LEVELS) ** 2),
            out=Path(folder),
            changes={"script.rounds": 2, "seeds.per_side": 4},
        )
        began = time.perf_counter()
        jobs = jobs_of(sweep)
        print(f"{len(jobs)} runs planned in {time.perf_counter() - began:.1f} s")
        began = time.perf_counter()
        run_jobs(jobs, at_once=AT_ONCE, watch=watch)
        took = time.perf_counter() - began
        began = time.perf_counter()
        run_jobs(jobs, at_once=AT_ONCE)
        print(f"all: {took:.1f} s; called again: {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
