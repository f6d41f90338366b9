"""Workers that move shards: this process, one shard after the other, or tasks of a Ray cluster that keeps them."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from doxa.beliefs.population.crowd import Crowd, Floats
from doxa.models.cluster.joining import is_within_task, join_cluster
from doxa.systems.feed.arrays.audience import RoundMovement, Shard, offer
from doxa.systems.feed.tasks.population_round import Posts

STALL_SECONDS = 600.0
"""A cluster that completes nothing within this time is given up: its cores may be another's, or it may be gone."""

PAUSE = 0.5
"""Seconds between two looks at whether the round was given up."""


class Workers:
    """Keeps the shards of one audience and moves them: in the memory of this process, one after the other."""

    def __init__(self) -> None:
        self._shards: list[Shard] = []

    def seat(self, shards: list[Shard]) -> None:
        """Load shards in place of the previous ones."""
        self._shards = shards

    def meet(self, posts: Posts, round: int) -> RoundMovement:
        """Move all listeners by one round and return its effect."""
        standing = self.standing() if self._shards[0].edges else None
        offered = offer(self._shards[0].audience, posts, standing)
        return reduce(RoundMovement.__add__, (shard.meet(posts, round, offered) for shard in self._shards))

    def standing(self) -> Floats:
        """Return a copy of all positions, (N,): in a network everybody hears where all stand before the round."""
        return np.concatenate(self.positions())

    def positions(self) -> list[Floats]:
        return [shard.crowd.position for shard in self._shards]

    def crowds(self) -> list[Crowd]:
        return [shard.crowd for shard in self._shards]

    def give_up(self) -> None:
        """End the wait for a round that another thread began; this process waits for nobody."""

    def close(self) -> None:
        self._shards = []


def move_shard(shard: Shard, posts: Posts, round: int, standing: Floats) -> tuple[Shard, RoundMovement, Floats]:
    """Return a moved copy of a shard (one of the object store is read-only), the round's effect, and positions."""
    if shard.audience.engine == "numba":
        import numba

        numba.set_num_threads(1)  # the task has one core; its neighbours have the others
    copy = replace(shard, crowd=shard.crowd.copy())
    effect = copy.meet(posts, round, offer(copy.audience, posts, standing if copy.edges else None))
    return copy, effect, np.array(copy.crowd.position)


class OnRay(Workers):
    """Shards in Ray's object store; a round is one task for each shard, at most ``workers`` at a time.

    Ray repeats the task of a worker that died. Where a whole machine is lost, its shards are lost too: every method
    then raises ShardsLostError, and new shards must be seated. Where nothing is completed for ``STALL_SECONDS``, or
    ``give_up`` is called, a method that waits raises RoundGivenUpError. No task touches a file.
    """

    def __init__(self, ray: Any, workers: int) -> None:
        super().__init__()
        self._references: list[Any] = []
        self._ray = ray
        self._workers = workers
        # a task that waits for others in a thread keeps its core; asking for more of them could wait for ever
        self._task = ray.remote(num_returns=3, num_cpus=0 if is_within_task(ray) else 1)(move_shard)
        self._positions: list[Floats] = []
        self._given_up = threading.Event()

    def seat(self, shards: list[Shard]) -> None:
        with _losing(self._ray):
            self._references = [self._ray.put(shard) for shard in shards]
        self._positions = [shard.crowd.position for shard in shards]

    def meet(self, posts: Posts, round: int) -> RoundMovement:
        new_shards: list[Any] = []
        effects: list[RoundMovement] = []
        with _losing(self._ray):
            round_references = self._ray.put(posts), round, self._ray.put(self.standing())
            for low in range(0, len(self._references), self._workers):
                tasks = [
                    self._task.remote(reference, *round_references)
                    for reference in self._references[low : low + self._workers]
                ]
                new_shards += [task[0] for task in tasks]
                effects += self._wait_for([task[1] for task in tasks])
                self._positions[low : low + len(tasks)] = self._wait_for([task[2] for task in tasks])
        self._references = new_shards
        return reduce(add, effects)

    def positions(self) -> list[Floats]:
        return self._positions

    def crowds(self) -> list[Crowd]:
        with _losing(self._ray):
            return [self._wait_for([reference])[0].crowd for reference in self._references]

    def give_up(self) -> None:
        """Let the thread that waits for a round get a RoundGivenUpError."""
        self._given_up.set()

    def close(self) -> None:
        self._references = []

    def _wait_for(self, references: Sequence[Any]) -> list[Any]:
        """Return the objects of some references once they are there; Ray alone would wait for ever, and not stop.

        Raises:
            RoundGivenUpError: no object came for ``STALL_SECONDS``, or the round was given up meanwhile.
        """
        waiting, end = list(references), time.monotonic() + STALL_SECONDS
        while waiting:
            before = len(waiting)
            _, waiting = self._ray.wait(waiting, num_returns=before, timeout=PAUSE)
            if len(waiting) < before:
                end = time.monotonic() + STALL_SECONDS
            if waiting and (self._given_up.is_set() or time.monotonic() > end):
                for reference in waiting:
                    with suppress(TypeError, ValueError):  # it is of no task
                        self._ray.cancel(reference)
                raise RoundGivenUpError("interrupted" if self._given_up.is_set() else _describe_stall())
        return list(self._ray.get(list(references), timeout=STALL_SECONDS))


class ShardsLostError(Exception):
    """The shards of an audience are lost with the machines that kept them."""


class RoundGivenUpError(Exception):
    """A round was given up: its cluster completed nothing for long, or nobody waits for it any more."""


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
    except ray.exceptions.GetTimeoutError:
        raise RoundGivenUpError(_describe_stall()) from None
    except ray.exceptions.RayError as error:
        raise ShardsLostError(type(error).__name__) from None


def _describe_stall() -> str:
    return f"no worker completed anything within {STALL_SECONDS:g} s"


def on_ray(workers: int) -> OnRay:
    """Return workers on the cluster that RAY_ADDRESS names, or on one of this machine that doxa starts.

    Raises:
        ClusterError: Ray is not installed, or the cluster cannot be reached or used.
    """
    setting = "conditions.population_workers"
    return OnRay(join_cluster(needs=setting, without=f"leave out {setting}", cpus=workers), workers)
