"""Which posts of a feed each listener is shown: the first ``most`` in the feed's order that reach the listener.

A post reaches the followers of its author and of those who passed it on; some reach everybody. Replies are shown
with the post that they answer.
"""

import numpy as np
from numpy.typing import NDArray

from doxa.systems.feed.tasks.population_round import Posts

ROWS = 4096
"""Listeners handled at a time."""

Flags = NDArray[np.bool_]


def posts_shown_to(
    follows: NDArray[np.int32], voices: int, posts: Posts, most: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return what listeners meet as compressed sparse rows: where each row begins, (N + 1,), and post indices, (E,).

    Args:
        follows: (N, F) numbers of the voices that each listener follows.
        most: how many posts each listener is shown, replies and the round's news not counted; None for all.
    """
    parts = [_select_shown(follows[low : low + ROWS], voices, posts, most) for low in range(0, len(follows), ROWS)]
    starts = np.zeros(len(follows) + 1, np.int64)
    np.cumsum(np.concatenate([counts for counts, _ in parts]), out=starts[1:])
    return starts, np.concatenate([places for _, places in parts])


def _select_shown(
    follows: NDArray[np.int32], voices: int, posts: Posts, most: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    roots, place_of = np.unique(np.asarray(posts.roots, np.int64), return_inverse=True)
    visible = _find_reached(follows, voices, posts, roots)
    if most is not None:
        visible[:, posts.news :] &= np.cumsum(visible[:, posts.news :], axis=1, dtype=np.int32) <= most
    met = visible[:, place_of]
    return met.sum(axis=1, dtype=np.int64), np.nonzero(met)[1].astype(np.int32)


def _find_reached(follows: NDArray[np.int32], voices: int, posts: Posts, roots: NDArray[np.int64]) -> Flags:
    """Return whether each post that is no reply reaches each listener, (rows, roots)."""
    authors = max(voices, 1 + max(posts.authors, default=-1))
    following = np.zeros((len(follows), authors), np.bool_)
    following[np.arange(len(follows))[:, None], follows] = True
    visible: Flags = following[:, np.asarray(posts.authors, np.int64)[roots]]
    for column, root in enumerate(roots.tolist()):
        voices_reaching = posts.reach.get(root, ())
        visible[:, column] |= True if voices_reaching is None else following[:, list(voices_reaching)].any(axis=1)
    return visible
