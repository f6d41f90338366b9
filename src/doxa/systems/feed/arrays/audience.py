"""Listeners in shards: whom each follows, where each begins, what each is shown, and the state of a shard as a file.

Everything about a listener is drawn from the run's seed and the block of 4,096 that it is in, so that neither shards
nor workers change a number. Draws use raw 64-bit words of Philox, which numpy keeps the same in all its versions.

A listener is shown the first ``most`` posts in the feed's order that reach it. A post reaches the followers of its
author and of those who passed it on; some reach everybody. Replies are shown with the post that they answer.

In a network a listener meets, after the voices, the listeners that it hears, each where it stood before the round: in a
feed the first N posts are those of the listeners, and their authors have the numbers after all others.
"""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.population.advancing import advance, population_rule
from doxa.beliefs.population.crowd import Crowd, Feed, Floats, History, Trust, begun
from doxa.beliefs.population.social_arrays import contributions
from doxa.beliefs.social import SocialSettings
from doxa.records.base import Settings
from doxa.systems.feed.arrays.edges import Edges, join_rows
from doxa.systems.feed.arrays.stored import pack_arrays
from doxa.systems.feed.arrays.turns import by_encounters, in_random_order
from doxa.systems.feed.tasks.population_round import Audience, Posts

BLOCK = 4096
SHARD = 64 * BLOCK
"""Listeners in one shard."""

Doubles = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class RoundMovement:
    """The effect of one round on some listeners."""

    distance: float
    """The sum of the distances that they moved."""
    exposures: int
    """How many posts they met."""
    reached: NDArray[np.int64]
    """How many of them met each post of a feed, (M,)."""
    pulled: Floats
    """What each post of a feed added to positions under the social rule, (2, M): sums of values, and of sizes."""

    def __add__(self, other: "RoundMovement") -> "RoundMovement":
        return RoundMovement(
            distance=self.distance + other.distance,
            exposures=self.exposures + other.exposures,
            reached=self.reached + other.reached,
            pulled=self.pulled + other.pulled,
        )


@dataclass(kw_only=True)
class Shard:
    """Some listeners: their state, and which voices each follows."""

    audience: Audience
    crowd: Crowd
    follows: NDArray[np.int32]
    """(N, follows), each row ascending."""
    low: int = 0
    """The number of the first."""
    edges: Edges | None = None
    """In a network the rows of what each meets, voices as posts after those of all listeners."""
    heard: Edges | None = None
    """In a network the same rows without voices."""

    def meet(self, posts: Posts, round: int, offered: Feed) -> RoundMovement:
        """Move these listeners by one round and return its effect.

        Args:
            offered: what ``offer`` returns for this round.
        """
        before, rule = self.crowd.position.copy(), _rule(self.audience)
        pulled: Floats = np.zeros((2, 0))
        exposures, reached = 0, np.zeros(0, np.int64)
        # where rows lack authors that trust has, numpy searches for them, and numba would need a table of all listeners
        is_in_order = self.heard is None or (posts.is_of_all_voices and not self.audience.authors)
        for rows in self._turns(posts, round):
            feed = replace(offered, starts=rows.starts, shown=rows.heard)
            if posts.ids:
                reached = np.bincount(feed.shown, minlength=len(posts.stances))
            if isinstance(rule, SocialSettings) and posts.ids:
                pulled = contributions(self.crowd, feed, rule)
            advance(self.crowd, feed, rule, self.audience.engine if is_in_order else "numpy")
            exposures += len(feed.shown)
            if self.audience.in_turn:
                offered = offer(self.audience, posts, self.crowd.position)
        return RoundMovement(
            distance=float(np.abs(self.crowd.position - before).sum(dtype=np.float64)),
            exposures=exposures,
            reached=reached,
            pulled=pulled,
        )

    def _turns(self, posts: Posts, round: int) -> Iterator[Edges]:
        """Yield what each listener hears at a time; all at once but for a network in which they move in turn."""
        audience = self.audience
        if self.edges is None or audience.network is None:
            starts, heard = self.meeting(posts)
            yield Edges(starts=starts, heard=heard)
            return
        edges = self.edges
        if self.heard is not None and not posts.is_of_all_voices:
            starts, heard = self.meeting(posts)
            edges = join_rows(Edges(starts=starts, heard=heard + np.int32(audience.size)), self.heard)
        if not audience.in_turn:
            yield edges
        else:
            bits = np.random.Philox(key=[audience.seed % (1 << 64), (1 << 63) + round])  # blocks have those below
            draws = np.asarray(bits.random_raw(2 * audience.size), np.uint64).reshape(2, -1)
            if audience.network.order == "random":
                yield from in_random_order(edges, draws[0])
            else:
                yield from by_encounters(edges, draws, both=audience.kernel == "deffuant_weisbuch")

    def meeting(self, posts: Posts) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the indices of the posts that each listener meets, as compressed sparse rows."""
        if posts.is_of_all_voices and self.audience.most is None:
            size, width = self.follows.shape
            return np.arange(0, size * width + 1, width, dtype=np.int64), self.follows.reshape(-1)
        groups = np.zeros(0, np.int64)
        if posts.cuts:
            groups = np.searchsorted(posts.cuts, draw_treatments(self.audience, self.low, len(self.follows)), "right")
        return posts_shown_to(self.follows, len(self.audience.voices), posts, self.audience.most, groups)


def offer(audience: Audience, posts: Posts, standing: Floats | None) -> Feed:
    """Return all that can be heard in a round, and nobody who hears it yet.

    Args:
        standing: where all listeners of the audience stand, (N,), in a network; else None.
    """
    count = len(posts.stances)
    author = np.asarray(posts.authors or range(count), np.int32)
    stance, content = np.asarray(posts.stances, np.float64), np.asarray(posts.contents, np.int32)
    likes, weight = np.asarray(posts.likes or [0] * count, np.int64), np.asarray(posts.weights or [1.0] * count)
    if standing is not None:
        bins = np.rint(standing / audience.grain).astype(np.int32) + round(1 / audience.grain)
        author = np.concatenate([_listeners_of(audience), author])
        stance = np.concatenate([standing, stance])
        likes = np.concatenate([np.zeros(audience.size, np.int64), likes])
        content = np.concatenate([bins, content + count_bins(audience.grain)])
        weight = np.concatenate([np.ones(audience.size), weight])
    return Feed(
        author=author,
        stance=stance,
        likes=likes,
        content=content,
        starts=np.zeros(1, np.int64),
        shown=np.zeros(0, np.int32),
        weight=weight if posts.weights else None,
    )


def shards_of(audience: Audience) -> list[tuple[int, int]]:
    """Return the bounds of each shard: its first listener, and the first one after it."""
    if audience.in_turn:
        return [(0, audience.size)]  # whoever moves next hears what the last one did
    return [(low, min(low + SHARD, audience.size)) for low in range(0, audience.size, SHARD)]


def make_shard(audience: Audience, low: int, high: int, edges: Edges | None = None) -> Shard:
    """Return the listeners of one shard before the first round, in a network with the edges of all listeners."""
    blocks = [_block(audience, first, min(first + BLOCK, high)) for first in range(low, high, BLOCK)]
    position = np.concatenate([block[0] for block in blocks]).astype(audience.precision)
    follows = np.concatenate([block[1] for block in blocks])
    rule = _rule(audience)
    heard = met = ever_met = None if edges is None else edges.rows(low, high)
    if heard is not None:
        others = np.arange(len(audience.voices), len(audience.authors or audience.voices), dtype=np.int32)
        met = ever_met = _hear_first(follows + np.int32(audience.size), heard)
        if len(others):
            voices = np.hstack([follows, np.broadcast_to(others, (len(follows), len(others)))])
            ever_met = _hear_first(voices + np.int32(audience.size), heard)
    if not isinstance(rule, SocialSettings):
        crowd = replace(begun(position, 0.5), number=np.arange(low, high))
        return Shard(audience=audience, crowd=crowd, follows=follows, low=low, edges=met, heard=heard)
    crowd = begun(position, rule.default_confidence, contents=audience.contents, cap=rule.exposure_cap)
    if ever_met is not None:  # whom a listener will ever meet is known, and found faster in the order of its row
        posting = np.arange(len(audience.authors or audience.voices), dtype=np.int32)
        authors = np.concatenate([_listeners_of(audience), posting])
        values = np.full(len(ever_met.heard), rule.default_trust, position.dtype)
        crowd.trust = Trust(starts=ever_met.starts, authors=authors[ever_met.heard], values=values)
    return Shard(audience=audience, crowd=crowd, follows=follows, low=low, edges=met, heard=heard)


def _hear_first(places: NDArray[np.int32], rows: Edges) -> Edges:
    """Return rows that have these places, (n, k), before what they have."""
    if not places.shape[1]:
        return rows
    starts = np.arange(0, places.size + 1, places.shape[1])
    return join_rows(Edges(starts=starts, heard=places.reshape(-1)), rows)


def count_bins(grain: float) -> int:
    """Return how many contents positions are, to steps of a grain."""
    return 2 * round(1 / grain) + 1


def _listeners_of(audience: Audience) -> NDArray[np.int32]:
    """Return the numbers that listeners have as authors, after those of everybody else."""
    first = len(audience.authors or audience.voices)
    return np.arange(first, first + audience.size, dtype=np.int32)


def _rule(audience: Audience) -> Settings:
    """Return the rule's settings; a history that no listener can fill has no limit, so that no order need be kept."""
    rule = population_rule(audience.kernel, audience.belief)
    most = audience.contents if audience.meets is None else audience.meets
    if isinstance(rule, SocialSettings) and most <= rule.exposure_cap < audience.contents:
        return rule.model_copy(update={"exposure_cap": audience.contents})
    return rule


def begun_at(audience: Audience) -> Floats:
    """Return every listener's position before the first round, (N,)."""
    firsts = range(0, audience.size, BLOCK)
    positions = np.concatenate([_draw_start(audience, _bits_of(audience, low)) for low in firsts])
    return positions[: audience.size].astype(audience.precision)


def _bits_of(audience: Audience, low: int) -> np.random.Philox:
    return np.random.Philox(key=[audience.seed % (1 << 64), low // BLOCK])


def _draw_start(audience: Audience, bits: np.random.Philox) -> Doubles:
    """Return drawn start positions of a block, (BLOCK,)."""
    draws, voices = _evenly(bits, BLOCK * 2).reshape(2, BLOCK), np.asarray(audience.voices)
    position: Doubles = 2.0 * draws[0] - 1.0
    if audience.start == "camps":
        near = voices[np.minimum((draws[1] * len(voices)).astype(np.int64), len(voices) - 1)]
        position = np.clip(near + audience.spread * position, -1.0, 1.0)
    return position


def draw_treatments(audience: Audience, low: int, count: int) -> Doubles:
    """Return the numbers from [0, 1) by which events hold for some listeners, (count,); low is a multiple of BLOCK."""
    key = audience.seed % (1 << 64)
    firsts = range(low, low + count, BLOCK)
    draws = [_evenly(np.random.Philox(key=[key, (1 << 62) + first // BLOCK]), BLOCK) for first in firsts]
    return np.concatenate(draws)[:count]


def _block(audience: Audience, low: int, high: int) -> tuple[Doubles, NDArray[np.int32]]:
    """Return drawn start positions of some listeners, (n,), and the voices that they follow, (n, follows) ascending."""
    bits, voices = _bits_of(audience, low), np.asarray(audience.voices)
    position = _draw_start(audience, bits)
    chances = _evenly(bits, BLOCK * len(voices)).reshape(BLOCK, len(voices))
    if audience.alike:
        weight = np.exp(-audience.alike * np.abs(position[:, None] - voices[None, :]))
        chances = np.log(np.maximum(chances, 2.0**-53)) / weight
    drawn = np.argpartition(-chances, audience.follows - 1, axis=1)[:, : audience.follows]
    return position[: high - low], np.sort(drawn, axis=1)[: high - low].astype(np.int32)


def _evenly(bits: np.random.Philox, count: int) -> Doubles:
    raw = np.asarray(bits.random_raw(count), np.uint64)
    return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53


def pack_crowd(crowd: Crowd) -> bytes:
    """Return a crowd's whole state as the bytes of an npz file."""
    trust, history = crowd.trust, crowd.history
    optional = {"order": history.order, "first": history.first, "held": history.held, "number": crowd.number}
    return pack_arrays(
        position=crowd.position,
        confidence=crowd.confidence,
        initial=crowd.initial,
        batches=crowd.batches,
        trust_starts=trust.starts,
        trust_authors=trust.authors,
        trust_values=trust.values,
        bits=history.bits,
        **{name: array for name, array in optional.items() if array is not None},
    )


def load_crowd(path: Path) -> Crowd | None:
    """Return the crowd from a file of ``pack_crowd``; None where the file is missing or incomplete."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        return Crowd(
            position=arrays["position"],
            confidence=arrays["confidence"],
            initial=arrays["initial"],
            batches=arrays["batches"],
            number=arrays.get("number"),
            trust=Trust(starts=arrays["trust_starts"], authors=arrays["trust_authors"], values=arrays["trust_values"]),
            history=History(
                bits=arrays["bits"], order=arrays.get("order"), first=arrays.get("first"), held=arrays.get("held")
            ),
        )
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return None


ROWS = 4096
"""Listeners handled at a time."""

Flags = NDArray[np.bool_]


def posts_shown_to(
    follows: NDArray[np.int32], voices: int, posts: Posts, most: int | None, groups: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return what listeners meet as compressed sparse rows: where each row begins, (N + 1,), and post indices, (E,).

    Args:
        follows: (N, F) numbers of the voices that each listener follows.
        most: how many posts each listener is shown, replies and the round's news not counted; None for all.
        groups: (N,) the group of each; of length 0 where all are alike.
    """
    parts = [
        _select_shown(follows[low : low + ROWS], voices, posts, most, groups[low : low + ROWS])
        for low in range(0, len(follows), ROWS)
    ]
    starts = np.zeros(len(follows) + 1, np.int64)
    np.cumsum(np.concatenate([counts for counts, _ in parts]), out=starts[1:])
    return starts, np.concatenate([places for _, places in parts])


def _select_shown(
    follows: NDArray[np.int32], voices: int, posts: Posts, most: int | None, groups: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    roots, place_of = np.unique(np.asarray(posts.roots, np.int64), return_inverse=True)
    visible = _find_reached(follows, voices, posts, roots)
    if len(groups):
        visible &= groups[:, None] == np.asarray(posts.groups, np.int64)[roots]
    if most is not None:
        visible[:, posts.news :] &= np.cumsum(visible[:, posts.news :], axis=1, dtype=np.int32) <= most
    met = visible[:, place_of]
    return met.sum(axis=1, dtype=np.int64), np.nonzero(met)[1].astype(np.int32)


def _find_reached(follows: NDArray[np.int32], voices: int, posts: Posts, roots: NDArray[np.int64]) -> Flags:
    """Return whether each post that is no reply reaches each listener, (rows, roots)."""
    following = np.zeros((len(follows), max(voices, 1 + max(posts.authors, default=-1))), np.bool_)
    following[np.arange(len(follows))[:, None], follows] = True
    visible: Flags = following[:, np.asarray(posts.authors, np.int64)[roots]]
    for column, root in enumerate(roots.tolist()):
        voices_reaching = posts.reach.get(root, ())
        visible[:, column] |= True if voices_reaching is None else following[:, list(voices_reaching)].any(axis=1)
    return visible
