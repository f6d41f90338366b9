"""Engagement: the votes and reposts of a feed's posts, as one fold over agents' acts.

A vote is a like or a dislike. Of an agent's votes on a post only the first counts, and likewise of its reposts. Acts on
one's own posts do not count. The order of acts by different agents does not change the counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["like", "dislike", "repost"]

VIRAL = 5
"""Likes from which a post counts as viral (SimSwarm)."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One agent's act on one post."""

    agent: str
    post: str
    kind: Kind
    author: str = ""
    """Who wrote the post."""


@dataclass(frozen=True, kw_only=True)
class Engagement:
    """The votes and reposts of every post so far."""

    votes: Mapping[tuple[str, str], Kind] = field(default_factory=dict)
    """(agent, post) → like or dislike."""
    reposted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Post → who reposted it, first to last."""
    likes: Mapping[str, int] = field(default_factory=dict)
    dislikes: Mapping[str, int] = field(default_factory=dict)

    def reposts(self, post: str) -> int:
        return len(self.reposted.get(post, ()))


def add_marks(before: Engagement, marks: Iterable[Mark]) -> Engagement:
    """Return the engagement with more marks added; marks that do not count are left out."""
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
