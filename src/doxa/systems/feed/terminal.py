"""Progress of a feed and of a population, one line a round: positions, and for a feed what agents did."""

from collections import Counter
from collections.abc import Iterable

from doxa.engine.drive import Progress
from doxa.records.cells import signed
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.systems.feed.tasks.act_on_feed import ACT_ON_FEED
from doxa.systems.feed.tasks.population_round import POPULATION_ROUND, Reply
from doxa.terminal.progress import RoundLines
from doxa.terminal.strips import levels, stance_deviation, write_count

DONE = {"create_post": "posts", "reply": "replies", "like": "likes", "dislike": "dislikes", "repost": "reposts"}


def activity(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return how often agents did each action in some steps of a feed, by the words of ``DONE``."""
    replies = [reply for outcome in outcomes if (reply := ACT_ON_FEED.reply_of(outcome))]
    kinds = [action.vote or action.action for reply in replies for action in reply.actions]
    return Counter(DONE[kind] for kind in kinds if kind in DONE)


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
        listeners = _last_reply(now.outcomes)
        self._beside = f"   listeners [green]{_draw(listeners)}[/] mean {signed(listeners.mean)}" if listeners else ""

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
        reply = _last_reply(now.outcomes)
        self._audience = (
            f"−1 [cyan]{_draw(reply)}[/] +1   mean {signed(reply.mean)}   variance {reply.variance:.3f}   "
            f"polarisation {reply.polarisation:.3f}   moved {reply.moved:.4f}"
            if reply
            else ""
        )

    def describe(self) -> str:
        return self._audience or super().describe()


def _last_reply(outcomes: Iterable[Outcome]) -> Reply | None:
    """Return the state of the listeners after some steps; None where none moved."""
    replies = [reply for outcome in outcomes if (reply := POPULATION_ROUND.reply_of(outcome))]
    return replies[-1] if replies else None


def _draw(reply: Reply) -> str:
    """Return the distribution of listeners as a strip, by roots, so that small groups can be seen."""
    roots = [count**0.5 for count in reply.counts]
    return levels(roots, max(roots))
