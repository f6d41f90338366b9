"""The claims of an ensemble as points of a map: their layout in the plane by UMAP, clusters by HDBSCAN, and tables.

UMAP with 15 neighbours, least distance 0.1 and cosine distance; HDBSCAN with clusters of five or more, as in the
Cambridge Union simulation. Without umap-learn, and for fewer than 16 claims, claims are laid out by the first two
principal components and clustered over the first ten. One seed and one thread give the same map twice: sums over
several threads differ in their last digits, which UMAP makes larger. Other versions or machines may place points
otherwise: coordinates mean nothing and neighbourhoods little, so that conclusions should rest on the tables.

recurrence: share of debates with a claim in the cluster · survival: share of its claims not demolished, and share
standing in the argument graph · win rate: share of its claims whose side won · win correlation: over debates and
sides, r of whether the side made a claim of the cluster and whether it won. A correlation is not an effect: a side
that is ahead may choose to argue so.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from doxa.analysis.exhibit import Cell, Effect, Table
from doxa.errors import DoxaError, LogError
from doxa.judging.ballots.annotation import Base, demolished_claims
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.bias.leaning import wilson
from doxa.judging.exhibits.captions import caption, yes_or_no
from doxa.judging.graph import attack_graph, grounded
from doxa.records.base import Record
from doxa.records.plugins import install_command
from doxa.records.transcripts import SIDES, Debate, Side
from doxa.scoring.ranking import pearson


class EnsembleJudgement(Record):
    """One judged debate of an ensemble."""

    run: str
    epoch: int
    debate: Debate
    judgement: DebateJudgement


class EnsembleClaim(Record):
    """One claim of one debate."""

    claim: str
    """Its id in its debate."""
    run: str
    epoch: int
    text: str
    base: Base
    specific: bool
    speaker: str
    name: str
    side: Side
    speech: str
    rebutted: bool
    demolished: bool
    survived: bool
    """Not demolished, by the tally."""
    stands: bool
    """Whether the claim is in the grounded extension of its debate's argument graph."""
    won: bool | None
    """Whether its side won; None where no side won."""
    cluster: int | None = None
    """None for a claim in no cluster."""
    x: float = 0.0
    y: float = 0.0


def points(debates: Sequence[EnsembleJudgement]) -> list[EnsembleClaim]:
    """Return every annotated claim of an ensemble.

    Raises:
        LogError: no debate has an annotation.
    """
    claim_points = [point for judged in debates if judged.judgement.tally for point in _points_of(judged)]
    if not claim_points:
        raise LogError("no debate has annotated claims", hint="Judge them first: doxa judge DIR")
    return claim_points


def _points_of(judged: EnsembleJudgement) -> Iterator[EnsembleClaim]:
    notes, winner = judged.judgement.brought.annotation, judged.judgement.final.winner
    names = {turn.speaker: turn.name for turn in judged.debate.turns}
    standing, answered = grounded(attack_graph(notes)), {rebuttal.target for rebuttal in notes.rebuttals}
    demolished = demolished_claims(notes)
    for claim in notes.claims:
        yield EnsembleClaim(
            claim=claim.id,
            run=judged.run,
            epoch=judged.epoch,
            **claim.model_dump(include={"text", "base", "specific", "speaker", "side", "speech"}),
            name=names[claim.speaker],
            rebutted=claim.id in answered,
            demolished=claim.id in demolished,
            survived=claim.id not in demolished,
            stands=claim.id in standing,
            won=None if winner is None else claim.side == winner,
        )


Floats = NDArray[np.float64]

Method = Literal["umap", "pca"]

NEIGHBOURS, LEAST_DISTANCE, SMALLEST = 15, 0.1, 5

COMPONENTS = 10
"""Principal components over which claims are clustered without UMAP."""


def method_for(count: int) -> Method:
    """Return the method that lays out a number of claims."""
    return "umap" if count > NEIGHBOURS and find_spec("umap") else "pca"


def lay_out(vectors: Floats, method: Method, seed: int = 42) -> Floats:
    """Return a place in the plane for each vector, shape (n, 2), each axis within [0, 1].

    Args:
        vectors: shape (n, dimensions), any scale; n ≥ 1.
    """
    with _on_one_thread():
        places = _umap(_units(vectors), seed) if method == "umap" else _principal(_units(vectors), 2)
    low, span = places.min(axis=0), np.ptp(places, axis=0)
    return np.asarray((places - low) / np.where(span > 0, span, 1.0), dtype=np.float64)


def _units(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _on_one_thread() -> Any:
    """Return a context in which libraries of linear algebra use one thread, so that sums have one order."""
    limits: Any = threadpool_limits  # it has no types
    return limits(1)


def find_clusters(vectors: Floats, places: Floats, method: Method) -> list[int | None]:
    """Return each claim's cluster, numbered from 0 by size; None for a claim in no cluster.

    Raises:
        DoxaError: scikit-learn is not installed.
    """
    if find_spec("sklearn") is None:
        raise DoxaError("maps of arguments need scikit-learn", hint=install_command("landscape"))
    if len(vectors) < 2 * SMALLEST:
        return [None] * len(vectors)
    from sklearn import cluster

    library: Any = cluster  # it has no types
    with _on_one_thread():
        labels = library.HDBSCAN(min_cluster_size=SMALLEST, copy=True, n_jobs=1).fit_predict(
            places if method == "umap" else _principal(_units(vectors), COMPONENTS)
        )
    return _by_size(labels.tolist())


def order_by_typicality(vectors: Floats, members: Sequence[int]) -> list[int]:
    """Return a cluster's members, those nearest to its mean vector first."""
    units = _units(vectors)[list(members)]
    near = units @ units.mean(axis=0)
    return [members[int(place)] for place in np.argsort(-np.round(near, 9), kind="stable")]


def _umap(units: Floats, seed: int) -> Floats:
    from umap import umap_

    library: Any = umap_  # it has no types
    numba: Any = import_module("numba")  # umap-learn needs it, and compiles with it
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        mapper = library.UMAP(
            n_neighbors=NEIGHBOURS, min_dist=LEAST_DISTANCE, metric="cosine", random_state=seed, n_jobs=1
        )
        return np.asarray(mapper.fit_transform(units.astype(np.float32)), dtype=np.float64)
    finally:
        numba.set_num_threads(threads)


def _principal(units: Floats, count: int) -> Floats:
    """Return the first principal components, each with its largest entry positive, filled up with zeros."""
    left, spread, _ = np.linalg.svd(units - units.mean(axis=0), full_matrices=False)
    components = left[:, :count] * spread[:count]
    signs = np.sign(components[np.abs(components).argmax(axis=0), np.arange(components.shape[1])])
    components = components * np.where(signs == 0, 1.0, signs)
    return np.pad(components, ((0, 0), (0, max(0, count - components.shape[1]))))


def _by_size(labels: Sequence[int]) -> list[int | None]:
    """Return cluster numbers from the largest cluster on, ties by their first member; noise is None."""
    order = sorted(
        {label for label in labels if label >= 0}, key=lambda label: (-labels.count(label), labels.index(label))
    )
    numbers = {label: place for place, label in enumerate(order)}
    return [numbers.get(label) for label in labels]


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
                _share([point.won for point in cluster_points if point.won is not None]),
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
    names: dict[int | None, str] = {cluster.number: cluster.name for cluster in clusters}
    rows: list[tuple[Cell, ...]] = [
        (
            None if point.cluster is None else point.cluster + 1,
            names.get(point.cluster),
            point.text,
            point.base,
            yes_or_no(point.specific),
            point.name,
            point.side,
            point.run,
            point.epoch,
            yes_or_no(point.rebutted),
            yes_or_no(point.demolished),
            yes_or_no(point.survived),
            yes_or_no(point.stands),
            yes_or_no(point.won),
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
    pairs = [(run, side) for run in runs if run in winners for side in SIDES]
    return pearson(
        [float(pair in arguing_sides) for pair in pairs], [float(winners[run] == side) for run, side in pairs]
    )


def _share(flags: Sequence[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None
