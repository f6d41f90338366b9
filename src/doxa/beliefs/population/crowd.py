"""A population's state as arrays, its feed in one batch, and how trust and history grow.

N listeners, M posts, E exposures. Trust is sparse: a row contains the authors that its listener has met, by number.
The history is one bit for each content and listener. The order in which contents were met is stored (4 bytes × cap a
listener) only where there are more contents than the cap, so that some will be forgotten.
"""

from copy import deepcopy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError

Floats = NDArray[np.floating]
Counts = NDArray[np.int64]
Numbers = NDArray[np.int32]
Words = NDArray[np.uint64]

WORD = 64
"""Contents in one word of the history."""

ROOM = 1 << 16
"""The most contents for which a history has room at its start, to bound memory; few are ever met of very many."""

CELLS = 1 << 20
"""Cells (listeners × authors) computed at a time when trust grows, to bound memory."""


@dataclass(frozen=True, kw_only=True)
class Feed:
    """The posts of one batch and the listeners who see them, as compressed sparse rows.

    Raises:
        BeliefError: sizes do not match, an index points outside its array, or a stance or count is out of range.
    """

    author: Numbers
    """(M,) number of each post's author."""
    stance: Floats
    """(M,) in [−1, 1]."""
    likes: Counts
    """(M,) from 0."""
    content: Numbers
    """(M,) number of each post's content; posts with the same content share it."""
    starts: Counts
    """(N + 1,) where each listener's exposures begin."""
    shown: Numbers
    """(E,) posts in the order in which they are seen."""
    own_likes: Counts | None = None
    """(N,) likes that each listener's own posts gained; None where no post gained any."""
    own_dislikes: Counts | None = None
    weight: Floats | None = None
    """(M,) from 0: what multiplies each post's influence; 1 for all where None."""

    def __post_init__(self) -> None:
        posts = len(self.author)
        weights = posts if self.weight is None else len(self.weight)
        if not (len(self.stance) == len(self.likes) == len(self.content) == weights == posts):
            raise BeliefError("author, stance, likes, content and weight of a feed must be of one length")
        if not (len(self.starts) and self.starts[0] == 0 and self.starts[-1] == len(self.shown)):
            raise BeliefError("starts of a feed must lead from 0 to the number of exposures")
        if (np.diff(self.starts) < 0).any():
            raise BeliefError("starts of a feed must not decrease")
        if len(self.shown) and not (self.shown.min() >= 0 and self.shown.max() < posts):
            raise BeliefError(f"an exposure points at a post that is none of the {posts}")
        if not (self.stance.min(initial=0.0) >= -1.0 and self.stance.max(initial=0.0) <= 1.0):  # nor does NaN
            raise BeliefError("the stance of a post must lie in [-1, 1]")
        counted: dict[str, NDArray[np.integer] | None] = {
            "authors": self.author,
            "contents": self.content,
            "likes": self.likes,
            "own likes": self.own_likes,
            "own dislikes": self.own_dislikes,
        }
        for name, counts in counted.items():
            if counts is not None and len(counts) and counts.min() < 0:
                raise BeliefError(f"{name} of a feed cannot be negative", hint="Count from 0.")
        for engaged in (self.own_likes, self.own_dislikes):
            if engaged is not None and len(engaged) != self.size:
                raise BeliefError("own likes and dislikes need one number a listener")

    @property
    def size(self) -> int:
        """The number of listeners, N."""
        return len(self.starts) - 1


@dataclass(kw_only=True)
class Trust:
    """Trust in authors: one row a listener, its authors in ascending order."""

    starts: Counts
    """(N + 1,)."""
    authors: Numbers
    """(T,)."""
    values: Floats
    """(T,) in [0, 1]."""


@dataclass(kw_only=True)
class History:
    """Which contents each listener has met."""

    bits: Words
    """(W, N): bit c % 64 of word c // 64 says whether content c was met."""
    order: Numbers | None = None
    """(N, cap): the contents that a listener remembers, as a ring; None where nobody can exceed the cap."""
    first: Numbers | None = None
    """(N,) place of the oldest content in the ring."""
    held: Numbers | None = None
    """(N,) number of contents in the ring."""


@dataclass(kw_only=True)
class Crowd:
    """The state of N listeners. ``advance`` changes it in place: copying a million listeners each round is too slow."""

    position: Floats
    """(N,) in [−1, 1]."""
    confidence: Floats
    """(N,) in [0, 1]."""
    initial: Floats
    """(N,) initial positions, which some rules use in every step."""
    trust: Trust
    history: History
    batches: Counts
    """(N,) number of batches in which each listener saw a post; only rules that draw by it count it."""
    number: Counts | None = None
    """(N,) the number with which each listener draws; its place in the arrays when None."""

    @property
    def size(self) -> int:
        return len(self.position)

    def copy(self) -> "Crowd":
        """Return a crowd that shares nothing with this one."""
        return deepcopy(self)


def begun(position: Floats, confidence: Floats | float, *, contents: int = 0, cap: int = 0) -> Crowd:
    """Return a crowd at its start: no author met, no content seen.

    Args:
        position: (N,) in [−1, 1], of the float type that the crowd is to have.
        confidence: (N,) or one for all, in [0, 1].
        contents: the expected number of different contents; the history grows when there are more.
        cap: how many contents a history holds; their order is stored when ``contents`` is larger.

    Raises:
        BeliefError: a number is not finite or out of range.
    """
    confidences = np.broadcast_to(np.asarray(confidence, dtype=position.dtype), position.shape)
    if not (np.isfinite(position).all() and (np.abs(position) <= 1.0).all()):
        raise BeliefError("positions must lie in [-1, 1]")
    if not (np.isfinite(confidences).all() and ((confidences >= 0.0) & (confidences <= 1.0)).all()):
        raise BeliefError("confidence must lie in [0, 1]")
    size = len(position)
    nobody = Trust(
        starts=np.zeros(size + 1, np.int64), authors=np.zeros(0, np.int32), values=np.zeros(0, position.dtype)
    )
    history = History(bits=np.zeros((-(-min(contents, ROOM) // WORD), size), np.uint64))
    if contents > cap:
        nothing = np.zeros(size, np.int32)
        history = History(bits=history.bits, order=np.zeros((size, cap), np.int32), first=nothing, held=nothing.copy())
    return Crowd(
        position=position.copy(),
        confidence=confidences.copy(),
        initial=position.copy(),
        trust=nobody,
        history=history,
        batches=np.zeros(size, np.int64),
    )


def roomy(history: History, contents: int, cap: int) -> None:
    """Enlarge a history in place for so many contents.

    Raises:
        BeliefError: there are more than a history holds, and the order in which they were met was not stored.
    """
    if history.order is None and contents > cap:
        raise BeliefError(
            f"{contents} contents are more than the {cap} that a history holds, and their order was not stored",
            hint="Give the number of contents at the start (contents), or raise exposure_cap.",
        )
    words = -(-contents // WORD)
    if words > len(history.bits):
        more = np.zeros((max(words, 2 * len(history.bits)) - len(history.bits), history.bits.shape[1]), np.uint64)
        history.bits = np.concatenate([history.bits, more])


def acquainted(trust: Trust, feed: Feed, default: float) -> Trust:
    """Return trust with a value for every author that a feed shows to a listener, new authors at the default.

    Where no listener sees a new author, the same object is returned.
    """
    width = int(max(feed.author.max(initial=-1), trust.authors.max(initial=-1))) + 1
    rows = max(1, CELLS // max(1, width))
    parts = [_merged(trust, feed, low, min(low + rows, feed.size), width, default) for low in range(0, feed.size, rows)]
    starts = np.zeros(feed.size + 1, np.int64)
    np.cumsum(np.concatenate([part_arrays[0] for part_arrays in parts]), out=starts[1:])
    if starts[-1] == trust.starts[-1]:
        return trust
    authors, values = (np.concatenate([part_arrays[part] for part_arrays in parts]) for part in (1, 2))
    return Trust(starts=starts, authors=authors.astype(np.int32), values=values.astype(trust.values.dtype))


def _merged(trust: Trust, feed: Feed, low: int, high: int, width: int, default: float) -> tuple[Counts, Counts, Floats]:
    """Return for a range of listeners how many authors each has met, the authors, and the trust in each."""
    listeners = np.arange(high - low, dtype=np.int64)
    counts = np.diff(feed.starts[low : high + 1])
    contents = feed.shown[feed.starts[low] : feed.starts[high]]
    begin, end = trust.starts[low], trust.starts[high]
    trusted = np.repeat(listeners, np.diff(trust.starts[low : high + 1])) * width + trust.authors[begin:end]
    values = np.full((high - low) * width, np.nan)
    values[np.repeat(listeners, counts) * width + feed.author[contents]] = default
    values[trusted] = trust.values[begin:end]
    cells = np.flatnonzero(~np.isnan(values))
    return np.bincount(cells // width, minlength=high - low), cells % width, values[cells]


Places = NDArray[np.int64]


def remembered(history: History, low: int, rows: Places, contents: Numbers) -> None:
    """Add the contents that listeners met for the first time to their rings and forget the oldest, in place.

    A ring of ``held`` contents begins with the oldest at ``first``. A content beyond the cap replaces the oldest; of
    more new contents than the cap in one batch only the newest stay.

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
