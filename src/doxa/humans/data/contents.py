"""``doxa replay check``: the contents of a data set, and every row that replay would drop, with the reason.

Whoever begins and ends on one side was hardly on the other in between, round after round. Where a data set says so of
many, its stances on the way may be answers to another question, such as how far the person agrees with what was argued.
"""

from collections import Counter
from collections.abc import Sequence

from doxa.analysis.exhibit import Table
from doxa.humans.data.people import People, PersonRound


def check_tables(people: People) -> list[Table]:
    """Return the table of contents, that of stances on the way where there are any, and the table of remarks."""
    return [summary(people), *on_the_way_table(people.rounds), remarks(people)]


def summary(people: People) -> Table:
    """Return the numbers of rounds, people, propositions and messages."""
    rounds = people.rounds
    propositions = Counter(round.proposition for round in people.fitted_rounds)
    most = propositions.most_common(1)
    received = [sum(not message.own for message in round.messages) for round in rounds]
    rows = (
        ("rounds (a person on a proposition)", len(rounds)),
        ("of them controls, never fitted", len(people.controls)),
        ("people", len({round.person for round in rounds})),
        (
            "people with several fitted rounds",
            sum(n > 1 for n in Counter(o.person for o in people.fitted_rounds).values()),
        ),
        ("groups", len({round.group for round in rounds})),
        ("propositions of fitted rounds", len(propositions)),
        ("fitted rounds on the commonest proposition", most[0][1] if most else 0),
        ("messages received", sum(received)),
        (
            "messages of one's own, left out unless --own",
            sum(message.own for round in rounds for message in round.messages),
        ),
        ("rounds without a received message", sum(not count for count in received)),
        ("stances stated on the way", sum(len(round.stated) for round in rounds)),
        (
            "stances at an end of the scale",
            sum(abs(s) == 1.0 for round in rounds for s in (round.initial, round.final)),
        ),
        ("rows dropped", len(people.dropped_remarks)),
        ("rows kept with an exception", len(people.remarks) - len(people.dropped_remarks)),
    )
    follows = f" Stances on the way: {people.belief_follows}." if people.belief_follows else ""
    return Table(
        name="check",
        title=f"Contents of {people.name}",
        caption=f"{people.about}{follows}",
        columns=("what", "count"),
        rows=rows,
    )


def remarks(people: People) -> Table:
    """Return every row that is dropped, or kept with an exception."""
    return Table(
        name="left_out",
        title="Rows that are dropped, or kept with an exception",
        caption="No other row is dropped." if people.remarks else "No row is dropped, and none has an exception.",
        columns=("row", "dropped", "why"),
        rows=tuple((remark.where, "dropped" if remark.dropped else "kept", remark.why) for remark in people.remarks),
    )


LEAST = 0.3
"""The least |S| that counts as a side."""

ARGUED = {1: "for", -1: "against", 0: "unknown"}


def on_the_way_table(rounds: Sequence[PersonRound]) -> list[Table]:
    """Return, by the argued side, the stances on the way that lie on the other side than both ends; empty without any.

    Counted are rounds that begin and end on one side, with at least one stance on the way that takes a side (|S| of
    ``LEAST`` or more).
    """
    rows = [
        (ARGUED[argued], *counts)
        for argued in ARGUED
        if (counts := _counts([round for round in rounds if round.argued == argued and not round.control]))[0]
    ]
    table = Table(
        name="on_the_way",
        title="Stances on the way that lie on the other side than both ends",
        caption="Rounds that begin and end on one side, by the side that was argued to the person. Where all stances "
        "on the way are often on the other side, they may answer another question than those at the ends, and what "
        "is read from them (one step ahead) may stand on its head.",
        columns=("argued", "rounds", "all on the other side", "some", "stances on the way", "on the other side"),
        rows=tuple(rows),
    )
    return [table] if rows else []


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
