"""How fast the studio is: listing 10,000 runs, what-ifs on a run of 60 rounds, opening a run of 1,000.

    python bench/studio.py [--runs 10000]

Each figure stands beside a plain way of doing the same: reading every log whole, and ``doxa.what_if`` without the
recorded fold that the studio keeps.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import doxa
from doxa.analysis.building import view_of
from doxa.log.rundir import open_run
from doxa.studio.opened import OpenedRuns
from doxa.studio.shelf import RunShelf

T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000)
    count = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        list_runs(Path(folder) / "many", count)
        ask_what_if(Path(folder) / "sixty", rounds=60)
        open_long(Path(folder) / "thousand", rounds=1000)


def list_runs(folder: Path, count: int) -> None:
    """Print the time to list many runs: the first time, again, and by reading every log whole."""
    one = folder.parent / "one"
    doxa.run("compulsory-voting", out=one)
    files = {file.name: file.read_bytes() for file in one.iterdir() if file.name in ("spec.json", "events.jsonl")}
    for number in range(count):
        run = folder / f"{number // 100:03}" / f"{number:05}"
        run.mkdir(parents=True)
        for name, content in files.items():
            (run / name).write_bytes(content)
    shelf = RunShelf(root=folder)
    first, rows = timed(shelf.rows)
    again, _ = timed(shelf.rows)
    sample = max(1, count // 100)
    whole, _ = timed(lambda: [open_run(folder / row.path) for row in rows[:sample]])
    print(f"list {count:,} runs: {first:.2f} s; again {again:.2f} s; logs read whole {whole * count / sample:.0f} s")


def ask_what_if(path: Path, rounds: int) -> None:
    """Print how long what-ifs take, with the recorded fold at hand and without."""
    log = doxa.run("compulsory-voting", out=path, changes={"script.rounds": rounds})
    run = OpenedRuns().open(path)
    values = [0.05 + 0.9 * step / 60 for step in range(60)]
    run.what_if({"belief.u": 0.5}, ())
    kept = [timed(partial(run.what_if, {"belief.u": value}, ()))[0] for value in values]
    plain = [timed(partial(doxa.what_if, log, {"belief.u": value}))[0] for value in values[:10]]
    p95 = statistics.quantiles(kept, n=20)[-1]
    print(
        f"what-if on {rounds} rounds: median {1e3 * statistics.median(kept):.0f} ms, 95 % within {1e3 * p95:.0f} ms; "
        f"doxa.what_if median {1e3 * statistics.median(plain):.0f} ms"
    )


def open_long(path: Path, rounds: int) -> None:
    """Print the time until the view of a long run is there."""
    doxa.run("compulsory-voting", out=path, changes={"script.rounds": rounds})
    runs = OpenedRuns()
    seconds, view = timed(lambda: runs.open(path).view().model_dump_json())
    plain, _ = timed(lambda: view_of(open_run(path)))
    print(f"open {rounds:,} rounds: {seconds:.2f} s, {len(view) / 1e6:.1f} MB; doxa report's view {plain:.2f} s")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


if __name__ == "__main__":
    main()
