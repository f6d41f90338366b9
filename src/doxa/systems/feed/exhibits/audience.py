"""The history of a population's listeners, from the log and its shards: rounds, distributions, any one listener.

The plain kernel recomputes a listener's history post by post, over the feed that the script replays; the positions
that the arrays stored must agree with it.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from doxa.analysis.exhibit import Figure, Heat, Line, Panel, Table
from doxa.analysis.history import chapters
from doxa.beliefs.base import Met, build_kernel
from doxa.beliefs.population.crowd import Floats
from doxa.errors import LogError
from doxa.log.blobs import FOLDER, SUFFIX, read_shard
from doxa.log.rundir import RunLog
from doxa.protocols.registry import protocol_named
from doxa.records.claims import Exposure, Trace
from doxa.records.spec import Prior
from doxa.records.steps import Batch, Floor
from doxa.scoring.polarisation import centres
from doxa.systems.feed.arrays.audience import BLOCK, Shard, begun_at, make_shard
from doxa.systems.feed.arrays.edges import map_edges
from doxa.systems.feed.arrays.stored import map_array
from doxa.systems.feed.tasks.population_round import Audience, Inputs

TASK = "population_round"

PATHS, VALUES = 1_000, 40_000
"""The most listeners whose paths a page has, and the most positions on these paths."""


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


def replies_of(log: RunLog) -> list[dict[str, Any]]:
    """Return the reply of each population round: the state of the audience after it."""
    outcomes = log.outcomes
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


def begin_of(log: RunLog) -> Floats:
    """Return every listener's position before the first round, (N,), of a run with a round of listeners."""
    return begun_at(Inputs.model_validate(next(_batches(log)).steps[0].inputs).audience)


def listener_paths(log: RunLog, start: Floats) -> tuple[tuple[float, ...], ...]:
    """Return the positions of the first listeners at the start and after each round, up to 1,000 listeners.

    Raises:
        DamagedLogError: a shard is missing or was changed.
    """
    shards = [reply["positions"][0] for reply in replies_of(log)]
    count = min(len(start), PATHS, max(1, VALUES // (1 + len(shards))))
    waves = [start[:count], *(_position(log, name)[:count] for name in shards)]
    return tuple(tuple(round(float(stance), 3) for stance in path) for path in zip(*waves, strict=True))


def listener_history(log: RunLog, listener: int) -> tuple[ListenerRound, ...]:
    """Return what one listener met, round by round, and why it moved.

    Raises:
        LogError: the run has no such listener, or listeners move one after the other.
        DamagedLogError: a shard is missing or was changed.
    """
    batches = [(batch, Inputs.model_validate(batch.steps[0].inputs)) for batch in _batches(log)]
    if not batches or not 0 <= listener < batches[0][1].audience.size:
        raise LogError(f"{log.path} has no listener {listener}", hint="Number listeners from 0.")
    audience, low = batches[0][1].audience, listener // BLOCK * BLOCK
    if audience.in_turn:
        raise LogError(
            "the listeners of this run move one after the other, and no log says where all stood in between",
            hint="doxa.systems.feed.exhibits.audience.positions_of has everybody's positions after each round.",
        )
    block = make_shard(audience, low, min(low + BLOCK, audience.size))
    seed_setting = {"seed": int(str(audience.belief.get("seed", 0))) + listener} if audience.kernel == "voter" else {}
    kernel = build_kernel(audience.kernel, {**audience.belief, **seed_setting})
    state, _ = kernel.init(Prior(mode="target", stance=float(block.crowd.position[listener - low])), ())
    history = []
    heard, standing = _names_heard(log, audience, listener), begin_of(log)
    for number, (_, inputs) in enumerate(batches, 1):
        exposures = _exposures(log, inputs, block, listener - low)
        exposures += tuple(_post_of(name, float(standing[other]), inputs) for other, name in heard.items())
        before = kernel.readout(state).stance or 0.0
        state, trace = kernel.step(state, Met(exposures=exposures))
        standing = positions_of(log, number)
        stored = float(standing[listener])
        history.append(
            ListenerRound(
                round=number,
                before=before,
                after=kernel.readout(state).stance or 0.0,
                stored=stored,
                exposures=exposures,
                trace=trace,
            )
        )
    return tuple(history)


def _exposures(log: RunLog, inputs: Inputs, block: Shard, place: int) -> tuple[Exposure, ...]:
    """Return what one listener of a shard meets in a round."""
    posts = inputs.posts
    voices = inputs.audience.authors or tuple(
        participant.id for participant in log.spec.participants if participant.kernel
    )
    authors = posts.authors or range(len(voices))
    ids = posts.ids or [f"r{inputs.round:03d}/{voices[author]}" for author in authors]
    starts, met = block.meeting(posts)
    return tuple(
        Exposure(
            message=ids[index],
            speaker=voices[authors[index]],
            origin="peer",
            stance=posts.stances[index],
            likes=posts.likes[index] if posts.likes else 0,
            content=str(posts.contents[index]),
            weight=posts.weights[index] if posts.weights else 1.0,
            shown=True,
        )
        for index in map(int, met[starts[place] : starts[place + 1]])
    )


def _names_heard(log: RunLog, audience: Audience, listener: int) -> dict[int, str]:
    """Return the listeners that one listener hears: number → name in the file."""
    if audience.network is None:
        return {}
    path = log.path / FOLDER / f"{audience.network.shard}{SUFFIX}"
    ids = map_array(path, "ids")
    return {int(number): str(ids[number]) for number in map_edges(path).rows(listener, listener + 1).heard}


def _post_of(name: str, stance: float, inputs: Inputs) -> Exposure:
    """Return what a listener is for those who hear it in a round before which it stood so."""
    return Exposure(
        message=f"r{inputs.round:03d}/listener {name}",
        speaker=f"listener {name}",
        origin="peer",
        stance=stance,
        content=f"near {round(stance / inputs.audience.grain)}",
        shown=True,
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


ASSUMED = "Emergent: how opinions move, under the rule {rule}. Assumed: whom everybody follows, where listeners begin, "
VOICES = "and that voices post where they stand, without words."
FEED = "and, where agents are simulated, what they post, like and repost."

MEASURES = ("variance", "bimodality", "polarisation")


def audience_exhibits(log: RunLog) -> tuple[Figure, Figure, Table]:
    """Return the figures and the table of a population's rounds.

    Raises:
        LogError: no round of it has ended.
    """
    rounds = replies_of(log)
    if not rounds:
        raise LogError(f"{log.path} has no round of listeners yet", hint=f"Go on with: doxa resume {log.path}")
    size = sum(rounds[0]["counts"])
    rule = next(participant.kernel for participant in log.spec.participants if participant.kernel)
    caption = f"{size:,} listeners, {len(log.spec.participants)} voices. " + ASSUMED.format(rule=rule)
    caption += VOICES if log.spec.protocol == "population" else FEED
    numbers = tuple(float(number) for number in range(1, len(rounds) + 1))
    shares = [[count / size for count in reply["counts"]] for reply in rounds]
    heat = Heat(x=numbers, y=tuple(centres(len(shares[0]))), values=tuple(zip(*shares, strict=True)))
    measured = tuple(Line(label=name, x=numbers, y=tuple(reply[name] for reply in rounds)) for name in MEASURES)
    distribution = Figure(
        name="audience",
        title="Where listeners stand",
        caption=f"Share of listeners in each of {len(heat.y)} cells of the scale. {caption}",
        panels=(Panel(title="", x_label="round", y_label="stance", lines=(), heat=heat),),
        sources=(str(log.path),),
    )
    divided = Figure(
        name="audience-divided",
        title="How divided listeners are",
        caption=f"Variance, bimodality coefficient (0.556 when even), polarisation after Esteban and Ray. {caption}",
        panels=(Panel(title="", x_label="round", y_label="measure", lines=measured, y_range=(0.0, 1.0)),),
        sources=(str(log.path),),
    )
    rows = tuple(
        (number, reply["mean"], reply["variance"], reply["bimodality"], reply["polarisation"], reply["moved"])
        for number, reply in enumerate(rounds, 1)
    )
    table = Table(
        name="audience-by-round",
        title="Listeners by round",
        caption=f"Polarisation after Esteban and Ray over ten cells; moved: the mean distance. {caption}",
        columns=("round", "mean", "variance", "bimodality", "polarisation", "moved"),
        rows=rows,
        sources=(str(log.path),),
    )
    return distribution, divided, table
