"""Stances stated on the way, beside those with which people began and ended.

Whoever begins and ends on one side was hardly on the other in between, round after round. Where a data set says so of
many, its intermediate answers may be to another question, such as how far the person agrees with what was argued.
"""

from collections.abc import Sequence

from doxa.analysis.exhibit import Table
from doxa.humans.data.people import PersonRound

LEAST = 0.3
"""The least |S| that counts as a side."""

ARGUED = {1: "for", -1: "against", 0: "unknown"}


def on_the_way_table(rounds: Sequence[PersonRound]) -> Table | None:
    """Return, by the argued side, the stances on the way that lie on the other side than both ends; None without any.

    Counted are rounds that begin and end on one side, with at least one stance on the way that takes a side (|S| of
    ``LEAST`` or more).
    """
    rows = [
        (ARGUED[argued], *counts)
        for argued in ARGUED
        if (counts := _counts([round for round in rounds if round.argued == argued and not round.control]))[0]
    ]
    if not rows:
        return None
    return Table(
        name="on_the_way",
        title="Stances on the way that lie on the other side than both ends",
        caption="Rounds that begin and end on one side, by the side that was argued to the person. Where all stances "
        "on the way are often on the other side, they may answer another question than those at the ends, and what "
        "is read from them (one step ahead) may stand on its head.",
        columns=("argued", "rounds", "all on the other side", "some", "stances on the way", "on the other side"),
        rows=tuple(rows),
    )


def _counts(rounds: Sequence[PersonRound]) -> tuple[int, int, int, int, int]:
    """Return rounds, those all of whose stances on the way are turned, and some; stances on the way, and turned."""
    turned = [shares for round in rounds if (shares := _turned(round))]
    whole = sum(all(shares) for shares in turned)
    some = sum(any(shares) for shares in turned) - whole
    return len(turned), whole, some, sum(map(len, turned)), sum(map(sum, turned))


def _turned(round: PersonRound) -> list[bool]:
    """Return of each stance on the way that takes a side whether it is the other one than that of both ends."""
    ends = (round.initial, round.final)
    if min(map(abs, ends)) < LEAST or ends[0] * ends[1] < 0:
        return []
    return [stated.stance * round.initial < 0 for stated in round.stated if abs(stated.stance) >= LEAST]
