"""The view of an audience that the report shows: the same numbers as ``doxa audience``, from the log's own rounds."""

from collections.abc import Sequence

from doxa.analysis.history import Chapter
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.exhibits.audience import replies_of


class ListenedView(Record):
    """Where those who only listen stood after one round."""

    round: int
    counts: tuple[int, ...]
    """How many stand in each of equal cells from -1 to +1."""
    mean: float
    spread: float
    """Standard deviation."""
    bimodality: float | None
    """Bimodality coefficient; None where it is not defined."""
    esteban_ray: float
    """Polarisation in [0, 1] after Esteban and Ray."""
    moved: float
    """How far a listener moved in the round, on average."""


class AudienceView(Record):
    """Those who only listen to a feed, or to the voices of a population."""

    size: int
    rounds: tuple[ListenedView, ...]
    clusters: tuple[tuple[float, float], ...]
    """(mean place, share of all) of each cluster after the last round, from left to right."""


def audience_view(log: RunLog, told: Sequence[Chapter] = ()) -> AudienceView | None:
    """Return where those who only listen stood after each round; None where nobody does, or not yet."""
    rounds = replies_of(log)
    if not rounds:
        return None
    return AudienceView(
        size=sum(rounds[0]["counts"]),
        rounds=tuple(
            ListenedView(
                round=number,
                counts=tuple(one["counts"]),
                mean=one["mean"],
                spread=one["variance"] ** 0.5,
                bimodality=one["bimodality"],
                esteban_ray=one["polarisation"],
                moved=one["moved"],
            )
            for number, one in enumerate(rounds, 1)
        ),
        clusters=tuple(clusters(rounds[-1]["counts"])),
    )
