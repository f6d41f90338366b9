"""Progress of a feed and of a population, one line a round: positions, and for a feed what agents did."""

from collections import Counter
from collections.abc import Iterable

from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.systems.feed.terminal.audience import audience_line, listeners_line
from doxa.terminal.console import signed
from doxa.terminal.progress import RoundLines
from doxa.terminal.strips import stance_deviation, write_count

DONE = {"create_post": "posts", "reply": "replies", "like": "likes", "dislike": "dislikes", "repost": "reposts"}


def activity(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return how often agents did each action in some steps of a feed, by the words of ``DONE``."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        if (
            outcome.task == "act_on_feed"
            and isinstance(outcome.reply, dict)
            and isinstance(outcome.reply["actions"], list)
        ):
            for action in outcome.reply["actions"]:
                if isinstance(action, dict):
                    kind = str(action["vote"] if action["action"] == "vote" else action["action"])
                    counts.update([DONE[kind]] if kind in DONE else [])
    return counts


class FeedLines(RoundLines):
    """The progress line of a feed."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        self._done: Counter[str] = Counter()
        """Actions of this round, by word."""
        self._beside = ""
        """The listeners' part of the line."""

    def gather(self, now: Progress) -> None:
        self._done += activity(now.outcomes)
        self._beside = listeners_line(now.outcomes)

    def begin_round(self) -> None:
        self._done.clear()

    def describe(self) -> str:
        return self.quote() if all(stance is None for stance in self.stances.values()) else self._crowd()

    def _crowd(self) -> str:
        """Return the mean and spread of the agents' stances, and what they did in this round."""
        stances = [stance for stance in self.stances.values() if stance is not None]
        done = ", ".join(write_count(self._done[word], word) for word in DONE.values() if self._done[word])
        return (
            f"mean {signed(sum(stances) / len(stances))}  spread {stance_deviation(stances):.2f}   {done}"
            + self._beside
        )


class AudienceLines(RoundLines):
    """The progress line of a population."""

    _audience = ""

    def gather(self, now: Progress) -> None:
        self._audience = audience_line(now.outcomes)

    def describe(self) -> str:
        return self._audience or super().describe()
