"""How fast the studio is: listing 10,000 runs, what-ifs on 60 rounds, and ten runs of 1,000 rounds in a browser.

    python bench/studio.py [--runs 10000] [--rounds 1000]

Each figure stands beside another way of doing the same: reading every log whole, ``doxa.what_if`` without the recorded
fold that the studio keeps, and the whole view at once in place of its parts. The seconds of this process or of the
studio's stand beside those of the clock, since the machine may be busy with other things. The long runs are a real one
of 60 rounds, said over and over; without a Chromium they are opened without a browser.
"""

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import doxa
from app.browser import Page, find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.analysis.what_if import recompute
from doxa.log.rundir import open_run
from doxa.studio.opened import OpenedRuns
from doxa.studio.processes import MAIN
from doxa.studio.shelf import RunShelf
from long_log import lengthen  # type: ignore[import-not-found]  # of the tests, which have no types to check

T = TypeVar("T")

OPEN = """new Promise(done => {{ const began = performance.now();
    document.querySelector('a.open[href="{address}"]').click();
    const look = () => document.querySelector('.transcript .turn .speech') && document.querySelector('.u-over')
        ? requestAnimationFrame(() => setTimeout(() => done((performance.now() - began) / 1000)))
        : requestAnimationFrame(look);
    look() }})"""
"""Clicks on a run and tells the seconds until its first turns and its curves are painted."""

SCROLL = """new Promise(done => { const pane = document.querySelector('.transcript'), frames = []; pane.scrollTop = 0;
    let last = performance.now();
    const go = () => { const now = performance.now(); frames.push(now - last); last = now; pane.scrollTop += 400;
        frames.length < 200 ? requestAnimationFrame(go) : done(frames) };
    requestAnimationFrame(go) })"""
"""Scrolls through 80,000 pixels and tells the milliseconds of each frame."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=1_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        list_runs(folder / "many", asked.runs)
        ask_what_if(folder / "sixty", rounds=60)
        for number in range(10):
            lengthen(folder / "sixty", folder / "long" / f"{number}", asked.rounds)
        open_parts(folder / "long" / "0", asked.rounds)
        if find_chromium():
            open_in_browser(folder / "long", asked.rounds)


def list_runs(folder: Path, count: int) -> None:
    """Print the time to list many runs: the first time, again, and by reading every log whole."""
    one = folder.parent / "one"
    doxa.run("compulsory-voting", out=one, changes={"script.rounds": 2})
    files = {file.name: file.read_bytes() for file in one.iterdir() if file.suffix in (".json", ".jsonl")}
    for number in range(count):
        run = folder / f"{number // 100:03}" / f"{number:05}"
        run.mkdir(parents=True)
        for name, content in files.items():
            (run / name).write_bytes(content)
    shelf = RunShelf(root=folder)
    first, busy, rows = timed(shelf.rows)
    again, _, _ = timed(shelf.rows)
    sample = max(1, count // 100)
    whole, _, _ = timed(lambda: [open_run(folder / row.path) for row in rows[:sample]])
    print(
        f"list {count:,} runs: {first:.2f} s ({busy:.2f} s of this process); again {again:.2f} s; "
        f"logs read whole {whole * count / sample:.0f} s, {whole * count / sample / first:.0f} times as long"
    )


def ask_what_if(path: Path, rounds: int) -> None:
    """Print how long what-ifs take, with the recorded fold at hand and without."""
    log = doxa.run("compulsory-voting", out=path, changes={"script.rounds": rounds})
    run = OpenedRuns().open(path)
    values = [0.05 + 0.9 * step / 60 for step in range(60)]
    answer = partial(recompute, run.log, run.folded())
    answer({"belief.u": 0.5}, ())
    kept = [timed(partial(answer, {"belief.u": value}, ()))[:2] for value in values]
    plain = [timed(partial(doxa.what_if, log, {"belief.u": value}))[0] for value in values[:10]]
    struck = [event.body.claims[0].id for event in run.log.events if event.kind == "heard" and event.body.claims]
    without = [timed(partial(answer, {}, [claim]))[0] for claim in struck[:: 1 + rounds // 6]]
    for name, seconds in (("clock", [one for one, _ in kept]), ("this process", [busy for _, busy in kept])):
        p95 = statistics.quantiles(seconds, n=20)[-1]
        print(
            f"what-if on {rounds} rounds, {name}: median {1e3 * statistics.median(seconds):.0f} ms, "
            f"95 % within {1e3 * p95:.0f} ms"
        )
    print(
        f"  without one claim: at most {1e3 * max(without):.0f} ms; "
        f"doxa.what_if median {1e3 * statistics.median(plain):.0f} ms"
    )


def open_parts(path: Path, rounds: int) -> None:
    """Print the time until the studio can answer with the first part of a long run, and with the whole view."""
    OpenedRuns().open(path).opening()  # what only the first run of all needs is imported
    seconds, busy, head = timed(lambda: OpenedRuns().open(path).opening())
    plain, _, view = timed(lambda: view_of(open_run(path)).model_dump_json())
    print(
        f"first part of {rounds:,} rounds: {seconds:.2f} s ({busy:.2f} s of this process), {len(head) / 1e6:.1f} MB; "
        f"whole view as for doxa report {plain:.2f} s, {len(view) / 1e6:.1f} MB: {plain / seconds:.0f} times as long"
    )


def open_in_browser(folder: Path, rounds: int) -> None:
    """Print the time from a click to the first turns, how it scrolls, and what the studio holds with ten runs open."""
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "studio", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
    ) as studio:
        assert studio.stdout is not None
        link = next(found[0] for line in studio.stdout if (found := re.search(r"http://\S+", line)))
        try:
            with open_page(link) as page:
                look(page, studio.pid, rounds)
                began = time.perf_counter()
                studio.send_signal(signal.SIGINT)
                studio.wait(20)
                print(f"Ctrl-C with a stream open: {time.perf_counter() - began:.2f} s")
        finally:
            studio.kill()


def look(page: Page, process: int, rounds: int) -> None:
    page.wait_for("document.querySelectorAll('.row.run').length === 10", 60)
    rest(process)  # the shelf draws its small curves
    empty, busy = held(process), spent(process)
    times = []
    addresses = page.evaluate("[...document.querySelectorAll('.row.run a.open')].map(link => link.pathname)")
    for address in addresses:
        times.append(page.evaluate(OPEN.format(address=address)))
        if len(times) == 1:
            print(f"  of that the studio's: {spent(process) - busy:.2f} s")
        page.wait_for("document.querySelector('#memory .tabs')", 120)
        page.evaluate("document.querySelector('.home').click()")
        page.wait_for(f"document.querySelector('a.open[href=\"{address}\"]')")
    page.evaluate(OPEN.format(address=addresses[0]))
    count = page.evaluate("document.querySelectorAll('*').length")
    frames = sorted(page.evaluate(SCROLL))
    print(
        f"open {rounds:,} rounds, click to first turns: first {times[0]:.2f} s, median of ten "
        f"{statistics.median(times):.2f} s; {count} elements; "
        f"frames while scrolling: median {frames[100]:.0f} ms, 95 % within {frames[190]:.0f} ms"
    )
    print(f"memory of the studio: {empty:.0f} MB; with ten runs of {rounds:,} rounds open {held(process):.0f} MB")


def rest(process: int) -> None:
    """Wait until a process has computed nothing for two seconds."""
    before = -1.0
    while (now := spent(process)) - before > 0.02:
        before = now
        time.sleep(2)


def held(process: int) -> float:
    """Return the memory of a process in megabytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def spent(process: int) -> float:
    """Return the seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(work: Callable[[], T]) -> tuple[float, float, T]:
    """Return the seconds of the clock, those of this process, and what the work gives."""
    began, busy = time.perf_counter(), time.process_time()
    found = work()
    return time.perf_counter() - began, time.process_time() - busy, found


if __name__ == "__main__":
    main()
