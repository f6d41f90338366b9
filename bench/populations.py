"""How fast populations move: arrays beside a memory copy, a plain loop, Mesa and NDlib, and a million listeners stored.

python bench/populations.py [--without-end]
uv run --no-sync --with mesa --with ndlib --with six python bench/populations.py     # with both comparisons
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from doxa.beliefs.population.advancing import Engine, advance, population_rule
from doxa.beliefs.population.crowd import Crowd, Feed, begun

LISTENERS, VOICES, POSTS = 1_000_000, 200, 20
LOOPED = 2_000
"""Listeners that the plain loop, Mesa and NDlib are timed on; the cost of each is the same for every listener."""

CONTENTS = 2_000
RULE = population_rule("social", {})


def main() -> None:
    if "--without-end" not in sys.argv:
        _stored()  # first: a process that is started counts the memory of the one that started it
    print(f"{LISTENERS:,} listeners × {POSTS} posts of {VOICES} voices: agent·posts a second, best of several rounds;")
    print("after / by processor time: what two cores give that nobody else uses")
    copied = _copy(_crowd_met(LISTENERS, "numba", np.float64), _feed(LISTENERS, 1))
    print(f"  memory copy of the same arrays, two threads   {copied}")
    for kind in (np.float64, np.float32):
        rate = _moved(LISTENERS, "numba", kind)
        shares = f"{rate.wall / copied.wall:.0%} / {rate.busy / copied.busy:.0%} of the copy"
        print(f"  numba, {np.dtype(kind).name}, two threads                   {rate}   {shares}", flush=True)
    print(f"  numpy, float64, two threads                   {_halves()}")
    print(f"  plain loop of the formula, one thread         {_looped()}")
    _others()
    print("cost by size (numba, float64): ns for a listener's post, / by processor time of one core")
    for size in (10_000, 100_000, 1_000_000, 10_000_000):
        rate = _moved(size, "numba", np.float64)
        print(f"  {size:>12,}   {1e9 / rate.wall:.1f} / {2e9 / rate.busy:.1f}", flush=True)


@dataclass(frozen=True, kw_only=True)
class Rate:
    """Agent·posts a second, by the clock and by processor time on two cores."""

    wall: float
    busy: float

    def __str__(self) -> str:
        return f"{self.wall:.2e} / {self.busy:.2e}"


def _best(count: int, work: Callable[[], object], times: int) -> Rate:
    """The best of several times, each by itself."""
    walls, busies = [], []
    for _ in range(times):
        wall, busy = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        busies.append(time.process_time() - busy)
    return Rate(wall=count / min(walls), busy=2 * count / min(busies))


def _feed(size: int, number: int) -> Feed:
    """A round: every voice says something of 2,000 things; each listener sees twenty different voices."""
    random = np.random.Generator(np.random.Philox(number))
    first = np.random.Generator(np.random.Philox(99)).integers(0, VOICES, size, dtype=np.int32)
    shown = (first[:, None] + np.arange(POSTS, dtype=np.int32) * 7) % VOICES
    return Feed(
        author=np.arange(VOICES, dtype=np.int32),
        stance=random.uniform(-1, 1, VOICES),
        likes=random.integers(0, 5, VOICES),
        content=((np.arange(VOICES) + number * VOICES) % CONTENTS).astype(np.int32),
        starts=np.arange(0, size * POSTS + 1, POSTS, dtype=np.int64),
        shown=np.ascontiguousarray(shown).reshape(-1),
    )


def _crowd(size: int, kind: Any) -> Crowd:
    positions = np.random.Generator(np.random.Philox(1)).uniform(-1, 1, size).astype(kind)
    return begun(positions, 0.5, contents=CONTENTS, cap=CONTENTS)


def _crowd_met(size: int, engine: Engine, kind: Any) -> Crowd:
    """A crowd that has met every voice of a round."""
    crowd = _crowd(size, kind)
    advance(crowd, _feed(size, 0), RULE, engine)
    return crowd


def _moved(size: int, engine: Engine, kind: Any) -> Rate:
    crowd, feeds = _crowd_met(size, engine, kind), cycle([_feed(size, 1), _feed(size, 2)])
    times = min(200, max(6, 100_000_000 // (size * POSTS)))
    return _best(size * POSTS, lambda: advance(crowd, next(feeds), RULE, engine), times)


def _copy(crowd: Crowd, feed: Feed) -> Rate:
    """Copy what a round reads and writes: exposures, trust, positions, confidence, four words of the history."""
    arrays: list[Any] = [feed.shown, feed.starts, crowd.trust.values, crowd.trust.authors, crowd.trust.starts]
    arrays += [crowd.position, crowd.confidence, crowd.history.bits[:4].reshape(-1)]
    halves = [half for one in arrays for half in np.array_split(one, 2)]
    into = [np.empty_like(one) for one in halves]
    with ThreadPoolExecutor(2) as threads:
        return _best(feed.size * POSTS, lambda: list(threads.map(np.copyto, into, halves)), 9)


def _halves() -> Rate:
    """Two crowds of half the size, a thread each."""
    half = LISTENERS // 2
    crowds, feeds = [_crowd(half, np.float64) for _ in range(2)], [_feed(half, number) for number in (0, 1)]
    with ThreadPoolExecutor(2) as threads:

        def round(feed: Feed) -> None:
            list(threads.map(lambda one: advance(one, feed, RULE, "numpy"), crowds))

        round(feeds[0])
        return _best(LISTENERS * POSTS, lambda: round(feeds[1]), 4)


def _looped() -> Rate:
    """The published formula in plain Python, a dictionary and a set a listener."""
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
    """A million listeners for a hundred rounds as a user runs them, in a process of its own."""
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


if __name__ == "__main__":
    main()
