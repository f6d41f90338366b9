"""Clusters of claims as tables: how often each recurs, which side makes it, its survival and correlation with wins.

recurrence: share of debates with a claim in the cluster · survival: share of its claims not demolished, and share
standing in the argument graph · win rate: share of its claims whose side won · win correlation: over debates and
sides, r of whether the side made a claim of the cluster and whether it won. A correlation is not an effect: a side
that is ahead may choose to argue so.
"""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.analysis.natures import Effect
from doxa.judging.bias.shares import wilson
from doxa.judging.exhibits.captions import caption
from doxa.judging.exhibits.points import EnsembleClaim, EnsembleJudgement
from doxa.records.base import Record
from doxa.records.transcripts import SIDES
from doxa.scoring.ranking import pearson

PLACES = Effect(what="which claims lie together, given their vectors", nature="emergent")
SAYINGS = Effect(what="what speakers say and the simulated judge notes", nature="assumed")
REAL = Effect(what="which arguments win", nature="needs models")


class ClaimCluster(Record):
    """One named cluster of claims."""

    number: int
    name: str
    description: str
    claims: tuple[int, ...]
    """Places among the points, the most typical first."""


def cluster_table(
    clusters: Sequence[ClaimCluster],
    points: Sequence[EnsembleClaim],
    debates: Sequence[EnsembleJudgement],
    method: str,
    set_phrases: int = 0,
) -> Table:
    """Return a table with one row per cluster, the largest first.

    Args:
        set_phrases: how many claims were left out, since they speak of the debate itself.
    """
    runs = list(dict.fromkeys(point.run for point in points))
    rows: list[tuple[Cell, ...]] = []
    for cluster in clusters:
        cluster_points = [points[place] for place in cluster.claims]
        wins = [point.won for point in cluster_points if point.won is not None]
        survival = wilson(sum(point.survived for point in cluster_points), len(cluster_points))
        rows.append(
            (
                cluster.number + 1,
                cluster.name,
                len(cluster_points),
                len({point.run for point in cluster_points}) / len(runs),
                _share([point.side == "pro" for point in cluster_points]),
                survival.share,
                survival.low,
                survival.high,
                _share([point.stands for point in cluster_points]),
                _share([point.rebutted for point in cluster_points]),
                _share(wins),
                _correlation(cluster, points, runs),
            )
        )
    alone = sum(point.cluster is None for point in points)
    left_out = f" ({set_phrases} set phrases left out)" if set_phrases else ""
    shows = (
        f"{len(points)} claims of {len(runs)} debates{left_out}, {alone} of them without a cluster, laid out by "
        f"{method.upper()} and clustered by HDBSCAN. Survive: not demolished, with 95 % Wilson intervals; these treat "
        "claims as independent, although claims of one debate are not."
    )
    columns = ("cluster", "name", "claims", "in debates", "by Proposition", "survive", "low", "high", "stand")
    return Table(
        name="clusters",
        title="Arguments that recur",
        caption=caption(shows, [debate.judgement.brought for debate in debates], (PLACES, SAYINGS, REAL)),
        columns=(*columns, "rebutted", "win rate", "win correlation"),
        rows=tuple(rows),
    )


def point_table(
    points: Sequence[EnsembleClaim], clusters: Sequence[ClaimCluster], debates: Sequence[EnsembleJudgement]
) -> Table:
    """Return a table with one row per claim and all its fields."""
    names = {cluster.number: cluster.name for cluster in clusters}
    rows: list[tuple[Cell, ...]] = [
        (
            None if point.cluster is None else point.cluster + 1,
            names.get(point.cluster) if point.cluster is not None else None,
            point.text,
            point.base,
            _yes_or_no(point.specific),
            point.name,
            point.side,
            point.run,
            point.epoch,
            _yes_or_no(point.rebutted),
            _yes_or_no(point.demolished),
            _yes_or_no(point.survived),
            _yes_or_no(point.stands),
            None if point.won is None else _yes_or_no(point.won),
            round(point.x, 4),
            round(point.y, 4),
        )
        for point in points
    ]
    columns = ("cluster", "name", "claim", "type", "specific", "speaker", "side", "run", "epoch", "was rebutted")
    return Table(
        name="claims",
        title="Every claim",
        caption=caption("Every claim.", [debate.judgement.brought for debate in debates], (PLACES, SAYINGS, REAL)),
        columns=(*columns, "was demolished", "survived", "stands", "its side won", "x", "y"),
        rows=tuple(rows),
        detail=True,
    )


def _correlation(cluster: ClaimCluster, points: Sequence[EnsembleClaim], runs: Sequence[str]) -> float | None:
    """Return r of making a claim of the cluster and winning, over debates and sides; None where one is constant."""
    arguing_sides = {(points[place].run, points[place].side) for place in cluster.claims}
    winners = {
        point.run: (point.side if point.won else "con" if point.side == "pro" else "pro")
        for point in points
        if point.won is not None
    }
    pairs = [
        (float((run, side) in arguing_sides), float(winners[run] == side))
        for run in runs
        if run in winners
        for side in SIDES
    ]
    return pearson([has_claim for has_claim, _ in pairs], [won for _, won in pairs])


def _share(flags: Sequence[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None


def _yes_or_no(flag: bool) -> str:
    return "yes" if flag else "no"
