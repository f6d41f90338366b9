"""A feed run read from its log: posts with their engagement, and every meeting of a mind with posts.

Posts come from replaying the script with the recorded outcomes, so that a run that stopped early has them too;
positions and contributions come from the recorded moves. No belief is computed again: ``verify`` does that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from doxa.analysis.naming import names_in
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.records.claims import Exposure, Item, Readout, Trace
from doxa.records.events import BatchOpened, BeliefsMoved, EvidenceSeeded, OutcomeReached, RunAmended
from doxa.records.steps import Floor, Outcome
from doxa.systems.feed.protocol.script import FeedState, begin_feed, run_feed
from doxa.systems.feed.protocol.wall import Post


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """One mind after one batch: what it met, and how it moved."""

    agent: str
    round: int
    exposures: tuple[Exposure, ...]
    trace: Trace

    @property
    def parts(self) -> Iterator[tuple[Item, float]]:
        """Yield each item with what its post added to the stance, before the stance is clipped to [−1, 1]."""
        return ((item, item.after - item.before) for item in self.trace.items)


@dataclass(frozen=True, kw_only=True)
class Story:
    """A feed run: its log, its feed, its meetings and everybody's readouts."""

    log: RunLog
    feed: FeedState
    """The feed as it stood when the run ended or stopped."""
    rounds: int
    """How many rounds were played."""
    meetings: tuple[Meeting, ...]
    readouts: tuple[Mapping[str, Readout], ...]
    """Every believer's readout: at the start, and after each round."""

    @property
    def posts(self) -> Mapping[str, Post]:
        return self.feed.wall.posts

    @cached_property
    def names(self) -> dict[str, str]:
        return names_in([self.log])

    @property
    def stances(self) -> list[list[float]]:
        """Stances by round, of those who expose one."""
        return [
            [readout.stance for readout in readouts.values() if readout.stance is not None]
            for readouts in self.readouts
        ]

    def stances_on(self, topic: str) -> list[list[float]]:
        """Stances on a further topic by round, of those who have one."""
        return [
            [readout.topics[topic].stance for readout in readouts.values() if topic in readout.topics]
            for readouts in self.readouts
        ]

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind of action happened."""
        wall = self.feed.wall
        votes = list(wall.engagement.votes.values())
        return {
            "posts": sum(not post.parent for post in wall.posts.values()),
            "replies": sum(bool(post.parent) for post in wall.posts.values()),
            "likes": votes.count("like"),
            "dislikes": votes.count("dislike"),
            "reposts": sum(len(reposters) for reposters in wall.engagement.reposted.values()),
            "silent turns": self.feed.silent,
            **Counter(f"acts refused by {act.by}" for act in self.feed.refused),
        }

    def name_of(self, author: str) -> str:
        """Return an author's name; for a bot or the source of news, its name in the scenario."""
        return self.names.get(author, author)


def stances_of(readouts: Mapping[str, Readout]) -> dict[str, float]:
    """Return agent → stance, for agents with a stance."""
    return {agent: readout.stance for agent, readout in readouts.items() if readout.stance is not None}


def story_of(log: RunLog) -> Story:
    """Return the story of a feed run.

    Raises:
        LogError: the run is no feed, or has no belief yet.
    """
    if log.spec.protocol != "feed":
        raise LogError(f"{log.path} is no feed: its protocol is {log.spec.protocol}", hint="doxa run feed")
    round, note = 0, ""
    latest: dict[str, Readout] = {}
    readouts: list[Mapping[str, Readout]] = []
    meetings: list[Meeting] = []
    outcomes: dict[str, Outcome] = {}
    batches: list[dict[str, Readout]] = []
    for event in log.events:
        match event:
            case EvidenceSeeded():
                latest[event.body.listener] = event.body.trace.after
            case BatchOpened():
                batches.append(dict(latest))
                if event.body.note != note and event.body.note.startswith("round "):
                    readouts.append(dict(latest))
                    round += 1
                note = event.body.note
            case OutcomeReached():
                outcomes[event.body.key] = event.body
            case RunAmended():
                latest |= {agent: trace.after for agent, trace in event.body.jumps.items()}
            case BeliefsMoved():
                body = event.body
                latest[body.listener] = body.trace.after
                meetings.append(Meeting(agent=body.listener, round=round, exposures=body.exposures, trace=body.trace))
    readouts.append(dict(latest))
    return Story(
        log=log,
        feed=_drive_script(log, outcomes, [*batches[1:], dict(latest)]),
        rounds=round,
        meetings=tuple(meetings),
        readouts=tuple(readouts),
    )


def _drive_script(log: RunLog, outcomes: Mapping[str, Outcome], after: list[dict[str, Readout]]) -> FeedState:
    """Replay the script as far as outcomes are recorded, and return the feed."""
    feed = begin_feed(log.spec)
    script = run_feed(feed)
    try:
        batch = next(script)
        for readouts in after:
            if any(step.key not in outcomes for step in batch.steps):
                break
            batch = script.send(Floor(outcomes=tuple(outcomes[step.key] for step in batch.steps), readouts=readouts))
    except StopIteration:
        pass
    return feed
