"""The original's feed beside doxa's: a table of what differs, and opinions of both camps by round."""

import statistics
from collections.abc import Sequence
from itertools import chain

from doxa.analysis.exhibit import Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.systems.feed.exhibits.simswarm_feeds import CAMPS, FeedRun, apart, mean, over, polarised, spread

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
    """Return the comparison of conditions, a row each."""
    rows = []
    for condition in conditions:
        found = [one for one in runs if one.condition == condition and one.status == "finished"]
        ends = [len(one.rounds) - 1 for one in found]
        pairs = list(zip(found, ends, strict=True))
        rows.append(
            (
                condition,
                len(found),
                over(found, [one.posts for one in found]),
                over(found, [one.likes for one in found]),
                over(found, [one.repeated for one in found]),
                over(found, [one.confidence for one in found]),
                over(found, [apart(one, 0) for one in found]),
                over(found, [apart(one, end) for one, end in pairs]),
                over(found, [spread(one, end) for one, end in pairs]),
                over(found, [polarised(one, end) for one, end in pairs]),
                over(found, [mean(one, end) for one, end in pairs]),
                over(found, [one.shares.get("bot") for one in found]),
                over(found, [one.shares.get("event") for one in found]),
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
        sources=tuple(one.path for one in runs),
    )


def figure(runs: Sequence[FeedRun], conditions: Sequence[str]) -> Figure:
    """Return opinions of both camps by round, a panel a condition."""
    return Figure(
        name="opinions",
        title="Two camps on a feed: the original's behaviour and ours",
        caption=caption(
            "Mean stance of each camp; pale bands hold all of its agents over all runs. A bot from round 3, news in "
            "round 5.",
            runs,
        ),
        panels=tuple(
            _panel(condition, [one for one in runs if one.condition == condition]) for condition in conditions
        ),
        sources=tuple(one.path for one in runs),
    )


def _panel(condition: str, runs: Sequence[FeedRun]) -> Panel:
    finished = [one for one in runs if one.status == "finished"]
    lines = [_line(camp, finished) for camp in CAMPS] if finished else []
    return Panel(title=condition, x_label="round", y_label="position", lines=tuple(lines), y_range=(-1.0, 1.0))


def _line(camp: str, runs: Sequence[FeedRun]) -> Line:
    by_round = [list(chain.from_iterable(now)) for now in zip(*(one.camp(camp) for one in runs), strict=True)]
    return Line(
        label=SIDES[camp],
        x=tuple(float(number) for number in range(len(by_round))),
        y=tuple(statistics.fmean(one) for one in by_round),
        low=tuple(min(one) for one in by_round),
        high=tuple(max(one) for one in by_round),
    )


def caption(shows: str, runs: Sequence[FeedRun]) -> str:
    """Return a whole caption."""
    failed = [one for one in runs if one.status == "failed"]
    told = [shows]
    told += [f"{len(failed)} of {len(runs)} runs failed: {failed[0].reason}."] if failed else []
    offline = any(one.simulated for one in runs if one.status == "finished")
    told += ["What agents do is simulated offline, by plain code; the source prints no figures."] if offline else []
    return " ".join([*told, *natures(EFFECTS, offline)])
