"""``doxa replay check``: the contents of a data set, and every row that replay would drop, with the reason."""

from collections import Counter

from doxa.analysis.exhibit import Table
from doxa.humans.data.people import People
from doxa.humans.shown.on_the_way import on_the_way_table


def check_tables(people: People) -> list[Table]:
    """Return the table of contents, that of stances on the way where there are any, and the table of remarks."""
    on_the_way = on_the_way_table(people.rounds)
    return [summary(people), *([on_the_way] if on_the_way else []), remarks(people)]


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
