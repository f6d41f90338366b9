"""What a run shows of its listeners: where they stand by round, whom they hear, and how divided they are."""

from collections.abc import Iterator, Mapping
from typing import Any

from doxa.analysis.drawings import Network, Strip
from doxa.analysis.exhibit import Column, Exhibit, Table
from doxa.errors import DamagedLogError
from doxa.log.rundir import RunLog
from doxa.records.cells import signed
from doxa.scoring.polarisation import clusters, count_positions, sides
from doxa.systems.feed.exhibits.audience import begin_of, listener_paths, replies_of
from doxa.systems.feed.exhibits.network import network_of_listeners

POLARISATION = (
    Column(name="mean", show="number", decimals=2, signed=True),
    Column(name="spread", show="number", decimals=2, about="standard deviation"),
    Column(
        name="bimodality",
        show="number",
        decimals=2,
        detail=True,
        about="the bimodality coefficient, above 0.56 where there are two camps; none where it is not defined",
    ),
    Column(
        name="Esteban–Ray",
        show="number",
        decimals=2,
        detail=True,
        about="polarisation in [0, 1] after Esteban and Ray, high where there are two camps",
    ),
)

LISTENING = (
    "How many of {size:,} listeners stand where after each round, from against (left) to for. At the end: {ends}. Whom "
    "they follow and where they begin is assumed; how they move follows from the rule. One listener: doxa audience DIR "
    "--listener 0."
)

STRIP = "{size:,} {of}, from the start on: the stronger the colour, the more stand there. Choose a path below."

EVEN = 5 / 9
"""The bimodality coefficient of even opinions: above it one mean would hide two camps."""

DIVIDED = ("bimodality", "polarisation", "moved")
"""What a round of listeners says beside its mean and its variance."""


def show_audience(log: RunLog) -> Iterator[Table]:
    """Yield how listeners' positions were distributed after each round; nothing before a first round."""
    rounds = replies_of(log)
    if not rounds:
        return
    yield Table(
        name="audience",
        title="Audience",
        caption=LISTENING.format(size=sum(rounds[0]["counts"]), ends=_tell_clusters(rounds[-1])),
        place="before",
        columns=(
            Column(name="round", show="batch"),
            Column(name="stances", show="spread"),
            *POLARISATION,
            Column(name="moved", show="number", decimals=3, about="how far a listener moved, on average"),
        ),
        rows=tuple(
            (number, tuple(reply["counts"]), reply["mean"], reply["variance"] ** 0.5, *map(reply.get, DIVIDED))
            for number, reply in enumerate(rounds, 1)
        ),
    )


def _tell_clusters(reply: Mapping[str, Any]) -> str:
    """Return how many stand about where; by side where they are two camps without a gap between them."""
    groups, remark = clusters(reply["counts"]), ""
    if len(groups) == 1 and (reply["bimodality"] or 0.0) > EVEN:
        groups, remark = sides(reply["counts"]), ", with no gap between them"
    return (
        ", ".join(f"{share:.0%} about {signed(place)}" for place, share in groups) + remark if groups else "no cluster"
    )


def show_audience_page(log: RunLog) -> Iterator[Exhibit]:
    """Yield what the report's page shows of listeners: where they stand by round, drawn, and the numbers of each round.

    Numbers of listeners mean nothing, so that the paths of the first ones are a sample of all.
    """
    for table in show_audience(log):
        start = begin_of(log)
        paths, networks = tuple[tuple[float, ...], ...](), list[Network]()
        try:
            paths = listener_paths(log, start)
            note = (
                f"From listener {len(paths):,} on: doxa audience DIR --listener N." if len(paths) < len(start) else ""
            )
            networks = [*network_of_listeners(log)]
        except DamagedLogError as error:
            note = f"No single listener can be drawn: {error.message}."
        yield Strip(
            name="listeners",
            title="Where listeners stand",
            caption=STRIP.format(size=len(start), of="listeners"),
            note=note,
            place="before",
            of="listeners",
            counts=(tuple(count_positions(start)), *(tuple(reply["counts"]) for reply in replies_of(log))),
            paths=paths,
        )
        yield from networks
        yield table
