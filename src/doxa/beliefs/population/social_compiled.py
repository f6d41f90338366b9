"""The social rule over arrays, compiled with numba for all cores: the sequential rule, one listener after another.

Imported only where the extra ``fast`` is installed. While a listener is in hand, a table of all authors says where each
stands in the listener's trust, so that no exposure has to look for its author.
"""

from typing import Any

import numba
import numpy as np

from doxa.beliefs.population.crowd import WORD, Crowd, Feed, Trust, roomy
from doxa.beliefs.population.forgetting import remembered
from doxa.beliefs.population.social_arrays import engaged
from doxa.beliefs.social import SCALE, SocialSettings

BLOCK = 1024
"""Listeners to a turn of one core."""


def advance(crowd: Crowd, feed: Feed, rule: SocialSettings) -> None:
    """Let a crowd meet one batch, in place. Within 1e-12 of the kernel ``social`` in float64."""
    roomy(crowd.history, int(feed.content.max(initial=-1)) + 1, rule.exposure_cap)
    if len(feed.shown):
        _moved(crowd, feed, rule)
    engaged(crowd, feed, rule)


def _moved(crowd: Crowd, feed: Feed, rule: SocialSettings) -> None:
    kind = crowd.position.dtype.type
    ordered = crowd.history.order is not None
    fresh = np.zeros(len(feed.shown) if ordered else 0, np.bool_)
    waiting = np.ones(crowd.size, np.bool_)
    posts = (
        feed.author.astype(np.uintp),
        feed.stance.astype(kind),
        (rule.step * (rule.social_proof_floor + feed.likes * rule.social_proof_per_like)).astype(kind),
        (feed.content // WORD).astype(np.uintp),
        np.uint64(1) << (feed.content % WORD).astype(np.uint64),
    )
    coefficients = (
        kind(rule.novelty_new),
        kind(rule.novelty_repeat),
        kind(rule.resistance_floor),
        kind(rule.resistance_per_confidence),
        kind((1.0 - rule.alignment_midpoint) * rule.trust_learning_rate),
        kind(rule.trust_learning_rate / SCALE),
    )
    width, longest = _authors(crowd, feed), int(np.diff(feed.starts).max())
    while waiting.any():
        trust = crowd.trust
        state = (crowd.position, crowd.confidence, trust.starts, trust.authors, trust.values, crowd.history.bits)
        _move(waiting, *state, feed.starts, feed.shown, *posts, *coefficients, width, longest, fresh)
        if waiting.any():
            _acquaint(crowd, feed, rule)
    if ordered:
        rows = np.repeat(np.arange(crowd.size), np.diff(feed.starts))
        remembered(crowd.history, 0, rows[fresh], feed.content[feed.shown[fresh]])


def _authors(crowd: Crowd, feed: Feed) -> int:
    return int(max(feed.author.max(initial=-1), crowd.trust.authors.max(initial=-1))) + 1


def _acquaint(crowd: Crowd, feed: Feed, rule: SocialSettings) -> None:
    """Give every author that somebody meets for the first time a place in trust."""
    trust = crowd.trust
    counts = _strangers(trust.starts, trust.authors, feed.starts, feed.shown, feed.author, _authors(crowd, feed))
    if not counts.any():
        return
    starts = trust.starts.copy()
    starts[1:] += np.cumsum(counts)
    authors = np.empty(int(starts[-1]), np.int32)
    values = np.empty(int(starts[-1]), trust.values.dtype)
    _merge(
        trust.starts, trust.authors, trust.values, feed.starts, feed.shown, feed.author, starts, authors, values,
        trust.values.dtype.type(rule.default_trust), _authors(crowd, feed),
    )  # fmt: skip
    crowd.trust = Trust(starts=starts, authors=authors, values=values)


@numba.njit(cache=True, error_model="numpy")
def _strangers(starts: Any, authors: Any, begins: Any, shown: Any, author: Any, width: int) -> Any:
    """Count for each listener the authors of its feed that it never met."""
    size = len(starts) - 1
    counts = np.zeros(size, np.int64)
    met = np.full(width, -1, np.int64)
    for i in range(size):
        for s in range(starts[i], starts[i + 1]):
            met[authors[s]] = i
        for e in range(begins[i], begins[i + 1]):
            a = author[shown[e]]
            counts[i] += met[a] != i
            met[a] = i
    return counts


@numba.njit(cache=True, error_model="numpy")
def _merge(
    starts: Any, authors: Any, values: Any, begins: Any, shown: Any, author: Any, now: Any, new_authors: Any,
    new_values: Any, default: Any, width: int,
) -> None:  # fmt: skip
    """Write trust with places for strangers, each row ascending."""
    met = np.full(width, -1, np.int64)
    for i in range(len(starts) - 1):
        end = now[i]
        for s in range(starts[i], starts[i + 1]):
            met[authors[s]] = i
            new_authors[end] = authors[s]
            new_values[end] = values[s]
            end += 1
        for e in range(begins[i], begins[i + 1]):
            a = author[shown[e]]
            if met[a] == i:
                continue
            met[a] = i
            place = end
            while place > now[i] and new_authors[place - 1] > a:
                new_authors[place] = new_authors[place - 1]
                new_values[place] = new_values[place - 1]
                place -= 1
            new_authors[place] = a
            new_values[place] = default
            end += 1


@numba.njit(parallel=True, cache=True, error_model="numpy")
def _move(
    waiting: Any, position: Any, confidence: Any, starts: Any, authors: Any, values: Any, bits: Any, begins: Any,
    shown: Any, author: Any, stance: Any, proof: Any, word: Any, mask: Any, new: Any, repeat: Any, floor: Any,
    slope: Any, gain: Any, loss: Any, width: int, longest: int, fresh: Any,
) -> None:  # fmt: skip
    """Move every waiting listener: all pulls at its position before, then trust post by post at its position after.

    One who meets a stranger is left as it was and goes on waiting. Places are unsigned: numba spends as long on signed
    ones as on the rule.
    """
    size = len(position)
    ordered = len(fresh) > 0
    zero, one = position.dtype.type(0), position.dtype.type(1)
    for block in numba.prange((size + BLOCK - 1) // BLOCK):
        held = np.full(width, -one, position.dtype)
        before = np.empty(longest, np.uint64)
        for listener in range(block * BLOCK, min(size, (block + 1) * BLOCK)):
            if not waiting[listener]:
                continue
            i = np.uintp(listener)
            first, last = np.uintp(starts[i]), np.uintp(starts[i + np.uintp(1)])
            begin, end = np.uintp(begins[i]), np.uintp(begins[i + np.uintp(1)])
            for s in range(first, last):
                held[np.uintp(authors[s])] = values[s]
            here, pull, least, count = position[i], zero, one, np.uintp(0)
            for e in range(begin, end):
                p = np.uintp(shown[e])
                trust = held[author[p]]
                least = min(least, trust)
                met = bits[word[p], i]
                before[count] = met
                count += np.uintp(1)
                novelty = new
                if met & mask[p] != 0:
                    novelty = repeat
                elif ordered:
                    fresh[e] = True
                bits[word[p], i] = met | mask[p]
                pull += (stance[p] - here) * (trust * proof[p] * novelty)
            if least >= zero:
                here = max(-one, min(one, here + pull / (floor + confidence[i] * slope)))
                position[i] = here
                for e in range(begin, end):
                    p = np.uintp(shown[e])
                    now = held[author[p]] + (gain - abs(stance[p] - here) * loss)
                    now = now if now < one else one
                    held[author[p]] = now if now > zero else zero
                waiting[i] = False
            else:
                for back in range(end - begin):
                    place = end - np.uintp(1) - np.uintp(back)
                    bits[word[np.uintp(shown[place])], i] = before[place - begin]
                    if ordered:
                        fresh[place] = False
            for s in range(first, last):
                a = np.uintp(authors[s])
                if least >= zero:
                    values[s] = held[a]
                held[a] = -one
