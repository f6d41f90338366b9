"""Meeting: what minds meet on a feed, as exposures for their belief rule.

By default a mind meets the posts that its feed showed it, with their engagement then, and the likes
and dislikes that its own posts gained since the round before. In the original it meets every post of the round by
anybody else, in that round, before anybody can have liked it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from doxa.records.claims import Exposure
from doxa.systems.feed.measures.engagement import Engagement
from doxa.systems.feed.protocol.ranking import ShownPost
from doxa.systems.feed.protocol.wall import Post, Wall, content_key


@dataclass(frozen=True, kw_only=True)
class Gains:
    """The new likes and dislikes of one round, by post."""

    likes: Mapping[str, int]
    dislikes: Mapping[str, int]


def gains(before: Engagement, after: Engagement) -> Gains:
    """Return the likes and dislikes that posts gained between two states, without posts that gained none."""
    return Gains(likes=_count_gains(before.likes, after.likes), dislikes=_count_gains(before.dislikes, after.dislikes))


def exposures_on_feed(wall: Wall, reader: str, shown: Iterable[ShownPost]) -> tuple[Exposure, ...]:
    """Return the posts that a reader met on its feed, each once and none of its own, in the order shown."""
    posts = {post.id: post for thread in shown for post in (thread.post, *thread.replies) if post.author != reader}
    return tuple(_exposure(post, wall.engagement) for post in posts.values())


def exposures_in_round(posts: Iterable[Post], reader: str) -> tuple[Exposure, ...]:
    """Return the posts that a reader meets in the original: all of the round by others, without engagement."""
    return tuple(_exposure(post, Engagement(), original=True) for post in posts if post.author != reader)


def exposures_to_gains(wall: Wall, gained: Gains) -> dict[str, tuple[Exposure, ...]]:
    """Return author → what its own posts gained, one exposure of origin ``self`` for each post."""
    exposures: dict[str, list[Exposure]] = {}
    for id in sorted({*gained.likes, *gained.dislikes}):
        post = wall.posts[id]
        exposure = Exposure(
            message=id,
            speaker=post.author,
            origin="self",
            likes=gained.likes.get(id, 0),
            dislikes=gained.dislikes.get(id, 0),
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
