"""Ranking: which posts an agent's feed shows, and in which order.

    score = 0.3·recency + 0.4·log1p(likes + reposts) + 0.3·relevance          (SimSwarm; the weights are settings)

What relevance is, is a setting too. A ranker, ``ranking.by``, scores posts in its own way instead.
Events of the round come first. Posts of equal score are in an order drawn for each agent and round, so that no post
is shown to all agents only because its author's name sorts first.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from doxa.beliefs.population.classic_arrays import mix_numbers
from doxa.errors import ScenarioError
from doxa.records.base import digest, stream
from doxa.records.spec import RunSpec
from doxa.scoring.rankers import Arrays, Scores, ranker_named, ranks_for_all, score_posts, settings_of
from doxa.systems.feed.protocol.events import HANDLE
from doxa.systems.feed.protocol.interventions import Interventions
from doxa.systems.feed.protocol.settings import FeedSettings, Ranking
from doxa.systems.feed.protocol.wall import Post, Wall

DECIMALS = 9
"""Decimals to which scores are rounded; posts with the same rounded score are equal."""

SHORTEST = 4
"""The fewest letters of a word that counts for relevance."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, kw_only=True)
class ShownPost:
    """A post on a feed, with the replies below it."""

    post: Post
    replies: tuple[Post, ...] = ()
    news: bool = False


@dataclass(frozen=True, kw_only=True)
class FeedReader:
    """The agent for whom a feed is made."""

    id: str
    words: frozenset[str] = frozenset()
    """Content words of its persona and its own posts."""
    positions: dict[str, float] = field(default_factory=dict)
    """Topic → position."""
    drawn: float | None = None
    """The number by which events hold for it; drawn from the seed when None."""


Positions = Mapping[str, Mapping[str, float]]
"""Agent → topic → position."""

FORMULA = frozenset({"recency", "engagement", "relevance", "relevant"})
"""The settings of the ranking without a ranker."""


class Board:
    """The posts of one round, with the part of scores that all readers share; ``feed`` ranks them for one reader."""

    def __init__(
        self,
        wall: Wall,
        settings: FeedSettings,
        round: int,
        seed: int,
        positions: Positions | None = None,
        interventions: Interventions | None = None,
    ) -> None:
        """Make a board.

        Args:
            positions: where agents stand, for rankers that ask which camp likes a post.
            interventions: what the platform does to posts in this round; nothing when None.
        """
        self._wall, self._settings, self._round, self._seed = wall, settings, round, seed
        withholds = interventions and interventions.withholds(wall.posts.values())
        self._interventions = interventions if withholds else None
        roots = [post for post in wall.posts.values() if not post.parent]
        self._news = [post for post in roots if is_news(post, round)]
        self._roots = [post for post in roots if not is_news(post, round)]
        self._base = np.array([self._shared_score(post) for post in self._roots], dtype=np.float64)
        self._codes = {name: code for code, name in enumerate(dict.fromkeys(post.author for post in self._roots))}
        self._author_of = np.array([self._codes[post.author] for post in self._roots], dtype=np.intp)
        self._events = np.array([post.by == "event" for post in self._roots], dtype=bool)
        reposted = wall.engagement.reposted
        self._reposted = [(place, reposted[post.id]) for place, post in enumerate(self._roots) if post.id in reposted]
        self._replies = {parent: self._order_replies(parent) for parent in wall.beneath}
        self._keys = np.array([int(digest(post.id)[:16], 16) for post in self._roots], dtype=np.uint64)
        self._texts = list(dict.fromkeys(post.text for post in self._roots))
        places = {text: place for place, text in enumerate(self._texts)}
        self._text_of = np.array([places[post.text] for post in self._roots], dtype=np.intp)
        self._stances = np.array([math.nan if post.stance is None else post.stance for post in self._roots])
        self._topics = np.array([post.topic for post in self._roots], dtype=object)
        self._ranker = ranker_named(settings.ranking.by) if settings.ranking.by else None
        self._arrays = self._describe_posts(positions or {}) if self._ranker else {}

    def feed(self, reader: FeedReader) -> tuple[ShownPost, ...]:
        """Return the posts that one reader is shown, first to last."""
        threads = [self._below(post, reader, news=True) for post in self._news if self._visible(reader, post)]
        reached = self._reached(reader)
        if self._settings.posts and reached.any():
            order = self._order(reader, reached, self._scores(reader))
            threads += [self._below(self._roots[at], reader) for at in order[: self._settings.posts]]
        return tuple(threads)

    def standing(self, drawn: float = 0.0) -> tuple[ShownPost, ...]:
        """Return all posts by the part of scores that readers share; ties are in an order drawn for the round.

        Args:
            drawn: the number of the listeners for whom the posts stand so.
        """
        listener = FeedReader(id="", drawn=drawn)
        scores = self._scores(listener) if self._ranker else self._base
        order = self._order(listener, np.ones(len(self._roots), dtype=bool), scores)
        return tuple(self._below(self._roots[at], listener) for at in order)

    def _order(self, reader: FeedReader, reached: NDArray[np.bool_], scores: Scores) -> list[int]:
        """Return the indices of the posts that a reader can be shown, the highest score first."""
        ranks = np.array([self._rank(reader, post) for post in self._roots]) if self._interventions else 1.0
        scores = np.round(scores - (1.0 - ranks) * np.abs(scores), DECIMALS)
        places = np.flatnonzero(reached & (ranks > 0.0))
        return [int(at) for at in places[np.lexsort((self._chance(reader)[places], -scores[places]))]]

    def _rank(self, reader: FeedReader, post: Post) -> float:
        """Return what multiplies a post's score; 0 where it is not shown."""
        return self._interventions.rank(post, reader.id or HANDLE, reader.drawn) if self._interventions else 1.0

    def own(self, reader: FeedReader, posts: Iterable[str]) -> tuple[ShownPost, ...]:
        """Return a reader's own latest posts, newest first."""
        latest = list(posts)[::-1][: self._settings.own]
        return tuple(self._below(self._wall.posts[post_id], reader) for post_id in latest)

    def _shared_score(self, post: Post) -> float:
        """Return the part of a score that all readers share."""
        ranking, gathered = self._settings.ranking, self._wall.engagement
        age = max(0, self._round - 1 - post.round)
        likes = gathered.likes.get(post.id, 0) + gathered.reposts(post.id)
        return ranking.recency / (1 + age) + ranking.engagement * math.log1p(likes)

    def _reached(self, reader: FeedReader) -> NDArray[np.bool_]:
        """Return whether each post may reach a reader: by its author, by a reposter, or as an event."""
        keep = ~self._by(self._wall.mutes.get(reader.id, frozenset()) | {reader.id})
        if self._settings.follows:
            follows = self._wall.follows.get(reader.id, frozenset())
            reached = self._by(follows) | self._events
            reached[[place for place, reposters in self._reposted if not follows.isdisjoint(reposters)]] = True
            keep &= reached
        return keep

    def _by(self, authors: frozenset[str]) -> NDArray[np.bool_]:
        """Return for each post whether it is by one of these authors."""
        chosen = np.zeros(len(self._codes), dtype=bool)
        chosen[[self._codes[author] for author in authors if author in self._codes]] = True
        return chosen[self._author_of]

    def _scores(self, reader: FeedReader) -> Scores:
        """Return the score of each post for one reader."""
        ranking = self._settings.ranking
        if self._ranker is None:
            return self._base + self._relevance(reader)
        described = {
            "follows": self._by(self._wall.follows.get(reader.id, frozenset())),
            "position": self._positions_of(reader),
            "shared": self._shared_words(reader),
            "chance": (self._chance(reader) >> np.uint64(11)).astype(np.float64) * 2.0**-53,
        }
        own = {key: getattr(ranking, key) for key in settings_of(self._ranker) if key in Ranking.model_fields}
        settings = {**own, **ranking.parameters}
        return score_posts(str(ranking.by), self._ranker, self._arrays, described, self._round, **settings)

    def _describe_posts(self, positions: Positions) -> Arrays:
        """Return the arrays of posts that a ranker reads."""
        gathered = self._wall.engagement
        counts = [gathered.counts(post.id) for post in self._roots]
        places = {post.id: place for place, post in enumerate(self._roots)}
        liked = np.zeros((2, len(self._roots)))
        for (agent, id), vote in gathered.votes.items():
            place = places.get(id)
            if vote == "like" and place is not None:
                lean = positions.get(agent, {}).get(self._roots[place].topic, 0.0)
                liked[:, place] += (lean > 0, lean < 0)
        camps = {}
        for topic in dict.fromkeys(self._topics):
            leans = [of_agent.get(topic, 0.0) for of_agent in positions.values()]
            camps[topic] = (sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans))
        sizes = np.array([camps[topic] for topic in self._topics], dtype=np.float64).reshape(-1, 2).T
        shares = liked / np.maximum(sizes, 1.0)
        return {
            "round": np.array([post.round for post in self._roots], dtype=np.int64),
            **{key: np.array([count[key] for count in counts], np.int64) for key in ("likes", "dislikes", "reposts")},
            "author": self._author_of,
            "stance": self._stances,
            "liked_for": shares[0],
            "liked_against": shares[1],
        }

    def _relevance(self, reader: FeedReader) -> Scores:
        ranking: Ranking = self._settings.ranking
        if ranking.relevant == "nothing" or not ranking.relevance:
            return np.zeros(len(self._roots))
        if ranking.relevant == "words":
            return ranking.relevance * self._shared_words(reader)
        agreement = 1.0 - np.abs(self._stances - self._positions_of(reader)) / 2.0
        return ranking.relevance * np.nan_to_num(agreement, nan=0.0)

    def _shared_words(self, reader: FeedReader) -> Scores:
        by_text = np.array([_share(content_words(text), reader.words) for text in self._texts], dtype=np.float64)
        return by_text[self._text_of]

    def _positions_of(self, reader: FeedReader) -> Scores:
        return np.array([reader.positions.get(topic, math.nan) for topic in self._topics], dtype=np.float64)

    def _chance(self, reader: FeedReader) -> NDArray[np.uint64]:
        """Return a number for each post by which ties are ordered; a bit generator's raw output never changes."""
        drawn = stream(self._seed, f"r{self._round:02d}/{reader.id}", "feed-ties").getrandbits(64)
        if self._settings.ties == "post":
            return mix_numbers(self._keys ^ np.uint64(drawn))
        return np.asarray(np.random.PCG64(drawn).random_raw(len(self._roots)), np.uint64)

    def _below(self, post: Post, reader: FeedReader, *, news: bool = False) -> ShownPost:
        visible = (reply for reply in self._replies.get(post.id, ()) if self._visible(reader, reply))
        return ShownPost(
            post=post,
            replies=tuple(reply for reply, _ in zip(visible, range(self._settings.replies), strict=False)),
            news=news,
        )

    def _visible(self, reader: FeedReader, post: Post) -> bool:
        unwanted = self._wall.mutes.get(reader.id, frozenset()) | {reader.id}
        return post.author not in unwanted and self._rank(reader, post) > 0.0

    def _order_replies(self, parent: str) -> tuple[Post, ...]:
        """Return the replies to a post, by engagement and then by age, the latest first."""
        gathered, below = self._wall.engagement, self._wall.beneath[parent]
        ranked = sorted(
            enumerate(below), key=lambda pair: (-gathered.likes.get(pair[1], 0) - gathered.reposts(pair[1]), -pair[0])
        )
        return tuple(self._wall.posts[id] for _, id in ranked)


def check_ranking(spec: RunSpec) -> None:
    """Check that a spec's ranker takes the settings that are given, and that it can rank for an audience.

    Raises:
        ScenarioError: it does not.
        UnknownNameError: no ranker of that name is installed.
        PluginError: the ranker cannot be used.
    """
    settings = FeedSettings.model_validate(spec.script)
    ranking, by = settings.ranking, settings.ranking.by
    takes = frozenset(settings_of(ranker_named(by))) if by else FORMULA
    changed = ranking.model_dump(exclude_defaults=True, exclude={"by", "parameters"})
    if unknown := sorted({*changed, *ranking.parameters} - takes):
        raise ScenarioError(
            f"script.ranking: {f'the ranker {by}' if by else 'the formula without a ranker'} has no {unknown[0]!r}",
            hint=f"It takes {', '.join(sorted(takes)) or 'no settings'}. Rankers: doxa list rankers",
            key="script.ranking",
        )
    if by and settings.audience and not ranks_for_all(by, ranker_named(by)):
        raise ScenarioError(
            f"script.ranking.by: {by} ranks for each reader, and an audience has one ranking for all listeners",
            hint="Such as by = 'popularity', 'chronological', 'bridging' or 'random'.",
            key="script.ranking",
        )


def is_news(post: Post, round: int) -> bool:
    """Return whether a post is an event of this round."""
    return post.by == "event" and post.round == round


@lru_cache(maxsize=65536)
def content_words(text: str) -> frozenset[str]:
    """Return the words of a text that count for relevance."""
    return frozenset(word for word in _WORD.findall(text.casefold()) if len(word) >= SHORTEST)


def _share(words: frozenset[str], reader_words: frozenset[str]) -> float:
    return len(words & reader_words) / len(words) if words else 0.0
