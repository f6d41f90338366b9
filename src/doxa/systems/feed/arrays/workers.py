"""Where shards are moved: in this process one after the other, or by tasks of a Ray cluster that keeps them."""

import os
from functools import reduce
from operator import add
from typing import Any, Protocol

import numpy as np

from doxa.beliefs.population.crowd import Crowd, Floats
from doxa.errors import ModelSetupError
from doxa.systems.feed.arrays.audience import Moved, Shard
from doxa.systems.feed.tasks.population_round import Posts


class Workers(Protocol):
    """Holds the shards of one audience."""

    def seat(self, shards: list[Shard]) -> None:
        """Take shards in hand, in place of those before."""

    def meet(self, posts: Posts) -> Moved:
        """Let all meet one round, and return what came of it."""

    def positions(self) -> list[Floats]: ...

    def crowds(self) -> list[Crowd]: ...

    def close(self) -> None: ...


class Here:
    """Shards in the memory of this process."""

    def __init__(self) -> None:
        self._shards: list[Shard] = []

    def seat(self, shards: list[Shard]) -> None:
        self._shards = shards

    def meet(self, posts: Posts) -> Moved:
        return reduce(add, (one.meet(posts) for one in self._shards))

    def positions(self) -> list[Floats]:
        return [one.crowd.position for one in self._shards]

    def crowds(self) -> list[Crowd]:
        return [one.crowd for one in self._shards]

    def close(self) -> None:
        self._shards = []


def moved(shard: Shard, posts: Posts) -> tuple[Shard, Moved, Floats]:
    """Move a copy of a shard: what comes from the object store cannot be written to."""
    own = Shard(audience=shard.audience, crowd=shard.crowd.copy(), follows=shard.follows)
    found = own.meet(posts)
    return own, found, np.array(own.crowd.position)


class OnRay:
    """Shards in Ray's object store; a round is a task a shard, at most ``workers`` at a time."""

    def __init__(self, ray: Any, workers: int) -> None:
        self._ray = ray
        self._workers = workers
        self._task = ray.remote(num_returns=3, num_cpus=1)(moved)
        self._shards: list[Any] = []
        self._positions: list[Floats] = []

    def seat(self, shards: list[Shard]) -> None:
        self._shards = [self._ray.put(one) for one in shards]
        self._positions = [one.crowd.position for one in shards]

    def meet(self, posts: Posts) -> Moved:
        sent = self._ray.put(posts)
        now: list[Any] = []
        found: list[Moved] = []
        for low in range(0, len(self._shards), self._workers):
            tasks = [self._task.remote(one, sent) for one in self._shards[low : low + self._workers]]
            now += [one[0] for one in tasks]
            found += self._ray.get([one[1] for one in tasks])
            self._positions[low : low + len(tasks)] = self._ray.get([one[2] for one in tasks])
        self._shards = now
        return reduce(add, found)

    def positions(self) -> list[Floats]:
        return self._positions

    def crowds(self) -> list[Crowd]:
        return [self._ray.get(one).crowd for one in self._shards]

    def close(self) -> None:
        self._shards = []


def on_ray(workers: int) -> OnRay:
    """Return workers on Ray, started locally when RAY_ADDRESS names no cluster.

    Raises:
        ModelSetupError: Ray is not installed.
    """
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    try:
        import ray
    except ImportError:
        raise ModelSetupError(
            "Ray is not installed", hint="pip install 'doxa[ray]', or leave out conditions.population_workers."
        ) from None
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False, num_cpus=max(workers, 1))
    return OnRay(ray, workers)
