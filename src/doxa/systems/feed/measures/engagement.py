"""Engagement: what votes and reposts make of a feed's posts, as one fold over what agents did.

A vote is a like or a dislike. One vote counts for an agent and a post, the first; the same holds for reposts. Nobody
engages with a post of one's own. Whatever the order of acts by different agents, the counts are the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["like", "dislike", "repost"]

VIRAL = 5
"""Likes from which a post counts as viral (SimSwarm)."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One agent's act upon one post."""

    agent: str
    post: str
    kind: Kind
    author: str = ""
    """Who wrote the post."""


@dataclass(frozen=True, kw_only=True)
class Engagement:
    """What every post has gathered so far."""

    votes: Mapping[tuple[str, str], Kind] = field(default_factory=dict)
    """(agent, post) → like or dislike."""
    reposted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Post → who reposted it, first to last."""
    likes: Mapping[str, int] = field(default_factory=dict)
    dislikes: Mapping[str, int] = field(default_factory=dict)

    def reposts(self, post: str) -> int:
        return len(self.reposted.get(post, ()))


def add_marks(before: Engagement, marks: Iterable[Mark]) -> Engagement:
    """Return engagement after more marks; marks that do not count are left out."""
    votes, reposted = dict(before.votes), dict(before.reposted)
    counts: dict[str, dict[str, int]] = {"like": dict(before.likes), "dislike": dict(before.dislikes)}
    for mark in marks:
        if mark.agent == mark.author:
            continue
        if mark.kind == "repost":
            reposters = reposted.get(mark.post, ())
            reposted[mark.post] = reposters if mark.agent in reposters else (*reposters, mark.agent)
        elif (mark.agent, mark.post) not in votes:
            votes[mark.agent, mark.post] = mark.kind
            counts[mark.kind][mark.post] = counts[mark.kind].get(mark.post, 0) + 1
    return Engagement(votes=votes, reposted=reposted, likes=counts["like"], dislikes=counts["dislike"])
