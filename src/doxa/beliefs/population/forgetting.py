"""Histories with a cap: the order in which contents were met, and which contents are forgotten.

Each listener has a ring of ``held`` contents that begins with the oldest at ``first``. A content beyond the cap
replaces the oldest; of more new contents than the cap in one batch only the newest stay.
"""

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.population.crowd import WORD, History, Numbers

Places = NDArray[np.int64]


def remembered(history: History, low: int, rows: Places, contents: Numbers) -> None:
    """Add the contents that listeners met for the first time to their rings and forget the oldest, in place.

    Args:
        low: the number of the listener in row 0.
        rows: which listener met each content, ascending; in the order met within a row.
    """
    if history.order is None or history.first is None or history.held is None or not len(rows):
        return
    cap = history.order.shape[1]
    who, begins, counts = np.unique(rows, return_index=True, return_counts=True)
    rank = np.arange(len(rows)) - np.repeat(begins, counts)
    surplus = np.repeat(np.maximum(counts - cap, 0), counts)
    _forget(history, low + rows[rank < surplus], contents[rank < surplus])
    kept = rank >= surplus
    listeners = low + who
    new = np.minimum(counts, cap)
    out = np.maximum(history.held[listeners] + new - cap, 0)
    old_rows, old_rank = np.repeat(listeners, out), np.arange(int(out.sum())) - np.repeat(np.cumsum(out) - out, out)
    _forget(history, old_rows, history.order[old_rows, (history.first[old_rows] + old_rank) % cap])
    history.first[listeners] = (history.first[listeners] + out) % cap
    history.held[listeners] -= out.astype(np.int32)
    at, place = low + rows[kept], (rank - surplus)[kept]
    history.order[at, (history.first[at] + history.held[at] + place) % cap] = contents[kept]
    history.held[listeners] += new.astype(np.int32)


def _forget(history: History, listeners: Places, contents: Numbers) -> None:
    """Clear the bits of some contents; several bits may lie in one word."""
    masks = ~(np.uint64(1) << (contents % WORD).astype(np.uint64))
    np.bitwise_and.at(history.bits, (contents // WORD, listeners), masks)
