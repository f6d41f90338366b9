"""How fast populations move: arrays beside a memory copy, a plain loop, Mesa and NDlib, and a logged million listeners.

python bench/populations.py             # the social rule compiled, beside what memory gives
python bench/populations.py --whole     # and numpy, the plain loop, cost by size, and a million listeners stored
python bench/populations.py --network [PAIRS]    # a million listeners who hear one another, beside bare calls
uv run --no-sync --with mesa --with ndlib --with six python bench/populations.py --whole    # and both comparisons
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.population.advancing import Engine, advance, population_rule
from doxa.beliefs.population.crowd import Crowd, Feed, begun
from doxa.systems.feed.arrays.edges import read_edges

LISTENERS, VOICES, POSTS = 1_000_000, 200, 20
LOOPED = 2_000
"""Listeners on whom the plain loop, Mesa and NDlib are timed; each costs the same for every listener."""

TURNS = 9
CACHED = 1 << 18
"""Bytes of a chunk that is read through a buffer: a fraction of a core's own cache."""

CONTENTS = 2_000
RULE = population_rule("social", {})


def main() -> None:
    if "--network" in sys.argv:
        _networked(*map(int, sys.argv[sys.argv.index("--network") + 1 :]))
        return
    whole = "--whole" in sys.argv
    if whole:
        _stored()  # first, since a started process counts the memory of the process that starts it
    print(f"{LISTENERS:,} listeners × {POSTS} posts of {VOICES} voices: agent·posts a second, best of several rounds;")
    print("after / by processor time: what two cores give that nobody else uses")
    for kind in (np.float64, np.float32):
        _beside_copies(kind)
    if not whole:
        return
    print(f"  numpy, float64, two threads                   {_halves()}")
    print(f"  plain loop of the formula, one thread         {_looped()}")
    _others()
    print("cost by size (numba, float64): ns for a listener's post, / by processor time of one core")
    for size in (10_000, 100_000, 1_000_000, 10_000_000):
        rate = _moved(size, "numba", np.float64)
        print(f"  {size:>12,}   {1e9 / rate.wall:.1f} / {2e9 / rate.busy:.1f}", flush=True)


def _beside_copies(kind: Any) -> None:
    """Time rounds and copies alternately, so that other work on the machine affects both alike."""
    crowd, feeds = _crowd_met(LISTENERS, "numba", kind), [_feed(LISTENERS, number) for number in (1, 2)]
    mixed, known = [_any_order(one) for one in feeds], crowd.history.bits
    for feed in feeds:
        advance(crowd, feed, RULE, "numba")
    half_known = known & ~_every_other(feeds, len(known))[:, None]
    with ThreadPoolExecutor(2) as threads:
        work: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "copy of all its arrays": _copying(threads, _arrays(crowd, feeds[0])),
            "moving the bytes it must": _copying(threads, *_needed(crowd, feeds[0])),
            "as the protocol shows": (lambda: None, _rounds(crowd, feeds)),
            "in any order": (lambda: None, _rounds(crowd, mixed)),
            "half of it new": (lambda: np.copyto(known, half_known), _rounds(crowd, feeds)),
        }
        rates = _by_turns(LISTENERS * POSTS, work, TURNS)
    copies = list(rates)[:2]
    for name in copies:
        print(f"  {np.dtype(kind).name}, {name:35} {rates[name]}")
    for name in list(rates)[2:]:
        print(f"  {np.dtype(kind).name}, numba, {name:28} {rates[name]}", end="")
        shares = [
            f"{rates[name].wall / rates[one].wall:.0%} / {rates[name].busy / rates[one].busy:.0%}" for one in copies
        ]
        print(f"   {shares[0]} of the copy, {shares[1]} of the bytes", flush=True)


@dataclass(frozen=True, kw_only=True)
class Rate:
    """Return agent·posts a second, by the clock and by processor time on two cores."""

    wall: float
    busy: float

    def __str__(self) -> str:
        return f"{self.wall:.2e} / {self.busy:.2e}"


def _best(count: int, work: Callable[[], object], times: int) -> Rate:
    """Return the best of several times."""
    walls, busies = [], []
    for _ in range(times):
        wall, busy = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        busies.append(time.process_time() - busy)
    return Rate(wall=count / min(walls), busy=2 * count / min(busies))


def _by_turns(
    count: int, work: dict[str, tuple[Callable[[], object], Callable[[], object]]], times: int
) -> dict[str, Rate]:
    """Return the best of several times of each, run alternately; the first of each pair is not timed."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in work}
    for _ in range(times):
        for name, (ready, timed) in work.items():
            ready()
            wall, busy = time.perf_counter(), time.process_time()
            timed()
            taken[name].append((time.perf_counter() - wall, time.process_time() - busy))
    return {
        name: Rate(wall=count / min(one for one, _ in pairs), busy=2 * count / min(one for _, one in pairs))
        for name, pairs in taken.items()
    }


def _feed(size: int, number: int) -> Feed:
    """Return a round: every voice posts one of 2,000 contents; each listener sees twenty voices in order."""
    random = np.random.Generator(np.random.Philox(number))
    first = np.random.Generator(np.random.Philox(99)).integers(0, VOICES, size, dtype=np.int32)
    shown = (first[:, None] + np.arange(POSTS, dtype=np.int32) * 7) % VOICES
    return Feed(
        author=np.arange(VOICES, dtype=np.int32),
        stance=random.uniform(-1, 1, VOICES),
        likes=random.integers(0, 5, VOICES),
        content=((np.arange(VOICES) + number * VOICES) % CONTENTS).astype(np.int32),
        starts=np.arange(0, size * POSTS + 1, POSTS, dtype=np.int64),
        shown=np.sort(shown, axis=1).reshape(-1),
    )


def _crowd(size: int, kind: Any) -> Crowd:
    positions = np.random.Generator(np.random.Philox(1)).uniform(-1, 1, size).astype(kind)
    return begun(positions, 0.5, contents=CONTENTS, cap=CONTENTS)


def _crowd_met(size: int, engine: Engine, kind: Any) -> Crowd:
    """Return a crowd that has met every voice of a round."""
    crowd = _crowd(size, kind)
    advance(crowd, _feed(size, 0), RULE, engine)
    return crowd


def _moved(size: int, engine: Engine, kind: Any) -> Rate:
    crowd, feeds = _crowd_met(size, engine, kind), cycle([_feed(size, 1), _feed(size, 2)])
    times = min(200, max(6, 100_000_000 // (size * POSTS)))
    return _best(size * POSTS, lambda: advance(crowd, next(feeds), RULE, engine), times)


def _rounds(crowd: Crowd, feeds: list[Feed]) -> Callable[[], object]:
    turn = cycle(feeds)
    return lambda: advance(crowd, next(turn), RULE, "numba")


def _any_order(feed: Feed) -> Feed:
    """Return the same posts, in a random order for each listener."""
    rows = np.random.Generator(np.random.Philox(7)).permuted(feed.shown.reshape(-1, POSTS), axis=1)
    return replace(feed, shown=rows.reshape(-1))


def _every_other(feeds: list[Feed], words: int) -> NDArray[np.uint64]:
    """Return a random half of the contents of these feeds, one bit a content."""
    contents = np.random.Generator(np.random.Philox(8)).permutation(np.concatenate([one.content for one in feeds]))
    bits = np.zeros(words, np.uint64)
    chosen = contents[: len(contents) // 2]
    np.bitwise_or.at(bits, chosen // 64, np.uint64(1) << (chosen % 64).astype(np.uint64))
    return bits


def _arrays(crowd: Crowd, feed: Feed) -> list[Any]:
    """Return all arrays of a round: exposures, trust, positions, confidence, the words of the history."""
    words = np.unique(feed.content // 64)
    arrays: list[Any] = [feed.shown, feed.starts, crowd.trust.values, crowd.trust.authors, crowd.trust.starts]
    return [*arrays, crowd.position, crowd.confidence, *crowd.history.bits[words]]


def _needed(crowd: Crowd, feed: Feed) -> tuple[list[Any], list[Any]]:
    """Return the arrays that a round must read and write (trust and positions), and those that it must read."""
    written = [crowd.trust.values, crowd.position]
    return written, [one for one in _arrays(crowd, feed) if not any(one is other for other in written)]


def _copying(
    threads: ThreadPoolExecutor, copied: list[Any], read: Sequence[Any] = ()
) -> tuple[Callable[[], object], Callable[[], object]]:
    """Copy the first arrays to other memory, in two halves at once; read the others into a buffer within the cache."""
    halves = [half for one in copied for half in np.array_split(one, 2)]
    into = [np.empty_like(one) for one in halves]
    chunks = [chunk for one in read for chunk in np.array_split(one.view(np.uint8), max(1, one.nbytes // CACHED))]
    sides = [chunks[: len(chunks) // 2], chunks[len(chunks) // 2 :]]
    buffers = [np.empty(2 * CACHED, np.uint8) for _ in sides]

    def through(side: list[Any], buffer: Any) -> None:
        for chunk in side:
            np.copyto(buffer[: len(chunk)], chunk)

    def work() -> None:
        list(threads.map(np.copyto, into, halves))
        list(threads.map(through, sides, buffers))

    return lambda: None, work


def _halves() -> Rate:
    """Return two crowds of half the size, for one thread each."""
    half = LISTENERS // 2
    crowds, feeds = [_crowd(half, np.float64) for _ in range(2)], [_feed(half, number) for number in (0, 1)]
    with ThreadPoolExecutor(2) as threads:

        def round(feed: Feed) -> None:
            list(threads.map(lambda one: advance(one, feed, RULE, "numpy"), crowds))

        round(feeds[0])
        return _best(LISTENERS * POSTS, lambda: round(feeds[1]), 4)


def _looped() -> Rate:
    """The published formula in plain Python, with a dictionary and a set for each listener."""
    feed = _feed(LOOPED, 0)
    states = [{"position": 0.0, "trust": {}, "seen": set()} for _ in range(LOOPED)]
    posts = list(
        zip(feed.author.tolist(), feed.stance.tolist(), feed.likes.tolist(), feed.content.tolist(), strict=True)
    )
    rows = feed.shown.reshape(LOOPED, POSTS).tolist()

    def round() -> None:
        for state, row in zip(states, rows, strict=True):
            _updated(state, [posts[one] for one in row])

    return _best(LOOPED * POSTS, round, 3)


def _updated(state: Any, posts: list[tuple[int, float, int, int]]) -> None:
    position, trust, seen, delta = state["position"], state["trust"], state["seen"], 0.0
    for author, stance, likes, content in posts:
        novelty = 0.5 if content in seen else 1.5
        seen.add(content)
        delta += (stance - position) * trust.get(author, 0.5) * (0.3 + likes * 0.07) * novelty / 0.65 * 0.1
    state["position"] = position = max(-1.0, min(1.0, position + delta))
    for author, stance, _, _ in posts:
        gained = (1.0 - abs(stance - position) / 2.0 - 0.5) * 0.05
        trust[author] = max(0.0, min(1.0, trust.get(author, 0.5) + gained))


def _others() -> None:
    print(f"  Mesa, the same formula in its agents          {_mesa() or 'not installed'}")
    print(f"Hegselmann–Krause, a random graph of {LOOPED:,} agents with {POSTS} neighbours")
    print(f"  NDlib                                         {_ndlib() or 'not installed'}")
    print(f"  numpy, float64, one thread                    {_krause()}")


def _mesa() -> Rate | None:
    if find_spec("mesa") is None:
        return None
    mesa: Any = import_module("mesa")
    feed = _feed(LOOPED, 0)
    posts = list(
        zip(feed.author.tolist(), feed.stance.tolist(), feed.likes.tolist(), feed.content.tolist(), strict=True)
    )
    rows = feed.shown.reshape(LOOPED, POSTS).tolist()

    class Listener(mesa.Agent):  # type: ignore[misc]
        def __init__(self, model: Any, row: list[int]) -> None:
            super().__init__(model)
            self.row, self.state = row, {"position": 0.0, "trust": {}, "seen": set()}

        def step(self) -> None:
            _updated(self.state, [posts[one] for one in self.row])

    model = mesa.Model()
    for row in rows:
        Listener(model, row)
    return _best(LOOPED * POSTS, lambda: model.agents.shuffle_do("step"), 3)


def _graph() -> Any:
    return import_module("networkx").random_regular_graph(POSTS, LOOPED, seed=1)


def _ndlib() -> Rate | None:
    if find_spec("ndlib") is None:
        return None
    settings, opinions = import_module("ndlib.models.ModelConfig"), import_module("ndlib.models.opinions")
    model = opinions.HKModel(_graph())
    config = settings.Configuration()
    config.add_model_parameter("epsilon", 0.32)
    model.set_initial_status(config)
    model.iteration()
    return _best(LOOPED * POSTS, model.iteration, 3)


def _krause() -> Rate:
    graph = _graph()
    crowd, numbers = _crowd(LOOPED, np.float64), np.arange(LOOPED, dtype=np.int32)
    shown = np.array([other for one in range(LOOPED) for other in sorted(graph[one])], np.int32)
    starts = np.arange(0, LOOPED * POSTS + 1, POSTS, dtype=np.int64)
    likes, rule = np.zeros(LOOPED, np.int64), population_rule("hegselmann_krause", {"bound": 0.64})

    def round() -> None:
        stance = crowd.position.copy()
        feed = Feed(author=numbers, stance=stance, likes=likes, content=numbers, starts=starts, shown=shown)
        advance(crowd, feed, rule)

    return _best(LOOPED * POSTS, round, 20)


def _stored() -> None:
    """Run a million listeners for a hundred rounds as a user would, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        call = [sys.executable, "-m", "doxa.app.cli", "run", "million", "--set", "script.rounds=100", "--quiet"]
        began = time.perf_counter()
        subprocess.run([*call, "--out", str(run)], check=True, stdout=subprocess.DEVNULL)
        took = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        size = sum(one.stat().st_size for one in run.rglob("*") if one.is_file()) / 2**30
    print(f"a million listeners × 20 posts × 100 rounds, from the command to the last shard: {took:.0f} s ", end="")
    print(f"({used.ru_utime + used.ru_stime:.0f} s of processor time), ", end="")
    print(f"peak {used.ru_maxrss / 2**20:.1f} GiB, {size:.1f} GiB on disk")


TOWN = """
proposition = "We should subsidize journalism"
protocol = "population"
kernel = "{kernel}"
seed = 3
[script]
rounds = {rounds}
follows = 0
network.file = "town.edges"
[agents.for]
count = 1
"""
NETWORK_ROUNDS, LINES = 100, 5_000_000
KERNELS: dict[str, dict[str, Any]] = {"degroot": {}, "hegselmann_krause": {}}


def _networked(pairs: int = 3) -> None:
    """Compare runs with log and shards to bare calls of ``advance``, which take turns, each in a process of its own."""
    print(f"{LISTENERS:,} listeners, {2 * LINES:,} edges, {NETWORK_ROUNDS} rounds; seconds of processor time, ", end="")
    print(f"medians of {pairs} pairs with the lowest and the highest")
    with tempfile.TemporaryDirectory() as folder:
        ends = np.random.Generator(np.random.Philox(3)).integers(0, LISTENERS, (LINES, 2))
        ends[:, 0] = np.arange(LINES) % LISTENERS  # so that the file names everybody
        np.savetxt(Path(folder) / "town.edges", ends, "%d")
        for kernel in KERNELS:
            rows = [_pair(Path(folder), kernel) for _ in range(pairs)]
            for name in rows[0]:
                taken = [row[name] for row in rows]
                print(
                    f"  {kernel:20} {name:42} {np.median(taken):8.2f} ({min(taken):.2f}–{max(taken):.2f})", flush=True
                )


def _pair(folder: Path, kernel: str) -> dict[str, float]:
    """Return what a run takes, one of a single round, and bare calls, in an order that changes nothing for them."""
    calls = [sys.executable, __file__, "--bare", kernel, str(folder / "town.edges")]
    bare, _ = _child(calls)
    whole, peak = _child(_town(folder, kernel, NETWORK_ROUNDS))
    short, _ = _child(_town(folder, kernel, 1))
    read, _ = _child([*calls, "0"])
    rounds = (whole - short) * NETWORK_ROUNDS / (NETWORK_ROUNDS - 1)
    return {
        "bare calls": bare - read,
        "the whole run": whole,
        "of it a run of one round": short,
        "the whole run / bare calls": whole / (bare - read),
        "its rounds alone / bare calls": rounds / (bare - read),
        "peak memory, GB": peak,
    }


def _town(folder: Path, kernel: str, rounds: int) -> list[str]:
    (folder / "town.toml").write_text(TOWN.format(kernel=kernel, rounds=rounds))
    shutil.rmtree(folder / "run", ignore_errors=True)
    command = [sys.executable, "-m", "doxa.app.cli", "run", str(folder / "town.toml"), "--quiet"]
    return [*command, "--out", str(folder / "run")]


def _child(command: list[str]) -> tuple[float, float]:
    """Return the seconds of processor time and the peak memory in GB of a process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, command
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e9


def _bare(kernel: str, path: str, rounds: str = str(NETWORK_ROUNDS)) -> None:
    """Call ``advance`` over the edges of a file, without a run."""
    edges, _ = read_edges(Path(path), "", mutual=True)
    numbers, likes = np.arange(LISTENERS, dtype=np.int32), np.zeros(LISTENERS, np.int64)
    starts_at = np.random.Generator(np.random.Philox(1)).uniform(-1, 1, LISTENERS)
    crowd, rule = begun(starts_at, 0.5), population_rule(kernel, KERNELS[kernel])
    for _ in range(int(rounds)):
        stance, starts, shown = crowd.position.copy(), edges.starts, edges.heard
        feed = Feed(author=numbers, stance=stance, likes=likes, content=numbers, starts=starts, shown=shown)
        advance(crowd, feed, rule)


if __name__ == "__main__":
    if "--bare" in sys.argv:
        _bare(*sys.argv[2:])
    else:
        main()
