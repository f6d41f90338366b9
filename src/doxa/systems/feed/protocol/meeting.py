"""Meeting: what minds meet on a feed, as exposures for the fold.

By default a mind meets the posts that its feed showed it, with the engagement that they had gathered, and the likes
and dislikes that its own posts gained since the round before. In the original it meets every post of the round by
anybody else, in that round, before anybody can have liked it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from doxa.records.claims import Exposure
from doxa.systems.feed.measures.engagement import Engagement
from doxa.systems.feed.protocol.ranking import Shown
from doxa.systems.feed.protocol.wall import Post, Wall, content_key


@dataclass(frozen=True, kw_only=True)
class Gains:
    """Likes and dislikes by post that one round brought."""

    likes: Mapping[str, int]
    dislikes: Mapping[str, int]


def gains(before: Engagement, after: Engagement) -> Gains:
    """Return what posts gained between two moments, without those that gained nothing."""
    return Gains(likes=_count_gains(before.likes, after.likes), dislikes=_count_gains(before.dislikes, after.dislikes))


def exposures_on_feed(wall: Wall, reader: str, shown: Iterable[Shown]) -> tuple[Exposure, ...]:
    """Return what a reader met on its feed, each post once and none of its own, in the order shown."""
    posts = {post.id: post for thread in shown for post in (thread.post, *thread.replies) if post.author != reader}
    return tuple(_exposure(post, wall.engagement) for post in posts.values())


def exposures_in_round(posts: Iterable[Post], reader: str) -> tuple[Exposure, ...]:
    """Return what a reader meets in the original: all posts of the round by others, without engagement."""
    return tuple(_exposure(post, Engagement(), original=True) for post in posts if post.author != reader)


def exposures_to_gains(wall: Wall, found: Gains) -> dict[str, tuple[Exposure, ...]]:
    """Return author → what its own posts gained, one exposure of origin ``self`` a post."""
    exposures: dict[str, list[Exposure]] = {}
    for id in sorted({*found.likes, *found.dislikes}):
        post = wall.posts[id]
        exposure = Exposure(
            message=id,
            speaker=post.author,
            origin="self",
            likes=found.likes.get(id, 0),
            dislikes=found.dislikes.get(id, 0),
            shown=True,
            topic=post.topic,
        )
        exposures.setdefault(post.author, []).append(exposure)
    return {author: tuple(author_exposures) for author, author_exposures in exposures.items()}


def _exposure(post: Post, gathered: Engagement, *, original: bool = False) -> Exposure:
    return Exposure(
        message=post.id,
        speaker=post.author,
        origin="peer",
        stance=post.stance,
        likes=gathered.likes.get(post.id, 0),
        dislikes=gathered.dislikes.get(post.id, 0),
        shown=True,
        topic=post.topic,
        content=content_key(post, original=original),
    )


def _count_gains(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {post: count - before.get(post, 0) for post, count in after.items() if count != before.get(post, 0)}
