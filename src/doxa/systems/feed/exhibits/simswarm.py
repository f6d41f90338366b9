"""The original's feed compared with doxa's: a table of what differs, and opinions of both camps by round."""

import statistics
from collections.abc import Sequence
from itertools import chain

from doxa.analysis.exhibit import Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.systems.feed.exhibits.simswarm_feeds import (
    CAMPS,
    FeedRun,
    distance_between_camps,
    mean_stance,
    polarisation_of,
    spread_of_stances,
    write_mean,
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
