"""In which order listeners of a network move within a round: one after the other, in batches that come to the same.

Two that do not hear each other can move at once. So a batch has everybody before whom nobody is drawn whom it hears or
who hears it, and whose turn is still to come (M. T. Jones and P. E. Plassmann, SIAM Journal on Scientific Computing 14,
1993). Posts from number N on are those of voices, who have no turn.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from doxa.systems.feed.arrays.edges import Edges


def in_random_order(edges: Edges, draws: NDArray[np.uint64]) -> Iterator[Edges]:
    """Yield what the listeners of each batch hear: each moves once, in the order of its draw, (N,)."""
    size, counts = len(draws), np.diff(edges.starts)
    rank = np.argsort(np.argsort(draws, kind="stable"))
    links = np.stack([np.repeat(np.arange(size), counts), edges.heard])[:, edges.heard < size]
    waiting = np.ones(size, np.bool_)
    while waiting.any():
        later = np.zeros(size, np.bool_)
        later[np.where(rank[links[0]] > rank[links[1]], *links)] = True
        moving = waiting & ~later
        yield Edges(starts=_starts(counts * moving), heard=edges.heard[np.repeat(moving, counts)])
        waiting, links = later, links[:, later[links].all(axis=0)]


def by_encounters(edges: Edges, draws: NDArray[np.uint64], *, both: bool) -> Iterator[Edges]:
    """Yield what the listeners of each batch hear: N encounters, each of a drawn listener and one whom it hears.

    Args:
        draws: (2, N): by which the listener, among those who hear anybody, and the other are drawn.
        both: whether the other hears the listener as well.
    """
    size, counts = draws.shape[1], np.diff(edges.starts)
    able = np.flatnonzero(counts)
    waiting = np.arange(size if len(able) else 0)
    one = able[draws[0] % max(len(able), 1)] if len(able) else able
    other = edges.heard[edges.starts[one] + (draws[1, : len(one)] % counts[one].astype(np.uint64)).astype(np.int64)]
    while len(waiting):
        ends = np.stack([one[waiting], other[waiting]])
        first = np.full(size, size)
        for end in ends:
            np.minimum.at(first, end[end < size], waiting[end < size])
        is_next = np.array([(end >= size) | (first[end % size] == waiting) for end in ends]).all(axis=0)
        hearing = ends[:, is_next]
        if both:
            hearing = np.concatenate([hearing, hearing[::-1, hearing[1] < size]], axis=1)
        yield Edges(
            starts=_starts(np.bincount(hearing[0], minlength=size)),
            heard=hearing[1, np.argsort(hearing[0])].astype(np.int32),
        )
        waiting = waiting[~is_next]


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where rows of so many begin, (N + 1,)."""
    return np.concatenate([[0], np.cumsum(counts)])
