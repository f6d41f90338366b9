"""The measures of one run of a feed, from which a table of several conditions is made."""

import statistics
from collections.abc import Sequence

from pydantic import Field

from doxa.analysis.who_does import is_done_offline
from doxa.records.base import Record
from doxa.scoring.polarisation import count_positions, esteban_ray
from doxa.systems.feed.exhibits.influence import influences
from doxa.systems.feed.exhibits.story import Story

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray: few agents, wide cells."""

CAMPS = ("for", "against")
"""The beginnings of agents' ids, which say to which camp they belong."""


class FeedRun(Record):
    """One run of one condition."""

    condition: str
    replicate: int
    path: str
    simulated: bool
    status: str = "finished"
    reason: str = ""
    rounds: tuple[dict[str, float], ...] = ()
    """Every agent's stance: at the start, and after each round."""
    likes: float | None = None
    """Likes of a post when it was met, on average."""
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
        return [[stance for agent, stance in stances.items() if agent.startswith(camp)] for stances in self.rounds]


def feed_run(story: Story, condition: str) -> FeedRun:
    """Return the measures of one run."""
    items = [item for meeting in story.meetings for item in meeting.trace.items]
    exposures = [exposure for meeting in story.meetings for exposure in meeting.exposures if exposure.origin == "peer"]
    first, last = story.readouts[0], story.readouts[-1]
    changes = [
        abs((last[agent].confidence or 0.0) - (readout.confidence or 0.0))
        for agent, readout in first.items()
        if readout.confidence is not None
    ]
    return FeedRun(
        condition=condition,
        replicate=story.log.spec.replicate,
        path=str(story.log.path),
        simulated=is_done_offline("speaker", story.log.calls()),
        rounds=tuple(
            {agent: readout.stance for agent, readout in readouts.items() if readout.stance is not None}
            for readouts in story.readouts
        ),
        likes=statistics.fmean(exposure.likes for exposure in exposures) if exposures else None,
        repeated=statistics.fmean(item.why.startswith("seen before") for item in items) if items else None,
        posts=len(exposures) / (len(first) * story.rounds) if first and story.rounds else None,
        confidence=max(changes, default=None),
        shares=_shares(story),
    )


def distance_between_camps(run: FeedRun, round: int) -> float:
    """Return how far apart the means of the camps are after a round; 0 is the start."""
    mean_for, mean_against = (statistics.fmean(run.camp(camp)[round]) for camp in CAMPS)
    return mean_for - mean_against


def spread_of_stances(run: FeedRun, round: int) -> float:
    """Return the standard deviation of all stances after a round."""
    return statistics.pstdev(run.rounds[round].values())


def polarisation_of(run: FeedRun, round: int) -> float:
    """Return polarisation after Esteban and Ray, in [0, 1], after a round."""
    return esteban_ray(count_positions(list(run.rounds[round].values()), BINS))


def mean_stance(run: FeedRun, round: int) -> float:
    """Return the mean stance after a round."""
    return statistics.fmean(run.rounds[round].values())


def write_mean(runs: Sequence[FeedRun], measured: Sequence[float | None]) -> str:
    """Return a mean over runs as text, with the smallest and largest value; a dash where no run has a value."""
    numbers = [number for number in measured if number is not None]
    if not numbers:
        return "–"
    middle = f"{statistics.fmean(numbers):+.2f}"
    extremes = "" if len(numbers) < 2 else f" ({min(numbers):+.2f} to {max(numbers):+.2f})"
    return f"{middle}{extremes}".replace("-", "−").replace("+", "")


def _shares(story: Story) -> dict[str, float]:
    moved: dict[str, float] = {}
    for influence in influences(story):
        moved[influence.by] = moved.get(influence.by, 0.0) + influence.moved
    total = sum(moved.values())
    return {kind: part / total for kind, part in moved.items()} if total else {}
