"""The effect of a feed's posts on its audience: how often each was met, and what it added to listeners' positions.

The numbers are in the log of each round: exact contributions of the array kernel, summed over all listeners.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from doxa.log.rundir import RunLog
from doxa.systems.feed.exhibits.audience import replies_of
from doxa.systems.feed.exhibits.story import Story
from doxa.systems.feed.protocol import Post
from doxa.systems.feed.tasks.population_round import Posts


@dataclass(frozen=True, kw_only=True)
class Reception:
    """The effect of one post on an audience, over all rounds."""

    post: Post
    met: int
    """How often it was met, including repeats by the same listener."""
    moved: float
    """The sum of the sizes of its contributions."""
    net: float
    """The sum of its contributions."""


def receptions(log: RunLog, story: Story) -> tuple[Reception, ...]:
    """Return the effect of every post that moved listeners under the social rule, the strongest first.

    Under other rules a post has no contribution of its own, and the result is empty.
    """
    met, moved, net = Counter[str](), defaultdict[str, float](float), defaultdict[str, float](float)
    listening = story.feed.listening
    for reply, posts in zip(replies_of(log), listening.rounds if listening else (), strict=False):
        ids = Posts.model_validate(posts).ids
        if len(reply["contributed"]) < len(ids):
            return ()
        for place, id in enumerate(ids):
            met[id] += reply["reached"][place]
            moved[id] += reply["pulls"][place]
            net[id] += reply["contributed"][place]
    post_receptions = [
        Reception(post=story.posts[id], met=met[id], moved=moved[id], net=net[id]) for id in moved if met[id]
    ]
    return tuple(sorted(post_receptions, key=lambda reception: (-reception.moved, reception.post.id)))
