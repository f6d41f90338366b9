"""Performs population rounds: keeps the audience between rounds, stores its positions, and can restore it.

The whole state is written every tenth round and replaces the previous one. A resumed run loads it, or starts at the
first round where there is none, and computes the rounds since then again, with the same numbers.
"""

import asyncio
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from doxa.beliefs.population.crowd import Crowd, Floats
from doxa.errors import ModelSetupError, ScenarioError, StoppedError
from doxa.log.blobs import FOLDER, POSTS, STATE, SUFFIX, has_shard, put_shard, read_shard
from doxa.log.disk import remove, write_whole
from doxa.models.computing import compute
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.port import Request, Response, Usage
from doxa.records.base import canonical
from doxa.records.spec import ModelSettings
from doxa.scoring.polarisation import bimodality, count_positions, esteban_ray, variance
from doxa.systems.feed.arrays.audience import RoundMovement, load_crowd, make_shard, pack_crowd, shards_of
from doxa.systems.feed.arrays.edges import Edges, draw_edges, make_network, map_edges, read_edges
from doxa.systems.feed.arrays.stored import pack_arrays
from doxa.systems.feed.arrays.workers import RoundGivenUpError, ShardsLostError, Workers, on_ray
from doxa.systems.feed.tasks.population_round import Audience, Inputs

GROUPS = 10
"""Cells over [−1, 1], each of which is a group of the measure of Esteban and Ray."""

KEPT_EVERY = 10
"""Rounds between two whole states on disk."""

TRIES = 3
"""How often a round is tried on a cluster that loses the audience."""

LEAST_BYTES = 32
"""What each listener takes at least, besides 4 bytes for each voice that is followed."""

TRUST_BYTES = 12
"""What the trust of a listener in another takes."""


class ArrayPerformer:
    """Carries out ``population_round``."""

    def __init__(self, workers: int = 0, files: Mapping[str, str] | None = None) -> None:
        self._on_cluster = workers > 0
        self._workers: Workers = on_ray(workers) if workers else Workers()
        self._files = files or {}
        self._lineage = ""
        """The lineage of the rounds that the audience in memory has met; empty without one."""

    async def perform(self, request: Request) -> Response:
        """Move the audience by one round and return its reply.

        Raises:
            ModelSetupError: the request is for another task, or outside a run.
            StoppedError: the run is stopped. What this process computes is dropped: a later sitting does it again.
        """
        if not isinstance(request.inputs, Inputs) or request.directory is None:
            raise ModelSetupError(
                f"arrays cannot carry out {request.task.name!r}",
                hint="The model 'arrays' moves listeners: set it for models.listeners alone.",
            )
        work = partial(self._round, request.inputs, request.directory)
        if not self._on_cluster:
            return await compute(work, request, short=0)
        try:
            return await asyncio.to_thread(work)
        except asyncio.CancelledError:
            self._workers.give_up()  # else the process could not end before the cluster answers
            raise

    async def close(self) -> None:
        self._workers.close()

    def _round(self, inputs: Inputs, run: Path) -> Response:
        put_shard(run, inputs.history, POSTS)  # first, since a later round looks for it whatever becomes of this one
        moved = self._move_surely(inputs, run)
        positions = self._workers.positions()
        names = [put_shard(run, pack_arrays(position=position)) for position in positions]
        return Response(
            text=canonical(_describe_round(np.concatenate(positions), names, moved, inputs)),
            usage=Usage(input_tokens=0, output_tokens=0, cached_tokens=0),
            cost=0.0,
        )

    def _move_surely(self, inputs: Inputs, run: Path) -> RoundMovement:
        """Return the effect of a round, also where workers lose the audience: it is restored as for a resumed run.

        Raises:
            StoppedError: the audience was lost with every try, or the cluster completed nothing for long.
            ModelSetupError: the audience does not fit into memory.
        """
        for _ in range(TRIES):
            try:
                return self._move(inputs, run)
            except MemoryError:
                self._lineage = ""
                raise _too_large(inputs.audience) from None
            except ShardsLostError as loss:
                self._lineage, reason = "", str(loss)
            except RoundGivenUpError as given_up:
                self._lineage = ""
                raise _stop(f"the cluster did not complete round {inputs.round}: {given_up}", run) from None
        raise _stop(f"the cluster lost the population {TRIES} times in round {inputs.round} ({reason})", run)

    def _move(self, inputs: Inputs, run: Path) -> RoundMovement:
        if not self._lineage or self._lineage != inputs.before:
            self._restore_audience(inputs, run)
        moved = self._workers.meet(inputs.posts, inputs.round)
        self._lineage = inputs.lineage
        if inputs.round % KEPT_EVERY == 0:
            self._keep_state(inputs, run)
        return moved

    def _restore_audience(self, inputs: Inputs, run: Path) -> None:
        """Restore the audience to its state before this round; ModelSetupError where memory cannot hold it."""
        edges = self._find_edges(inputs.audience, run)
        if inputs.audience.size * _count_bytes(inputs.audience, edges) > _count_memory():
            raise _too_large(inputs.audience, edges)  # without this, the system may end the process in the middle
        bounds = shards_of(inputs.audience)
        crowds: list[Crowd | None] = [None] * len(bounds)
        missed: list[Inputs] = []
        before = inputs.before
        while before and not _is_whole(crowds := [load_crowd(path) for path in _files(inputs, before, run)]):
            earlier = inputs.inputs_before(read_shard(run, before))
            missed.append(earlier)
            before = earlier.before
        shards = [make_shard(inputs.audience, low, high, edges) for low, high in bounds]
        for new_shard, crowd in zip(shards, crowds, strict=True):
            new_shard.crowd = crowd or new_shard.crowd
        self._workers.seat(shards)
        for earlier in reversed(missed):
            self._workers.meet(earlier.posts, earlier.round)

    def _find_edges(self, audience: Audience, run: Path) -> Edges | None:
        """Return the edges of an audience's network, stored beside the run and mapped from there.

        Raises:
            ScenarioError: the run lacks them, and the file from which they came is missing or was changed.
            DamagedLogError: they were changed.
        """
        network = audience.network
        if network is None:
            return None
        if has_shard(run, network.shard):
            read_shard(run, network.shard)  # which checks it
        else:
            path = Path(self._files.get(network.file, network.file))
            content, _, _ = make_network(network, path, audience.size, audience.seed)
            if put_shard(run, content) != network.shard:
                raise ScenarioError(
                    f"{network.generator or network.file} gives another network than when the run was planned",
                    hint="Run the scenario anew, or continue with the versions of networkx and doxa from then.",
                )
            read_edges.cache_clear()
            draw_edges.cache_clear()
        return map_edges(run / FOLDER / f"{network.shard}{SUFFIX}")

    def _keep_state(self, inputs: Inputs, run: Path) -> None:
        """Write the whole state, and delete the previous one."""
        new = _files(inputs, inputs.lineage, run)
        for path, crowd in zip(new, self._workers.crowds(), strict=True):
            write_whole(path, pack_crowd(crowd))
        for path in (run / FOLDER / STATE).glob(f"*{SUFFIX}"):
            if path not in new:
                remove(path)


@Declaration(kind="instrument", speaks=False, hears=False, priced=False)
def make(settings: ModelSettings, conditions: Conditions) -> ArrayPerformer:
    """Return a performer of population rounds; each run has its own, which keeps the audience between rounds.

    Raises:
        ModelSetupError: the model is not ``arrays``.
    """
    if settings.model != "arrays":
        raise ModelSetupError(f"there is no model {settings.model!r}", hint="Listeners are moved by 'arrays'.")
    return ArrayPerformer(workers=conditions.population_workers, files=conditions.files)


def _too_large(audience: Audience, edges: Edges | None = None) -> ModelSetupError:
    """Return the error that says that an audience does not fit into memory."""
    most = int(_count_memory() / _count_bytes(audience, edges))
    return ModelSetupError(
        f"{audience.size:,} listeners do not fit into the {_count_memory() / 1e9:.0f} GB of this machine's memory",
        hint=f"Set fewer listeners; no more than {most:,} of this kind can fit.",
    )


def _count_bytes(audience: Audience, edges: Edges | None) -> float:
    """Return the bytes that a listener takes at least, on average."""
    links = len(edges.heard) / audience.size if edges else 0.0
    trust = TRUST_BYTES * links if audience.kernel == "social" else 0.0
    return LEAST_BYTES + 4 * audience.follows + 4 * links + trust


def _count_memory() -> int:
    """Return the bytes of this machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _stop(what: str, run: Path) -> StoppedError:
    """Return the error that stops a run whose cluster does not do its work."""
    return StoppedError(
        what,
        hint=f"Nothing is lost. Once the cluster is well (ray status), continue with: doxa resume {run}; or give "
        "the run's own command again without conditions.population_workers.",
    )


def _files(inputs: Inputs, lineage: str, run: Path) -> list[Path]:
    """Return the files of the state of an audience after the rounds of a lineage."""
    places = range(len(shards_of(inputs.audience)))
    return [run / FOLDER / STATE / f"{lineage[:32]}-{place}{SUFFIX}" for place in places]


def _is_whole(crowds: list[Crowd | None]) -> bool:
    return all(crowd is not None for crowd in crowds)


def _describe_round(positions: Floats, names: list[str], moved: RoundMovement, inputs: Inputs) -> dict[str, object]:
    counts = count_positions(positions)
    return {
        "positions": names,
        "history": inputs.lineage,
        "counts": counts,
        "mean": float(positions.mean(dtype=np.float64)),
        "variance": variance(positions),
        "bimodality": bimodality(positions),
        "polarisation": esteban_ray(np.reshape(counts, (GROUPS, -1)).sum(axis=1).tolist()),
        "moved": moved.distance / len(positions),
        "exposures": moved.exposures,
        "reached": moved.reached.tolist(),
        "contributed": moved.pulled[0].tolist(),
        "pulls": moved.pulled[1].tolist(),
        **({"network": inputs.audience.network.shard} if inputs.audience.network else {}),
    }
