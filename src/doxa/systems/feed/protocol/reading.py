"""Reading stances: the stance of a post toward its topic, by the role judge or by its author's own position.

In a run a text is judged once for each topic, however often it is posted. A text in which no stance can be read has
none, and moves nobody.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field

from doxa.records.readout import Readout
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Step
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Post
from doxa.tasks.judge_stance import stance_read

ENGINE = "-"
"""The actor of steps that no agent performs."""

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
    ) -> Generator[Batch, Floor, tuple[list[Post], Floor | None]]:
        """Return posts with their stances, and the floor after the judge's batch; None where no judge was asked.

        Args:
            readouts: the authors' readouts when they wrote.
        """
        if self.settings.stance == "author":
            return [post if post.stance is not None else _with_own_stance(post, readouts) for post in posts], None
        fresh = {
            _text_key(post): post for post in posts[::-1] if post.stance is None and _text_key(post) not in self.known
        }
        steps = tuple(self._step(fresh[key]) for key in reversed(fresh))
        floor = (yield Batch(steps=steps, note=note)) if steps else None
        for key, outcome in zip(reversed(fresh), floor.outcomes if floor else (), strict=True):
            self.known[key] = stance_read(outcome)
        return [self._with_judged_stance(post) for post in posts], floor

    def _step(self, post: Post) -> Step:
        proposition = post.topic or self.spec.proposition.text
        inputs = {"proposition": proposition, "speaker": self._name(post.author), "text": post.text}
        return Step(key=f"{post.id}/judged", actor=ENGINE, task="judge_stance", inputs=dict(inputs))

    def _name(self, author: str) -> str:
        return next((participant.name for participant in self.spec.participants if participant.id == author), author)

    def _with_judged_stance(self, post: Post) -> Post:
        if post.stance is not None:
            return post
        return post.model_copy(update={"stance": self.known[_text_key(post)]})


def _text_key(post: Post) -> Known:
    return post.topic, post.text


def _with_own_stance(post: Post, readouts: Mapping[str, Readout]) -> Post:
    """Return a post with its author's own position as its stance; None where the author exposes no position."""
    readout = readouts.get(post.author)
    stance = position_on(post.topic, readout) if readout else None
    return post.model_copy(update={"stance": stance})


def position_on(topic: str, readout: Readout) -> float | None:
    """Return the position of a readout on a topic; the proposition is the topic without a name."""
    if not topic:
        return readout.stance
    return readout.topics[topic].stance if topic in readout.topics else None
