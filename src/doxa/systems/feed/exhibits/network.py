"""The picture of who hears whom: up to some hundreds of a network's nodes, in fixed places, and their stances.

Of a larger network a sample is drawn: the nodes that a random walk along edges meets, which begins anew at a node drawn
at random with probability 0.01 before each step (J. Leskovec and C. Faloutsos, Sampling from Large Graphs, KDD 2006).
Places are those of ForceAtlas2 (M. Jacomy et al., PLoS ONE 9(6), 2014). Both follow from the edges alone, so that all
runs on one network have one picture.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from doxa.analysis.drawings import Network
from doxa.analysis.exhibit import Figure, Line, Panel
from doxa.beliefs.population.crowd import Floats
from doxa.log.blobs import FOLDER, SUFFIX, read_shard
from doxa.log.rundir import RunLog
from doxa.records.base import stream
from doxa.systems.feed.arrays.edges import Edges, compress, map_edges
from doxa.systems.feed.exhibits.audience import begin_of, positions_of, replies_of
from doxa.systems.feed.exhibits.story import Story

NODES, VALUES = 400, 40_000
"""The most nodes of a picture, and the most stances: of a long run those after every second, third, … round."""

ANEW = 0.01
"""The chance that the walk of a sample begins anew."""

BANDS = (-0.6, -0.2, 0.2, 0.6)
"""Ends of the fifths of the scale, which have a colour each in a figure."""

Layout = tuple[list[int], list[tuple[int, int]], list[tuple[float, float]]]
"""The numbers of nodes in the network, the lines between them as pairs of their places in this list, and where each
node is drawn, in [−1, 1]²."""


def sample_nodes(edges: Edges) -> list[int]:
    """Return the numbers of all nodes, or of a sample of ``NODES``, ascending."""
    size, draws, met = len(edges.starts) - 1, stream(0, "network", "sample"), set[int]()
    if size <= NODES:
        return list(range(size))
    now = draws.randrange(size)
    while len(met) < NODES:
        met.add(now)
        heard = edges.heard[edges.starts[now] : edges.starts[now + 1]]
        begins_anew = draws.random() < ANEW or not len(heard)
        now = draws.randrange(size) if begins_anew else int(heard[draws.randrange(len(heard))])
    return sorted(met)


def lay_out(edges: Edges) -> Layout:
    """Return the nodes that are drawn, the lines between them, and their places."""
    import networkx  # late: it costs a fifth of a second

    place = {node: at for at, node in enumerate(sample_nodes(edges))}
    rows = ((at, edges.heard[edges.starts[node] : edges.starts[node + 1]].tolist()) for node, at in place.items())
    lines = sorted({(min(at, place[to]), max(at, place[to])) for at, row in rows for to in row if to in place})
    graph = networkx.empty_graph(len(place))
    graph.add_edges_from(lines)
    # with as much gravity parts without lines between them stay in sight
    drawn = networkx.forceatlas2_layout(graph, seed=0, strong_gravity=True, gravity=0.2)
    spots = np.array([drawn[at] for at in place.values()])
    spots -= (spots.max(axis=0) + spots.min(axis=0)) / 2
    spots /= np.maximum(np.abs(spots).max(axis=0), 1e-9)
    return [*place], lines, [(x, y) for x, y in spots.round(3).tolist()]


@lru_cache(maxsize=4)
def _lay_out_shard(run: Path, shard: str) -> tuple[Edges, Layout]:
    """Return the edges of a run's network and its layout, which stay the same for as long as the shard has its name."""
    read_shard(run, shard)  # which checks it
    edges = map_edges(run / FOLDER / f"{shard}{SUFFIX}")
    return edges, lay_out(edges)


def tell_sides(edges: Edges, stances: Floats, when: str) -> str:
    """Return how many stand on each side, and how often two of whom one hears the other stand on the same."""
    sides = (stances > 0).astype(np.int8) - (stances < 0)
    told = f"{when}, {(sides > 0).sum():,} of {len(sides):,} stood for and {(sides < 0).sum():,} against"
    if len(edges.heard):
        hearer, heard = np.repeat(sides, np.diff(edges.starts)), sides[edges.heard]
        chance = sum((hearer == side).mean() * (heard == side).mean() for side in (-1, 1))
        same = f"{(hearer * heard > 0).mean():.0%} of all lines joined two of one side"
        told += f", and {same} (by chance {chance:.0%} would)"
    return f"{told}."


def draw_network(
    edges: Edges,
    layout: Layout,
    stances_after: Callable[[int], Floats],
    rounds: int,
    *,
    of: str,
    names: Sequence[str] = (),
) -> Network:
    """Return the picture of a network.

    Args:
        stances_after: returns everybody's stance after a round, (N,), from 0 on; NaN where it is not known.
        names: ids of the run's agents, where they are the nodes.
    """
    nodes, lines, places = layout
    size, count = len(edges.starts) - 1, len(nodes)
    who = f"All {size:,} {of}" if count == size else f"{count:,} of {size:,} {of}, sampled by a random walk"
    drawn = f"{who}; a line joins two of whom one hears the other ({len(lines):,} lines are drawn)."
    batches = sorted({*range(0, rounds + 1, 1 + count * rounds // VALUES), rounds})
    waves = [[None if at != at else round(at, 3) for at in stances_after(batch)[nodes].tolist()] for batch in batches]
    whens = {rounds: f"After round {rounds}"} | {0: "At the start"}
    told = [tell_sides(edges, stances_after(batch), whens[batch]) for batch in sorted(whens)]
    return Network(
        name="network",
        title="Who hears whom",
        caption=" ".join([drawn, *told]),
        place="before",
        of=of,
        nodes=tuple(names[node] if names else str(node) for node in nodes),
        places=tuple(places),
        links=tuple(lines),
        batches=tuple(batches),
        stances=tuple(zip(*waves, strict=True)),
    )


def network_of_listeners(log: RunLog) -> Iterator[Network]:
    """Yield the picture of a population's network; nothing where listeners hear only voices, or before a first round.

    Raises:
        DamagedLogError: a shard is missing or was changed.
    """
    rounds = replies_of(log)
    if rounds and "network" in rounds[0]:
        start = begin_of(log)
        yield draw_network(
            *_lay_out_shard(log.path, rounds[0]["network"]),
            lambda batch: positions_of(log, batch) if batch else start,
            len(rounds),
            of="listeners",
        )


def network_of_agents(story: Story) -> Iterator[Network]:
    """Yield the picture of who follows whom among a feed's agents as the run began; nothing without a network."""
    numbers = {agent: number for number, agent in enumerate(story.readouts[0])}
    follows = story.feed.settings.follows
    pairs = [(numbers[one], numbers[other]) for one in numbers for other in follows.get(one, ()) if other in numbers]
    if pairs:
        followers, followed = np.array(pairs).T
        edges = compress(followers, followed, len(numbers), mutual=False)
        waves = [np.array([readouts[agent].stance for agent in numbers], np.float64) for readouts in story.readouts]
        yield draw_network(edges, lay_out(edges), waves.__getitem__, story.rounds, of="agents", names=[*numbers])


def draw_listener_network(log: RunLog) -> Iterator[Figure]:
    """Yield the figure of a population's network at three times, with a colour for each fifth of the scale.

    Raises:
        DamagedLogError: a shard is missing or was changed.
    """
    for drawn in network_of_listeners(log):
        last, spots, bands = (
            len(drawn.batches) - 1,
            np.array(drawn.places),
            np.digitize(np.array(drawn.stances, np.float64), BANDS),
        )
        ends = [(drawn.places[one], drawn.places[other]) for one, other in drawn.links]
        links = Line(
            label="hears",
            x=tuple(x for one, other in ends for x in (one[0], other[0], other[0])),
            y=tuple(y for one, other in ends for y in (one[1], other[1], None)),
        )
        panels = [
            Panel(
                title=f"after round {drawn.batches[place]}" if place else "start",
                x_label="",
                y_label="",
                lines=tuple(
                    Line(label=f"stance = {0.4 * band - 0.8:g}", points=True, x=tuple(x), y=tuple(y))
                    for band in range(len(BANDS) + 1)
                    for x, y in [spots[bands[:, place] == band].T.tolist()]
                ),
                links=links,
            )
            for place in sorted({0, last // 2, last})
        ]
        yield Figure(
            name="audience-network",
            title=drawn.title,
            caption=f"{drawn.caption} A colour is a fifth of the scale, named by its middle.",
            panels=tuple(panels),
            sources=(str(log.path),),
        )
