"""What the report draws of an audience: the numbers of ``doxa audience``, from the rounds in the log."""

from collections.abc import Mapping
from typing import Any

from doxa.analysis.exhibit import Cell, Column, Part, Table
from doxa.log.rundir import RunLog
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.exhibits.audience import replies_of
from doxa.systems.feed.posts_view import POLARISATION, signed

LISTENING = (
    "How many of {size:,} listeners stand where after each round, from against (left) to for. At the end: {ends}. Whom "
    "they follow and where they begin is assumed; how they move follows from the rule. One listener: doxa audience DIR "
    "--listener 0."
)


def audience_parts(log: RunLog) -> dict[str, Part]:
    """Return the part on listeners' positions after each round; empty before a first round."""
    rounds = replies_of(log)
    if not rounds:
        return {}
    ends = ", ".join(f"{share:.0%} about {signed(place)}" for place, share in clusters(rounds[-1]["counts"]))
    return {
        "audience": Table(
            title="Audience",
            caption=LISTENING.format(size=sum(rounds[0]["counts"]), ends=ends or "no cluster"),
            place="before",
            columns=(
                Column(name="round", show="batch"),
                Column(name="stances", show="spread"),
                *POLARISATION,
                Column(name="moved", show="number", decimals=3, about="how far a listener moved, on average"),
            ),
            rows=tuple(_round(number, reply) for number, reply in enumerate(rounds, 1)),
        )
    }


def _round(number: int, reply: Mapping[str, Any]) -> tuple[Cell, ...]:
    spread = (reply["mean"], reply["variance"] ** 0.5, reply["bimodality"], reply["polarisation"], reply["moved"])
    return (number, tuple(reply["counts"]), *spread)
