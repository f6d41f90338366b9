"""The settings of a feed: ranking, who follows whom, injected items, bots, the stance of posts, and the audience."""

from typing import Literal

from pydantic import Field, model_validator

from doxa.records.base import Settings, Stance
from doxa.systems.feed.protocol.events import TimedEvent
from doxa.systems.feed.tasks.act_on_feed import Kind


class Ranking(Settings):
    """score = recency·r + engagement·log1p(likes + reposts) + relevance·v, or that of a ranker"""

    recency: float = Field(default=0.3, ge=0)
    """Weight of r = 1 / (1 + age), age in rounds, 0 for the latest that can be read."""
    engagement: float = Field(default=0.4, ge=0)
    """Weight of a post's likes and reposts."""
    relevance: float = Field(default=0.3, ge=0)
    """Weight of v in [0, 1]."""
    relevant: Literal["words", "agreement", "nothing"] = "words"
    """What v is. ``words``: the share of a post's content words that are in the reader's persona or own posts;
    ``agreement``: 1 − |stance − position| / 2; ``nothing``: 0."""
    by: str | None = Field(default=None, exclude_if=lambda by: by is None)
    """A ranker that scores posts in place of the formula: bridging, chronological, follows, popularity, random,
    similarity, simswarm or one of another package (``doxa list rankers``). Planning sets ``simswarm``, the formula of
    the source's code, where ``fidelity = "original"``."""
    echo_chamber_strength: float = Field(default=0.5, ge=0, le=1, exclude_if=lambda strength: strength == 0.5)
    """How much less relevant posts of authors are whom the reader does not follow, under ``by = "simswarm"``."""
    parameters: dict[str, float] = Field(default_factory=dict, exclude_if=lambda parameters: not parameters)
    """Further settings of the ranker."""


class Bot(Settings):
    """An agent with a fixed script: it reads nothing, believes nothing, and calls no model."""

    posts: tuple[str, ...] = ()
    """What it posts, one text at a time, in a cycle."""
    every: int = Field(default=1, ge=1)
    """It posts once in this many rounds."""
    first: int = Field(default=1, ge=1)
    """The first round in which it acts."""
    last: int | None = Field(default=None, ge=1)
    """The last round in which it acts; the run's last when absent."""
    followers: tuple[str, ...] = ("*",)
    """Who sees its posts where there is a network: agents by handle, or many by a pattern such as ``against-*``.
    An audience sees them where one of these is or matches ``listeners``."""
    likes: tuple[str, ...] = ()
    """Authors all of whose posts it likes, by handle or pattern; it never likes its own."""
    dislikes: tuple[str, ...] = ()
    """Authors whose posts it dislikes."""
    reposts: tuple[str, ...] = ()
    """Authors whose posts it reposts."""
    stance: Stance | None = None
    """Stance of its posts; when absent, read from their words like that of any post."""
    topic: str = ""
    """One of ``topics``; the proposition when empty."""


class ListenerSettings(Settings):
    """The listeners: how many, whom they follow and where they begin."""

    listeners: int = Field(default=100_000, ge=1, le=100_000_000)
    """How many listeners there are."""
    follows: int = Field(default=20, ge=1, le=100_000)
    """How many voices each listener follows; all of them where there are fewer."""
    alike: float = Field(default=0.0, ge=0, le=100)
    """How much voices near them are preferred: a voice at distance d is drawn with weight exp(−alike·d)."""
    start: Literal["even", "camps"] = "even"
    """Where listeners begin: evenly over [−1, 1], or about a voice drawn at random."""
    spread: float = Field(default=0.25, ge=0, le=2)
    """How far from that voice, to either side, listeners can begin in camps."""
    engine: Literal["auto", "numba", "numpy"] = "auto"
    """Which library computes: numba where the extra ``fast`` is installed, else numpy; chosen when a run is planned."""
    precision: Literal["float64", "float32"] = "float64"
    """Number type of positions and trust."""


class AudienceSettings(ListenerSettings):
    """The audience: listeners who meet what agents post and are silent."""

    posts: int = Field(default=20, ge=0, le=200)
    """How many posts a listener is shown after a round, ranked as for an agent that never wrote a word, with replies as
    on any feed. Every listener is also shown the round's news."""


class FeedSettings(Settings):
    """How the feed runs."""

    rounds: int = Field(default=10, ge=1, le=10_000)
    """In a round every agent sees its feed and acts, all at once."""
    posts: int = Field(default=20, ge=0, le=200)
    """How many posts a feed shows."""
    replies: int = Field(default=3, ge=0, le=50)
    """How many replies are shown below each post."""
    own: int = Field(default=2, ge=0, le=20)
    """How many of its own latest posts an agent is shown, with their replies."""
    actions: int = Field(default=3, ge=1, le=20)
    """The most actions of an agent in a round (the source does not say)."""
    allowed: tuple[Kind, ...] = ("create_post", "reply", "vote", "repost", "follow", "mute", "do_nothing")
    """Actions that are open to agents; ``mute`` is not in the source."""
    ranking: Ranking = Ranking()
    viral: int = Field(default=5, ge=1)
    """Likes from which a post is marked as viral."""
    stance: Literal["judged", "author"] = "judged"
    """Stance of a post: read from its words by the role judge, or its author's own position when it was written."""
    fidelity: Literal["doxa", "original"] = "doxa"
    """``original``: minds meet every post of the round by anybody else, in that round only and so without likes, and
    recognise a post only by round and author; feeds are ranked and reposts counted as in the source's code."""
    reposts: Literal["first", "every"] | None = Field(default=None, exclude_if=lambda counted: counted is None)
    """Which reposts of one post by one agent count: the first, or, as in the source's code, every one, also toward
    ``viral``. When absent, the first; planning sets ``every`` where ``fidelity = "original"``."""
    ties: Literal["place", "post"] | None = Field(default=None, exclude_if=lambda ties: ties is None)
    """By what the order of posts with equal scores is drawn, for each reader and round: by the post's id (``post``), so
    that another post changes no draw, or, as in logs without this, by its place among all posts. Planning sets
    ``post``."""
    topics: tuple[str, ...] = ()
    """Further propositions that posts can be about; each agent has a position of its own on each."""
    follows: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Who follows whom from the start: agent → authors; filled from ``[network]``. An agent sees posts and reposts by
    those whom it follows, and events. When this is empty everybody sees everybody, whoever follows whom."""
    mutes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Agent → authors that it does not see, from the start."""
    events: tuple[TimedEvent, ...] = ()
    """Posts by script, and interventions: labels, downranking, bans and friction, each from its round on."""
    bots: dict[str, Bot] = Field(default_factory=dict)
    """Agents with a fixed script, by handle."""
    audience: AudienceSettings | None = None
    """Listeners: after each round they meet the posts of the agents that they follow, with their likes, under the
    agents' belief rule. They neither post nor vote. No listeners when absent."""

    @model_validator(mode="after")
    def _consistent(self) -> "FeedSettings":
        placed = [("events", event.topic, event.do == "inject" and event.stance is None) for event in self.events]
        placed += [(f"bots.{name}", bot.topic, bot.stance is None) for name, bot in self.bots.items()]
        for setting, topic, is_unread in placed:
            if topic and topic not in self.topics:
                raise ValueError(f"{setting}: the topic {topic!r} is not among topics")
            if self.stance == "author" and is_unread:
                raise ValueError(f"{setting}: needs a stance of its own where stance = 'author'")
        if self.audience and self.fidelity == "original":
            raise ValueError("audience: meets what a ranked feed shows, and with fidelity = 'original' minds meet all")
        if silent := [name for name, bot in self.bots.items() if not all(text.strip() for text in bot.posts)]:
            raise ValueError(f"bots.{silent[0]}: one of its posts has no words")
        if len(set(self.topics)) < len(self.topics):
            raise ValueError("topics: one is listed twice")
        return self

    @property
    def injected(self) -> tuple[TimedEvent, ...]:
        """The events that post."""
        return tuple(event for event in self.events if event.do == "inject")
