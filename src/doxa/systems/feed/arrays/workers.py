"""Workers that move shards: this process, one shard after the other, or tasks of a Ray cluster that keeps them."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from operator import add
from typing import Any, Protocol

import numpy as np

from doxa.beliefs.population.crowd import Crowd, Floats
from doxa.models.cluster import is_within_task, join_cluster
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
    if shard.audience.engine == "numba":
        import numba

        numba.set_num_threads(1)  # the task has one core; its neighbours have the others
    copy = Shard(audience=shard.audience, crowd=shard.crowd.copy(), follows=shard.follows)
    effect = copy.meet(posts)
    return copy, effect, np.array(copy.crowd.position)


class OnRay:
    """Shards in Ray's object store; a round is one task for each shard, at most ``workers`` at a time.

    Ray repeats the task of a worker that died. Where a whole machine is lost, its shards are lost too: every method
    then raises ShardsLostError, and new shards must be seated. No task touches a file.
    """

    def __init__(self, ray: Any, workers: int) -> None:
        self._ray = ray
        self._workers = workers
        # a task that waits for others in a thread keeps its core; asking for more of them could wait for ever
        cores = 0 if is_within_task(ray) else 1
        self._task = ray.remote(num_returns=3, num_cpus=cores)(move_shard)
        self._shards: list[Any] = []
        self._positions: list[Floats] = []

    def seat(self, shards: list[Shard]) -> None:
        with _losing(self._ray):
            self._shards = [self._ray.put(shard) for shard in shards]
        self._positions = [shard.crowd.position for shard in shards]

    def meet(self, posts: Posts) -> RoundMovement:
        with _losing(self._ray):
            return self._meet(posts)

    def _meet(self, posts: Posts) -> RoundMovement:
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
        with _losing(self._ray):
            return [self._ray.get(reference).crowd for reference in self._shards]

    def close(self) -> None:
        self._shards = []


class ShardsLostError(Exception):
    """The shards of an audience are lost with the machines that kept them."""


@contextmanager
def _losing(ray: Any) -> Iterator[None]:
    """Raise what Ray raises as ShardsLostError; an error of the task's own code as itself."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        # a task whose input is lost fails as if its own code had raised the loss
        if isinstance(error.cause, ray.exceptions.RayError) or not isinstance(error.cause, Exception):
            raise ShardsLostError(type(error).__name__) from None
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ShardsLostError(type(error).__name__) from None


def on_ray(workers: int) -> OnRay:
    """Return workers on the cluster that RAY_ADDRESS names, or on one of this machine that doxa starts.

    Raises:
        ClusterError: Ray is not installed, or the cluster cannot be reached or used.
    """
    setting = "conditions.population_workers"
    return OnRay(join_cluster(needs=setting, without=f"leave out {setting}", cpus=workers), workers)
