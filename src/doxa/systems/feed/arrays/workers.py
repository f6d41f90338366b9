"""Workers that move shards: this process, one shard after the other, or tasks of a Ray cluster that keeps them."""

import os
from functools import reduce
from operator import add
from typing import Any, Protocol

import numpy as np

from doxa.beliefs.population.crowd import Crowd, Floats
from doxa.errors import ModelSetupError
from doxa.systems.feed.arrays.audience import RoundMovement, Shard
from doxa.systems.feed.tasks.population_round import Posts


class Workers(Protocol):
    """What keeps the shards of one audience in memory and moves them."""

    def seat(self, shards: list[Shard]) -> None:
        """Load shards in place of the previous ones."""

    def meet(self, posts: Posts) -> RoundMovement:
        """Move all listeners by one round and return its effect."""

    def positions(self) -> list[Floats]: ...

    def crowds(self) -> list[Crowd]: ...

    def close(self) -> None: ...


class Here:
    """Shards in the memory of this process."""

    def __init__(self) -> None:
        self._shards: list[Shard] = []

    def seat(self, shards: list[Shard]) -> None:
        self._shards = shards

    def meet(self, posts: Posts) -> RoundMovement:
        return reduce(add, (shard.meet(posts) for shard in self._shards))

    def positions(self) -> list[Floats]:
        return [shard.crowd.position for shard in self._shards]

    def crowds(self) -> list[Crowd]:
        return [shard.crowd for shard in self._shards]

    def close(self) -> None:
        self._shards = []


def move_shard(shard: Shard, posts: Posts) -> tuple[Shard, RoundMovement, Floats]:
    """Return a moved copy of a shard (one of the object store is read-only), the round's effect, and positions."""
    copy = Shard(audience=shard.audience, crowd=shard.crowd.copy(), follows=shard.follows)
    effect = copy.meet(posts)
    return copy, effect, np.array(copy.crowd.position)


class OnRay:
    """Shards in Ray's object store; a round is one task for each shard, at most ``workers`` at a time."""

    def __init__(self, ray: Any, workers: int) -> None:
        self._ray = ray
        self._workers = workers
        self._task = ray.remote(num_returns=3, num_cpus=1)(move_shard)
        self._shards: list[Any] = []
        self._positions: list[Floats] = []

    def seat(self, shards: list[Shard]) -> None:
        self._shards = [self._ray.put(shard) for shard in shards]
        self._positions = [shard.crowd.position for shard in shards]

    def meet(self, posts: Posts) -> RoundMovement:
        posts_reference = self._ray.put(posts)
        new_shards: list[Any] = []
        effects: list[RoundMovement] = []
        for low in range(0, len(self._shards), self._workers):
            tasks = [
                self._task.remote(reference, posts_reference) for reference in self._shards[low : low + self._workers]
            ]
            new_shards += [task[0] for task in tasks]
            effects += self._ray.get([task[1] for task in tasks])
            self._positions[low : low + len(tasks)] = self._ray.get([task[2] for task in tasks])
        self._shards = new_shards
        return reduce(add, effects)

    def positions(self) -> list[Floats]:
        return self._positions

    def crowds(self) -> list[Crowd]:
        return [self._ray.get(reference).crowd for reference in self._shards]

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
