"""What one run of a feed came to, as numbers that a table of several conditions can be made of."""

import statistics
from collections.abc import Sequence

from pydantic import Field

from doxa.records.base import Record
from doxa.scoring.polarisation import counted, esteban_ray
from doxa.systems.feed.exhibits.influence import influences
from doxa.systems.feed.exhibits.story import Story

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray: few agents, wide cells."""

CAMPS = ("for", "against")
"""Agents by the beginning of their ids."""


class FeedRun(Record):
    """One run of one condition."""

    condition: str
    replicate: int
    path: str
    simulated: bool
    status: str = "finished"
    reason: str = ""
    rounds: tuple[dict[str, float], ...] = ()
    """Where every agent stood: at the start, and after each round."""
    likes: float | None = None
    """Likes that a post had when somebody met it, on average."""
    repeated: float | None = None
    """Share of meetings in which the content was known."""
    posts: float | None = None
    """Posts that an agent met in a round, on average."""
    confidence: float | None = None
    """Largest change of anybody's confidence."""
    shares: dict[str, float] = Field(default_factory=dict)
    """Kind of author (agent, bot, event) → its share of all that posts moved."""

    def camp(self, camp: str) -> list[list[float]]:
        """Return the stances of one camp by round."""
        return [[value for who, value in shown.items() if who.startswith(camp)] for shown in self.rounds]


def feed_run(story: Story, condition: str) -> FeedRun:
    """Measure one run."""
    items = [one for meeting in story.meetings for one in meeting.trace.items]
    met = [one for meeting in story.meetings for one in meeting.exposures if one.origin == "peer"]
    first, last = story.readouts[0], story.readouts[-1]
    changes = [
        abs((last[who].confidence or 0.0) - (one.confidence or 0.0))
        for who, one in first.items()
        if one.confidence is not None
    ]
    return FeedRun(
        condition=condition,
        replicate=story.log.spec.replicate,
        path=str(story.log.path),
        simulated=story.log.spec.roles["speaker"].model == "offline",
        rounds=tuple(
            {who: one.stance for who, one in shown.items() if one.stance is not None} for shown in story.readouts
        ),
        likes=statistics.fmean(one.likes for one in met) if met else None,
        repeated=statistics.fmean(one.why.startswith("seen before") for one in items) if items else None,
        posts=len(met) / (len(first) * story.rounds) if first and story.rounds else None,
        confidence=max(changes, default=None),
        shares=_shares(story),
    )


def apart(run: FeedRun, round: int) -> float:
    """Return how far apart the means of the camps are after a round; 0 is the start."""
    one, other = (statistics.fmean(run.camp(camp)[round]) for camp in CAMPS)
    return one - other


def spread(run: FeedRun, round: int) -> float:
    """Return the standard deviation of all stances after a round."""
    return statistics.pstdev(run.rounds[round].values())


def polarised(run: FeedRun, round: int) -> float:
    """Return polarisation after Esteban and Ray, in [0, 1], after a round."""
    return esteban_ray(counted(list(run.rounds[round].values()), BINS))


def mean(run: FeedRun, round: int) -> float:
    """Return the mean stance after a round."""
    return statistics.fmean(run.rounds[round].values())


def over(runs: Sequence[FeedRun], measured: Sequence[float | None]) -> str:
    """Write a mean over runs with the smallest and largest; a dash where none has it."""
    found = [one for one in measured if one is not None]
    if not found:
        return "–"
    middle = f"{statistics.fmean(found):+.2f}"
    both = "" if len(found) < 2 else f" ({min(found):+.2f} to {max(found):+.2f})"
    return f"{middle}{both}".replace("-", "−").replace("+", "")


def _shares(story: Story) -> dict[str, float]:
    moved: dict[str, float] = {}
    for one in influences(story):
        moved[one.by] = moved.get(one.by, 0.0) + one.moved
    total = sum(moved.values())
    return {kind: part / total for kind, part in moved.items()} if total else {}
