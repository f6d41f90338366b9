"""How fast a population moves on 1, 2 and 3 raylets of one core each, beside this process with one thread.

python bench/clusters.py

All raylets are on this machine: where it has fewer cores than raylets, those share them, and the ratio says how much
Ray costs rather than how far a cluster scales.
"""

import os
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numba

from doxa.systems.feed.arrays.audience import BLOCK, Shard, make_shard
from doxa.systems.feed.arrays.workers import Workers, on_ray
from doxa.systems.feed.tasks.population_round import Audience, Posts
from raylets import addressed, raylets

VOICES, FOLLOWS, SHARDS, ROUNDS = 200, 20, 6, 5
SIZE = 32 * BLOCK
"""Listeners of a shard."""

STORE = 2_000_000_000
"""Bytes of memory for the objects of a raylet: where shards do not fit, Ray writes and reads them in every round."""


def main() -> None:
    shards = [make_shard(_audience(), place * SIZE, (place + 1) * SIZE) for place in range(SHARDS)]
    print(f"{SHARDS * SIZE:,} listeners in {SHARDS} shards × {FOLLOWS} posts of {VOICES} voices, numba, float64: ")
    print(f"agent·posts a second, best of {ROUNDS} rounds, on {os.cpu_count()} cores")
    numba.set_num_threads(1)
    alone = _rate(Workers(), [_copy_shard(shard) for shard in shards])
    print(f"  this process, one thread   {alone:.2e}", flush=True)
    first = 0.0
    for count in (1, 2, 3):
        with raylets(count, store=STORE) as cluster, addressed(cluster):
            rate = _rate(on_ray(count), shards)
        first = first or rate
        print(f"  {count} raylet{'s' * (count > 1)}{' ' * (18 if count == 1 else 17)}{rate:.2e}", end="")
        print(f"   {rate / first:.2f} of one raylet, {rate / alone:.2f} of this process", flush=True)


def _audience() -> Audience:
    voices = tuple(np.linspace(-1, 1, VOICES).tolist())
    return Audience(
        size=SHARDS * SIZE, seed=22, voices=voices, follows=FOLLOWS, alike=0.0, start="even", spread=0.1, contents=2000,
        kernel="social", belief={}, engine="numba", precision="float64",
    )  # fmt: skip


def _posts(number: int) -> Posts:
    random = np.random.Generator(np.random.Philox(number))
    contents = tuple(((np.arange(VOICES) + number * VOICES) % 2000).tolist())
    return Posts(stances=tuple(random.uniform(-1, 1, VOICES).tolist()), contents=contents)


def _copy_shard(shard: Shard) -> Shard:
    return Shard(audience=shard.audience, crowd=shard.crowd.copy(), follows=shard.follows)


def _rate(workers: Workers, shards: list[Shard]) -> float:
    """Return agent·posts a second; two rounds before are not timed, in which workers start and numba compiles."""
    workers.seat(shards)
    for number in (0, 1):
        workers.meet(_posts(number), number)
    seconds = []
    for number in range(2, 2 + ROUNDS):
        began = time.perf_counter()
        workers.meet(_posts(number), number)
        seconds.append(time.perf_counter() - began)
    workers.close()
    return SHARDS * SIZE * FOLLOWS / min(seconds)


if __name__ == "__main__":
    main()
