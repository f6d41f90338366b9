"""The original's feed compared with doxa's: a table of what differs, and opinions of both camps by round."""

import statistics
from collections.abc import Sequence
from itertools import chain

from pydantic import Field

from doxa.analysis.exhibit import Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
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


EFFECTS = (
    Effect(
        what="how far positions move on what is met, whether likes and repetition count, how camps drift together",
        nature="emergent",
    ),
    Effect(
        what="what agents post, like, answer and repost given where they stand; how a stance is read from words",
        nature="assumed",
    ),
    Effect(what="how a language model would act on such a feed", nature="needs models"),
)

SIDES = {"for": "those who begin for it", "against": "those who begin against it"}


def table(runs: Sequence[FeedRun], conditions: Sequence[str]) -> Table:
    """Return the comparison of conditions as a table, one row for each."""
    rows = []
    for condition in conditions:
        finished = [run for run in runs if run.condition == condition and run.status == "finished"]
        ends = [len(run.rounds) - 1 for run in finished]
        pairs = list(zip(finished, ends, strict=True))
        rows.append(
            (
                condition,
                len(finished),
                write_mean(finished, [run.posts for run in finished]),
                write_mean(finished, [run.likes for run in finished]),
                write_mean(finished, [run.repeated for run in finished]),
                write_mean(finished, [run.confidence for run in finished]),
                write_mean(finished, [distance_between_camps(run, 0) for run in finished]),
                write_mean(finished, [distance_between_camps(run, end) for run, end in pairs]),
                write_mean(finished, [spread_of_stances(run, end) for run, end in pairs]),
                write_mean(finished, [polarisation_of(run, end) for run, end in pairs]),
                write_mean(finished, [mean_stance(run, end) for run, end in pairs]),
                write_mean(finished, [run.shares.get("bot") for run in finished]),
                write_mean(finished, [run.shares.get("event") for run in finished]),
            )
        )
    return Table(
        name="camps",
        title="Two camps, an event and a bot: the original's behaviour and ours",
        caption=caption("Means over runs, with the smallest and largest.", runs),
        columns=(
            "condition",
            "runs",
            "posts met by an agent in a round",
            "likes when met",
            "known when met",
            "largest change of confidence",
            "camps apart at the start",
            "camps apart at the end",
            "spread at the end",
            "Esteban–Ray at the end",
            "mean at the end",
            "bot's share of moves",
            "event's share",
        ),
        rows=tuple(rows),
        sources=tuple(run.path for run in runs),
    )


def figure(runs: Sequence[FeedRun], conditions: Sequence[str]) -> Figure:
    """Return a figure of the opinions of both camps by round, with a panel for each condition."""
    return Figure(
        name="opinions",
        title="Two camps on a feed: the original's behaviour and ours",
        caption=caption(
            "Mean stance of each camp; pale bands hold all of its agents over all runs. A bot from round 3, news in "
            "round 5.",
            runs,
        ),
        panels=tuple(
            _panel(condition, [run for run in runs if run.condition == condition]) for condition in conditions
        ),
        sources=tuple(run.path for run in runs),
    )


def _panel(condition: str, runs: Sequence[FeedRun]) -> Panel:
    finished = [run for run in runs if run.status == "finished"]
    lines = [_line(camp, finished) for camp in CAMPS] if finished else []
    return Panel(title=condition, x_label="round", y_label="position", lines=tuple(lines), y_range=(-1.0, 1.0))


def _line(camp: str, runs: Sequence[FeedRun]) -> Line:
    by_round = [list(chain.from_iterable(stances)) for stances in zip(*(run.camp(camp) for run in runs), strict=True)]
    return Line(
        label=SIDES[camp],
        x=tuple(float(number) for number in range(len(by_round))),
        y=tuple(statistics.fmean(stances) for stances in by_round),
        low=tuple(min(stances) for stances in by_round),
        high=tuple(max(stances) for stances in by_round),
    )


def caption(shows: str, runs: Sequence[FeedRun]) -> str:
    """Return a caption: what is shown, how many runs failed, and where each effect comes from."""
    failed = [run for run in runs if run.status == "failed"]
    sentences = [shows]
    sentences += [f"{len(failed)} of {len(runs)} runs failed: {failed[0].reason}."] if failed else []
    offline = any(run.simulated for run in runs if run.status == "finished")
    if offline:
        sentences.append("What agents do is simulated offline, by plain code; the source prints no figures.")
    return " ".join([*sentences, *natures(EFFECTS, offline)])
