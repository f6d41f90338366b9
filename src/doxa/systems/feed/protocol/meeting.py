"""What minds meet on a feed: posts with their stances, as exposures for a belief rule.

The stance of a post toward its topic is read by the role judge, or is its author's own position. In a run a text is
judged once for each topic, however often it is posted. A text in which no stance can be read moves nobody.

By default a mind meets the posts that its feed showed it, with their engagement then, and the likes and dislikes that
its own posts gained since the round before. In the original it meets every post of the round by anybody else, in that
round, before anybody can have liked it.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field

from doxa.records.base import group_by
from doxa.records.claims import Exposure, Readout
from doxa.records.spec import RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Step
from doxa.systems.feed.protocol.interventions import Interventions
from doxa.systems.feed.protocol.ranking import ShownPost
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Engagement, Post, Wall, content_key
from doxa.tasks.judge_stance import stance_read

Known = tuple[str, str]
"""(topic, text)."""


@dataclass(kw_only=True)
class StanceReader:
    """Reads the stances of posts, and keeps the stance of every text that was judged."""

    spec: RunSpec
    settings: FeedSettings
    known: dict[Known, float | None] = field(default_factory=dict)

    def read_stances(
        self, posts: list[Post], readouts: Mapping[str, Readout], note: str
    ) -> Generator[Batch, Floor, list[Post]]:
        """Return posts with their stances.

        Args:
            readouts: the authors' readouts when they wrote.
        """
        if self.settings.stance == "author":
            return [
                _with_stance(post, position_on(post.topic, readout) if (readout := readouts.get(post.author)) else None)
                for post in posts
            ]
        # of equal texts the earliest is judged; the steps are in the order of the latest
        fresh = {
            _text_key(post): post for post in posts[::-1] if post.stance is None and _text_key(post) not in self.known
        }
        steps = tuple(self._step(fresh[key]) for key in reversed(fresh))
        if steps:
            floor = yield Batch(steps=steps, note=note)
            self.known |= dict(zip(reversed(fresh), map(stance_read, floor.outcomes), strict=True))
        return [_with_stance(post, self.known.get(_text_key(post))) for post in posts]

    def _step(self, post: Post) -> Step:
        names = {participant.id: participant.name for participant in self.spec.participants}
        return Step(
            key=f"{post.id}/judged",
            actor=ENGINE,
            task="judge_stance",
            inputs={
                "proposition": post.topic or self.spec.proposition.text,
                "speaker": names.get(post.author, post.author),
                "text": post.text,
            },
        )


def _text_key(post: Post) -> Known:
    return post.topic, post.text


def _with_stance(post: Post, stance: float | None) -> Post:
    """Return a post with a stance, which may be missing; one that it has already stays."""
    return post if post.stance is not None else post.model_copy(update={"stance": stance})


def position_on(topic: str, readout: Readout) -> float | None:
    """Return the position of a readout on a topic; the proposition is the topic without a name."""
    if not topic:
        return readout.stance
    return readout.topics[topic].stance if topic in readout.topics else None


def gains(before: Engagement, after: Engagement) -> Engagement:
    """Return the likes and dislikes that posts gained between two states, without posts that gained none."""
    return Engagement(
        likes=_count_gains(before.likes, after.likes), dislikes=_count_gains(before.dislikes, after.dislikes)
    )


def exposures_on_feed(
    wall: Wall, reader: str, shown: Iterable[ShownPost], interventions: Interventions
) -> tuple[Exposure, ...]:
    """Return the posts that a reader met on its feed, each once and none of its own, in the order shown."""
    posts = {post.id: post for thread in shown for post in (thread.post, *thread.replies) if post.author != reader}
    return tuple(_exposure(post, wall.engagement, interventions.weigh(post, reader)) for post in posts.values())


def exposures_in_round(posts: Iterable[Post], reader: str) -> tuple[Exposure, ...]:
    """Return the posts that a reader meets in the original: all of the round by others, without engagement."""
    return tuple(_exposure(post, Engagement(), original=True) for post in posts if post.author != reader)


def exposures_to_gains(wall: Wall, gained: Engagement) -> dict[str, tuple[Exposure, ...]]:
    """Return author → what its own posts gained, one exposure of origin ``self`` for each post."""
    exposures = [
        Exposure(
            message=id,
            speaker=wall.posts[id].author,
            origin="self",
            likes=gained.likes.get(id, 0),
            dislikes=gained.dislikes.get(id, 0),
            shown=True,
            topic=wall.posts[id].topic,
        )
        for id in sorted({*gained.likes, *gained.dislikes})
    ]
    return {author: tuple(own) for author, own in group_by(exposures, lambda exposure: exposure.speaker).items()}


def _exposure(post: Post, gathered: Engagement, weight: float = 1.0, *, original: bool = False) -> Exposure:
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
        weight=weight,
    )


def _count_gains(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {post: count - before.get(post, 0) for post, count in after.items() if count != before.get(post, 0)}
