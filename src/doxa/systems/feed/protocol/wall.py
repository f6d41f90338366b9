"""The wall: every post so far with its engagement, who follows and who mutes whom.

A wall is a value: each function returns a new one. The acts of a round are added in the order of the agents, after all
have acted; no agent sees an act of the same round.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from doxa.records.base import Record, Stance
from doxa.records.canonical import digest
from doxa.systems.feed.measures.engagement import Engagement, Mark, add_marks
from doxa.systems.feed.tasks.act_on_feed import Action

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


def apply_acts(wall: Wall, acts: Iterable[Act]) -> Wall:
    """Return the wall after votes, reposts, follows and mutes; ``add_posts`` adds posts once their stance is known."""
    acts_taken = list(acts)
    marks = [mark for act in acts_taken if (mark := _mark(wall, act)) is not None]
    return replace(
        wall,
        engagement=add_marks(wall.engagement, marks),
        follows=_add_links(wall.follows, acts_taken, "follow"),
        mutes=_add_links(wall.mutes, acts_taken, "mute"),
    )


def _mark(wall: Wall, act: Act) -> Mark | None:
    post = wall.posts.get(act.action.post)
    if post is None or act.action.action not in ("vote", "repost"):
        return None
    kind = "repost" if act.action.action == "repost" else act.action.vote
    return None if kind is None else Mark(agent=act.agent, post=post.id, kind=kind, author=post.author)


def _add_links(links: Mapping[str, frozenset[str]], acts: list[Act], kind: str) -> Mapping[str, frozenset[str]]:
    new_links = dict(links)
    for act in acts:
        if act.action.action == kind and act.action.author != act.agent:
            new_links[act.agent] = new_links.get(act.agent, frozenset()) | {act.action.author}
    return new_links
