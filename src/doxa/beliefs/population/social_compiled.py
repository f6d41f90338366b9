"""The social rule over arrays, compiled with numba for all cores: the sequential rule, one listener after another.

Imported only where the extra ``fast`` is installed. Most listeners see each author whom they know once, in the order
of their trust; those rows are read and written in sequence. For any other row a table of all authors gives the place
of each in the listener's trust, so that no exposure has to search for its author.

Indices are unsigned throughout: with signed ones numba spends as much time on indexing as on the rule.
"""

from typing import Any

import numba
import numpy as np

from doxa.beliefs.population.crowd import WORD, Crowd, Feed, acquainted, remembered, roomy
from doxa.beliefs.population.social_arrays import engaged
from doxa.beliefs.social import SCALE, SocialSettings

BLOCK = 1024
"""Listeners that one core takes at a time."""


def advance(crowd: Crowd, feed: Feed, rule: SocialSettings) -> None:
    """Update a crowd in place by one batch. Within 1e-12 of the kernel ``social`` in float64."""
    roomy(crowd.history, int(feed.content.max(initial=-1)) + 1, rule.exposure_cap)
    if len(feed.shown):
        _move_listeners(crowd, feed, rule)
    engaged(crowd, feed, rule)


def _move_listeners(crowd: Crowd, feed: Feed, rule: SocialSettings) -> None:
    kind = crowd.position.dtype.type
    fresh = None if crowd.history.order is None else np.zeros(len(feed.shown), np.bool_)
    waiting = np.ones(crowd.size, np.bool_)
    proof = rule.step * (rule.social_proof_floor + feed.likes * rule.social_proof_per_like)
    proof = proof if feed.weight is None else proof * feed.weight
    weights = proof[:, None] * np.array([rule.novelty_new, rule.novelty_repeat])
    posts = (
        feed.author.astype(np.int32, copy=False),
        feed.stance.astype(kind),
        weights.astype(kind),
        (feed.content // WORD).astype(np.uintp) * np.uintp(crowd.size * WORD) + (feed.content % WORD).astype(np.uintp),
    )
    coefficients = (
        kind(rule.resistance_floor),
        kind(rule.resistance_per_confidence),
        kind((1.0 - rule.alignment_midpoint) * rule.trust_learning_rate),
        kind(rule.trust_learning_rate / SCALE),
    )
    width = int(max(feed.author.max(initial=-1), crowd.trust.authors.max(initial=-1))) + 1
    longest = int(np.diff(feed.starts).max())
    while waiting.any():
        trust = crowd.trust
        state = (
            crowd.position,
            crowd.confidence,
            trust.starts,
            trust.authors,
            trust.values,
            np.reshape(crowd.history.bits, -1, copy=False),
        )
        _move(waiting, *state, feed.starts, feed.shown, *posts, *coefficients, width, longest, fresh)
        if waiting.any():
            crowd.trust = acquainted(trust, feed, rule.default_trust)
    if fresh is not None:
        rows = np.repeat(np.arange(crowd.size), np.diff(feed.starts))
        remembered(crowd.history, 0, rows[fresh], feed.content[feed.shown[fresh]])


@numba.njit(forceinline=True, error_model="numpy")
def _in_order(author: Any, contents: Any, begin: Any, end: Any, authors: Any, first: Any, last: Any) -> Any:
    """Return whether a row shows each author whom its listener knows once, in the order of the listener's trust."""
    if last - first != end - begin:
        return False
    other = np.int32(0)
    for k in range(end - begin):
        other |= author[np.uintp(contents[begin + np.uintp(k)])] ^ authors[first + np.uintp(k)]
    return other == 0


@numba.njit(forceinline=True, error_model="numpy")
def _find_authors(
    slots: Any, table: Any, author: Any, contents: Any, begin: Any, end: Any, authors: Any, first: Any, last: Any
) -> Any:
    """Write the place in trust of each exposure's author; return whether the listener knows them all.

    For unknown authors the table still has places of earlier listeners, which all lie below ``first``.
    """
    least = np.int64(first)
    for s in range(first, last):
        table[np.uintp(authors[s])] = s
    for k in range(end - begin):
        slot = table[np.uintp(author[np.uintp(contents[begin + np.uintp(k)])])]
        slots[np.uintp(k)] = slot
        least = min(least, slot)
    return least == np.int64(first)


@numba.njit(parallel=True, cache=True, error_model="numpy")
def _move(
    waiting: Any, position: Any, confidence: Any, starts: Any, authors: Any, values: Any, words: Any, begins: Any,
    contents: Any, author: Any, stance: Any, weights: Any, bit: Any, floor: Any, slope: Any, gain: Any,
    loss: Any, width: int, longest: int, fresh: Any,
) -> None:  # fmt: skip
    """Move every waiting listener: all pulls at its position before, then trust post by post at its position after.

    A listener who sees a new author is left unchanged and keeps waiting. ``bit`` gives the offset in ``words`` of each
    post's content for listener 0; for listener i it lies i words further.
    """
    size, zero, unity = len(position), position.dtype.type(0), position.dtype.type(1)
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        table = np.empty(0, np.int64)  # of all authors, who are many in a network, and where no row needs it, none
        slots = np.empty(longest, np.int64)
        stances = np.empty(longest, position.dtype)
        for listener in range(block * BLOCK, min(size, (block + 1) * BLOCK)):
            i = np.uintp(listener)
            first, last = np.uintp(starts[i]), np.uintp(starts[i + np.uintp(1)])
            begin, end = np.uintp(begins[i]), np.uintp(begins[i + np.uintp(1)])
            if not waiting[i]:
                continue
            stance_now = position[i]
            if begin == end:
                waiting[i] = False
                continue
            same = _in_order(author, contents, begin, end, authors, first, last)
            if not same and len(table) < width:
                table = np.full(width, -1, np.int64)
            if not (same or _find_authors(slots, table, author, contents, begin, end, authors, first, last)):
                continue
            pull = zero
            for k in range(end - begin):
                p = np.uintp(contents[begin + np.uintp(k)])
                at = bit[p] + i * np.uintp(WORD)
                word, place = at // np.uintp(WORD), at % np.uintp(WORD)
                seen_before = (words[word] >> place) & np.uintp(1)
                if seen_before == 0:
                    words[word] |= np.uintp(1) << place
                    if fresh is not None:
                        fresh[begin + np.uintp(k)] = True
                stances[np.uintp(k)] = post_stance = stance[p]
                trust = values[first + np.uintp(k) if same else np.uintp(slots[np.uintp(k)])]
                pull += (post_stance - stance_now) * (trust * weights[p, seen_before])
            stance_now = max(-unity, min(unity, stance_now + pull / (floor + confidence[i] * slope)))
            if same:
                for k in range(end - begin):
                    s = first + np.uintp(k)
                    now = values[s] + (gain - abs(stances[np.uintp(k)] - stance_now) * loss)
                    now = now if now < unity else unity
                    values[s] = now if now > zero else zero
            else:
                for k in range(end - begin):
                    s = np.uintp(slots[np.uintp(k)])
                    now = values[s] + (gain - abs(stances[np.uintp(k)] - stance_now) * loss)
                    now = now if now < unity else unity
                    values[s] = now if now > zero else zero
            position[i] = stance_now
            waiting[i] = False
