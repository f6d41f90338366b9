"""The wall of a feed: every post so far with its votes and reposts, who follows and who mutes whom, and what bots do.

A wall is a value: each function returns a new one. The acts of a round are added in the order of the agents, after all
have acted; no agent sees an act of the same round. A vote is a like or a dislike. Of an agent's votes on a post only
the first counts, and likewise of its reposts, unless every repost is to count; acts on one's own posts do not count.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import Field

from doxa.records.base import Record, Stance, digest
from doxa.systems.feed.protocol.events import TimedEvent, is_meant
from doxa.systems.feed.protocol.settings import Bot, FeedSettings
from doxa.systems.feed.tasks.act_on_feed import Action

Vote = Literal["like", "dislike"]


@dataclass(frozen=True, kw_only=True)
class Engagement:
    """The votes and reposts of every post so far."""

    votes: Mapping[tuple[str, str], Vote] = field(default_factory=dict)
    """(agent, post) → like or dislike."""
    reposted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Post → who reposted it, first to last; where every repost counts, an agent may stand there again."""
    likes: Mapping[str, int] = field(default_factory=dict)
    dislikes: Mapping[str, int] = field(default_factory=dict)

    def reposts(self, post: str) -> int:
        return len(self.reposted.get(post, ()))

    def counts(self, post: str) -> dict[str, int]:
        """Return what a post has gathered: likes, dislikes and reposts."""
        likes, dislikes = self.likes.get(post, 0), self.dislikes.get(post, 0)
        return {"likes": likes, "dislikes": dislikes, "reposts": self.reposts(post)}


KEY = 16
"""Letters of a content key."""


class PostBody(Record):
    """A post, or a reply, without its id."""

    author: str
    round: int
    text: str
    topic: str = ""
    parent: str = ""
    """The post that it answers; empty where it is no reply."""
    stance: Stance | None = None
    """None where it could not be read."""
    by: Literal["agent", "bot", "event"] = "agent"


class Post(PostBody):
    """One post, or a reply."""

    id: str
    scripted: TimedEvent | None = Field(default=None, exclude=True)
    """The event that posted it, where not everybody is shown it."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """One action that an agent took in a round."""

    agent: str
    round: int
    place: int
    """Its number among the agent's actions of the round, from 1."""
    action: Action

    @property
    def id(self) -> str:
        """The id of the post that it makes, where it makes one."""
        return f"r{self.round:02d}/{self.agent}/{self.place}"


@dataclass(frozen=True, kw_only=True)
class Wall:
    """All posts of a feed with their engagement, and who follows and mutes whom."""

    posts: Mapping[str, Post] = field(default_factory=dict)
    """By id, oldest first."""
    beneath: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Post → its replies, oldest first."""
    engagement: Engagement = Engagement()
    follows: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Agent → whom it follows; where the settings have a network, it sees only their posts."""
    mutes: Mapping[str, frozenset[str]] = field(default_factory=dict)


def content_key(post: Post, *, original: bool) -> str:
    """Return the key by which a mind recognises a post: topic and words; in the original also round and author."""
    words = " ".join(post.text.casefold().split())
    origin = [str(post.round), post.author] if original else []
    return digest("\x1f".join([*origin, post.topic, words]))[:KEY]


def add_posts(wall: Wall, posts: Iterable[Post]) -> Wall:
    """Return the wall with more posts."""
    all_posts, beneath = dict(wall.posts), dict(wall.beneath)
    for post in posts:
        all_posts[post.id] = post
        if post.parent:
            beneath[post.parent] = (*beneath.get(post.parent, ()), post.id)
    return replace(wall, posts=all_posts, beneath=beneath)


def apply_acts(wall: Wall, acts: Iterable[Act], reposts: str | None = None) -> Wall:
    """Return the wall after votes, reposts, follows and mutes; ``add_posts`` adds posts once their stance is known.

    Args:
        reposts: ``FeedSettings.reposts``.
    """
    acts_taken = list(acts)
    return replace(
        wall,
        engagement=_count_acts(wall, acts_taken, reposts == "every"),
        follows=_add_links(wall.follows, acts_taken, "follow"),
        mutes=_add_links(wall.mutes, acts_taken, "mute"),
    )


def _count_acts(wall: Wall, acts: list[Act], every_repost: bool) -> Engagement:
    """Return the engagement after votes and reposts; those that do not count are left out."""
    before = wall.engagement
    votes, reposted = dict(before.votes), dict(before.reposted)
    counts = {"like": dict(before.likes), "dislike": dict(before.dislikes)}
    for act in acts:
        post, vote = wall.posts.get(act.action.post), act.action.vote
        if post is None or post.author == act.agent:
            continue
        if act.action.action == "repost":
            reposters = reposted.get(post.id, ())
            if every_repost or act.agent not in reposters:
                reposted[post.id] = (*reposters, act.agent)
        elif act.action.action == "vote" and vote and (act.agent, post.id) not in votes:
            votes[act.agent, post.id] = vote
            counts[vote][post.id] = counts[vote].get(post.id, 0) + 1
    return Engagement(votes=votes, reposted=reposted, likes=counts["like"], dislikes=counts["dislike"])


def _add_links(links: Mapping[str, frozenset[str]], acts: list[Act], kind: str) -> Mapping[str, frozenset[str]]:
    new_links = dict(links)
    for act in acts:
        if act.action.action == kind and act.action.author != act.agent:
            new_links[act.agent] = new_links.get(act.agent, frozenset()) | {act.action.author}
    return new_links


def bot_acts(settings: FeedSettings, wall: Wall, round: int) -> list[Act]:
    """Return the acts of all bots in a round; ``wall`` is the wall when the round began."""
    return [
        Act(agent=name, round=round, place=place, action=action)
        for name, bot in settings.bots.items()
        if bot.first <= round and (bot.last is None or round <= bot.last)
        for place, action in enumerate(_bot_actions(name, bot, settings, wall, round), 1)
    ]


def _bot_actions(name: str, bot: Bot, settings: FeedSettings, wall: Wall, round: int) -> Iterable[Action]:
    since = round - bot.first
    if bot.posts and since % bot.every == 0:
        yield Action(
            action="create_post",
            text=bot.posts[since // bot.every % len(bot.posts)],
            topic=1 + ("", *settings.topics).index(bot.topic),
        )
    others = [post for post in wall.posts.values() if post.author != name]
    yield from _bot_votes(name, others, bot, wall)
    for post in others:
        if is_meant(post.author, bot.reposts) and name not in wall.engagement.reposted.get(post.id, ()):
            yield Action(action="repost", post=post.id)


def _bot_votes(name: str, others: list[Post], bot: Bot, wall: Wall) -> Iterable[Action]:
    for post in others:
        if (name, post.id) in wall.engagement.votes:
            continue
        if is_meant(post.author, bot.likes):
            yield Action(action="vote", post=post.id, vote="like")
        elif is_meant(post.author, bot.dislikes):
            yield Action(action="vote", post=post.id, vote="dislike")
