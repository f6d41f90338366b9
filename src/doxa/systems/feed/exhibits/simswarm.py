"""The original's feed compared with doxa's: a table of what differs, and opinions of both camps by round.

Conditions are in ``simswarm.toml``; the source prints no numbers to compare with.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from doxa.analysis.exhibit import Cell, Effect, Figure, Line, Panel, Table, natures
from doxa.analysis.who_does import speakers_of
from doxa.experiments.papers import ExperimentRun, read_reproduction
from doxa.experiments.reproductions import Order, Watch
from doxa.log.rundir import open_run
from doxa.records.cells import MISSING, write_number
from doxa.scoring.polarisation import count_positions, esteban_ray
from doxa.systems.feed.exhibits.influence import influences
from doxa.systems.feed.exhibits.story import Story, story_of

REPRODUCTIONS = {"simswarm": read_reproduction("doxa.systems.feed", "simswarm.toml")}

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray: few agents, wide cells."""

CAMPS = {"for": "those who begin for it", "against": "those who begin against it"}
"""The beginnings of agents' ids, which say to which camp they belong."""

MEASURES = (
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
)

OPINIONS = (
    "Mean stance of each camp; pale bands hold all of its agents over all runs. A bot from round 3, news in round 5."
)

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


@dataclass(frozen=True, kw_only=True)
class FeedRun:
    """One run of one condition."""

    condition: str
    path: str
    simulated: bool = False
    rounds: tuple[dict[str, float], ...] = ()
    """Every agent's stance: at the start, and after each round; empty where the run failed."""
    measures: tuple[float | None, ...] = ()
    """In the order of MEASURES."""
    reason: str = ""
    """Why it failed."""


def read_runs(runs: Sequence[ExperimentRun], order: Order, watch: Watch | None) -> list[FeedRun]:
    """Return the runs with their measures, failed ones included."""
    return [
        feed_run(story_of(open_run(run.cell.path)), run.levels["condition"])
        if run.cell.status == "finished"
        else FeedRun(condition=run.levels["condition"], path=run.cell.path, reason=run.cell.reason)
        for run in runs
    ]


def feed_run(story: Story, condition: str) -> FeedRun:
    """Return the measures of one run."""
    rounds = tuple(
        {agent: readout.stance for agent, readout in readouts.items() if readout.stance is not None}
        for readouts in story.readouts
    )
    return FeedRun(
        condition=condition,
        path=str(story.log.path),
        simulated=bool(speakers_of(story.log, story.log.calls()).simulated),
        rounds=rounds,
        measures=(*_measure_meetings(story), *measure_camps(rounds), *_share_moves(story)),
    )


def tabulate_camps(runs: Sequence[FeedRun]) -> Table:
    """Return the comparison of conditions as a table, one row for each."""
    rows: list[tuple[Cell, ...]] = []
    for condition in dict.fromkeys(run.condition for run in runs):
        finished = [run for run in runs if run.condition == condition and run.rounds]
        by_measure = [[run.measures[place] for run in finished] for place in range(len(MEASURES))]
        rows.append((condition, len(finished), *map(write_mean, by_measure)))
    return Table(
        name="camps",
        title="Two camps, an event and a bot: the original's behaviour and ours",
        caption=_caption("Means over runs, with the smallest and largest.", runs),
        columns=("condition", "runs", *MEASURES),
        rows=tuple(rows),
        sources=tuple(run.path for run in runs),
    )


def draw_opinions(runs: Sequence[FeedRun]) -> Figure:
    """Return a figure of the opinions of both camps by round, with a panel for each condition."""
    return Figure(
        name="opinions",
        title="Two camps on a feed: the original's behaviour and ours",
        caption=_caption(OPINIONS, runs),
        panels=tuple(_panel(condition, runs) for condition in dict.fromkeys(run.condition for run in runs)),
        sources=tuple(run.path for run in runs),
    )


def measure_camps(rounds: Sequence[dict[str, float]]) -> tuple[float, ...]:
    """Return how far the camps are apart at the start and at the end, and spread, polarisation and mean at the end."""
    distances = [
        statistics.fmean(_stances_of("for", stances)) - statistics.fmean(_stances_of("against", stances))
        for stances in (rounds[0], rounds[-1])
    ]
    last = list(rounds[-1].values())
    return (*distances, statistics.pstdev(last), esteban_ray(count_positions(last, BINS)), statistics.fmean(last))


def write_mean(measured: Sequence[float | None]) -> str:
    """Return a mean over runs as text, with the smallest and largest value; a dash where no run has a value."""
    numbers = [number for number in measured if number is not None]
    if not numbers:
        return MISSING
    low, high = write_number(min(numbers), 2), write_number(max(numbers), 2)
    return write_number(statistics.fmean(numbers), 2) + (f" ({low} to {high})" if len(numbers) > 1 else "")


def _measure_meetings(story: Story) -> tuple[float | None, ...]:
    """Return means over what was met (posts in a round, likes, known contents), and how far confidence changed."""
    items = [item for meeting in story.meetings for item in meeting.trace.items]
    exposures = [exposure for meeting in story.meetings for exposure in meeting.exposures if exposure.origin == "peer"]
    first, last = story.readouts[0], story.readouts[-1]
    changes = [
        abs((last[agent].confidence or 0.0) - (readout.confidence or 0.0))
        for agent, readout in first.items()
        if readout.confidence is not None
    ]
    return (
        len(exposures) / (len(first) * story.rounds) if first and story.rounds else None,
        statistics.fmean(exposure.likes for exposure in exposures) if exposures else None,
        statistics.fmean(item.why.startswith("seen before") for item in items) if items else None,
        max(changes, default=None),
    )


def _share_moves(story: Story) -> tuple[float | None, float | None]:
    """Return the shares of a bot and of an event in all that posts moved; None where they moved nothing."""
    moved: dict[str, float] = {}
    for influence in influences(story):
        moved[influence.by] = moved.get(influence.by, 0.0) + influence.moved
    total = sum(moved.values())
    bot, event = (moved[kind] / total if total and kind in moved else None for kind in ("bot", "event"))
    return bot, event


def _stances_of(camp: str, stances: dict[str, float]) -> list[float]:
    return [stance for agent, stance in stances.items() if agent.startswith(camp)]


def _panel(condition: str, runs: Sequence[FeedRun]) -> Panel:
    finished = [run.rounds for run in runs if run.condition == condition and run.rounds]
    lines = [_line(camp, finished) for camp in CAMPS] if finished else []
    return Panel(title=condition, x_label="round", y_label="position", lines=tuple(lines), y_range=(-1.0, 1.0))


def _line(camp: str, runs: Sequence[tuple[dict[str, float], ...]]) -> Line:
    by_round = [
        list(chain.from_iterable(_stances_of(camp, stances) for stances in same_round))
        for same_round in zip(*runs, strict=True)
    ]
    return Line(
        label=CAMPS[camp],
        x=tuple(float(number) for number in range(len(by_round))),
        y=tuple(statistics.fmean(stances) for stances in by_round),
        low=tuple(min(stances) for stances in by_round),
        high=tuple(max(stances) for stances in by_round),
    )


def _caption(shows: str, runs: Sequence[FeedRun]) -> str:
    """Return a caption: what is shown, how many runs failed, and where each effect comes from."""
    failed = [run for run in runs if not run.rounds]
    sentences = [shows]
    sentences += [f"{len(failed)} of {len(runs)} runs failed: {failed[0].reason}."] if failed else []
    offline = any(run.simulated for run in runs)
    if offline:
        sentences.append("What agents do is simulated offline, by plain code; the source prints no figures.")
    return " ".join([*sentences, *natures(EFFECTS, offline)])
