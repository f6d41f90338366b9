"""The social rule over arrays, in numpy: some hundred listeners at a time, so that the arrays fit the CPU cache.

Where an author repeats, trust moves post by post and is clamped at each. A sum with one clamp gives the same result
unless changes of both signs could touch a bound on the way; only those pairs are computed post by post.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.population.crowd import WORD, Crowd, Feed, Floats, Trust, acquainted, remembered, roomy
from doxa.beliefs.social import SCALE, SocialSettings

CELLS = 1 << 17
"""Cells (listeners × authors, or × contents) computed at a time."""

FEW = 1 << 12
"""Posts of a feed whose authors fit into a table for enough listeners at a time."""

Places = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class SharedFeedArrays:
    """The values of a feed that are the same for all its listeners."""

    feed: Feed
    rule: SocialSettings
    stance: Floats
    """(M,) in the crowd's float type."""
    proof: Floats
    """(M,) step times social proof."""
    column: Places
    """(M,) each post's author among the authors of this feed."""
    columns: Places
    """Author → its column; the spare last one for authors without a post in this feed."""
    bit: Places
    """(M,) each post's content among the contents of ``words``."""
    words: Places
    """The words of the history that contain this feed's contents."""
    novel: Floats
    """Novelty of a new content, and of a content met before."""
    width: int
    """Number of columns, with one for authors that are not in this feed."""
    slots: Places | None
    """(E,) the place in trust of each exposure's author, where every row has authors in the order of its trust."""


def contributions(crowd: Crowd, feed: Feed, rule: SocialSettings) -> Floats:
    """Return what each post contributes to the crowd's positions, (2, M): the sum, and the sum of absolute values.

    Contributions are those of the kernel's trace, before positions are clamped to [−1, 1]. The crowd is not changed.
    """
    pulled = np.zeros((2, len(feed.author)))
    advance(crowd.copy(), feed, rule, pulled)
    return pulled


def advance(crowd: Crowd, feed: Feed, rule: SocialSettings, pulled: Floats | None = None) -> None:
    """Update a crowd in place by one batch. Within 1e-12 of the kernel ``social`` in float64.

    Args:
        pulled: array to which the contributions of posts are added, as ``contributions`` returns them.
    """
    roomy(crowd.history, int(feed.content.max(initial=-1)) + 1, rule.exposure_cap)
    if len(feed.shown):
        prepared = _prepared(crowd, feed, rule)
        width = prepared.width if prepared.slots is None else 1
        rows = max(16, CELLS // max(width, WORD * len(prepared.words)))
        for low in range(0, feed.size, rows):
            _stretch(crowd, prepared, low, min(low + rows, feed.size), pulled)
    engaged(crowd, feed, rule)


def _prepared(crowd: Crowd, feed: Feed, rule: SocialSettings) -> SharedFeedArrays:
    kind = crowd.position.dtype
    present = np.unique(feed.author)
    columns = np.full(int(max(present[-1], crowd.trust.authors.max(initial=-1))) + 1, -1, np.int64)
    columns[present] = np.arange(len(present))
    columns[columns < 0] = len(present)
    words, word = np.unique(feed.content // WORD, return_inverse=True)
    proof = rule.social_proof_floor + feed.likes * rule.social_proof_per_like
    proof = proof if feed.weight is None else proof * feed.weight
    return SharedFeedArrays(
        feed=feed,
        rule=rule,
        stance=feed.stance.astype(kind),
        proof=(rule.step * proof).astype(kind),
        column=columns[feed.author],
        columns=columns,
        bit=word * WORD + feed.content % WORD,
        words=words.astype(np.int64),
        novel=np.array([rule.novelty_new, rule.novelty_repeat], kind),
        width=len(present) + 1,
        slots=_slots_in_order(crowd.trust, feed),
    )


def _slots_in_order(trust: Trust, feed: Feed) -> Places | None:
    """Return the place in trust of each exposure's author, (E,); None where a table of authors finds it faster.

    In a network of a million each listener meets few of a million authors, of whom a table would be too large: places
    are those of its row, and where the row has authors that it does not meet now, they are searched for.
    """
    counts, width = np.diff(feed.starts), np.diff(trust.starts)
    if (counts > width).any():
        return None
    slots = np.repeat(trust.starts[:-1] - feed.starts[:-1], counts) + np.arange(len(feed.shown))
    authors = feed.author[feed.shown]
    if (trust.authors[slots] == authors).all():
        return slots
    if len(feed.author) < FEW or not len(trust.authors):
        return None
    everybody, listeners = 1 + int(max(feed.author.max(), trust.authors.max())), np.arange(feed.size)
    asked = np.repeat(listeners, counts) * everybody + authors
    known = np.repeat(listeners, width) * everybody + trust.authors
    slots = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    return slots if (known[slots] == asked).all() else None


def _stretch(crowd: Crowd, shared: SharedFeedArrays, low: int, high: int, pulled: Floats | None) -> None:
    """Update a range of listeners."""
    rule, feed = shared.rule, shared.feed
    starts = feed.starts[low : high + 1]
    contents = feed.shown[starts[0] : starts[-1]].astype(np.int64)
    if not len(contents):
        return
    rows = np.repeat(np.arange(high - low), np.diff(starts))
    if shared.slots is not None:
        slots = shared.slots[starts[0] : starts[-1]] - crowd.trust.starts[low]
    else:
        slots = _slots(crowd, shared, low, high, rows, contents)
    if int(slots.min()) < 0:
        crowd.trust = acquainted(crowd.trust, feed, rule.default_trust)
        slots = _slots(crowd, shared, low, high, rows, contents)
    seen_before = _mark_known_contents(crowd, shared, low, high, rows, contents)
    position = crowd.position[low:high]
    values = crowd.trust.values[crowd.trust.starts[low] : crowd.trust.starts[high]]  # a view, which is written to
    resistance = rule.resistance_floor + crowd.confidence[low:high] * rule.resistance_per_confidence
    stance = shared.stance.take(contents)
    weight = shared.novel.take(seen_before)
    weight *= shared.proof.take(contents)
    weight *= values.take(slots)
    weight *= stance - position.take(rows)
    if pulled is not None:
        _add(pulled, contents, weight / resistance.take(rows))
    now = position + np.bincount(rows, weights=weight, minlength=high - low) / resistance
    now = np.clip(now, -1.0, 1.0).astype(position.dtype)
    crowd.position[low:high] = now
    gained = np.abs(np.subtract(stance, now.take(rows), out=stance), out=stance)
    gained *= -rule.trust_learning_rate / SCALE
    gained += (1.0 - rule.alignment_midpoint) * rule.trust_learning_rate
    _trusted(values, slots, gained)


def _add(pulled: Floats, contents: Places, contribution: Floats) -> None:
    pulled[0] += np.bincount(contents, weights=contribution, minlength=pulled.shape[1])
    pulled[1] += np.bincount(contents, weights=np.abs(contribution), minlength=pulled.shape[1])


def _slots(crowd: Crowd, shared: SharedFeedArrays, low: int, high: int, rows: Places, contents: Places) -> Places:
    """Return for each exposure its author's place in the trust of these listeners; −1 where it has none."""
    starts = crowd.trust.starts[low : high + 1]
    held = shared.columns.take(crowd.trust.authors[starts[0] : starts[-1]])
    held += np.repeat(np.arange(high - low) * shared.width, np.diff(starts))
    slots = np.full((high - low) * shared.width, -1, np.int32)
    slots[held] = np.arange(len(held), dtype=np.int32)
    cells = shared.column.take(contents)
    cells += rows * shared.width
    return slots.take(cells).astype(np.int64)


def _mark_known_contents(
    crowd: Crowd, shared: SharedFeedArrays, low: int, high: int, rows: Places, contents: Places
) -> NDArray[np.uint8]:
    """Return for each exposure 1 where its content was met before or earlier in this batch, and store all contents."""
    words = np.ascontiguousarray(crowd.history.bits[shared.words, low:high].T)
    before = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    cells = shared.bit.take(contents)
    cells += rows * before.shape[1]
    seen_before = before.reshape(-1).take(cells)
    met = np.zeros_like(before)
    flat = met.reshape(-1)
    flat[cells] = 1
    if np.count_nonzero(flat) < len(cells):
        places = np.arange(len(cells), dtype=np.int32)
        first = np.empty(len(flat), np.int32)
        first[cells[::-1]] = places[::-1]  # of equal cells the last write wins: the first place
        seen_before |= first.take(cells) != places
    met |= before
    now = np.packbits(met, axis=1, bitorder="little").view(np.uint64)
    crowd.history.bits[shared.words, low:high] = now.T
    if crowd.history.order is not None:
        new = seen_before == 0
        remembered(crowd.history, low, rows[new], shared.feed.content[contents[new]])
    return seen_before


def _trusted(values: Floats, slots: Places, gained: Floats) -> None:
    """Add to trust post by post, each time clamped to [0, 1], in place."""
    met = np.zeros(len(values), np.uint8)
    met[slots] = 1
    if np.count_nonzero(met) == len(slots):
        values[slots] = np.clip(values.take(slots) + gained, 0.0, 1.0)
        return
    up = np.bincount(slots, weights=np.maximum(gained, 0.0), minlength=len(values))
    down = np.bincount(slots, weights=np.maximum(-gained, 0.0), minlength=len(values))
    touching = (up > 0.0) & (down > 0.0) & ((values + up > 1.0) | (values - down < 0.0))
    before = values[touching]
    values[:] = np.clip(values + (up - down), 0.0, 1.0)
    if len(before):
        values[touching] = before
        _one_by_one(values, slots, gained, touching)


def _one_by_one(values: Floats, slots: Places, gained: Floats, touching: NDArray[np.bool_]) -> None:
    """Add the gains in the order met for the pairs where order matters: the k-th post of all pairs at once."""
    chosen = np.flatnonzero(touching[slots])
    chosen = chosen[np.argsort(slots[chosen], kind="stable")]
    where = slots[chosen]
    begins = np.flatnonzero(np.r_[True, where[1:] != where[:-1]])
    lengths = np.diff(np.r_[begins, len(where)])
    for rank in range(int(lengths.max())):
        at = begins[lengths > rank] + rank
        values[where[at]] = np.clip(values[where[at]] + gained[chosen[at]], 0.0, 1.0)


def engaged(crowd: Crowd, feed: Feed, rule: SocialSettings) -> None:
    """Change confidence by the likes and dislikes of each listener's own posts."""
    if feed.own_likes is None and feed.own_dislikes is None:
        return
    likes, dislikes = (0 if counts is None else counts for counts in (feed.own_likes, feed.own_dislikes))
    change = likes * rule.confidence_boost_per_like - dislikes * rule.confidence_decay_per_dislike
    crowd.confidence[:] = np.clip(crowd.confidence + change, 0.0, 1.0)
