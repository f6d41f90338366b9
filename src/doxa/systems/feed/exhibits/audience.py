"""The history of a population's listeners, from the log and its shards: rounds, distributions, any one listener.

The plain kernel recomputes a listener's history post by post, over the feed that the script replays; the positions
that the arrays stored must agree with it.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from doxa.analysis.history import chapters
from doxa.beliefs.base import Met
from doxa.beliefs.population.crowd import Floats
from doxa.beliefs.registry import build_kernel
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.log.shards import read_shard
from doxa.protocols.registry import protocol_named
from doxa.records.claims import Exposure
from doxa.records.events import OutcomeReached
from doxa.records.people import Prior
from doxa.records.readout import Trace
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor
from doxa.systems.feed.arrays.audience import BLOCK, Shard, make_shard
from doxa.systems.feed.tasks.population_round import Inputs

TASK = "population_round"


@dataclass(frozen=True, kw_only=True)
class ListenerRound:
    """One round of one listener."""

    round: int
    before: float
    after: float
    stored: float
    """The position after the round that the arrays stored."""
    exposures: tuple[Exposure, ...]
    trace: Trace


def is_population(spec: RunSpec) -> bool:
    """Return whether a run is of voices without words and their audience."""
    return spec.protocol == "population"


def has_audience(spec: RunSpec) -> bool:
    """Return whether a run has listeners: a population, or a feed with an audience."""
    return "listeners" in spec.roles


def replies_of(log: RunLog) -> list[dict[str, Any]]:
    """Return the reply of each population round: the state of the audience after it."""
    outcomes = [event.body for event in log.events if isinstance(event, OutcomeReached)]
    return [dict(outcome.reply) for outcome in outcomes if outcome.task == TASK and isinstance(outcome.reply, dict)]


def positions_of(log: RunLog, round: int) -> Floats:
    """Return every listener's position after a round, (N,).

    Raises:
        LogError: the run has no such round.
        DamagedLogError: a shard is missing or was changed.
    """
    replies = replies_of(log)
    if not 1 <= round <= len(replies):
        raise LogError(f"{log.path} has no round {round} of listeners", hint=f"It has rounds 1 to {len(replies)}.")
    return np.concatenate([_position(log, name) for name in replies[round - 1]["positions"]])


def listener_history(log: RunLog, listener: int) -> tuple[ListenerRound, ...]:
    """Return what one listener met, round by round, and why it moved.

    Raises:
        LogError: the run has no such listener.
        DamagedLogError: a shard is missing or was changed.
    """
    batches = [(batch, Inputs.model_validate(batch.steps[0].inputs)) for batch in _batches(log)]
    if not batches or not 0 <= listener < batches[0][1].audience.size:
        raise LogError(f"{log.path} has no listener {listener}", hint="Number listeners from 0.")
    audience, low = batches[0][1].audience, listener // BLOCK * BLOCK
    block = make_shard(audience, low, min(low + BLOCK, audience.size))
    seed_setting = {"seed": int(str(audience.belief.get("seed", 0))) + listener} if audience.kernel == "voter" else {}
    kernel = build_kernel(audience.kernel, {**audience.belief, **seed_setting})
    state, _ = kernel.init(Prior(mode="target", stance=float(block.crowd.position[listener - low])), ())
    history = []
    for number, (_, inputs) in enumerate(batches, 1):
        exposures = _exposures(log, inputs, block, listener - low)
        before = kernel.readout(state).stance or 0.0
        state, trace = kernel.step(state, Met(exposures=exposures))
        stored = float(positions_of(log, number)[listener])
        after = kernel.readout(state).stance or 0.0
        history.append(
            ListenerRound(round=number, before=before, after=after, stored=stored, exposures=exposures, trace=trace)
        )
    return tuple(history)


def _exposures(log: RunLog, inputs: Inputs, block: Shard, place: int) -> tuple[Exposure, ...]:
    """Return what one listener of a shard meets in the last of these rounds."""
    posts = inputs.rounds[-1]
    voices = inputs.audience.authors or tuple(
        participant.id for participant in log.spec.participants if participant.kernel
    )
    authors = posts.authors or range(len(voices))
    ids = posts.ids or [f"r{len(inputs.rounds):03d}/{voice}" for voice in voices]
    starts, met = block.meeting(posts)
    return tuple(
        Exposure(
            message=ids[index],
            speaker=voices[authors[index]],
            origin="peer",
            stance=posts.stances[index],
            likes=posts.likes[index] if posts.likes else 0,
            content=str(posts.contents[index]),
            shown=True,
        )
        for index in map(int, met[starts[place] : starts[place + 1]])
    )


def _batches(log: RunLog) -> Iterator[Batch]:
    """Replay the script with the recorded outcomes, and yield its population batches whose outcomes are recorded."""
    script = protocol_named(log.spec.protocol).script(log.spec)
    batch = next(script)
    for chapter in chapters(log):
        if chapter.number == 0:
            continue
        if len(chapter.outcomes) < len(batch.steps):
            return
        if batch.steps and batch.steps[0].task == TASK:
            yield batch
        readouts = {agent: mind.readout for agent, mind in chapter.minds.items()}
        try:
            batch = script.send(Floor(outcomes=tuple(chapter.outcomes), readouts=readouts))
        except StopIteration:
            return


def _position(log: RunLog, name: str) -> Floats:
    with np.load(io.BytesIO(read_shard(log.path, name)), allow_pickle=False) as archive:
        return np.asarray(archive["position"])
